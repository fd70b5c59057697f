"""``NAME=COMMAND``: how the operator names a bot that is a program."""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import dataclass
from typing import Final

SECONDS: Final = 5.0  # for a move, unless the operator says otherwise

_NAMED: Final = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9_.-]*)=(?P<command>.*)", re.DOTALL)
_LONGEST_NAME: Final = 30


class BadCommand(ValueError):
    """What is wrong with a ``NAME=COMMAND``, in one sentence."""


@dataclass(frozen=True)
class Command:
    """A bot's name, the words that start it, and the seconds it has for a move."""

    name: str
    words: tuple[str, ...]
    seconds: float = SECONDS

    @staticmethod
    def is_one(text: str) -> bool:
        return _NAMED.fullmatch(text) is not None

    @staticmethod
    def read(text: str, seconds: float = SECONDS) -> Command:
        """The words are split as a shell would, but no shell runs them. The program must be there."""
        found = _NAMED.fullmatch(text)
        if found is None or len(found["name"]) > _LONGEST_NAME:
            raise BadCommand(f"{text!r} is not NAME=COMMAND; a name has at most {_LONGEST_NAME} letters")
        try:
            words = shlex.split(found["command"])
        except ValueError as error:
            raise BadCommand(f"the command of {found['name']} cannot be read: {error}") from error
        if not words:
            raise BadCommand(f"{found['name']}= names no command")
        if shutil.which(words[0]) is None:
            raise BadCommand(
                f"the command of {found['name']} cannot be run: there is no program {words[0]!r}"
            )
        return Command(found["name"], tuple(words), seconds)
