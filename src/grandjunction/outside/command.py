"""``NAME=COMMAND``: how the operator names an outside bot."""

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
    """Says in one sentence what is wrong with a ``NAME=COMMAND``."""


@dataclass(frozen=True)
class Command:
    """An outside bot's name, the words that start it, and its seconds for a move."""

    name: str
    words: tuple[str, ...]
    seconds: float = SECONDS

    @staticmethod
    def is_one(text: str) -> bool:
        """Whether a text looks like ``NAME=COMMAND``."""
        return _NAMED.fullmatch(text) is not None

    @staticmethod
    def read(text: str, seconds: float = SECONDS) -> Command:
        """Read ``NAME=COMMAND``. Words are split as by a shell, but no shell runs them.

        Raises ``BadCommand``, also if there is no such program.
        """
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
