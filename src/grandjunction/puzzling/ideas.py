"""The ideas among planned turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..bots.search import Node
from ..core.view import View
from ..reviews.comparison import Line
from ..reviews.idea import Idea, idea


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
