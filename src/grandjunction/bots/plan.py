"""Bots that think a whole turn through before its first move, and keep to what they planned."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from ..core.moves import Move
from ..core.view import View
from .bot import Bot
from .search import Node


class Plan:
    """What is still to be played of a turn thought through, each move for the position it was meant for."""

    def __init__(self, line: list[Node]) -> None:
        self._moves: dict[bytes, int] = {}
        for node in line:
            if node.chance:
                break
            if node.parent is not None:
                self._moves[node.parent.state.key()] = node.code

    def move(self, view: View) -> int:
        """The move planned for this position, or -1."""
        return self._moves.get(view.key(), -1)


@mypyc_attr(allow_interpreted_subclasses=True)
class PlanningBot(Bot):
    def __init__(self, name: str, seed: int | str) -> None:
        super().__init__(name, seed)
        self._plan: Plan | None = None

    def choose(self, view: View, budget: int = 0) -> Move:
        self.rng(view)  # refuses a view without a decision
        code = -1 if self._plan is None else self._plan.move(view)
        if code < 0:
            line = self.think(view, budget)
            self._plan = Plan(line)
            code = line[0].code
        return Move(view.rules, code)

    def think(self, view: View, budget: int) -> list[Node]:
        """The moves of the turn, as far as they can be planned; at least one."""
        raise NotImplementedError
