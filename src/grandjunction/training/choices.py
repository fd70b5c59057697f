"""What a fit learns from compared turns: only the differences within a decision matter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from .comparisons import FEWEST
from .shards import Alternatives, Array
from .targets import HELD_OUT

GROUPS = 96  # decisions in a batch
NONE = -1  # fills the rows of a decision with fewer turns than the others


def decisions(turns: Alternatives, era: int) -> Array:
    """Return the places of the turns that lead to this era, one row for each decision, filled with -1."""
    places = np.flatnonzero(turns.era == era)
    group, start, size = np.unique(turns.group[places], return_index=True, return_counts=True)
    found = np.full((len(group), int(size.max(initial=FEWEST))), NONE)
    for row in range(len(group)):
        found[row, : size[row]] = places[start[row] : start[row] + size[row]]
    return found[size >= FEWEST]


def is_held_out(turns: Alternatives, rows: Array) -> Array:
    """Return which of these decisions are held out."""
    held: Array = turns.group[rows[:, 0]] % HELD_OUT == 0
    return held


@dataclass
class Choices:
    """The compared turns of one era: inputs, wanted outputs, and each decision's rows."""

    inputs: Any
    wanted: Any
    rows: Any

    def draw(self, seeds: int, generator: Any) -> Any:
        """Return the rows of random decisions for each net."""
        return self.rows[torch.randint(len(self.rows), (seeds, GROUPS), generator=generator)]

    def loss(self, rows: Any, outputs: Any) -> Any:
        """Return each net's mean squared error, after taking off each decision's mean error."""
        there = (rows != NONE).float()
        error = (outputs - self.wanted[rows.clamp(min=0)]) * there
        error = (error - error.sum(dim=2, keepdim=True) / there.sum(dim=2, keepdim=True)) * there
        return (error**2).sum(dim=(1, 2)) / there.sum(dim=(1, 2))


def gain(rows: Array, worth: Array, scores: Array) -> float:
    """Return how many VP the turn with the highest score is worth above the mean of its decision's turns."""
    if len(rows) == 0:
        return 0.0
    there = rows != NONE
    chosen = np.where(there, scores[rows], -np.inf).argmax(axis=1)
    mean = np.where(there, worth[rows], 0.0).sum(axis=1) / there.sum(axis=1)
    return float((worth[rows[np.arange(len(rows)), chosen]] - mean).mean())
