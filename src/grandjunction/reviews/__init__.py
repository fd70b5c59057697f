"""Reviews of games: what each decision cost, what luck brought, and where the points came from."""

from __future__ import annotations

from .comparison import Alternative, Decision
from .depth import DEPTHS, Depth, UnknownDepth
from .estimates import Estimate
from .luck import Chance
from .reckoning import SeatReview, TurningPoint
from .reviewing import Review, judge_version, review

__all__ = [
    "DEPTHS",
    "Alternative",
    "Chance",
    "Decision",
    "Depth",
    "Estimate",
    "Review",
    "SeatReview",
    "TurningPoint",
    "UnknownDepth",
    "judge_version",
    "review",
]
