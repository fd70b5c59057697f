"""The interface of a player program: it sees a view, never a state, and answers with one unit move."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from ..core.moves import Move
from ..core.rng import Rng
from ..core.view import View


class NotItsTurn(ValueError):
    """Raised if a bot is asked for a move while another seat must decide."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player. Its moves depend only on its name, its seed and the views it was shown."""

    def __init__(self, name: str, seed: int | str) -> None:
        self.name = name
        self.seed = seed
        self._rng: Rng | None = None

    def choose(self, view: View, budget: int = 0) -> Move:
        """Return one legal move. ``budget`` limits the positions that a bot evaluates; 0: its default."""
        raise NotImplementedError

    def rng(self, view: View) -> Rng:
        """Return the bot's own generator, which depends on the seed and the seat."""
        seat = view.seat
        if seat is None or not view.may_act:
            raise NotItsTurn(f"{self.name} has no decision in {view!r}")
        if self._rng is None:
            self._rng = Rng(f"{self.seed}/{seat}")
        return self._rng
