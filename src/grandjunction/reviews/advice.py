"""Why a hinted move is good: what its action gains and prevents, and what the next best action lacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..bots.search import Node, TurnSearch
from ..core.moves import Move, without_cards
from ..core.ruleset import ACTION
from ..core.view import View
from .comparison import Line, play_deals
from .continuation import continuation
from .depth import ENOUGH, Depth
from .reason import Reason
from .reasons import reasons

#: Few deals, for somebody waits: they only say what rivals do otherwise.
HINT: Final = Depth("hint", plans=2, planning=600, deals=8, shown=0, fresh=0, luck=0, budget=ENOUGH)


@dataclass(frozen=True, slots=True)
class Advice:
    """What speaks for a move against the next best action."""

    reasons: list[Reason]
    next_best: list[str]  # that action, in notation; nothing if there is no other


def advise(view: View, code: int) -> Advice:
    """Return what speaks for a move of the seat to act. Nothing that it cannot see has any influence."""
    known = view.known
    table = continuation(known.rules.id, int(known.players), HINT.budget)
    found = TurnSearch(known, table.judges[known.seat], HINT.planning).run()
    lines = [node.line() for node in found]
    begun = [line for line in lines if without_cards(line[0].code) == without_cards(code)]
    others = [line for line in lines if without_cards(line[0].code) != without_cards(code)]
    if not others:
        return Advice([], [])
    hinted = _action(begun[0]) if begun else _line([code])
    other = _action(others[0])
    play_deals(table, HINT, view, [hinted, other], "hint", HINT.deals)
    return Advice(
        reasons(view, hinted.codes, other.codes, hinted.outcomes, other.outcomes),
        [str(Move(view.rules, one)) for one in other.codes],
    )


def _action(line: list[Node]) -> Line:
    """Return a line's first action, or its rest, up to the first chance."""
    codes: list[int] = []
    for node in line:
        if node.chance:
            break
        codes.append(int(node.code))
        if node.state.decision == ACTION:
            break
    return _line(codes)


def _line(codes: list[int]) -> Line:
    return Line(codes, [False] * len(codes))
