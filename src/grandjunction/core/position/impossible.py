"""The error for a position that no game can reach, or for a line that cannot be read."""

from __future__ import annotations

from ..moves import Refusal


class Impossible(ValueError):
    """Raised for a position that no game can reach.

    ``about`` is how the line at fault begins: "tile barton.1", "links A", "era". The text need not have that
    line; "" is the line being read, or no line in particular. ``why`` says what is wrong in the terms of the
    format, and ``refusal`` says it for players.
    """

    def __init__(self, about: str, why: str, refusal: Refusal | None = None) -> None:
        super().__init__(why)
        self.about = about
        self.why = why
        self.refusal = refusal

    def __reduce__(self) -> tuple[object, ...]:
        return Impossible, (self.about, self.why, self.refusal)


def misread(why: str, reason: str, **params: str | int) -> Impossible:
    """Return the error for a line that is not in the format. It cites no rule of the game."""
    return Impossible("", why, Refusal("", reason, params))
