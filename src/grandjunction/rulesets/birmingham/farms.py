"""Farm breweries: two spaces outside the towns, for industry cards only (B-FARM)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ...core.bits import BIT
from ...core.board import Board
from ...core.moves import Refusal
from ...core.permission import NetworkPermission
from ...core.state import State

# Farms have more precise wording for the same reasons.
_AT_FARM: Final = {
    "card_wrong_place": "card_wrong_place_at_farm",
    "out_of_network": "out_of_network_at_farm",
}


class FarmPermission(NetworkPermission):
    """Location cards work only in towns. All other spaces are farms."""

    def __init__(self, board: Board) -> None:
        self.towns: i64 = board.places_of_kind("town")
        self.spaces: i64 = board.spaces_in(self.towns)

    def cards_at(self, state: State, slot: i64, industry: i64, reach: i64) -> i64:
        if self.spaces & BIT[slot]:
            return super().cards_at(state, slot, industry, reach)
        if reach & BIT[slot] == 0:
            return 0
        return state.rules.cards.for_industry[industry]

    def named(self, state: State, cards: i64) -> i64:
        return super().named(state, cards) & self.spaces

    def no_card(self, state: State, slot: i64, industry: i64) -> Refusal:
        board = state.rules.board
        place = board.slot_place[slot]
        if self.towns & BIT[place]:
            return super().no_card(state, slot, industry)
        return state.rules.refuse("no_card_at_farm", place=board.place_ids[place])

    def refusal(self, state: State, seat: i64, slot: i64, industry: i64, kind: i64) -> Refusal:
        refusal = super().refusal(state, seat, slot, industry, kind)
        at_farm = self.towns & BIT[state.rules.board.slot_place[slot]] == 0
        if at_farm and refusal.reason in _AT_FARM:
            return state.rules.refuse(_AT_FARM[refusal.reason], **refusal.params)
        return refusal
