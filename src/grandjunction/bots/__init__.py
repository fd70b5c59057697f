"""Player programs by name, from the simplest on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .bot import Bot, NotItsTurn
from .greedy import GreedyBot
from .level import LEVELS, LevelBot
from .nets import NONE
from .noisy import NoisyBot
from .planner import PlannerBot
from .random_ import RandomBot
from .seated import SeatedBot
from .settings import Settings
from .strategist import StrategistBot
from .whole_game import play_game

__all__ = [
    "BOTS",
    "LEVEL_BOTS",
    "YARDSTICKS",
    "Bot",
    "NotItsTurn",
    "SeatedBot",
    "UnknownBot",
    "bot",
    "maker",
    "play_game",
]


# It compares more turns, and plans its own next turn in rollouts instead of playing it greedily.
MASTER: Final = Settings(budget=80_000, plans=12, envy=0.1, own_plan=300, early=True)
# Without nets that is weaker than a strategist: there it only compares more turns, more often.
MASTER_BY_HAND: Final = Settings(budget=80_000, plans=12)


def _master(seed: int | str, name: str = "master") -> Bot:
    return StrategistBot(seed, name=name, settings=MASTER, by_hand=MASTER_BY_HAND)


def _level(number: int) -> Callable[[int | str], Bot]:
    """Return a maker of a level's bot: a planner, or the strategist or master under the level's name."""
    if number <= len(LEVELS):
        return lambda seed: LevelBot(seed, number)
    if number == len(LEVELS) + 1:
        return lambda seed: StrategistBot(seed, name=f"level-{number}")
    return lambda seed: _master(seed, f"level-{number}")


def _character(name: str) -> Callable[[int | str], Bot]:
    """Return a maker of a planner with the likings of this character."""
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

#: The bots by level, from a beginner's strength up.
LEVEL_BOTS: Final[dict[str, Callable[[int | str], Bot]]] = {
    f"level-{number}": _level(number) for number in range(1, len(LEVELS) + 3)
}

#: Bots to measure others by, in the arena: those that judge without nets.
YARDSTICKS: Final[dict[str, Callable[[int | str], Bot]]] = {
    "planner-hand": lambda seed: PlannerBot(seed, shelf=NONE, name="planner-hand"),
    "strategist-hand": lambda seed: StrategistBot(seed, name="strategist-hand", shelf=NONE),
}


class UnknownBot(ValueError):
    """No bot has this name."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(
            f"unknown bot {name!r}; one of {', '.join(BOTS)}, level-1 to level-{len(LEVEL_BOTS)}"
        )

    def __reduce__(self) -> tuple[type[UnknownBot], tuple[str]]:
        return UnknownBot, (self.name,)


def maker(name: str) -> Callable[[int | str], Bot]:
    """Return what makes a bot of this name from a seed; raise ``UnknownBot`` if there is none."""
    for known in (BOTS, LEVEL_BOTS, YARDSTICKS):
        if name in known:
            return known[name]
    raise UnknownBot(name)


def bot(name: str, seed: int | str = 0) -> Bot:
    """Return a new bot with this name."""
    return maker(name)(seed)
