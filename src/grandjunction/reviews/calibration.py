"""Measures how far results are from the hand-made evaluation, by playing games at the table.

The tables of the package have this on file, in their nets or beside them. For a ruleset of your own, a review
measures it first.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import fsum, sqrt
from typing import TYPE_CHECKING, Final

from ..bots.rollout import turn_of
from ..core.rng import Rng
from ..core.ruleset import ACTION
from ..core.state import State

if TYPE_CHECKING:
    from .continuation import Continuation

GAMES: Final = 12
STEP: Final = 4  # actions left that are counted together


@dataclass(frozen=True, slots=True)
class Calibration:
    """Per era and own actions left, the mean and the deviation of result less value, in VP."""

    rows: dict[tuple[int, int], tuple[float, float]]

    def offset(self, era: int, actions: int) -> float:
        """Return what to add to a value."""
        return self._row(era, actions)[0]

    def deviation(self, era: int, actions: int) -> float:
        """Return the standard deviation of results around the corrected value."""
        return self._row(era, actions)[1]

    def _row(self, era: int, actions: int) -> tuple[float, float]:
        known = [step for of_era, step in self.rows if of_era == era]
        return self.rows[era, min(known, key=lambda step: abs(step - actions // STEP))]


def measure(table: Continuation) -> Calibration:
    """Play games at a table without nets, and return how its results differ from its values."""
    errors: dict[tuple[int, int], list[float]] = defaultdict(list)
    for number in range(GAMES):
        for key, seat, value, final in _game(table, Rng(f"calibration/{number}")):
            errors[key].append(final[seat] - value)
    return Calibration({key: _row(found) for key, found in sorted(errors.items())})


def _game(table: Continuation, rng: Rng) -> list[tuple[tuple[int, int], int, float, list[int]]]:
    """Return the values of all seats at the start of every turn, each with the result of the game."""
    state = State(table.rules, table.players)
    state.advance(None)
    final: list[int] = []
    seen: list[tuple[tuple[int, int], int, float, list[int]]] = []
    turn = (-1, -1)
    while not state.is_over:
        if state.is_chance:
            state.apply_code(state.chance_code(rng), None)
            continue
        if state.decision == ACTION and (int(state.seat), int(turn_of(state))) != turn:
            turn = int(state.seat), int(turn_of(state))
            left = table.actions_left(state)
            for seat, value in enumerate(table.values(state)):
                seen.append(((int(state.era), left[seat] // STEP), seat, value, final))
        table.take_turn(state)
    final += [int(state.vp[seat]) for seat in range(table.players)]
    return seen


def _row(errors: list[float]) -> tuple[float, float]:
    mean = fsum(errors) / len(errors)
    return mean, sqrt(fsum((error - mean) ** 2 for error in errors) / len(errors))
