"""Chance moves: draw a card, set a card aside, draw the first turn order."""

from __future__ import annotations

from mypy_extensions import i64

from ..bits import BIT
from ..events import Log
from ..hands import give
from ..moves import Refusal, card_of, item_of, unit, with_card
from ..options import Options
from ..rng import Rng
from ..ruleset import Ruleset, Verb
from ..seats import SEATS, seat_name
from ..state import State


class _FromDeck(Verb):
    """Take a card from the deck; each card is equally likely."""

    def propose(self, state: State, options: Options) -> None:
        kind: i64 = 0
        while kind < state.rules.cards.count:
            if state.deck[kind] > 0:
                options.add(with_card(unit(self.id, -1, -1, 0, 0), kind), 0)
            kind += 1

    def check(self, state: State, code: i64) -> Refusal | None:
        kind = card_of(code)
        if kind < 0 or kind >= state.rules.cards.count:
            return state.rules.refuse("malformed")
        if state.deck[kind] == 0:
            return state.rules.refuse("card_not_in_deck", card=state.rules.cards.ids[kind])
        return None

    def weight(self, state: State, code: i64) -> i64:
        return i64(state.deck[card_of(code)])

    def sample(self, state: State, rng: Rng) -> i64:
        """The same distribution as the base class, without listing the outcomes."""
        ticket = rng.below(state.deck_size)
        kind: i64 = 0
        while True:
            ticket -= i64(state.deck[kind])
            if ticket < 0:
                return with_card(unit(self.id, -1, -1, 0, 0), kind)
            kind += 1

    def leave_deck(self, state: State, kind: i64) -> None:
        state.deck[kind] -= 1
        state.deck_size -= 1


class Draw(_FromDeck):
    """Draw a card into the seat's hand."""

    def __init__(self) -> None:
        super().__init__("draw", ["card"])

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        kind = card_of(code)
        self.leave_deck(state, kind)
        give(state, state.seat, kind)
        if log is not None:
            log.add("drew", state.seat, kind)
        state.advance(log)


class PutAside(_FromDeck):
    """Set a card aside face down until the next shuffle."""

    def __init__(self) -> None:
        super().__init__("aside", ["card"])

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        kind = card_of(code)
        self.leave_deck(state, kind)
        state.aside[kind] += 1
        state.aside_size += 1
        if log is not None:
            log.add("set_aside", kind)
        state.advance(log)


class OrderNext(Verb):
    """Give a seat the next place in the first turn order."""

    def __init__(self) -> None:
        super().__init__("order", ["item"], item="seat")

    def items(self, rules: Ruleset) -> list[str]:
        return list(SEATS)

    def _placed(self, state: State) -> i64:
        """Mask of the seats that have a place."""
        seats: i64 = 0
        place: i64 = 0
        while place < state.players:
            if state.order[place] >= 0:
                seats |= BIT[state.order[place]]
            place += 1
        return seats

    def propose(self, state: State, options: Options) -> None:
        placed = self._placed(state)
        seat: i64 = 0
        while seat < state.players:
            if placed & BIT[seat] == 0:
                options.add(unit(self.id, -1, seat, 0, 0), 0)
            seat += 1

    def check(self, state: State, code: i64) -> Refusal | None:
        seat = item_of(code)
        if seat < 0 or seat >= state.players:
            return state.rules.refuse("malformed")
        if self._placed(state) & BIT[seat]:
            return state.rules.refuse("seat_placed", seat=seat_name(seat))
        return None

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        place: i64 = 0
        while state.order[place] >= 0:
            place += 1
        state.order[place] = item_of(code)
        if log is not None:
            log.add("ordered", item_of(code), place)
        state.advance(log)
