"""Policy: what a card permits when the board is read by networks."""

from __future__ import annotations

from mypy_extensions import i64

from .bits import BIT
from .moves import Refusal
from .network import present
from .ruleset import Permission
from .state import State


class NetworkPermission(Permission):
    """A location card: any industry in its town. An industry card: that industry within the network, or
    on any open space for a seat with nothing on the board. ``towns`` masks the places location cards
    reach; the rest (farms) take industry cards only."""

    def __init__(self, towns: int) -> None:
        self.towns: i64 = towns

    def cards(self, state: State, seat: i64, slot: i64, industry: i64) -> i64:
        kinds = state.rules.cards
        place = state.rules.board.slot_place[slot]
        permitted: i64 = 0
        if self.towns & BIT[place]:
            permitted = kinds.for_place[place] | kinds.wild_place
        if self.within_reach(state, seat, place, slot):
            permitted |= kinds.for_industry[industry]
        return permitted

    def within_reach(self, state: State, seat: i64, place: i64, slot: i64) -> bool:
        """Whether an industry card may be used here."""
        if state.network[seat] & BIT[place]:
            return True
        return state.occupied & BIT[slot] == 0 and not present(state, seat)

    def no_card(self, state: State, slot: i64, industry: i64) -> Refusal:
        board = state.rules.board
        place = board.slot_place[slot]
        if self.towns & BIT[place]:
            return super().no_card(state, slot, industry)
        return state.rules.refuse("no_farm_card", place=board.place_ids[place])

    def refusal(self, state: State, seat: i64, slot: i64, industry: i64, kind: i64) -> Refusal:
        rules = state.rules
        place = rules.board.slot_place[slot]
        card = rules.cards.ids[kind]
        where = rules.board.place_ids[place]
        farm = self.towns & BIT[place] == 0
        if rules.cards.kinds[kind].industries == 0:
            return rules.refuse("farm_card" if farm else "card_wrong_place", card=card, place=where)
        if rules.cards.for_industry[industry] & BIT[kind] == 0:
            return rules.refuse("card_wrong_industry", card=card, industry=rules.board.industries[industry])
        if not present(state, seat):
            return rules.refuse("empty_board_overbuild", slot=rules.board.slot_ids[slot])
        return rules.refuse("farm_out_of_network" if farm else "out_of_network", card=card, place=where)
