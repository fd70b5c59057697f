"""Player programs by name, from the simplest on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .bot import Bot, NotItsTurn
from .greedy import GreedyBot
from .match import play_game
from .noisy import NoisyBot
from .planner import PlannerBot
from .random_ import RandomBot
from .seated import SeatedBot
from .strategist import StrategistBot

__all__ = ["BOTS", "Bot", "NotItsTurn", "SeatedBot", "UnknownBot", "bot", "play_game"]


def _master(seed: int | str) -> Bot:
    return StrategistBot(seed, name="master", budget=150_000, plans=12)


def _character(name: str) -> Callable[[int | str], Bot]:
    """A planner with likings of its own."""
    return lambda seed: PlannerBot(seed, character=name)


#: Each bot's name and how to make one from a seed: the ladder, weakest first, then the characters.
BOTS: Final[dict[str, Callable[[int | str], Bot]]] = {
    "random": RandomBot,
    "noisy": NoisyBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
    "strategist": StrategistBot,
    "master": _master,
    "cotton_baron": _character("cotton_baron"),
    "brewer": _character("brewer"),
    "railway_king": _character("railway_king"),
}


class UnknownBot(ValueError):
    """No bot has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"unknown bot {name!r}; one of {', '.join(BOTS)}")


def bot(name: str, seed: int | str = 0) -> Bot:
    """A new bot with this name."""
    if name not in BOTS:
        raise UnknownBot(name)
    return BOTS[name](seed)
