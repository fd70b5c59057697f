"""Farm breweries: two spaces off the towns, for industry cards only (B-FARM)."""

from __future__ import annotations

from mypy_extensions import i64

from ...core.bits import BIT
from ...core.moves import Refusal
from ...core.permission import NetworkPermission
from ...core.state import State


class FarmPermission(NetworkPermission):
    """``towns`` masks the places location cards reach; the rest are farms."""

    def __init__(self, towns: int) -> None:
        self.towns: i64 = towns

    def cards(self, state: State, seat: i64, slot: i64, industry: i64) -> i64:
        place = state.rules.board.slot_place[slot]
        if self.towns & BIT[place]:
            return super().cards(state, seat, slot, industry)
        return state.rules.cards.for_industry[industry] if self.within_reach(state, seat, place, slot) else 0

    def no_card(self, state: State, slot: i64, industry: i64) -> Refusal:
        board = state.rules.board
        place = board.slot_place[slot]
        if self.towns & BIT[place]:
            return super().no_card(state, slot, industry)
        return state.rules.refuse("no_card_at_farm", place=board.place_ids[place])

    def refusal(self, state: State, seat: i64, slot: i64, industry: i64, kind: i64) -> Refusal:
        refusal = super().refusal(state, seat, slot, industry, kind)
        at_farm = self.towns & BIT[state.rules.board.slot_place[slot]] == 0
        if at_farm and refusal.reason in ("card_wrong_place", "out_of_network"):
            return state.rules.refuse(f"{refusal.reason}_at_farm", **refusal.params)
        return refusal
