"""What all selling verbs share: which tiles can be sold, and why one cannot."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ..bits import BIT, count, lowest
from ..hands import payable
from ..moves import Refusal
from ..options import Options
from ..ruleset import Verb
from ..state import State


class SaleReasons:
    """The reasons for refusing the tile of a sale."""

    def __init__(self, not_yours: str, not_sellable: str, already_sold: str) -> None:
        self.not_yours: Final = not_yours
        self.not_sellable: Final = not_sellable
        self.already_sold: Final = already_sold


class Sale(Verb):
    """Sell own tiles, one after another. Rulesets say to whom."""

    def __init__(
        self,
        name: str,
        shape: list[str],
        reasons: SaleReasons,
        *,
        item: str = "industry",
        buyer: str = "",
        source_word: str = "",
        most_sources: int = 2,
    ) -> None:
        super().__init__(
            name, shape, item=item, buyer=buyer, source_word=source_word, most_sources=most_sources
        )
        self.repeats = True
        self.reasons: Final = reasons

    def sellable(self, state: State) -> i64:
        """Mask of the seat's tiles that make nothing, sold or not."""
        tiles = state.rules.tiles
        found = state.built[state.seat]
        industry: i64 = 0
        while industry < tiles.industries:
            if tiles.makes[industry] >= 0:
                found &= ~state.standing[industry]
            industry += 1
        return found

    def unsold(self, state: State) -> i64:
        """Mask of the seat's tiles that are not sold yet."""
        return self.sellable(state) & ~state.flipped

    def propose(self, state: State, options: Options) -> None:
        cards = payable(state)
        slots = self.unsold(state)
        while slots and not (options.first_only and options.size):
            self.propose_tile(state, lowest(slots), cards, options)
            slots &= slots - 1

    def propose_tile(self, state: State, slot: i64, cards: i64, options: Options) -> None:
        """Add every way to sell the tile on this space."""
        raise NotImplementedError

    def traces(self, state: State) -> int:
        return count(self.sellable(state) & state.flipped)

    def check_tile(self, state: State, slot: i64) -> Refusal | None:
        """Refuse unless the tile on this space is the seat's, sellable and unsold."""
        rules = state.rules
        name = rules.board.slot_ids[slot]
        if state.built[state.seat] & BIT[slot] == 0:
            return rules.refuse(self.reasons.not_yours, slot=name)
        if self.sellable(state) & BIT[slot] == 0:
            return rules.refuse(self.reasons.not_sellable, slot=name)
        if state.flipped & BIT[slot]:
            return rules.refuse(self.reasons.already_sold, slot=name)
        return None
