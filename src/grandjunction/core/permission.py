"""Policies that most games share: what a card permits, and where coal reaches its market."""

from __future__ import annotations

from mypy_extensions import i64

from .bits import BIT
from .moves import Refusal
from .network import present
from .ruleset import MarketAccess, Permission
from .state import State


class NetworkPermission(Permission):
    """A location card permits any industry in its town.

    An industry card permits its industry inside the network, or on any open space for a seat with nothing on
    the board.
    """

    def cards_at(self, state: State, slot: i64, industry: i64, reach: i64) -> i64:
        kinds = state.rules.cards
        permitted = kinds.for_place[state.rules.board.slot_place[slot]] | kinds.wild_place
        if reach & BIT[slot]:
            permitted |= kinds.for_industry[industry]
        return permitted

    def reach(self, state: State, seat: i64) -> i64:
        if not present(state, seat):
            return ~state.occupied
        return state.rules.board.spaces_in(state.network[seat])

    def named(self, state: State, cards: i64) -> i64:
        kinds = state.rules.cards
        board = state.rules.board
        if cards & kinds.wild_place:
            return board.all_spaces
        found: i64 = 0
        place: i64 = 0
        while place < board.places:
            if kinds.for_place[place] & cards:
                found |= board.place_slots[place]
            place += 1
        return found

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


class FixedAccess(MarketAccess):
    """Coal is bought and sold through the same places all game long."""

    def __init__(self, places: int) -> None:
        self._places: i64 = places

    def places(self, state: State) -> i64:
        return self._places
