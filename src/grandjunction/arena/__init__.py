"""Matches between bots, measured: the same deals from every seat, and how sure the result is."""

from __future__ import annotations

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
