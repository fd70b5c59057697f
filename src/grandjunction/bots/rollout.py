"""A turn played on in thought: rivals' cards sampled, every seat greedy, judged some rounds later."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ..core.rng import Rng
from ..core.ruleset import ACTION, Ruleset
from ..core.state import State
from ..core.view import View
from .evaluation import Evaluation
from .greedy import Choice
from .search import Node
from .weights import Weights

USUAL: Final = 100  # positions for each seat, until more is seen


class Rollout:
    """For one table; an evaluation for each seat."""

    def __init__(self, rules: Ruleset, players: i64, weights: Weights, turns: i64, envy: float) -> None:
        self.rules: Final = rules
        self.players: i64 = players
        self.weights: Final = weights
        self.turns: i64 = turns  # of the seat's own, played on before it is judged; -1: to the end
        self.envy = envy  # what a VP of the rivals' mean counts against one's own
        self.longest: i64 = 0  # the most positions that playing on took in this decision, as far as seen
        self.evaluations: Final = [Evaluation(rules, seat, weights, players) for seat in range(players)]

    def begin(self) -> None:
        """A new decision."""
        self.longest = USUAL * self.players

    def judged(self) -> i64:
        """Positions judged, ever."""
        total: i64 = 0
        for evaluation in self.evaluations:
            total += evaluation.judged
        return total

    def play(self, view: View, line: list[Node], seat: i64, seed: str) -> float:
        """What the turn is worth after the rivals' replies and the seat's own next turns."""
        before = self.judged()
        rng = Rng(seed)
        state = view.determinize(rng)
        for node in line:
            code = node.code
            if node.chance:
                code = state.chance_code(rng)
            state.apply_code(code, None)
            if code != node.code:
                break  # nature's answer is not the one planned for: the rest is played as it comes
        self._play_on(state, seat, rng)
        worth = self._worth(state, seat)
        if self.judged() - before > self.longest:
            self.longest = self.judged() - before
        return worth

    def _play_on(self, state: State, seat: i64, rng: Rng) -> None:
        left = self.turns
        last = turn_of(state)
        while not state.is_over:
            if state.is_chance:
                state.apply_code(state.chance_code(rng), None)
                continue
            if state.seat == seat and state.decision == ACTION and turn_of(state) != last:
                if left == 0:
                    return
                left -= 1
                last = turn_of(state)
            evaluation = self.evaluations[state.seat]
            evaluation.begin(state)
            state.apply_code(Choice(state, evaluation).best(), None)

    def _worth(self, state: State, seat: i64) -> float:
        own = 0.0
        others = 0.0
        for evaluation in self.evaluations:
            if evaluation.seat == seat or self.envy > 0.0:
                evaluation.begin(state)
                worth = evaluation.value(state)
                if evaluation.seat == seat:
                    own = worth
                else:
                    others += worth
        return own - self.envy * others / float(self.players - 1)


def turn_of(state: State) -> i64:
    """A number for the round, by which a seat's turns are told apart."""
    return state.era * 64 + state.round
