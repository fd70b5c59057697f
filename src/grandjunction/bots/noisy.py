"""``noisy``: plays like ``greedy`` but sometimes at random, to reach positions nobody would choose."""

from __future__ import annotations

from typing import Final

from ..core.moves import Move
from ..core.view import View
from .bot import Bot
from .greedy import GreedyBot

PERCENT: Final = 15  # percent of moves played at random


class NoisyBot(Bot):
    """Plays ``percent`` percent of its moves at random and the others like ``greedy``."""

    def __init__(self, seed: int | str, percent: int = PERCENT) -> None:
        super().__init__("noisy", seed)
        if not 0 <= percent <= 100:
            raise ValueError(f"noise is 0 to 100 percent, not {percent}")
        self.percent = percent
        self._sober = GreedyBot(seed)

    def choose(self, view: View, budget: int = 0) -> Move:
        rng = self.rng(view)
        if rng.below(100) >= self.percent:
            return self._sober.choose(view, budget)
        codes = view.known.legal_codes()
        return Move(view.rules, codes[rng.below(len(codes))])
