"""``planner``: plans its whole turn before the first move and then follows the plan."""

from __future__ import annotations

from typing import Final

from ..core.view import View
from .evaluation import Evaluation
from .harm import Beginner
from .nets import SHIPPED, Shelf
from .plan import PlanningBot
from .search import Node, TurnSearch
from .weights import Weights, weights_for

BUDGET: Final = 2000  # positions per turn


class PlannerBot(PlanningBot):
    """Plans turns; ``character`` names a table of likings, and the bot too if ``name`` is not given."""

    def __init__(
        self,
        seed: int | str,
        weights: Weights | None = None,
        character: str = "",
        shelf: Shelf = SHIPPED,
        name: str = "",
    ) -> None:
        super().__init__(name or character or "planner", seed)
        self.shelf: Final = shelf
        self.character: Final = character
        self.weights: Final = weights  # None: the game's own
        self._evaluation: Evaluation | None = None

    def think(self, view: View, budget: int) -> list[Node]:
        known = view.known
        evaluation = self._evaluation
        if evaluation is None or not evaluation.fits(known):
            weights = self.weights
            if weights is None:
                weights = weights_for(known.rules.id, known.players, self.character)
            nets = self.shelf.nets(known.rules, known.players)
            evaluation = Evaluation(known.rules, known.seat, weights, known.players, nets)
            self._evaluation = evaluation
        turns = TurnSearch(known, evaluation, budget if budget > 0 else BUDGET).run()
        return Beginner(known, evaluation, turns).harmless(turns, 1, 0.0)[0].line()
