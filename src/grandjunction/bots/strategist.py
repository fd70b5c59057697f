"""``strategist``: plays its best plans on against rivals with sampled cards, and keeps the best of them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ..core.moves import without_card
from ..core.rng import Rng
from ..core.view import View
from .plan import PlanningBot
from .rollout import Rollout
from .search import Node, TurnSearch
from .weights import Weights, weights_for

BUDGET: Final = 30_000  # positions a turn
PLANS: Final = 8  # turns compared
PLANNING: Final = 1500  # positions to find them
TURNS: Final = 1  # of its own that are played on; none or to the end was weaker, two no better
ENVY: Final = 0.3  # what a VP of the rivals' mean counts against one's own
FAITH: Final = 2.0  # how many games the plan's own judgement counts for


class Contender:
    """A turn thought through, and how it has done so far."""

    def __init__(self, line: list[Node], score: float) -> None:
        self.line: Final = line
        self.prior = score
        self.total = 0.0
        self.games: i64 = 0

    def mean(self, faith: float) -> float:
        """What it is worth: the plan's own judgement counts like so many games."""
        return (self.total + faith * self.prior) / (float(self.games) + faith)


class StrategistBot(PlanningBot):
    def __init__(
        self,
        seed: int | str,
        weights: Weights | None = None,
        name: str = "strategist",
        budget: int = BUDGET,
        plans: int = PLANS,
    ) -> None:
        super().__init__(name, seed)
        self.budget: i64 = budget  # when it is not told another
        self.weights: Final = weights  # None: those for the game
        self.turns: i64 = TURNS
        self.envy = ENVY
        self.faith = FAITH
        self.plans: i64 = plans
        self._rollout: Rollout | None = None

    def think(self, view: View, budget: int) -> list[Node]:
        known = view.known
        rollout = self._rollout
        if rollout is None or rollout.rules is not known.rules or rollout.players != known.players:
            weights = weights_for(known.rules.id, known.players) if self.weights is None else self.weights
            rollout = Rollout(known.rules, known.players, weights, self.turns, self.envy)
            self._rollout = rollout
        return self._best(view, rollout, self.rng(view), budget if budget > 0 else self.budget)

    def _best(self, view: View, rollout: Rollout, rng: Rng, budget: i64) -> list[Node]:
        """Sequential halving: all plans are played on equally often, then the better half more often."""
        seat = view.known.seat
        limit = rollout.judged() + budget
        rollout.begin()
        planning: i64 = PLANNING if budget > PLANNING else budget
        turns = TurnSearch(view.known, rollout.evaluations[seat], planning).run()
        contenders = distinct(turns, self.plans)
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
            contenders.sort(key=self._worth, reverse=True)
            contenders = contenders[: (len(contenders) + 1) // 2]
        return contenders[0].line

    def _worth(self, contender: Contender) -> float:
        return contender.mean(self.faith)


def halvings(n: int) -> i64:
    """How often so many are halved until one is left."""
    steps: i64 = 0
    while n > 1:
        n = (n + 1) // 2
        steps += 1
    return steps


def distinct(turns: list[Node], most: i64) -> list[Contender]:
    """The best turns of which no two do the same in another order or for other cards."""
    seen: set[str] = set()
    found: list[Contender] = []
    for node in turns:
        line = node.line()
        codes = [without_card(one.code) for one in line]
        codes.sort()
        mark = str(codes)
        if mark not in seen:
            seen.add(mark)
            found.append(Contender(line, node.score))
            if len(found) == most:
                break
    return found
