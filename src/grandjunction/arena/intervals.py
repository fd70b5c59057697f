"""Confidence intervals over deals. Games of one deal are not independent, so a deal is one observation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import Any, Final

from scipy.special import stdtrit

CONFIDENCE: Final = 0.95


@dataclass(frozen=True)
class Estimate:
    """A mean with its two-sided interval; the ends are None if there are too few deals."""

    mean: float
    low: float | None
    high: float | None

    @property
    def margin(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    def as_dict(self) -> dict[str, Any]:
        return {"mean": _round(self.mean), "low": _round(self.low), "high": _round(self.high)}


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def mean(values: Sequence[float]) -> float:
    """Return the mean, the same to the last bit in any order, so that a bot equals itself."""
    return fsum(values) / len(values)


def of_mean(values: Sequence[float]) -> Estimate:
    """Return Student's interval, for VP."""
    centre = mean(values)
    if len(values) < 2:
        return Estimate(centre, None, None)
    reach = _reach(values)
    return Estimate(centre, centre - reach, centre + reach)


def of_share(values: Sequence[float], least: float = 0.0, most: float = 1.0) -> Estimate:
    """Return the interval of a share between bounds.

    Two invented deals are added, one at each bound, as Agresti and Coull do for proportions: a bot that won
    a few deals out of a few is not certain to win every deal.
    """
    more = [*values, least, most]
    centre, reach = mean(more), _reach(more)
    return Estimate(mean(values), max(least, centre - reach), min(most, centre + reach))


def _reach(values: Sequence[float]) -> float:
    count = len(values)
    centre = mean(values)
    variance = sum((value - centre) ** 2 for value in values) / (count - 1)
    return float(stdtrit(count - 1, 0.5 + CONFIDENCE / 2)) * sqrt(variance / count)
