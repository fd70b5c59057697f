"""Finds which of a seat's tiles can be sold now, and what the others lack."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..core.bits import BIT, count, lowest
from ..core.moves import EXTRA_SOURCE, first_source, item_of, other_of, second_source, source_count, target_of
from ..core.options import Options
from ..core.ruleset import ACTION, Ruleset
from ..core.state import State
from .outlets import find_outlets, links_missing, selling_verbs


class Trade:
    """Tracks what one seat could sell. Call ``begin`` for a decision, then ``look`` for each position."""

    def __init__(self, rules: Ruleset, seat: i64) -> None:
        self.rules: Final = rules
        self.seat: i64 = seat
        self.sellers: Final = selling_verbs(rules)
        self.sales: i64 = 0  # sellable tiles, from the last ``look``
        self.supplied = 1.0  # the share of the sales' needs that is available, from the last ``look``
        self._buffer: Final = Options()
        self._outlets: vec[i64] = vec[i64]([0] * rules.tiles.industries)
        self._asked: i64 = 0  # industries whose outlets are known
        self._missing: dict[int, vec[i64]] = {}
        self._needed: i64 = 0
        self._sources: i64 = 0
        self._barrels: i64 = 0

    def begin(self) -> None:
        """Reset for a new decision."""
        self._asked = 0
        self._missing.clear()

    def look(self, state: State, wares: i64) -> i64:
        """Return the mask of tiles that can be sold now; store how far the supply goes."""
        buffer = self._buffer
        seat = state.seat
        decision = state.decision
        state.seat = self.seat
        state.decision = ACTION
        found: i64 = 0
        self._needed = 0
        self._sources = 0
        self._barrels = 0
        for verb in self.sellers:
            buffer.size = 0
            verb.propose(state, buffer)
            i: i64 = 0
            while i < buffer.size:
                code = buffer.units[i]
                i += 1
                if found & BIT[target_of(code)] == 0:
                    found |= BIT[target_of(code)]
                    self._needed += source_count(other_of(code))
                self._note_source(first_source(other_of(code)), item_of(code))
                self._note_source(second_source(other_of(code)), item_of(code))
        state.seat = seat
        state.decision = decision
        self.supplied = self._share(state)
        self.sales = count(found & wares)
        return found & wares

    def taken_along(self) -> i64:
        """Return the mask of tiles, of any owner, that the sales of the last ``look`` could also flip."""
        return self._sources

    def _note_source(self, source: i64, buyer: i64) -> None:
        if source >= EXTRA_SOURCE and buyer >= 0:  # the buyer's own barrel
            self._barrels |= BIT[buyer]
        elif source > 0:
            self._sources |= BIT[source - 1]

    def _share(self, state: State) -> float:
        """Return the available share of what the sales need: beer, or buyers that take one tile each."""
        have = count(self._barrels)
        sources = self._sources
        while sources:
            slot = lowest(sources)
            sources &= sources - 1
            have += state.cubes[slot] if slot < self.rules.board.slots and state.cubes[slot] > 0 else 1
        return 1.0 if have >= self._needed else float(have) / float(self._needed)

    def outlets(self, state: State, industry: i64) -> i64:
        """Return the mask of places that buy an industry; 0 if it cannot be sold."""
        if self._asked & BIT[industry] == 0:
            self._asked |= BIT[industry]
            self._outlets[industry] = find_outlets(state, self.seat, industry, self.sellers)
        return self._outlets[industry]

    def links_missing(self, state: State, industry: i64, place: i64) -> i64:
        """Return how many links are missing between a place and the nearest outlet."""
        key: int = state.laid
        key = key * 16 + industry
        if key not in self._missing:
            self._missing[key] = links_missing(state, self.outlets(state, industry))
        return self._missing[key][place]
