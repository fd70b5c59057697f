"""Whether the decision could be open: the round, the order, the step, whose turn it is, what is asked."""

from __future__ import annotations

from typing import Final

from .course import last_round, put_aside, rounds_begin, turns_of
from .impossible import Impossible
from .options import Options
from .position_opening import check_opening
from .ruleset import ACTION, ASIDE, BONUS, DRAW, FIRST_OWN, MORE, ORDER, OVER, SHORTFALL
from .state import SEATS, TRUTH, State
from .turn import DealHands, DrawFirst, IncomeUnlessLast, NewOrder, RefillingTurns

# The steps in which the core's decisions come up; a ruleset's own may come up anywhere.
_STEPS: Final[dict[int, tuple[str, ...]]] = {
    ACTION: ("turns",),
    MORE: ("turns",),
    BONUS: ("turns",),
    SHORTFALL: ("income",),
    DRAW: ("turns", "deal", "refill"),
    ASIDE: ("aside",),
    ORDER: ("order",),
}


def check_course(state: State) -> None:
    _check_round(state)
    _check_order(state)
    _check_spent(state)
    _check_aside(state)
    if state.decision == OVER:
        _check_over(state)
        return
    _check_step(state)
    if state.round == 0 or state.step < rounds_begin(state.rules, state.era):
        check_opening(state)
    _check_turn(state)
    _check_decision(state)


def _check_round(state: State) -> None:
    rules = state.rules
    era = rules.eras[state.era]
    if state.round == 0:
        if state.era > 0:
            raise Impossible("era", f"the {era} era begins with round 1")
        return
    last = last_round(rules, state.era, state.players)
    if state.round > last:
        raise Impossible("era", f"the {era} era has {last} rounds with {state.players} players")
    if state.round > 1 and state.step < rounds_begin(rules, state.era):
        raise Impossible("step", f"the step {rules.steps[state.step].name} comes before round 1 of the era")


def _check_order(state: State) -> None:
    rules = state.rules
    order = list(state.order)
    draws_first = any(isinstance(step, DrawFirst) for step in rules.steps)
    if rules.steps[state.step].name == "order":
        if -1 not in order or (draws_first and order[0] >= 0):
            raise Impossible("order", "the order is complete, so nothing is drawn for it")
        return
    if -1 in order:
        raise Impossible("order", "the order must name every seat")
    renewed = any(isinstance(step, NewOrder) for step in rules.steps[: state.step])
    if draws_first and state.era == 0 and state.round <= 1 and not renewed:
        if order != [(order[0] + place) % state.players for place in range(state.players)]:
            raise Impossible("order", "the first order is clockwise from the seat drawn")


def _check_spent(state: State) -> None:
    """Money is spent in a turn and counted until the round's turns are over."""
    turns = state.rules.steps[state.step].name == "turns"
    for place, seat in enumerate(state.order):
        if seat < 0 or state.spent[seat] == 0:
            continue
        about = f"seat {SEATS[seat]}"
        if not turns:
            raise Impossible(about, "the money spent is counted only while turns are taken")
        if place > state.cursor or (place == state.cursor and _untouched(state)):
            raise Impossible(about, f"seat {SEATS[seat]} has not acted in this round and so spent nothing")


def _untouched(state: State) -> bool:
    """The seat's turn has just begun."""
    return state.decision == ACTION and state.actions_left == _turn_length(state)


def _turn_length(state: State) -> int:
    _, turns = turns_of(state.rules, state.era)
    return turns.opening_actions if state.round == 1 else 2


def _check_aside(state: State) -> None:
    """A pile is as large as the ruleset says; one left out of the text is nobody's fault."""
    if state.round == 0 or state.step < rounds_begin(state.rules, state.era):
        return  # it may still be growing: see ``position_opening``
    pile = put_aside(state.rules, state.era, state.players)
    if state.aside_size not in (0, pile):
        era = state.rules.eras[state.era]
        raise Impossible("aside", f"{pile or 'no'} cards lie aside in the {era} era, not {state.aside_size}")


def _check_over(state: State) -> None:
    last = last_round(state.rules, state.era, state.players)
    if state.round != last:
        raise Impossible("era", f"the game is over after round {last}")
    if state.laid:
        raise Impossible("step", "after the end no link lies on the board")
    if sum(state.hand_size) or state.deck_size:
        raise Impossible("step", "the game is over when every card is played")


def _check_step(state: State) -> None:
    step = state.rules.steps[state.step].name
    if step not in _STEPS.get(state.decision, (step,)) or (state.frame_count > 0 and step != "turns"):
        name = state.rules.decision_names[state.decision]
        raise Impossible("decision", f"the step {step} has no {name} decision")


def _check_turn(state: State) -> None:
    """The actions left fit the moment, and the cards in hand."""
    seat = SEATS[state.seat]
    if state.decision in (DRAW, SHORTFALL):
        if state.actions_left:
            raise Impossible("turn", f"seat {seat} has no action left here: write turn {seat} 0")
        return
    if state.rules.steps[state.step].name != "turns":
        return
    if state.actions_left > _turn_length(state):
        raise Impossible("turn", "so many actions are more than the opening round has")
    due = state.actions_left if state.decision == ACTION else state.actions_left - 1
    if state.actions_left == 0 or state.hand_size[state.seat] < due:
        raise Impossible("turn", f"seat {seat} has no action, or too few cards for its actions")


def _check_decision(state: State) -> None:
    if state.decision == DRAW:
        _check_draw(state)
    elif state.decision == MORE:
        _check_more(state)
    elif state.decision == BONUS or state.decision >= FIRST_OWN:
        state.rules.check_frame(state)
    elif state.decision == SHORTFALL:
        _check_shortfall(state)
    if state.frame_count > 0:
        verb = state.rules.verbs[state.frame_verb]
        done = state.frame_count if state.decision == MORE else state.frame_count - 1
        if done > verb.traces(state):
            raise Impossible("decision", f"the board does not show {done} units of {verb.name}")
    hidden = state.viewer not in (TRUTH, state.seat) and not state.is_chance
    if not hidden and not state.legal_codes():
        raise Impossible("decision", "the decision has no answer")


def _check_draw(state: State) -> None:
    step = state.rules.steps[state.step]
    seat = SEATS[state.seat]
    if state.hand_size[state.seat] >= state.rules.hand_size or state.deck_size == 0:
        raise Impossible("decision", f"seat {seat} draws no card")
    if step.name == "turns" and not isinstance(step, RefillingTurns):
        raise Impossible("decision", "hands are not refilled before the round is over")
    if isinstance(step, DealHands):
        for earlier in state.order[: state.cursor]:
            if state.hand_size[earlier] < state.rules.hand_size:
                raise Impossible("turn", f"seat {SEATS[earlier]} draws before seat {seat}")


def _check_more(state: State) -> None:
    """Another unit is asked for only where one is possible."""
    verb = state.rules.verbs[state.frame_verb]
    if not verb.repeats or state.frame_slot >= 0:
        raise Impossible("decision", f"a {verb.name} is done once, or not with a space")
    if not verb.possible(state, Options(8)):
        raise Impossible("decision", f"no further {verb.name} is possible, so none is asked for")


def _check_shortfall(state: State) -> None:
    seat = SEATS[state.seat]
    level = state.rules.income.level(state.income[state.seat])
    if state.pounds[state.seat] > 0:
        raise Impossible("decision", f"seat {seat} still has pounds to pay with")
    if state.debt > -level:
        raise Impossible("decision", f"seat {seat} cannot owe {state.debt} with an income of {level}")
    if len(state.legal_codes()) == 1:
        raise Impossible("decision", "a tile to lose is chosen only among several")
    last = last_round(state.rules, state.era, state.players)
    if isinstance(state.rules.steps[state.step], IncomeUnlessLast) and state.round == last:
        raise Impossible("decision", "the last round asks for no income")
