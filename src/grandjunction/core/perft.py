"""Counts move sequences (perft). Two implementations of the same rules must get the same numbers."""

from __future__ import annotations

from .moves import Move
from .state import State


def perft(state: State, depth: int) -> int:
    """Number of sequences of exactly ``depth`` moves. Each chance outcome counts once."""
    if depth <= 0:
        return 1
    codes = state.legal_codes()
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes:
        child = state.copy()
        child.apply_code(code, None)
        total += perft(child, depth - 1)
    return total


def divide(state: State, depth: int) -> list[tuple[Move, int]]:
    """Each legal move with the number of sequences it begins; the sum is ``perft(state, depth)``."""
    if depth <= 0:
        return []
    counts: list[tuple[Move, int]] = []
    for code in state.legal_codes():
        child = state.copy()
        child.apply_code(code, None)
        counts.append((Move(state.rules, code), perft(child, depth - 1)))
    return counts
