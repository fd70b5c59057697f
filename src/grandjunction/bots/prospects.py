"""Tables of what income and tiles are worth with a given part of the game left; made per decision."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..core.bits import BIT
from ..core.ruleset import Ruleset
from .horizon import Horizon
from .weights import Weights


def income_table(rules: Ruleset, payments: i64, weights: Weights) -> vec[float]:
    """Return, per income space, the pounds it will still pay with its usual growth (slower in debt)."""
    track = rules.income
    table: vec[float] = vec[float]([0.0] * (track.last + 1))
    space: i64 = 0
    while space <= track.last:
        total: i64 = 0
        at = float(space)
        payment: i64 = 0
        while payment < payments:
            level = track.level(i64(at) if at < float(track.last) else track.last)
            total += level
            at += weights.growth if level >= 0 else weights.debtor_growth
            payment += 1
        table[space] = float(total)
        space += 1
    return table


class Prospects:
    """Tile values: ``kept`` holds a flipped tile's VP by kind, ``mat`` each track's worth from a tile on."""

    def __init__(
        self, rules: Ruleset, horizon: Horizon, income: vec[float], pound: float, weights: Weights
    ) -> None:
        tiles = rules.tiles
        self.income: Final = income
        self.kept: vec[float] = vec[float]([0.0] * len(tiles.kinds))
        self.mat: vec[float] = vec[float]([0.0] * len(tiles.track))
        # The mean worth of one income space over the part of the track that most games use.
        self.space: float = pound * (income[tiles_middle(rules)] - income[rules.income.start]) / 20.0
        net: vec[float] = vec[float]([0.0] * len(tiles.kinds))
        kind: i64 = 0
        while kind < len(tiles.kinds):
            self.kept[kind] = float(tiles.vp[kind] * horizon.scorings(tiles.level[kind]))
            net[kind] = self._net(rules, kind, pound, weights)
            kind += 1
        industry: i64 = 0
        while industry < tiles.industries:
            self._fill_track(rules, horizon, industry, net, weights)
            industry += 1

    def _net(self, rules: Ruleset, kind: i64, pound: float, weights: Weights) -> float:
        """Return the VP that building and flipping a tile gains, less its cost."""
        tiles = rules.tiles
        pounds = float(tiles.cost[kind]) + weights.cube * float(tiles.coal[kind] + tiles.iron[kind])
        gain = (
            self.kept[kind] + self.space * float(tiles.income[kind]) + weights.icon * float(tiles.icons[kind])
        )
        return gain - pound * pounds - weights.beer * float(tiles.sale[kind]) - weights.action

    def _fill_track(
        self, rules: Ruleset, horizon: Horizon, industry: i64, net: vec[float], weights: Weights
    ) -> None:
        tiles = rules.tiles
        behind = 0.0
        at = tiles.start[industry] + tiles.size[industry] - 1
        while at >= tiles.start[industry]:
            kind = tiles.track[at]
            if tiles.eras[kind] & BIT[horizon.era]:
                gain = net[kind] if net[kind] > 0.0 else 0.0
                here = gain + weights.next_tile * behind
            elif horizon.later > 0 and tiles.eras[kind] >= BIT[horizon.era]:
                here = weights.next_tile * (net[kind] + behind)
            else:
                here = weights.buried * behind
            if tiles.developable[kind] != 0 and here < weights.buried * behind:
                here = weights.buried * behind
            self.mat[at] = here
            behind = here
            at -= 1


def tiles_middle(rules: Ruleset) -> i64:
    """Return the income space twenty above the start, or the last."""
    space = rules.income.start + 20
    return space if space < rules.income.last else rules.income.last
