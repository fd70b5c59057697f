"""Cards in hands: held, paid and drawn. Hands count cards per kind."""

from __future__ import annotations

from mypy_extensions import i64

from .bits import BIT
from .events import Log
from .moves import Refusal, card_of
from .ruleset import ACTION, Verb
from .state import State


def give(state: State, seat: i64, kind: i64) -> None:
    """Put a card into a hand."""
    state.hand[seat * state.rules.cards.count + kind] += 1
    state.held[seat] |= BIT[kind]
    state.hand_size[seat] += 1


def discard(state: State, seat: i64, kind: i64, log: Log | None) -> None:
    """Discard a card from a hand; a wild card goes back to its stack."""
    place = seat * state.rules.cards.count + kind
    state.hand[place] -= 1
    if state.hand[place] == 0:
        state.held[seat] &= ~BIT[kind]
    state.hand_size[seat] -= 1
    if state.rules.cards.wild & BIT[kind] == 0:
        state.discards[kind] += 1
    if log is not None:
        log.add("discarded", seat, kind)


def payable(state: State) -> i64:
    """Mask of the cards that can pay for an action that any card pays for; 0 when no card is due."""
    if state.decision != ACTION:
        return 0
    return state.held[state.seat]


def check_card(state: State, code: i64) -> Refusal | None:
    """Refuse unless the first unit of an action, and only the first, names a card from the hand."""
    kind = card_of(code)
    if state.decision != ACTION:
        return None if kind < 0 else state.rules.refuse("malformed")
    if kind < 0:
        return state.rules.refuse("card_needed")
    if kind >= state.rules.cards.count:
        return state.rules.refuse("malformed")
    if state.held[state.seat] & BIT[kind] == 0:
        return state.rules.refuse("card_not_held", card=state.rules.cards.ids[kind])
    return None


def begin_unit(state: State, verb: Verb, code: i64, log: Log | None) -> None:
    """Discard the card of an action's first unit, and count the unit."""
    if state.decision == ACTION:
        state.frame_count = 0
        state.frame_verb = verb.id
        discard(state, state.seat, card_of(code), log)
    state.frame_count += 1
