"""Calibrates win shares: how much wider results spread than the judge expects, fitted on games.

A forecast comes with the usual spread of results. Games of bots end further from it than that, because other
players choose other turns than the judge would. Games that are played to their end have no spread at all,
although another player might have ended them differently. Both are widened here by figures that
``tools/review_data.py`` fits for each table; on games not used for the fit, shares then come true as often as
they say.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import sqrt
from typing import Any, Final

from ..bots.forecast import win_shares
from ..core.ruleset import Ruleset

FORMAT: Final = "grandjunction confidence 1"
LEAST_DEVIATION: Final = 0.5  # VP
OPENING: Final = 3  # the round up to which forecasts count as those of the opening


@dataclass(frozen=True, slots=True)
class Confidence:
    """The figures of a table."""

    factors: tuple[float, ...]  # per era of the forecast: what its spread is multiplied by
    played_out: float  # VP per root of an own action: the spread of games played to their end
    opening: float | None = None  # the factor of forecasts in the first rounds; None: that of the era

    def forecast_shares(self, vp: list[float], spread: list[float], era: int, round: int) -> list[float]:
        """Return the shares of the win that follow from a forecast in a round, and its usual spread."""
        factor = self.factors[min(era, len(self.factors) - 1)]
        if self.opening is not None and era == 0 and round <= OPENING:
            factor = self.opening
        return win_shares(vp, [max(factor * one, LEAST_DEVIATION) for one in spread])

    def played_shares(self, vp: list[float], left: list[int]) -> list[float]:
        """Return the win shares of a game played out from where seats had ``left`` actions, not all 0."""
        return win_shares(vp, [max(self.played_out * sqrt(one), LEAST_DEVIATION) for one in left])

    def __str__(self) -> str:
        opening = () if self.opening is None else (self.opening,)
        return " ".join(f"{one:g}" for one in (*opening, *self.factors, self.played_out))


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Any]:
    text = (files(__package__) / "data" / "confidence.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    if data["format"] != FORMAT:
        raise ValueError(f"confidence.json is not in the format {FORMAT!r}")
    return data


def confidence(rules: Ruleset, players: int) -> Confidence:
    """Return the figures of a table; the usual ones if none were fitted there."""
    data = _shipped()
    found = data["tables"].get(f"{rules.id}-{players}", data["others"])
    return Confidence(tuple(found["factors"]), found["played_out"], found.get("opening"))
