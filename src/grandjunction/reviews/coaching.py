"""The coach: says before a turn ends whether it loses much for certain, and why."""

from __future__ import annotations

from typing import Final

from ..core.notation import read_move
from ..core.view import View
from .comparison import Decision, compare
from .continuation import continuation
from .depth import DEPTHS
from .timeline import DecisionTask

SERIOUS: Final = ("mistake", "blunder")
DEPTH: Final = DEPTHS["quick"]


def coach(view: View, moves: list[str]) -> Decision | None:
    """Return the review of a turn that loses much for certain, as its seat can know; None if it does not."""
    state = view.known.copy()
    codes: list[int] = []
    for text in moves:
        move = read_move(state, text)
        codes.append(move.code)
        state.apply_code(move.code, None)
    table = continuation(view.rules.id, int(state.players), DEPTH.budget)
    found = compare(table, DEPTH, DecisionTask(view.known, int(view.known.seat), 0, codes), "coach")
    return found if found.grade in SERIOUS and found.best >= 0 else None
