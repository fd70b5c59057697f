"""Adds a review up: each seat's skill and luck, and the turn on which the game turned."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
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
    """The step at which the winner's share of the win rose most, as far as the samples can tell."""

    ply: int  # where it begins
    winner: int
    seat: int  # who decided or drew
    by_chance: bool
    before: Estimate
    after: Estimate


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
    """Return where the winner's share rose most from one step to the next; None unless one seat won.

    The rise counts by its low end. If no rise is certain, the largest is told, with its intervals. Less than
    ``LEAST_RISE`` turns nothing: the share goes to 1 by itself as a game that is won comes to its end.
    """
    if len(winners) != 1:
        return None
    known: list[Decision | Chance] = [*decisions, *(one for one in chances if one.seat != NOBODY)]
    winner, best, most = winners[0], None, (0.0, 0.0)
    for before, after in pairwise(sorted(known, key=lambda one: one.ply)):
        then, now = before.share[winner], after.share[winner]
        rise = now.mean - then.mean
        size = max(rise - hypot(then.margin, now.margin), 0.0), rise
        if rise >= LEAST_RISE and size > most:
            most = size
            best = TurningPoint(after.ply, winner, after.seat, isinstance(after, Chance), then, now)
    return best
