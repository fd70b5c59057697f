"""Means with their intervals, from paired samples. Needs no library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import Final

Z: Final = 1.959964  # the normal distribution's 97.5 % point


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its two-sided 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def above_zero(self) -> bool:
        """Whether the whole interval is above zero."""
        return self.low > 0.0

    @property
    def below_zero(self) -> bool:
        """Whether the whole interval is below zero."""
        return self.high < 0.0

    def __neg__(self) -> Estimate:
        return Estimate(-self.mean, -self.high, -self.low)

    def as_dict(self, digits: int) -> dict[str, float]:
        """Return mean and ends, rounded."""
        return {
            "mean": _round(self.mean, digits),
            "low": _round(self.low, digits),
            "high": _round(self.high, digits),
        }


NOTHING: Final = Estimate(0.0, 0.0, 0.0)  # certain


def exact(value: float) -> Estimate:
    """Return a known value as an estimate, with an interval of no width."""
    return Estimate(value, value, value)


def of_samples(values: Sequence[float]) -> Estimate:
    """Return the mean of at least two samples, with Student's interval."""
    count = len(values)
    mean = fsum(values) / count
    variance = fsum((value - mean) ** 2 for value in values) / (count - 1)
    reach = student(count - 1) * sqrt(variance / count)
    return Estimate(mean, mean - reach, mean + reach)


def of_differences(ones: Sequence[float], others: Sequence[float]) -> Estimate:
    """Return the mean of ``ones`` less ``others``, sample by sample."""
    return of_samples([one - other for one, other in zip(ones, others, strict=True)])


def of_share_differences(ones: Sequence[float], others: Sequence[float]) -> Estimate:
    """Return the mean difference of shares of the win.

    If all pairs differ by the same, the next may still not: what never happened in n samples may happen in
    three of n. Those may differ by nothing, so a difference of hardly anything is as sure as none.
    """
    found = of_differences(ones, others)
    if found.margin > 0.0:
        return found
    reach = 3.0 / len(ones) * abs(found.mean)
    return Estimate(found.mean, max(found.mean - reach, -1.0), min(found.mean + reach, 1.0))


def total(estimates: Iterable[Estimate]) -> Estimate:
    """Return the sum of independent estimates."""
    each = list(estimates)
    mean = fsum(one.mean for one in each)
    reach = sqrt(fsum(one.margin**2 for one in each))
    return Estimate(mean, mean - reach, mean + reach)


def shared(estimate: Estimate, count: int) -> Estimate:
    """Return an estimate divided by a number."""
    return Estimate(estimate.mean / count, estimate.low / count, estimate.high / count)


def student(freedom: int) -> float:
    """Return the 97.5 % point of Student's distribution; Hill's expansion, within 1 % from 4 on."""
    if freedom < 4:
        return (12.706, 4.303, 3.182)[freedom - 1]
    z, v = Z, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


def _round(value: float, digits: int) -> float:
    return round(value, digits) + 0.0  # no negative zero
