"""``planner``: thinks its whole turn through before the first move of it, and keeps to the plan."""

from __future__ import annotations

from typing import Final

from ..core.view import View
from .evaluation import Evaluation
from .plan import PlanningBot
from .search import Node, TurnSearch
from .weights import Weights, weights_for

BUDGET: Final = 2000  # positions a turn


class PlannerBot(PlanningBot):
    """``character`` names a table of likings; the bot then bears its name."""

    def __init__(self, seed: int | str, weights: Weights | None = None, character: str = "") -> None:
        super().__init__(character if character else "planner", seed)
        self.character: Final = character
        self.weights: Final = weights  # None: those for the game
        self._evaluation: Evaluation | None = None

    def think(self, view: View, budget: int) -> list[Node]:
        known = view.known
        evaluation = self._evaluation
        if evaluation is None or not evaluation.fits(known):
            weights = self.weights
            if weights is None:
                weights = weights_for(known.rules.id, known.players, self.character)
            evaluation = Evaluation(known.rules, known.seat, weights, known.players)
            self._evaluation = evaluation
        return TurnSearch(known, evaluation, budget if budget > 0 else BUDGET).run()[0].line()
