"""Building for two cards and both actions, in any town, as if with its location card (L-26).

It is two moves: first the build without a card, then the two cards that pay. Listing every pair of cards with
every build would turn a few dozen moves into thousands.
"""

from __future__ import annotations

from mypy_extensions import i64

from ...core.bits import BIT, lowest
from ...core.events import Log
from ...core.hands import discard
from ...core.moves import (
    Refusal,
    card_of,
    second_card_of,
    third_card_of,
    unit,
    with_more_cards,
)
from ...core.options import Options
from ...core.ruleset import ACTION, Verb
from ...core.state import State
from ...core.turn import end_action
from ...core.verbs.build import Build


class BuildAnywhere(Build):
    """Build in any town. ``pay`` is the decision in which the seat names its two cards."""

    def __init__(self, sparse_eras: int, barred: list[str], pay: int) -> None:
        super().__init__(sparse_eras, barred, "build_anywhere")
        self.pay: i64 = pay

    def whole_turn(self, state: State) -> bool:
        """Whether both actions and two cards are left."""
        return state.decision == ACTION and state.actions_left == 2 and state.hand_size[state.seat] >= 2

    def propose(self, state: State, options: Options) -> None:
        if self.whole_turn(state):
            super().propose(state, options)

    def named(self, state: State) -> i64:
        return state.rules.board.all_spaces

    def cards_for(self, state: State, slot: i64, industry: i64, reach: i64) -> i64:
        return 0

    def check_payment(self, state: State, code: i64) -> Refusal | None:
        if card_of(code) >= 0:
            return state.rules.refuse("malformed")
        if not self.whole_turn(state):
            return state.rules.refuse("two_cards_need_turn")
        return None

    def check_permission(self, state: State, slot: i64, industry: i64, kind: i64) -> Refusal | None:
        return None

    def nearest_fault(self, state: State, target: i64, item: i64) -> Refusal | None:
        refusal = self.check_payment(state, 0)
        if refusal is None:
            refusal = self.check_site(state, target, item)
        if refusal is None:
            refusal = self.needs_fault(state, target, item)
        return refusal

    def begin(self, state: State, code: i64, log: Log | None) -> None:
        state.frame_verb = self.id
        state.frame_count = 1

    def finish(self, state: State, log: Log | None) -> None:
        state.decision = self.pay


class PayTwo(Verb):
    """Name two cards in ascending order, so that each pair is one move."""

    def __init__(self) -> None:
        super().__init__("pay", ["cards"], cards=2)

    def propose(self, state: State, options: Options) -> None:
        held = state.held[state.seat]
        seconds = held
        while seconds:
            second = lowest(seconds)
            seconds &= seconds - 1
            firsts = held & (BIT[second] - 1)
            if self._count(state, second) > 1:
                firsts |= BIT[second]
            if firsts:
                options.add(with_more_cards(unit(self.id, -1, -1, 0, 0), second, -1), firsts)

    def _count(self, state: State, kind: i64) -> i64:
        return i64(state.hand[state.seat * state.rules.cards.count + kind])

    def check(self, state: State, code: i64) -> Refusal | None:
        first = card_of(code)
        second = second_card_of(code)
        if first < 0 or first > second or second >= state.rules.cards.count or third_card_of(code) >= 0:
            return state.rules.refuse("malformed")
        for kind in (first, second):
            wanted = (first == kind) + (second == kind)
            if self._count(state, kind) < wanted:
                return state.rules.refuse("card_not_held", card=state.rules.cards.ids[kind])
        return None

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        discard(state, state.seat, card_of(code), log)
        discard(state, state.seat, second_card_of(code), log)
        state.actions_left = 1  # both actions are used, and ``end_action`` removes the last
        end_action(state, log)
