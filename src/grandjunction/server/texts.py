"""What the texts that people write may contain: names, other single lines, and prose of several lines.

Every text that one person writes and another may read has one of these types. Moves, ids and the like are
looked up and need none.
"""

from __future__ import annotations

from typing import Annotated, Final
from unicodedata import category

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

# Characters that show nothing although Unicode does not class them as such: fillers, joiners, selectors.
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
)
CHARACTERS: Final = "characters"  # the key of the refusal
_BREAKS: Final = "\n\r\t"


def _refused(what: str, char: str) -> PydanticCustomError:
    return PydanticCustomError(
        CHARACTERS, "no {what} characters, such as U+{code}", {"what": what, "code": f"{ord(char):04X}"}
    )


def visible(line: str) -> str:
    """Return a single line. Raises for invisible characters and those that reverse text.

    With them a name could look like another player's. Emoji may be joined and coloured as usual.
    """
    before = ""
    for char in line:
        in_emoji = char in "\u200d\ufe0f" and (before == "\ufe0f" or category(before or " ") in ("So", "Sk"))
        if not in_emoji and (category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") or char in _BLANK):
            raise _refused("invisible", char)
        before = char
    return line


def printable(text: str) -> str:
    """Return a text of several lines. Raises if it has control characters.

    Marks that some scripts are written with, such as those for the direction, are fine here.
    """
    for char in text:
        if category(char) in ("Cc", "Cs") and char not in _BREAKS:
            raise _refused("control", char)
    return text


Line = Annotated[str, AfterValidator(visible)]
Prose = Annotated[str, AfterValidator(printable)]
Name = Annotated[Line, Field(min_length=1, max_length=40)]


def clean_name(name: str | None) -> str:
    """Return a name that a record can hold: without ``#``, and no two blanks together."""
    return " ".join((name or "").replace("#", " ").split())
