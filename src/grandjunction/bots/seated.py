"""A bot in a seat of games that compiled code plays on by itself."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ..core.options import Options
from ..core.playout import Policy
from ..core.rng import Rng
from ..core.state import State
from ..core.view import View
from .bot import Bot


class SeatedBot(Policy):
    """Decides as its bot does, which sees the view of the seat to act and nothing else."""

    def __init__(self, bot: Bot) -> None:
        self.bot: Final = bot

    def decide(self, state: State, options: Options, rng: Rng) -> i64:
        return self.bot.choose(View.of(state, state.seat)).code
