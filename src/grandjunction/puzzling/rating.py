"""Rates the difficulty of a puzzle by which bots find its solution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..bots import bot
from ..core.view import View
from ..reviews.idea import Idea, idea

#: The solvers, with a rating on the puzzles' scale and how often each tries.
SOLVERS: Final = (
    ("level-1", 800, 3),
    ("level-3", 1100, 3),
    ("level-5", 1400, 3),
    ("level-6", 1600, 2),
    ("level-7", 1800, 1),
    ("level-8", 2000, 1),
    ("level-9", 2200, 1),
)
SLOPE: Final = 400.0  # rating points for odds of ten to one
FIRST: Final = 1500.0  # a solved and a failed try of a solver with this rating, so that no rating is infinite


def expected(solver: float, puzzle: float) -> float:
    """Return the chance that somebody with a rating solves a puzzle with another."""
    return float(1.0 / (1.0 + 10.0 ** ((puzzle - solver) / SLOPE)))


def rating(tries: list[tuple[float, bool]]) -> int:
    """Return the rating at which the solvers succeed as often as expected."""
    results = [*tries, (FIRST, True), (FIRST, False)]
    solved = sum(done for _, done in results)
    low, high = 0.0, 3500.0
    for _ in range(40):
        middle = (low + high) / 2
        if sum(expected(solver, middle) for solver, _ in results) > solved:
            low = middle
        else:
            high = middle
    return round(low)


def tries(view: View, is_solved: Callable[[Idea], bool], seed: str) -> list[tuple[float, bool]]:
    """Let every solver try a position; return its rating and whether it solved it, try by try."""
    found: list[tuple[float, bool]] = []
    for name, strength, times in SOLVERS:
        found += [(strength, is_solved(answer(view, name, f"{seed}/{n}"))) for n in range(times)]
    return found


def answer(view: View, name: str, seed: str) -> Idea:
    """Return the idea of a bot's turn, up to the first chance."""
    player = bot(name, seed)
    state = view.known.copy()
    seat, codes = int(state.seat), []
    turn = (int(state.step), int(state.round), int(state.cursor))
    while not state.is_over and not state.is_chance and int(state.seat) == seat:
        if (int(state.step), int(state.round), int(state.cursor)) != turn:
            break
        move = player.choose(View(state))
        codes.append(move.code)
        state.apply_code(move.code, None)
    return idea(view.rules, codes)
