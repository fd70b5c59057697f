"""``planner``: thinks its whole turn through before the first move of it, and keeps to the plan."""

from __future__ import annotations

from typing import Final

from ..core.moves import Move
from ..core.view import View
from .bot import Bot
from .evaluation import Evaluation
from .search import Node, TurnSearch
from .weights import Weights, weights_for

BUDGET: Final = 2000  # positions a turn


class Plan:
    """What is still to be played of a turn thought through, each move for the position it was meant for."""

    def __init__(self, line: list[Node]) -> None:
        self._moves: dict[bytes, int] = {}
        for node in line:
            if node.chance:
                break
            if node.parent is not None:
                self._moves[node.parent.state.key()] = node.code

    def move(self, view: View) -> int:
        """The move planned for this position, or -1."""
        return self._moves.get(view.key(), -1)


class PlannerBot(Bot):
    """``character`` names a table of likings; the bot then bears its name."""

    def __init__(self, seed: int | str, weights: Weights | None = None, character: str = "") -> None:
        super().__init__(character if character else "planner", seed)
        self.character: Final = character
        self.weights: Final = weights  # None: those for the game
        self._evaluation: Evaluation | None = None
        self._plan: Plan | None = None

    def choose(self, view: View, budget: int = 0) -> Move:
        self.rng(view)  # refuses a view without a decision
        plan = self._plan
        if plan is not None:
            code = plan.move(view)
            if code >= 0:
                return Move(view.rules, code)
        known = view.known
        evaluation = self._evaluation
        if evaluation is None or not evaluation.fits(known):
            weights = (
                weights_for(known.rules.id, known.players, self.character)
                if self.weights is None
                else self.weights
            )
            evaluation = Evaluation(known.rules, known.seat, weights, known.players)
            self._evaluation = evaluation
        line = TurnSearch(known, evaluation, budget if budget > 0 else BUDGET).run()[0].line()
        self._plan = Plan(line)
        return Move(known.rules, line[0].code)
