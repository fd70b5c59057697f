"""Who takes part: a bot by name, perhaps with a budget, or the command of an outside bot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..bots import BOTS, LEVEL_BOTS, YARDSTICKS, Bot, UnknownBot, bot
from ..outside import BadCommand, Command, OutsideBot
from ..outside.command import SECONDS

_BUDGETED: Final = re.compile(r"(?P<name>[^:]*):budget=(?P<budget>[0-9]{1,12})")

_OURS: Final = {**BOTS, **LEVEL_BOTS, **YARDSTICKS}


class BadEntrant(ValueError):
    """Says in one sentence what is wrong with the name of a bot."""


@dataclass(frozen=True)
class Entrant:
    """A bot in a match. ``label`` is unique in it; ``text`` is what the user typed."""

    label: str
    text: str
    bot: str = ""
    budget: int = 0
    command: Command | None = None

    def make(self, seed: str) -> Bot:
        """Return a new bot for one seat of one game."""
        return bot(self.bot, seed) if self.command is None else OutsideBot(self.command, seed)


def entrants(texts: Sequence[str], seconds: float = SECONDS) -> tuple[Entrant, ...]:
    """Read ``greedy``, ``greedy:budget=500`` or ``NAME=COMMAND``. A bot named twice takes part twice."""
    found: list[Entrant] = []
    for text in texts:
        one = _entrant(text, seconds)
        copies = sum(other.text == text for other in found)
        label = f"{one.label} ({copies + 1})" if copies else one.label
        if any(other.label == label for other in found):
            raise BadEntrant(f"two bots cannot both be called {label}")
        found.append(Entrant(label, text, one.bot, one.budget, one.command))
    return tuple(found)


def _entrant(text: str, seconds: float) -> Entrant:
    if Command.is_one(text):
        try:
            command = Command.read(text, seconds)
        except BadCommand as error:
            raise BadEntrant(str(error)) from error
        if command.name in _OURS:
            raise BadEntrant(f"{command.name} is a bot of our own: give the command another name")
        return Entrant(command.name, text, command=command)
    name, budget = text, 0
    if ":" in text:
        found = _BUDGETED.fullmatch(text)
        if found is None:
            raise BadEntrant(f"cannot read {text!r}: a bot is NAME, NAME:budget=N or NAME=COMMAND")
        name, budget = found["name"], int(found["budget"])
    if name not in _OURS:
        raise BadEntrant(str(UnknownBot(name)))
    return Entrant(text, text, name, budget)
