"""How much one browser may ask for: enough for any person, too little to wear the server out."""

from __future__ import annotations

import time
from typing import Final

from starlette.requests import HTTPConnection

from .problems import Trouble

KEPT: Final = 10_000  # browsers remembered; the least recent are forgotten first
LINES: Final = 40  # live lines of one browser
STRANGERS: Final = 400  # live lines of browsers without a cookie, from one address


class Allowance:
    """So many at once, and so many more a minute, for each browser."""

    def __init__(self, at_once: int, a_minute: float) -> None:
        self._at_once: Final = at_once
        self._a_second: Final = a_minute / 60
        self._left: Final[dict[str, tuple[float, float]]] = {}  # what is left, and when it was

    def spend(self, who: str) -> None:
        at = time.monotonic()
        left, since = self._left.pop(who, (float(self._at_once), at))
        left = min(self._at_once, left + (at - since) * self._a_second)
        self._left[who] = (max(left - 1, 0.0) if left >= 1 else left, at)
        while len(self._left) > KEPT:
            del self._left[next(iter(self._left))]
        if left < 1:
            raise Trouble(429, "too_many", "That is too much at once: wait a moment.")


class Limits:
    def __init__(self) -> None:
        self.games: Final = Allowance(300, 10)
        self.talk: Final = Allowance(30, 30)
        self.hints: Final = Allowance(60, 30)


def who_asks(request: HTTPConnection, player: str | None) -> str:
    """The browser; one that has no cookie yet goes by its address."""
    return player or f"at {request.client.host if request.client else '?'}"


def most_lines(player: str | None) -> int:
    return STRANGERS if player is None else LINES
