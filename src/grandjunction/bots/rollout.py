"""Plays a planned turn forward: samples rivals' cards, lets every seat play greedily, then evaluates."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ..core.rng import Rng
from ..core.ruleset import ACTION, Ruleset
from ..core.state import State
from ..core.view import View
from .evaluation import Evaluation
from .greedy import Choice
from .horizon import Horizon
from .nets import Nets
from .search import Node, TurnSearch
from .settings import Settings
from .weights import Weights

USUAL: Final = 100  # positions per seat, until a game took more


class Rollout:
    """One table's rollouts. Each seat has an evaluation to choose moves, and one with nets for the end."""

    def __init__(
        self, rules: Ruleset, players: i64, weights: Weights, settings: Settings, nets: Nets | None = None
    ) -> None:
        self.rules: Final = rules
        self.players: i64 = players
        self.settings: Final = settings
        self.longest: i64 = 0  # the most positions one rollout took in this decision
        self._to_the_end = False
        self.movers: Final = [Evaluation(rules, seat, weights, players) for seat in range(players)]
        self.judges: list[Evaluation] = self.movers
        if nets is not None:
            self.judges = [Evaluation(rules, seat, weights, players, nets) for seat in range(players)]

    def begin(self, root: State) -> None:
        """Reset for a new decision."""
        self.longest = USUAL * self.players
        left = Horizon(self.judges[root.seat].course, root, root.seat).all_actions
        self._to_the_end = left <= self.settings.finish

    def judged(self) -> i64:
        """Return the total number of positions evaluated."""
        total: i64 = 0
        for evaluation in self.movers:
            total += evaluation.judged
        if self.judges is not self.movers:
            for evaluation in self.judges:
                total += evaluation.judged
        return total

    def play(self, view: View, line: list[Node], seat: i64, seed: str) -> float:
        """Return what the turn is worth after the rivals' replies and the seat's own next turns."""
        before = self.judged()
        rng = Rng(seed)
        state = view.determinize(rng)
        for node in line:
            code = node.code
            if node.chance:
                code = state.chance_code(rng)
            state.apply_code(code, None)
            if code != node.code:
                break  # the chance outcome is not the planned one: drop the rest of the plan
        self._play_on(state, seat, rng)
        worth = self._worth(state, seat)
        if self.judged() - before > self.longest:
            self.longest = self.judged() - before
        return worth

    def _play_on(self, state: State, seat: i64, rng: Rng) -> None:
        settings = self.settings
        left: i64 = settings.turns
        last = turn_of(state)
        while not state.is_over:
            if state.is_chance:
                state.apply_code(state.chance_code(rng), None)
                continue
            if state.seat == seat and state.decision == ACTION:
                if turn_of(state) != last:
                    if left == 0 and not self._to_the_end:
                        return
                    left -= 1
                    last = turn_of(state)
                if settings.own_plan > 0:
                    self._own_turn(state)
                    if settings.early and left == 0 and not self._to_the_end:
                        return
                    continue
            evaluation = self.movers[state.seat]
            evaluation.begin(state)
            state.apply_code(Choice(state, evaluation).best(), None)

    def _own_turn(self, state: State) -> None:
        """Plan a turn, and play it up to the first chance outcome."""
        search = TurnSearch(state, self.judges[state.seat], self.settings.own_plan)
        for node in search.run()[0].line():
            if node.chance:
                return
            state.apply_code(node.code, None)

    def _worth(self, state: State, seat: i64) -> float:
        own = 0.0
        others = 0.0
        for evaluation in self.judges:
            if evaluation.seat == seat or self.settings.envy > 0.0:
                evaluation.begin(state)
                worth = evaluation.value(state)
                if evaluation.seat == seat:
                    own = worth
                else:
                    others += worth
        return own - self.settings.envy * others / float(self.players - 1)


def turn_of(state: State) -> i64:
    """Return a number for era and round, which tells a seat's turns apart."""
    return state.era * 64 + state.round
