"""``level-1`` to ``level-10``: bots of increasing strength, from a beginner's to the strongest.

Up to level 6 the bot plans its turn with the hand-made evaluation and fewer positions. It sometimes plays a
turn other than the best, but only one it considers almost as good. So its mistakes are those of a weaker
player, not random ones.
"""

from __future__ import annotations

from typing import Final

from ..core.view import View
from .evaluation import Evaluation
from .harm import Beginner
from .nets import NONE, SHIPPED
from .plan import PlanningBot
from .search import Node, TurnSearch
from .weights import weights_for


class Level:
    """How strong a level is: in ``percent`` of turns it plays any turn within ``slack`` VP of the best."""

    def __init__(self, budget: int, slack: float, percent: int, learned: bool) -> None:
        self.budget: Final = budget
        self.slack: Final = slack
        self.percent: Final = percent
        self.learned: Final = learned


#: The levels that only plan; the strategist and the master follow.
LEVELS: Final = [
    Level(150, 9.0, 100, False),
    Level(150, 7.0, 100, False),
    Level(200, 5.0, 100, False),
    Level(300, 4.0, 80, False),
    Level(400, 3.0, 60, False),
    Level(600, 2.0, 50, False),
    Level(2000, 0.0, 0, False),
    Level(2000, 0.0, 0, True),
]
MOST: Final = 200  # turns it chooses from


class LevelBot(PlanningBot):
    """Plays at one of the planning levels."""

    def __init__(self, seed: int | str, number: int) -> None:
        super().__init__(f"level-{number}", seed)
        self.level: Final = LEVELS[number - 1]
        self._evaluation: Evaluation | None = None

    def think(self, view: View, budget: int) -> list[Node]:
        known = view.known
        level = self.level
        evaluation = self._evaluation
        if evaluation is None or not evaluation.fits(known):
            nets = (SHIPPED if level.learned else NONE).nets(known.rules, known.players)
            weights = weights_for(known.rules.id, known.players)
            evaluation = Evaluation(known.rules, known.seat, weights, known.players, nets)
            self._evaluation = evaluation
        turns = TurnSearch(known, evaluation, budget if budget > 0 else level.budget).run()
        beginner = Beginner(known, evaluation, turns)
        rng = self.rng(view)
        if rng.below(100) >= level.percent:
            return beginner.harmless(turns, 1, 0.0)[0].line()
        good = beginner.harmless(turns, MOST, level.slack)
        return good[rng.below(len(good))].line()
