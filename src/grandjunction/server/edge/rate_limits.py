"""Rate limits per browser and per address: enough for any person, too little to overload the server."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Final

from starlette.requests import HTTPConnection

from ..database.allowance_store import DAY
from ..database.journal import Journal
from ..database.storage import Storage
from ..problems import Trouble
from .connections import HOME, group_of

KEPT: Final = 10_000  # browsers or addresses remembered, the most recent ones
LINES: Final = 40  # live lines that one browser may have open
HOUSE_LINES: Final = 400  # and all browsers at one address
SIGN_UPS: Final = 10  # accounts that may be made from one address in a day
ALL_SIGN_UPS: Final = 200  # and in all
HOUSE: Final = 5  # how many times a browser's allowance an address gets


@dataclass(frozen=True)
class Asker:
    """Whom a request counts against: the browser, if it has a cookie, and its address.

    Cookies are free, so addresses count too. This machine's own address does not, because all requests
    through an undeclared proxy come from it.
    """

    player: str | None
    address: str | None


def who_asks(request: HTTPConnection, player: str | None) -> Asker:
    """Return whom a request counts against. A browser without a cookie is known by its address."""
    host = request.client.host if request.client else "?"
    if player is None:
        return Asker(f"at {group_of(host)}", None if host in HOME else group_of(host))
    return Asker(player, None if host in HOME else group_of(host))


class Allowance:
    """A token bucket for each browser: ``at_once`` requests, refilled by ``a_minute``."""

    def __init__(self, at_once: int, a_minute: float) -> None:
        self._at_once: Final = at_once
        self._a_second: Final = a_minute / 60
        self._left: Final[dict[str, tuple[float, float]]] = {}  # tokens left, and at what time

    def spend(self, who: str) -> None:
        """Take one from a browser's bucket. Raises ``Trouble`` if it is empty."""
        at = time.monotonic()
        left, since = self._left.pop(who, (float(self._at_once), at))
        left = min(self._at_once, left + (at - since) * self._a_second)
        self._left[who] = (max(left - 1, 0.0) if left >= 1 else left, at)
        while len(self._left) > KEPT:
            del self._left[next(iter(self._left))]
        if left < 1:
            wait = ceil((1 - left) / self._a_second) if self._a_second else 60
            raise too_many(wait)


class Quota:
    """A rate limit per browser and per address, shared by all workers."""

    def __init__(self, kind: str, at_once: int, a_minute: float, journal: Journal) -> None:
        self._kind: Final = kind
        self._at_once: Final = at_once
        self._a_minute: Final = a_minute
        self._journal: Final = journal
        self._own: Final = Allowance(at_once, a_minute)
        self._house: Final = Allowance(at_once * HOUSE, a_minute * HOUSE)

    async def spend(self, asker: Asker) -> None:
        """Count a request. Raises ``Trouble`` beyond the limit."""
        if asker.address is not None:
            self._house.spend(asker.address)
        if asker.player is not None:
            self._own.spend(asker.player)
        if self._journal.storage.shared and not await self._journal.run(
            lambda storage: self._spend(storage, asker)
        ):
            raise too_many(ceil(60 / max(self._a_minute, 1)))

    def _spend(self, storage: Storage, asker: Asker) -> bool:
        a_second = self._a_minute / 60
        house = asker.address is None or storage.allowances.spend(
            f"house {self._kind}", asker.address, self._at_once * HOUSE, a_second * HOUSE
        )
        own = asker.player is None or storage.allowances.spend(
            self._kind, asker.player, self._at_once, a_second
        )
        return house and own


class SignUps:
    """Limits new accounts per day, per address and in all. A restart does not reset them."""

    def __init__(self, journal: Journal) -> None:
        self._journal: Final = journal

    async def spend(self, asker: Asker) -> None:
        """Count a new account. Raises ``Trouble`` beyond the limit."""
        counted = [("one", asker.address, SIGN_UPS)] if asker.address is not None else []
        counted += [("all", "everybody", ALL_SIGN_UPS)]

        def spend(storage: Storage) -> bool:
            allowances = storage.allowances
            allowances.forget_old()
            return all(
                allowances.spend(f"sign-ups {limit}", who, most, most / DAY) for limit, who, most in counted
            )

        if not await self._journal.run(spend):
            raise too_many(3600)


class OpenLines:
    """Counts the open live connections per browser and per address."""

    def __init__(self) -> None:
        self._open: Final[Counter[str]] = Counter()

    @contextmanager
    def one(self, asker: Asker) -> Iterator[None]:
        """Hold a place for a live connection. Raises ``Trouble`` if there are too many."""
        counted = lines_allowed(asker)
        if any(self._open[who] >= most for who, most in counted):
            raise too_many_lines()
        for who, _ in counted:
            self._open[who] += 1
        try:
            yield
        finally:
            for who, _ in counted:
                self._open[who] -= 1
                if not self._open[who]:
                    del self._open[who]


def lines_allowed(asker: Asker) -> list[tuple[str, int]]:
    """Return whom a live connection counts against, and the limit of each."""
    stranger = asker.player is None or asker.player.startswith("at ")
    places = [(asker.player, HOUSE_LINES if stranger else LINES), (asker.address, HOUSE_LINES)]
    return [(who, most) for who, most in places if who is not None]


class Limits:
    """The limits of what is costly to serve."""

    def __init__(self, journal: Journal) -> None:
        self.games: Final = Quota("games", 300, 10, journal)
        self.talk: Final = Quota("talk", 30, 30, journal)
        self.hints: Final = Quota("hints", 60, 30, journal)
        self.reviews: Final = Quota("reviews", 10, 2, journal)
        self.links: Final = Quota("links", 5, 0.5, journal)
        self.invitations: Final = Quota("invitations", 20, 2, journal)  # by name: they reach strangers
        self.sign_ups: Final = SignUps(journal)
        self.notices: Final = Quota("notices", 40, 20, journal)
        self.boards: Final = Quota("boards", 300, 240, journal)  # analysis: cheap and frequent
        self.analyses: Final = Quota("analyses", 30, 20, journal)
        self.studies: Final = Quota("studies", 60, 20, journal)
        self.lines: Final = OpenLines()


def too_many(wait: int) -> Trouble:
    return Trouble(429, "too_many", "That is too much at once: wait a moment.", retry_after=wait)


def too_many_lines() -> Trouble:
    return Trouble(429, "too_many", "Too many live lines are open.")
