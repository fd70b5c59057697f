"""Identifies the player behind every request by its cookie, and refuses banned players and addresses.

What the storage knows of a player is cached. Whoever changes it calls ``forget``; the other workers hear of
the change and do the same.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from starlette.requests import cookie_parser
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ..database.storage import Storage, StorageFailed
from ..edge.connections import HOME, group_of
from ..keys import Keys
from ..messages import Problem
from ..problems import Trouble
from .people_rows import Standing

if TYPE_CHECKING:
    from ..crowd import Crowd
    from ..database.journal import Journal

KNOWN: Final = 20_000  # cookies and players remembered, the latest ones
LONGEST: Final = 1000  # bytes of cached cookies, since strangers can send many long ones
NOTED: Final = 3600.0  # seconds between two updates of when a device or an address was used
# What a banned player may still do: export and delete their data.
STILL: Final = frozenset(("/api/about", "/api/account", "/api/account/export"))
log: Final = logging.getLogger("grandjunction.server")


@dataclass(frozen=True)
class Visitor:
    """Who makes a request. Without a player: a stranger."""

    player: str | None = None
    device: str | None = None  # where the player is signed in; a guest has none
    ended: bool = False  # the cookie is ours, but the device was signed out


NOBODY: Final = Visitor()


class Door:
    """Identifies visitors and knows who is banned."""

    def __init__(self, keys: Keys, journal: Journal, crowd: Crowd, keeps_addresses: bool) -> None:
        self._keys: Final = keys
        self._journal: Final = journal
        self._crowd: Final = crowd
        self.keeps_addresses: Final = keeps_addresses
        self._cookies: Final[dict[bytes, tuple[str | None, str | None]]] = {}
        self._standings: Final[dict[str, Standing]] = {}
        self._bans: dict[str, str] | None = None  # reasons by address
        self._noted: Final[dict[str, float]] = {}  # by device, or by player and address
        self._noting: Final[set[asyncio.Task[None]]] = set()

    def forget(self, player: str) -> None:
        """Reload a player after a change. Live connections of ended sessions end."""
        self._standings.pop(player, None)
        self._crowd.tell_player(player)

    def forget_all(self) -> None:
        self._standings.clear()
        self._bans = None

    async def standing(self, player: str) -> Standing:
        known = self._standings.get(player)
        if known is None:
            known = await self._journal.read(lambda storage: storage.people.standing(player))
            while len(self._standings) >= KNOWN:
                del self._standings[next(iter(self._standings))]
            self._standings[player] = known
        return known

    async def admit(self, visitor: Visitor) -> bool:
        """Whether an admitted visitor is still welcome."""
        if visitor.player is None:
            return True
        standing = await self.standing(visitor.player)
        return standing.banned is None and _fits(standing, visitor.device)

    async def visitor(self, cookies: bytes) -> Visitor:
        """Return the visitor named by a request's cookies. Raises ``Trouble`` if that player is banned."""
        if not cookies:
            return NOBODY
        player, device = self._read(cookies)
        if player is None:
            return NOBODY
        standing = await self.standing(player)
        if not _fits(standing, device):
            return Visitor(ended=True)
        if standing.banned is not None:
            raise banned(standing.banned)
        if device is not None:
            self._note(device, lambda storage: storage.people.see(player, device, int(storage.time())))
        return Visitor(player, device)

    async def known_even_if_banned(self, cookies: bytes) -> Visitor:
        """Return the visitor, banned or not, for requests that even a banned player may make."""
        player, device = self._read(cookies)
        if player is None:
            return NOBODY
        fits = _fits(await self.standing(player), device)
        return Visitor(player, device) if fits else Visitor(ended=True)

    def _read(self, cookies: bytes) -> tuple[str | None, str | None]:
        """Return the player and the device, cached, since a signature stays valid."""
        if len(cookies) > LONGEST:
            return self._keys.holder_of(cookie_parser(cookies.decode("latin-1")))
        if cookies not in self._cookies:
            while len(self._cookies) >= KNOWN:
                del self._cookies[next(iter(self._cookies))]
            self._cookies[cookies] = self._keys.holder_of(cookie_parser(cookies.decode("latin-1")))
        return self._cookies[cookies]

    async def check_address(self, host: str) -> None:
        """Raise ``Trouble`` if an address is banned. This machine never is."""
        if self._bans is None:
            found = await self._journal.read(lambda storage: storage.oversight.bans())
            self._bans = {ban.address: ban.reason for ban in found}
        if self._bans and host not in HOME:
            reason = self._bans.get(host) or self._bans.get(group_of(host))
            if reason is not None:
                raise banned(reason)

    def note_address(self, player: str, host: str) -> None:
        """Store now and then from where a player comes, on a server that is meant for strangers."""
        if self.keeps_addresses and host not in HOME:
            address = group_of(host)
            self._note(
                f"{player} {address}",
                lambda storage: storage.oversight.note_address(player, address, int(storage.time())),
            )

    def _note(self, what: str, write: Callable[[Storage], None]) -> None:
        """Store something in the background, at most once per ``NOTED`` seconds."""
        now = time.monotonic()
        if now - self._noted.get(what, -NOTED) >= NOTED:
            while len(self._noted) >= KNOWN:
                del self._noted[next(iter(self._noted))]
            self._noted[what] = now
            task = asyncio.create_task(self._store(write))
            self._noting.add(task)
            task.add_done_callback(self._noting.discard)

    async def _store(self, write: Callable[[Storage], None]) -> None:
        with suppress(StorageFailed):
            await self._journal.run(write)


def _fits(standing: Standing, device: str | None) -> bool:
    return device in standing.devices if device is not None else not standing.signs_in


def banned(reason: str) -> Trouble:
    return Trouble(403, "banned", f"The operator has banned you from this server: {reason}")


class Admission:
    """Middleware that puts the visitor into the scope, and turns the banned away."""

    def __init__(self, app: ASGIApp) -> None:
        self.app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not scope["path"].startswith("/api/"):
            await self.app(scope, receive, send)
            return
        door: Door = scope["app"].state.hall.door
        cookies = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
        try:
            if scope["client"] is not None:
                await door.check_address(scope["client"][0])
            known = door.known_even_if_banned if scope["path"] in STILL else door.visitor
            visitor = scope["visitor"] = await known(cookies)
            if visitor.player is not None and scope["client"] is not None:
                door.note_address(visitor.player, scope["client"][0])
        except Trouble as trouble:
            await _turn_away(trouble.status, trouble.problem, scope, receive, send)
            return
        except StorageFailed as error:
            log.error("it cannot be found out who asks: %s", error)
            message = "The server cannot read anything now: try again in a moment."
            await _turn_away(503, Problem(error="not_stored", message=message), scope, receive, send)
            return
        await self.app(scope, receive, send)


async def _turn_away(status: int, problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": problem.error})
        return
    await JSONResponse(problem.model_dump(), status)(scope, receive, send)
