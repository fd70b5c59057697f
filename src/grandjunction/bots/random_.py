"""``random``: plays every legal move with equal probability."""

from __future__ import annotations

from ..core.moves import Move
from ..core.view import View
from .bot import Bot


class RandomBot(Bot):
    """Plays uniformly random legal moves."""

    def __init__(self, seed: int | str) -> None:
        super().__init__("random", seed)

    def choose(self, view: View, budget: int = 0) -> Move:
        rng = self.rng(view)
        codes = view.known.legal_codes()
        return Move(view.rules, codes[rng.below(len(codes))])
