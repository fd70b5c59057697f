"""Why a hinted move is good: what its action gains and prevents, and what the next best action lacks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from ..bots.search import Node, TurnSearch
from ..core.moves import Move, without_cards
from ..core.ruleset import ACTION
from ..core.view import View
from .comparison import Line, play_deals
from .continuation import continuation
from .depth import ENOUGH, Depth
from .idea import idea
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
    hinted = _action(begun[0]) if begun else _line([code])
    other = _other(view, lines, hinted, begun[0] if begun else [])
    if other is None:
        return Advice([], [])
    play_deals(table, HINT, view, [hinted, other], "hint", HINT.deals)
    return Advice(
        reasons(view, hinted.codes, other.codes, hinted.outcomes, other.outcomes),
        [str(Move(view.rules, one)) for one in other.codes],
    )


def _other(view: View, lines: list[list[Node]], hinted: Line, turn: list[Node]) -> Line | None:
    """Return the best action of another idea; None if there is none. A turn in another order is no other."""
    rules = view.rules
    same = idea(rules, hinted.codes), idea(rules, _sure(turn))
    for line in lines:
        other = _action(line)
        if idea(rules, other.codes) != same[0] and idea(rules, _sure(line)) != same[1]:
            return other
    return None


def _sure(line: list[Node]) -> list[int]:
    """Return the codes before the first chance."""
    return [int(node.code) for node in takewhile(lambda node: not node.chance, line)]


def _action(line: list[Node]) -> Line:
    """Return a line's first action, or its rest, up to the first chance."""
    codes: list[int] = []
    for node in takewhile(lambda node: not node.chance, line):
        codes.append(int(node.code))
        if node.state.decision == ACTION:
            break
    return _line(codes)


def _line(codes: list[int]) -> Line:
    return Line(codes, [False] * len(codes))
