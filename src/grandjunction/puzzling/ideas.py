"""The ideas of turns. Turns that differ only in order, cards, sources or the space of a town are one idea."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..bots.search import Node
from ..core.moves import Move
from ..core.ruleset import Ruleset
from ..core.view import View
from ..reviews.comparison import Line

#: What a turn does, whatever it pays with: one word group per move, sorted.
Idea = tuple[str, ...]


def idea(rules: Ruleset, codes: Iterable[int]) -> Idea:
    """Return the idea of a turn."""
    stop = None if rules.stop is None else rules.stop.name
    marks = [_mark(move) for move in (Move(rules, code) for code in codes) if move.verb != stop]
    return tuple(sorted(mark for mark in marks if mark))


def _mark(move: Move) -> str:
    if not (move.industry or move.slot or move.line or move.amount or move.buyer):
        return "" if move.verb == "pay" else move.verb
    slot = move.slot
    place = slot.rpartition(".")[0] if slot and move.industry else slot
    parts = [move.verb, move.industry, place, move.line, move.buyer, move.amount]
    return " ".join(str(part) for part in parts if part)


def line_of(node: Node) -> Line:
    """Return a planned turn as a line to compare."""
    nodes = node.line()
    return Line([int(one.code) for one in nodes], [one.chance for one in nodes])


def ideas(view: View, found: Sequence[Node], most: int) -> Iterator[tuple[Idea, Line]]:
    """Yield the first line of each idea among planned turns, best first; at most ``most``."""
    seen: set[Idea] = set()
    for node in found:
        line = line_of(node)
        mark = idea(view.rules, line.sure())
        if mark not in seen:
            seen.add(mark)
            yield mark, line
            if len(seen) == most:
                return


def variants(view: View, found: Sequence[Node], of: Idea, besides: Line, most: int) -> list[Line]:
    """Return at most ``most`` planned turns of an idea that lead elsewhere than the line ``besides``."""
    seen = {besides.key(view)}
    lines: list[Line] = []
    for node in found:
        line = line_of(node)
        if idea(view.rules, line.sure()) == of and line.key(view) not in seen:
            seen.add(line.key(view))
            lines.append(line)
            if len(lines) == most:
                break
    return lines
