"""Compares the turns a seat could take by playing each forward: what the nets learn to choose by."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from ..bots.evaluation import Evaluation
from ..bots.features import Features
from ..bots.nets import Nets
from ..bots.rollout import Rollout
from ..bots.search import Node
from ..bots.settings import Settings
from ..bots.weights import weights_for
from ..core.moves import without_card
from ..core.view import View
from ..rulesets import ruleset

TURNS = 16  # compared at a decision: the best few …
BEST = 4
BEHIND = 6.0  # … and others at random, at most this many VP behind the best
FEWEST = 3
PRIOR = 0.5  # of a turn's own score, added to its rollout when one is chosen


@dataclass
class Compared:
    """Positions after alternative turns as columns; ``group`` numbers the decisions."""

    features: list[bytes] = field(default_factory=list)
    group: list[int] = field(default_factory=list)
    era: list[int] = field(default_factory=list)
    by_hand: list[float] = field(default_factory=list)
    worth: list[float] = field(default_factory=list)  # by the rollout, in VP
    groups: int = 0


class Comparison:
    """The rollouts of one table. They judge with the nets at their end, and envy nobody.

    With ``foresight`` they end with the own next turn, planned with so many positions, as the master does.
    """

    def __init__(self, table: str, players: int, nets: Nets | None, foresight: int = 0) -> None:
        settings = Settings(envy=0.0, own_plan=foresight, early=foresight > 0)
        self._rollout = Rollout(ruleset(table), players, weights_for(table, players), settings, nets)

    def best(
        self,
        view: View,
        turns: list[Node],
        judge: Evaluation,
        features: Features,
        found: Compared,
        luck: Random,
    ) -> Node | None:
        """Play some of the turns forward on one deal and record them.

        In half of the cases the most successful is returned, else None.
        """
        some = _some(turns, luck)
        if len(some) < FEWEST:
            return None
        self._rollout.begin(view.known)
        deal = f"{luck.getrandbits(40)}/0"
        worth = [self._rollout.play(view, turn.line(), judge.seat, deal) for turn in some]
        for turn, result in zip(some, worth, strict=True):
            found.by_hand.append(judge.read(turn.state, features))
            found.features.append(features.as_bytes())
            found.group.append(found.groups)
            found.era.append(int(turn.state.era))
            found.worth.append(result)
        found.groups += 1
        if luck.random() < 0.5:
            return some[max(range(len(some)), key=lambda i: worth[i] + PRIOR * some[i].score)]
        return None


def _some(turns: list[Node], luck: Random) -> list[Node]:
    """Return the best turns and a few others, none of which ends the game."""
    seen: set[tuple[int, ...]] = set()
    distinct: list[Node] = []
    for turn in turns:
        mark = tuple(sorted(int(without_card(node.code)) for node in turn.line()))
        if mark not in seen:
            seen.add(mark)
            distinct.append(turn)
    others = [turn for turn in distinct[BEST:] if turn.score > distinct[0].score - BEHIND]
    luck.shuffle(others)
    return [turn for turn in [*distinct[:BEST], *others[: TURNS - BEST]] if not turn.state.is_over]
