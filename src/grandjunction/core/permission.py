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
    on any open space for a seat with nothing on the board."""

    def cards(self, state: State, seat: i64, slot: i64, industry: i64) -> i64:
        kinds = state.rules.cards
        place = state.rules.board.slot_place[slot]
        permitted = kinds.for_place[place] | kinds.wild_place
        if self.within_reach(state, seat, place, slot):
            permitted |= kinds.for_industry[industry]
        return permitted

    def within_reach(self, state: State, seat: i64, place: i64, slot: i64) -> bool:
        """Whether an industry card may be used here."""
        if state.network[seat] & BIT[place]:
            return True
        return state.occupied & BIT[slot] == 0 and not present(state, seat)

    def refusal(self, state: State, seat: i64, slot: i64, industry: i64, kind: i64) -> Refusal:
        rules = state.rules
        place = rules.board.slot_place[slot]
        card = rules.cards.ids[kind]
        where = rules.board.place_ids[place]
        if rules.cards.kinds[kind].industries == 0:
            return rules.refuse("card_wrong_place", card=card, place=where)
        if rules.cards.for_industry[industry] & BIT[kind] == 0:
            return rules.refuse("card_wrong_industry", card=card, industry=rules.board.industries[industry])
        if not present(state, seat):
            return rules.refuse("empty_board_overbuild", slot=rules.board.slot_ids[slot])
        return rules.refuse("out_of_network", card=card, place=where)
