"""The puzzle of the day: the same for everyone, and no two days alike until all puzzles have had theirs."""

from __future__ import annotations

from datetime import UTC, date, datetime
from hashlib import sha256

from .puzzle import Puzzle, shipped


def today() -> date:
    """Return the date by which the puzzle of the day changes: everywhere at the same moment."""
    return datetime.now(UTC).date()


def daily(day: date) -> Puzzle:
    """Return the puzzle of a day."""
    puzzles = shipped()
    order = sorted(puzzles, key=lambda id: sha256(id.encode()).hexdigest())
    return puzzles[order[day.toordinal() % len(order)]]
