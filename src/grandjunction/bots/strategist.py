"""``strategist``: plays its best plans forward against sampled rivals' cards, and chooses the best."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ..core.rng import Rng
from ..core.view import View
from .harm import Beginner
from .nets import SHIPPED, Shelf
from .plan import PlanningBot
from .rollout import Rollout
from .search import Node, TurnSearch
from .settings import Settings
from .weights import Weights, weights_for

BY_HAND: Final = Settings()
# With nets a position takes longer: this many cost as much time as those of BY_HAND.
LEARNED: Final = Settings(budget=26_000, envy=0.1)


class Contender:
    """A planned turn and its results so far."""

    def __init__(self, line: list[Node], score: float) -> None:
        self.line: Final = line
        self.prior = score
        self.total = 0.0
        self.games: i64 = 0
        self.worth = score

    def mean(self, faith: float) -> float:
        """Return the mean result; the plan's first score counts as ``faith`` games."""
        return (self.total + faith * self.prior) / (float(self.games) + faith)


class StrategistBot(PlanningBot):
    """Compares its best plans by rollouts and plays the best."""

    def __init__(
        self,
        seed: int | str,
        weights: Weights | None = None,
        name: str = "strategist",
        settings: Settings | None = None,
        shelf: Shelf = SHIPPED,
        by_hand: Settings | None = None,
    ) -> None:
        super().__init__(name, seed)
        self.weights: Final = weights  # None: the game's own
        self.settings: Final = LEARNED if settings is None else settings
        # At a table without nets; None: BY_HAND, or the settings given.
        self.by_hand: Final = by_hand or settings or BY_HAND
        self.shelf: Final = shelf
        self._rollout: Rollout | None = None

    def think(self, view: View, budget: int) -> list[Node]:
        known = view.known
        rollout = self._rollout
        if rollout is None or rollout.rules is not known.rules or rollout.players != known.players:
            weights = weights_for(known.rules.id, known.players) if self.weights is None else self.weights
            nets = self.shelf.nets(known.rules, known.players)
            settings = self.by_hand if nets is None else self.settings
            rollout = Rollout(known.rules, known.players, weights, settings, nets)
            self._rollout = rollout
        return self._best(view, rollout, self.rng(view), budget if budget > 0 else rollout.settings.budget)

    def _best(self, view: View, rollout: Rollout, rng: Rng, budget: i64) -> list[Node]:
        """Return the best plan by sequential halving: play all equally often, then only the better half."""
        seat = view.known.seat
        limit = rollout.judged() + budget
        settings = rollout.settings
        rollout.begin(view.known)
        planning: i64 = settings.planning
        if planning > budget:
            planning = budget
        turns = TurnSearch(view.known, rollout.judges[seat], planning).run()
        beginner = Beginner(view.known, rollout.judges[seat], turns)
        chosen = beginner.harmless(turns, settings.plans, settings.close)
        contenders = [Contender(node.line(), node.score) for node in chosen]
        seed = rng.word()
        game: i64 = 0
        while len(contenders) > 1:
            left = limit - rollout.judged()
            stop = rollout.judged() + left // halvings(len(contenders))
            while rollout.judged() + rollout.longest * len(contenders) <= stop:
                for one in contenders:
                    one.total += rollout.play(view, one.line, seat, f"{seed}/{game}")
                    one.games += 1
                game += 1
            for one in contenders:
                one.worth = one.mean(settings.faith)
            contenders.sort(key=by_worth, reverse=True)
            contenders = contenders[: (len(contenders) + 1) // 2]
        return contenders[0].line


def by_worth(contender: Contender) -> float:
    return contender.worth


def halvings(n: int) -> i64:
    """Return the number of halvings from ``n`` plans to one."""
    steps: i64 = 0
    while n > 1:
        n = (n + 1) // 2
        steps += 1
    return steps
