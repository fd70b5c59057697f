"""Adds a review up: each seat's skill and luck, and the turn on which the game turned."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from ..core.state import NOBODY
from .comparison import Decision
from .estimates import NOTHING, Estimate, exact, shared, total
from .grades import FORCED, GRADES
from .luck import Chance

LEAST_RISE: Final = 0.05  # of the win: what a mistake costs


@dataclass(frozen=True, slots=True)
class SeatReview:
    """One seat's game. ``error`` is the mean loss of the decisions that count; None if none does."""

    seat: int
    vp: int  # final, or so far
    decisions: int  # unforced
    real: int  # of these, how many the samples could judge
    grades: dict[str, int]
    loss_vp: Estimate  # over all unforced decisions, whether told or not
    loss_share: Estimate
    error_vp: Estimate | None
    error_share: Estimate | None
    luck_vp: Estimate  # of all chances, the rivals' draws included
    luck_share: Estimate
    own_luck_vp: Estimate  # of its own draws
    own_luck_share: Estimate
    adjusted_vp: Estimate  # the VP without the luck


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The rival's error or the luck that raised the winner's share of the win most."""

    ply: int  # where it begins
    winner: int
    seat: int  # who decided or drew
    by_chance: bool
    before: Estimate
    after: Estimate

    @property
    def rise(self) -> float:
        """By how much the winner's share rose."""
        return self.after.mean - self.before.mean


def reckon(seat: int, vp: int, decisions: list[Decision], chances: list[Chance]) -> SeatReview:
    """Return one seat's skill and luck."""
    own = [one for one in decisions if one.seat == seat and one.grade != FORCED]
    real = [one for one in own if one.is_real]
    drawn = [one for one in chances if one.seat == seat]
    luck = total(one.luck_vp[seat] for one in chances)
    counted = Counter(one.grade for one in decisions if one.seat == seat)
    adjusted = total([exact(vp), -luck])
    return SeatReview(
        seat=seat,
        vp=vp,
        decisions=len(own),
        real=len(real),
        grades={name: counted[name] for name in GRADES},
        loss_vp=total(one.loss_vp for one in own),
        loss_share=total(one.loss_share for one in own),
        error_vp=shared(total(one.loss_vp for one in real), len(real)) if real else None,
        error_share=shared(total(one.loss_share for one in real), len(real)) if real else None,
        luck_vp=luck,
        luck_share=total(one.luck_share[seat] for one in chances),
        own_luck_vp=total(one.luck_vp[seat] for one in drawn) if drawn else NOTHING,
        own_luck_share=total(one.luck_share[seat] for one in drawn) if drawn else NOTHING,
        adjusted_vp=adjusted,
    )


def turning_point(
    winners: list[int], decisions: list[Decision], chances: list[Chance]
) -> TurningPoint | None:
    """Return the rival's error or the luck that raised the winner's share most; None unless one seat won.

    Each step is measured by itself: a turn against the best one found, a chance against what could have come.
    Shares of different steps are never subtracted: different seats judge them, from different knowledge.
    Only what the samples tell counts, and less than ``LEAST_RISE`` turns nothing.
    """
    if len(winners) != 1:
        return None
    winner = winners[0]
    found = [
        TurningPoint(one.ply, winner, one.seat, False, one.before_share[winner], one.share[winner])
        for one in decisions
        if one.seat != winner and one.is_real and one.loss_share.above_zero
    ] + [
        TurningPoint(one.ply, winner, one.seat, True, _without(one, winner), one.share[winner])
        for one in chances
        if one.seat != NOBODY and one.luck_share[winner].above_zero
    ]
    best = max(found, key=lambda point: (point.rise, -point.ply), default=None)
    return best if best is not None and best.rise >= LEAST_RISE else None


def _without(chance: Chance, seat: int) -> Estimate:
    """What the seat could expect on average of all that could have come."""
    mean = total([chance.share[seat], -chance.luck_share[seat]])
    return Estimate(*(min(max(value, 0.0), 1.0) for value in (mean.mean, mean.low, mean.high)))
