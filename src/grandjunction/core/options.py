"""Buffers for what may be done: units with the cards that may pay for them, and lists of sources."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from .moves import Move


class SourceList:
    """Ways to take cubes or barrels: each a pair of sources and how many of them come from the market."""

    def __init__(self) -> None:
        self.pairs: vec[i64] = vec[i64]([0] * 8)
        self.bought: vec[i64] = vec[i64]([0] * 8)
        self.size: i64 = 0

    def add(self, sources: i64, bought: i64) -> None:
        if self.size == len(self.pairs):
            self.pairs = append(self.pairs, 0)
            self.bought = append(self.bought, 0)
        self.pairs[self.size] = sources
        self.bought[self.size] = bought
        self.size += 1

    def find(self, sources: i64) -> i64:
        """Where this pair stands, or -1."""
        i: i64 = 0
        while i < self.size:
            if self.pairs[i] == sources:
                return i
            i += 1
        return -1


class Options:
    """The factored list of legal units. ``cards[i]`` is the mask of kinds that may pay; 0: none is due."""

    def __init__(self, room: int = 256) -> None:
        self.units: vec[i64] = vec[i64]([0] * room)
        self.cards: vec[i64] = vec[i64]([0] * room)
        self.size: i64 = 0
        self.first_only = False  # one is enough: verbs may stop at the first
        # Working space for the verbs, kept here so that two lists can be filled side by side.
        self.coal: Final = SourceList()
        self.other: Final = SourceList()

    def add(self, code: i64, cards: i64) -> None:
        if self.size == len(self.units):
            self.units = append(self.units, 0)
            self.cards = append(self.cards, 0)
        self.units[self.size] = code
        self.cards[self.size] = cards
        self.size += 1


class Option:
    """One legal unit and the kinds of card that may pay for it (none: it needs no card)."""

    def __init__(self, unit: Move, cards: list[str]) -> None:
        self.unit: Final = unit
        self.cards: Final = cards

    def __repr__(self) -> str:
        return f"<Option {self.unit} cards={self.cards}>"
