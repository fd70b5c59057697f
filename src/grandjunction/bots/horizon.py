"""Counts what is left of a game (rounds, actions, payments) from its course and its cards."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..core.era import BeginEra, ScoreIncome, ScoreMoney, ScoreTilesAgain
from ..core.ruleset import Ruleset
from ..core.state import State
from ..core.turn import Income, IncomeUnlessLast, Turns


class Course:
    """Per step of a ruleset's course, what still follows it."""

    def __init__(self, rules: Ruleset) -> None:
        n = len(rules.steps)
        self.turn_actions: vec[i64] = vec[i64]([0] * n)  # in the opening round; 0: not a step of turns
        self.later: vec[i64] = vec[i64]([0] * n)  # eras that begin after it
        self.again: vec[i64] = vec[i64]([0] * n)  # whether lasting tiles score once more
        self.unpaid: vec[i64] = vec[i64]([0] * n)  # final rounds that pay no income
        self.paid: vec[i64] = vec[i64]([0] * n)  # whether a round's income comes before its turns
        self.money_each: vec[i64] = vec[i64]([0] * n)  # pounds per VP in a final scoring; 0: none
        self.money_limit: vec[i64] = vec[i64]([0] * n)
        self.income_scores: vec[i64] = vec[i64]([0] * n)
        for at in range(n):
            self._read(rules, at)

    def _read(self, rules: Ruleset, at: int) -> None:
        here = rules.steps[at]
        if isinstance(here, Turns):
            self.turn_actions[at] = here.opening_actions
            if at > 0 and isinstance(rules.steps[at - 1], Income):
                self.paid[at] = 1
        for following in range(at, len(rules.steps)):
            step = rules.steps[following]
            if isinstance(step, BeginEra) and following > at:
                self.later[at] += 1
            elif isinstance(step, ScoreTilesAgain):
                self.again[at] = 1
            elif isinstance(step, IncomeUnlessLast):
                self.unpaid[at] += 1
            elif isinstance(step, ScoreMoney):
                self.money_each[at] = step.pounds_each
                self.money_limit[at] = step.limit
            elif isinstance(step, ScoreIncome):
                self.income_scores[at] = 1


class Horizon:
    """The rounds, actions and payments that a seat has left in a position."""

    def __init__(self, course: Course, state: State, seat: i64) -> None:
        step = state.step
        self.era: Final = state.era
        self.later: Final = course.later[step]
        self.again: Final = course.again[step]
        self.money_each: Final = course.money_each[step]
        self.money_limit: Final = course.money_limit[step]
        self.income_scores: Final = course.income_scores[step]
        rounds_after = _rounds_after(course, state)
        in_turns: i64 = 1 if course.turn_actions[step] > 0 else 0
        later_rounds = self.later * _full_rounds(state)
        self.rounds: i64 = in_turns + rounds_after  # of this era, including the current one
        self.later_rounds: i64 = later_rounds
        self.actions_now: i64 = _actions_now(course, state, seat)  # of this round
        self.actions: i64 = self.actions_now + 2 * rounds_after  # of this era
        self.all_actions: i64 = self.actions + 2 * later_rounds
        payments = self.rounds + later_rounds - course.unpaid[step] - course.paid[step]
        self.payments: i64 = payments if payments > 0 else 0
        self._moment: i64 = moment_of(state)

    def fits(self, state: State) -> bool:
        """Return whether this horizon also holds for ``state``."""
        return self._moment == moment_of(state)

    def scorings(self, level: i64) -> i64:
        """Return how often a tile of this level scores if it is flipped in this era and stays."""
        return 2 if level > 1 and self.later + self.again > 0 else 1


def moment_of(state: State) -> i64:
    """Return step, round, turn and actions left as one number, for ``Horizon.fits``."""
    return ((state.step * 64 + state.round) * 8 + state.cursor) * 4 + state.actions_left


def _full_rounds(state: State) -> i64:
    """Return the number of rounds in an era that starts with the whole deck."""
    cards: i64 = 0
    for copies in state.rules.cards.deck(state.players):
        cards += copies
    return (cards + 2 * state.players - 1) // (2 * state.players)


def _turn_actions(course: Course, state: State) -> i64:
    return course.turn_actions[state.step] if state.round == 1 else 2


def _rounds_after(course: Course, state: State) -> i64:
    """Return the rounds of this era after the current one; each seat uses two cards per round."""
    cards = state.deck_size
    seat: i64 = 0
    while seat < state.players:
        cards += state.hand_size[seat]
        seat += 1
    if course.turn_actions[state.step] > 0:
        cards -= state.actions_left + _turn_actions(course, state) * (state.players - 1 - state.cursor)
    if cards <= 0:
        return 0
    return (cards + 2 * state.players - 1) // (2 * state.players)


def _actions_now(course: Course, state: State, seat: i64) -> i64:
    """Return the actions that a seat has left in the current round."""
    if course.turn_actions[state.step] == 0:
        return 0
    if state.order[state.cursor] == seat:
        return state.actions_left
    place = state.cursor + 1
    while place < state.players:
        if state.order[place] == seat:
            return _turn_actions(course, state)
        place += 1
    return 0
