"""Rejects positions whose decision cannot be open: round, turn order, step, seat, decision."""

from __future__ import annotations

from typing import Final

from ..course import last_round, put_aside, rounds_begin, turns_of
from ..options import Options
from ..ruleset import ACTION, ASIDE, BONUS, DRAW, FIRST_EXTRA, MORE, ORDER, OVER, SHORTFALL
from ..seats import seat_name
from ..state import TRUTH, State
from ..turn import DealHands, DrawFirst, IncomeUnlessLast, NewOrder, RefillingTurns
from .impossible import Impossible
from .opening import aside_fault, check_opening

# The steps in which the core's decisions come up. Decisions that a ruleset adds may come up anywhere.
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
            why = f"the {era} era begins with round 1"
            raise Impossible("era", why, rules.fault("era_begins", era=era))
        return
    last = last_round(rules, state.era, state.players)
    if state.round > last:
        why = f"the {era} era has {last} rounds with {state.players} players"
        raise Impossible("era", why, rules.fault("era_too_long", era=era, n=int(last)))
    if state.round > 1 and state.step < rounds_begin(rules, state.era):
        step = rules.steps[state.step].name
        why = f"the step {step} comes before round 1 of the era"
        raise Impossible("step", why, rules.fault("step_before_rounds", word=step))


def _check_order(state: State) -> None:
    rules = state.rules
    order = list(state.order)
    draws_first = any(isinstance(step, DrawFirst) for step in rules.steps)
    if rules.steps[state.step].name == "order":
        if -1 not in order or (draws_first and order[0] >= 0):
            why = "the order is complete, so nothing is drawn for it"
            raise Impossible("order", why, rules.fault("order_complete"))
        return
    if -1 in order:
        raise Impossible("order", "the order must name every seat", rules.fault("order_incomplete"))
    renewed = any(isinstance(step, NewOrder) for step in rules.steps[: state.step])
    if draws_first and state.era == 0 and state.round <= 1 and not renewed:
        if order != [(order[0] + place) % state.players for place in range(state.players)]:
            why = "the first order is clockwise from the seat drawn"
            raise Impossible("order", why, rules.fault("order_not_clockwise"))


def _check_spent(state: State) -> None:
    """Money is spent during turns and counted until the turns of the round are over."""
    turns = state.rules.steps[state.step].name == "turns"
    for place, seat in enumerate(state.order):
        if seat < 0 or state.spent[seat] == 0:
            continue
        who = seat_name(seat)
        if not turns:
            why = "the money spent is counted only while turns are taken"
            raise Impossible(f"seat {who}", why, state.rules.fault("spent_outside_turns", seat=who))
        if place > state.cursor or (place == state.cursor and _untouched(state)):
            why = f"seat {who} has not acted in this round and so spent nothing"
            raise Impossible(f"seat {who}", why, state.rules.fault("spent_before_turn", seat=who))


def _untouched(state: State) -> bool:
    """Whether the seat's turn has just begun."""
    return state.decision == ACTION and state.actions_left == _turn_length(state)


def _turn_length(state: State) -> int:
    _, turns = turns_of(state.rules, state.era)
    return turns.opening_actions if state.round == 1 else 2


def _check_aside(state: State) -> None:
    """The pile has the size that the ruleset says, or is left out of the text."""
    if state.round == 0 or state.step < rounds_begin(state.rules, state.era):
        return  # it may still grow: ``opening`` checks that
    pile = put_aside(state.rules, state.era, state.players)
    if state.aside_size not in (0, pile):
        era = state.rules.eras[state.era]
        why = f"{pile or 'no'} cards lie aside in the {era} era, not {state.aside_size}"
        raise Impossible("aside", why, aside_fault(state, pile))


def _check_over(state: State) -> None:
    last = last_round(state.rules, state.era, state.players)
    fault = state.rules.fault
    if state.round != last:
        raise Impossible("era", f"the game is over after round {last}", fault("over_too_soon", n=int(last)))
    if state.laid:
        raise Impossible("step", "after the end no link lies on the board", fault("over_with_links"))
    if sum(state.hand_size) or state.deck_size:
        raise Impossible("step", "the game is over when every card is played", fault("over_with_cards"))


def _check_step(state: State) -> None:
    step = state.rules.steps[state.step].name
    if step not in _STEPS.get(state.decision, (step,)) or (state.frame_count > 0 and step != "turns"):
        name = state.rules.decision_names[state.decision]
        why = f"the step {step} has no {name} decision"
        raise Impossible("decision", why, state.rules.fault("decision_absent", decision=name))


def _check_turn(state: State) -> None:
    """The number of actions left fits the round and the hand."""
    seat = seat_name(state.seat)
    fault = state.rules.fault
    if state.decision in (DRAW, SHORTFALL):
        if state.actions_left:
            why = f"seat {seat} has no action left here: write turn {seat} 0"
            raise Impossible("turn", why, fault("turn_is_over", seat=seat))
        return
    if state.rules.steps[state.step].name != "turns":
        return
    if state.actions_left > _turn_length(state):
        raise Impossible("turn", "more actions than the opening round has", fault("turn_too_long"))
    due = state.actions_left if state.decision == ACTION else state.actions_left - 1
    if state.actions_left == 0 or state.hand_size[state.seat] < due:
        why = f"seat {seat} has no action, or too few cards for its actions"
        raise Impossible("turn", why, fault("turn_lacks_cards", seat=seat))


def _check_decision(state: State) -> None:
    if state.decision == DRAW:
        _check_draw(state)
    elif state.decision == MORE:
        _check_more(state)
    elif state.decision == BONUS or state.decision >= FIRST_EXTRA:
        state.rules.check_frame(state)
    elif state.decision == SHORTFALL:
        _check_shortfall(state)
    if state.frame_count > 0:
        verb = state.rules.verbs[state.frame_verb]
        done = state.frame_count if state.decision == MORE else state.frame_count - 1
        if done > verb.traces(state):
            why = f"the board does not show {done} units of {verb.name}"
            raise Impossible(
                "decision", why, state.rules.fault("units_not_done", verb=verb.name, n=int(done))
            )
    hidden = state.viewer not in (TRUTH, state.seat) and not state.is_chance
    if not hidden and not state.legal_codes():
        raise Impossible(
            "decision", "the decision has no answer", state.rules.fault("decision_has_no_answer")
        )


def _check_draw(state: State) -> None:
    step = state.rules.steps[state.step]
    seat = seat_name(state.seat)
    fault = state.rules.fault
    if state.hand_size[state.seat] >= state.rules.hand_size or state.deck_size == 0:
        raise Impossible("decision", f"seat {seat} draws no card", fault("draws_nothing", seat=seat))
    if step.name == "turns" and not isinstance(step, RefillingTurns):
        why = "hands are not refilled before the round is over"
        raise Impossible("decision", why, fault("draws_too_soon"))
    if isinstance(step, DealHands):
        for earlier in state.order[: state.cursor]:
            if state.hand_size[earlier] < state.rules.hand_size:
                first = seat_name(earlier)
                raise Impossible(
                    "turn", f"seat {first} draws before seat {seat}", fault("draws_first", seat=first)
                )


def _check_more(state: State) -> None:
    """Another unit is asked for only if one is legal."""
    verb = state.rules.verbs[state.frame_verb]
    if not verb.repeats or state.frame_slot >= 0:
        why = f"a {verb.name} is done once, or not with a space"
        raise Impossible("decision", why, state.rules.fault("done_once", verb=verb.name))
    if not verb.possible(state, Options(8)):
        why = f"no further {verb.name} is possible, so none is asked for"
        raise Impossible("decision", why, state.rules.fault("no_further_unit", verb=verb.name))


def _check_shortfall(state: State) -> None:
    seat = seat_name(state.seat)
    fault = state.rules.fault
    level = state.rules.income.level(state.income[state.seat])
    if state.pounds[state.seat] > 0:
        why = f"seat {seat} still has pounds to pay with"
        raise Impossible("decision", why, fault("debt_with_pounds", seat=seat))
    if state.debt > -level:
        why = f"seat {seat} cannot owe {state.debt} with an income of {level}"
        raise Impossible(
            "decision", why, fault("debt_too_large", seat=seat, amount=int(state.debt), level=int(level))
        )
    if len(state.legal_codes()) == 1:
        why = "a tile to lose is chosen only among several"
        raise Impossible("decision", why, fault("debt_without_choice"))
    last = last_round(state.rules, state.era, state.players)
    if isinstance(state.rules.steps[state.step], IncomeUnlessLast) and state.round == last:
        raise Impossible("decision", "the last round asks for no income", fault("debt_after_last_round"))
