"""Puzzles: positions in which one turn is clearly best, mined from bots' games and proved."""

from __future__ import annotations

from .daily import daily, today
from .grading import AS_GOOD, BEST, WORSE, Graded, UnfinishedTurn, grade_answer
from .puzzle import Proof, Puzzle, UnknownPuzzle, find, shipped
from .themes import THEMES

__all__ = [
    "AS_GOOD",
    "BEST",
    "THEMES",
    "WORSE",
    "Graded",
    "Proof",
    "Puzzle",
    "UnfinishedTurn",
    "UnknownPuzzle",
    "daily",
    "find",
    "grade_answer",
    "shipped",
    "today",
]
