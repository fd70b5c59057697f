"""Scout: discard three cards and take one wild card of each kind."""

from __future__ import annotations

from mypy_extensions import i64

from ...core.bits import BIT, lowest
from ...core.events import Log
from ...core.hands import begin_unit, check_card, discard, give
from ...core.moves import (
    Refusal,
    card_of,
    second_card_of,
    third_card_of,
    unit,
    with_more_cards,
)
from ...core.options import Options
from ...core.ruleset import Verb
from ...core.state import State
from ...core.turn import end_action


class Scout(Verb):
    """Name three cards in ascending order, so that each set of three is one move."""

    def __init__(self) -> None:
        super().__init__("scout", ["cards"], cards=3)

    def propose(self, state: State, options: Options) -> None:
        if self.check_hand(state) is not None:
            return
        held = state.held[state.seat]
        thirds = held
        while thirds:
            third = lowest(thirds)
            thirds &= thirds - 1
            seconds = held & (BIT[third] | (BIT[third] - 1))
            while seconds:
                second = lowest(seconds)
                seconds &= seconds - 1
                firsts = self._firsts(state, second, third)
                if firsts:
                    options.add(with_more_cards(unit(self.id, -1, -1, 0, 0), second, third), firsts)

    def _firsts(self, state: State, second: i64, third: i64) -> i64:
        """Mask of the kinds that can go with these two cards."""
        if second == third and self._count(state, third) < 2:
            return 0
        firsts = state.held[state.seat] & (BIT[second] - 1)
        if self._count(state, second) >= (3 if second == third else 2):
            firsts |= BIT[second]
        return firsts

    def _count(self, state: State, kind: i64) -> i64:
        return i64(state.hand[state.seat * state.rules.cards.count + kind])

    def check_hand(self, state: State) -> Refusal | None:
        """Refuse unless the hand has at least three cards and no wild card."""
        if state.held[state.seat] & state.rules.cards.wild:
            return state.rules.refuse("scout_holding_wild")
        if state.hand_size[state.seat] < 3:
            return state.rules.refuse("scout_needs_cards")
        return None

    def nearest_fault(self, state: State, target: i64, item: i64) -> Refusal | None:
        return self.check_hand(state)

    def check(self, state: State, code: i64) -> Refusal | None:
        refusal = check_card(state, code)
        if refusal is None:
            refusal = self.check_hand(state)
        if refusal is not None:
            return refusal
        first = card_of(code)
        second = second_card_of(code)
        third = third_card_of(code)
        if not first <= second <= third or third >= state.rules.cards.count:
            return state.rules.refuse("malformed")
        for kind in (first, second, third):
            wanted = (first == kind) + (second == kind) + (third == kind)
            if self._count(state, kind) < wanted:
                return state.rules.refuse("card_not_held", card=state.rules.cards.ids[kind])
        return None

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        begin_unit(state, self, code, log)
        seat = state.seat
        discard(state, seat, second_card_of(code), log)
        discard(state, seat, third_card_of(code), log)
        wilds = state.rules.cards.wild
        while wilds:
            kind = lowest(wilds)
            give(state, seat, kind)
            if log is not None:
                log.add("took", seat, kind)
            wilds &= wilds - 1
        end_action(state, log)
