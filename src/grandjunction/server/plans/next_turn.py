"""The position at a seat's next turn, as far as it can be known in advance."""

from __future__ import annotations

from ...core.course import last_round
from ...core.state import State
from ...core.turn import Income, NextRound, Turns
from ..problems import Trouble


def next_turn(known: State, seat: int) -> State:
    """Return what a seat knows of a position, at the beginning of its next turn.

    The other seats do nothing until then, the turn order stays, and the seat draws no card. Income that comes
    before is paid. Raises ``Trouble`` if more than that must happen first.
    """
    state = known.copy()
    if not isinstance(state.rules.steps[state.step], Turns):
        raise _unknown("A debt must be settled first.")
    place = list(state.order).index(seat)
    if place < state.cursor:
        _next_round(state, seat)
    if state.hand_size[seat] == 0:
        raise _unknown("You have no card to play.")
    state.frame_verb, state.frame_count, state.frame_slot = 0, 0, -1
    state.cursor, state.turn_open, state.actions_left = place, 0, 0
    state.rules.steps[state.step].run(state, None)
    return state


def _next_round(state: State, seat: int) -> None:
    """Advance to the next round, with the seat's income."""
    rules = state.rules
    if state.round >= last_round(rules, int(state.era), int(state.players)):
        raise _unknown("The era ends first.")
    step = int(state.step) + 1
    while not isinstance(at := rules.steps[step], Turns):
        if isinstance(at, Income):
            at.pay_out(state, seat, None)
            if state.debt:
                raise _unknown("You must settle a debt first.")
        step = step - at.back if isinstance(at, NextRound) else step + 1
    state.step, state.round = step, state.round + 1
    for number in range(state.players):
        state.spent[number] = 0


def _unknown(why: str) -> Trouble:
    return Trouble(422, "no_plan", f"Your next turn cannot be tried yet. {why}")
