"""Lets a bot play a seat in playouts that run in compiled code."""

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
    """A policy that asks its bot, showing it only the view of the seat to act."""

    def __init__(self, bot: Bot) -> None:
        self.bot: Final = bot

    def decide(self, state: State, options: Options, rng: Rng) -> i64:
        return self.bot.choose(View.of(state, state.seat)).code

    @property
    def dice(self) -> Rng | None:
        """The generator that its bot draws from, the only thing kept between turns."""
        return self.bot._rng

    @dice.setter
    def dice(self, rng: Rng | None) -> None:
        self.bot._rng = rng
