"""Means with intervals, and the grades made of them."""

from __future__ import annotations

import pytest

from grandjunction.core.rng import Rng
from grandjunction.reviews.estimates import (
    NOTHING,
    Estimate,
    of_differences,
    of_samples,
    of_share_differences,
    shared,
    student,
    total,
)
from grandjunction.reviews.grades import grade


@pytest.mark.parametrize(
    ("freedom", "point"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (19, 2.093), (99, 1.984)],
)
def test_students_points(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, rel=0.01)


def test_intervals_hold_what_they_say() -> None:
    """Of many means of eight samples, about 95 % of the intervals contain the true mean."""
    rng = Rng(1)
    held = 0
    for _ in range(1000):
        samples = [sum(rng.below(100) for _ in range(6)) / 6 for _ in range(8)]
        found = of_samples(samples)
        held += found.low <= 49.5 <= found.high
    assert 925 <= held <= 975


def test_pairs_and_sums() -> None:
    assert of_differences([3.0, 5.0, 9.0], [1.0, 3.0, 7.0]) == Estimate(2.0, 2.0, 2.0)
    summed = total([Estimate(1.0, -2.0, 4.0), Estimate(2.0, -2.0, 6.0)])
    assert (summed.mean, summed.margin) == (3.0, 5.0)
    assert total([]) == NOTHING
    assert shared(summed, 2) == Estimate(1.5, -1.0, 4.0)
    assert -Estimate(1.0, 0.5, 1.5) == Estimate(-1.0, -1.5, -0.5)


def test_shares_that_always_differ_by_the_same() -> None:
    """Eight deals may all agree by chance; in a decided game there is nothing that they could differ by."""
    won = of_share_differences([1.0] * 8, [0.0] * 8)
    assert (won.mean, won.low, won.high) == (1.0, 0.625, 1.0)
    decided = of_share_differences([0.00390625] * 8, [0.0] * 8)
    assert decided.margin == pytest.approx(0.00390625 * 3 / 8)
    assert of_share_differences([0.5] * 8, [0.5] * 8) == NOTHING
    assert of_share_differences([0.5, 0.25], [0.25, 0.25]) == of_differences([0.5, 0.25], [0.25, 0.25])


SURE = 0.001  # half the width of a narrow interval


def narrow(mean: float) -> Estimate:
    return Estimate(mean, mean - SURE, mean + SURE)


@pytest.mark.parametrize(
    ("vp", "share", "said"),
    [
        (NOTHING, NOTHING, "equal"),
        (Estimate(9.0, -0.1, 18.1), Estimate(0.3, -0.01, 0.61), "equal"),  # large, but not told
        (narrow(0.5), narrow(0.01), "fine"),
        (narrow(2.0), narrow(0.002), "inaccuracy"),
        (narrow(0.5), narrow(0.03), "inaccuracy"),
        (narrow(4.0), narrow(0.03), "mistake"),
        (narrow(1.0), narrow(0.11), "blunder"),
        (Estimate(0.6, -0.7, 1.9), Estimate(0.11, 0.03, 0.19), "mistake"),  # it may be a small loss
        (Estimate(9.0, 1.0, 17.0), NOTHING, "inaccuracy"),
        (Estimate(9.0, -0.1, 18.1), narrow(0.03), "inaccuracy"),  # only what is told counts
        (Estimate(0.1, -0.1, 0.3), Estimate(1e-5, 1e-6, 2e-5), "equal"),
        (narrow(3.0), narrow(-0.0002), "inaccuracy"),  # in a decided game, hardly any share is at stake
        (Estimate(-0.04, -1.4, 1.3), narrow(0.28), "blunder"),  # what may be noise makes up for nothing
        (narrow(-13.0), narrow(0.28), "equal"),  # the figures contradict each other
        (narrow(3.0), narrow(-0.03), "equal"),  # a loss of VP that gains the win is none
    ],
)
def test_grades(vp: Estimate, share: Estimate, said: str) -> None:
    assert grade(vp, share) == said
