"""Checks shipped puzzles again: they can be read, their turns are legal, and the solutions hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..core.notation import parse_move
from ..core.view import View
from ..reviews.comparison import Line, play_deals
from ..reviews.grades import SLIGHT, tells_share
from .proving import PROOF, gain, table_of
from .puzzle import Puzzle

HOLDS: Final = "holds"


def codes_of(view: View, moves: list[str]) -> list[int]:
    """Return a turn as codes. Raises ``ValueError`` if it cannot be played."""
    state = view.known.copy()
    codes: list[int] = []
    for text in moves:
        move = parse_move(view.rules, text)
        state.apply(move)
        codes.append(move.code)
    return codes


def check(puzzle: Puzzle, seed: str, times: int = 1) -> str:
    """Return "holds" if the solution certainly gains on the next best idea on new deals; else what is wrong.

    ``times`` as many deals are played as for the first proof, with twice the positions a turn.
    """
    view = puzzle.view
    lines = []
    for moves in (puzzle.solution, puzzle.second):
        codes = codes_of(view, moves)
        lines.append(Line(codes, [False] * len(codes)))
    depth = replace(PROOF, budget=2 * PROOF.budget)
    play_deals(
        table_of(view, depth.budget), depth, view, lines, f"{seed}/{puzzle.id}", max(PROOF.fresh * times, 2)
    )
    vp, share = gain(int(view.known.seat), lines[0].outcomes, lines[1].outcomes)
    if (vp.above_zero and share.mean > -SLIGHT) or (tells_share(share) and vp.mean >= 0.0):
        return HOLDS
    return f"gains {vp.mean:.1f} VP (from {vp.low:.1f}), {share.mean:.3f} of the win (from {share.low:.3f})"
