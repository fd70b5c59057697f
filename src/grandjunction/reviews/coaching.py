"""The coach: says before a turn ends whether it loses much for certain, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..bots import Bot
from ..core.notation import read_move
from ..core.view import View
from .comparison import Decision, compare
from .continuation import continuation
from .depth import DEPTHS, Depth
from .timeline import DecisionTask

SERIOUS: Final = ("mistake", "blunder")
FIRST: Final = DEPTHS["quick"]
#: Few turns look bad at the first depth, so there is time to look at those once more, on other deals: a
#: warning that was only bad luck with eight deals would teach the wrong thing.
SECOND: Final = DEPTHS["normal"]


def coach(view: View, moves: list[str], hinting: Callable[[], Bot] | None = None) -> Decision | None:
    """Return the review of a turn that loses much for certain, as its seat can know; None if it does not.

    ``hinting`` makes the bot that gives the hints. A turn that follows its hints is not warned of: advice
    that contradicts advice helps nobody.
    """
    state = view.known.copy()
    codes: list[int] = []
    for text in moves:
        move = read_move(state, text)
        codes.append(move.code)
        state.apply_code(move.code, None)
    if _serious(view, codes, FIRST, "coach") is None:
        return None
    if hinting is not None and _follows(view, codes, hinting):
        return None
    return _serious(view, codes, SECOND, "coach again")


def _serious(view: View, codes: list[int], depth: Depth, seed: str) -> Decision | None:
    """Return the review of a turn at this depth if it loses much; else None."""
    table = continuation(view.rules.id, int(view.known.players), depth.budget)
    found = compare(table, depth, DecisionTask(view.known, int(view.known.seat), 0, codes), seed)
    return found if found.grade in SERIOUS and found.best >= 0 else None


def _follows(view: View, codes: list[int], hinting: Callable[[], Bot]) -> bool:
    """Return whether each move is the one that a hint would name. Each hint comes from a bot of its own."""
    state = view.known.copy()
    seat = int(state.seat)
    for code in codes:
        if hinting().choose(View.of(state, seat)).code != code:
            return False
        state.apply_code(code, None)
    return True
