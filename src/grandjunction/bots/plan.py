"""Bots that plan a whole turn before its first move and then follow the plan."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from ..core.moves import Move
from ..core.view import View
from .bot import Bot
from .search import Node


class Plan:
    """A planned turn: each move, keyed by the position it was planned for."""

    def __init__(self, line: list[Node]) -> None:
        self._moves: dict[bytes, int] = {}
        for node in line:
            if node.chance:
                break
            if node.parent is not None:
                self._moves[node.parent.state.key()] = node.code

    def move(self, view: View) -> int:
        """Return the code of the move planned for this position, or -1."""
        return self._moves.get(view.key(), -1)


@mypyc_attr(allow_interpreted_subclasses=True)
class PlanningBot(Bot):
    """The base of bots that plan a turn: subclasses implement ``think``."""

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
        """Return the moves of the turn as far as they can be planned; at least one."""
        raise NotImplementedError
