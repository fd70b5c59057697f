"""Matches between bots: every bot plays the same deals from every seat, and intervals say how sure it is."""

from __future__ import annotations

from ..extras import need

need("arena", "the arena", "openskill", "scipy", "matplotlib")

from .entrants import BadEntrant, Entrant, entrants
from .match import Match, Result, play
from .schedule import FILLS, arrangements
from .summary import summarize

__all__ = [
    "FILLS",
    "BadEntrant",
    "Entrant",
    "Match",
    "Result",
    "arrangements",
    "entrants",
    "play",
    "summarize",
]
