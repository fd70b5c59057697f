"""The live line to a browser: news is sent as soon as it is stored, complete and in order.

A slow client is not sent every step. It gets the table as it is now and everything that happened since its
last message, so nothing queues up and nothing is lost.
"""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from typing import Final

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..core.seats import Seat, seat_name
from .chat import plays, read_chat
from .crowd import Watcher
from .database.storage import StorageFailed
from .edge.rate_limits import Allowance, who_asks
from .hall import Hall
from .hosted import HostedGame, Viewer
from .messages import Pong, Presence, Said
from .people.visitors import Visitor
from .problems import Trouble, no_game
from .requests import GAME_ID, Ping

NO_GAME: Final = 4404
BROKEN: Final = 1011
MALFORMED: Final = 1008
TRY_AGAIN: Final = 1013
TOO_MANY: Final = 4429
SIGNED_OUT: Final = 4403
_CODES: Final = {429: TOO_MANY, 403: SIGNED_OUT}
LONGEST: Final = 1000  # characters a client may send at once
log: Final = logging.getLogger("grandjunction.server")


class Line:
    """One connection, and what it was sent last. While it waits, it has a single task, which reads."""

    def __init__(self, hall: Hall, socket: WebSocket, watcher: Watcher, id: str, visitor: Visitor) -> None:
        self.hall: Final = hall
        self.socket: Final = socket
        self.watcher: Final = watcher
        self.id: Final = id
        self.visitor: Final = visitor
        self.ply = -1
        self.table = 0  # a hash, because tables are long and most connections wait
        self.chat = -1  # nothing yet, not even the lines from before
        self.apart = False  # spectators' lines are hidden from this player
        self.presence: tuple[list[Seat], int] | None = None
        self.pings: Final = Allowance(20, 60)
        self._sending: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Send the news, after whatever is being sent."""
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        """Send until there is no more news. What fails ends the connection."""
        try:
            while self.watcher.news:
                self.watcher.news = False
                await self._send_all()
        except (WebSocketDisconnect, RuntimeError):  # the client is gone
            await _end(self.socket, BROKEN, "broken")
        except (Trouble, StorageFailed) as error:
            await _refuse(self.socket, error)
        except Exception:
            log.exception("a live line of game %s has failed", self.id)
            await _end(self.socket, BROKEN, "broken")
        finally:
            self._sending = None

    async def close(self) -> None:
        """Stop sending."""
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.wait([self._sending])

    async def _send_all(self) -> None:
        if not await self.hall.door.admit(self.visitor):
            raise Trouble(403, "signed_out", "This device was signed out.")
        hosted = await self.hall.find_told(self.id)
        await self._send_table(hosted)
        await self._send_chat(hosted)
        await self._send_presence(hosted)

    async def _send_table(self, hosted: HostedGame) -> None:
        viewer = Viewer(hosted, self.watcher.player)
        table = self.hall.table_json(hosted, viewer)
        since = hosted.game.ply if self.ply < 0 else self.ply
        if hash(table) == self.table:
            return
        self.ply, self.table = hosted.game.ply, hash(table)
        log = to_json([line for line in hosted.log(viewer, since) if line["ply"] < self.ply]).decode()
        # An ``Update``. The text of the table is the one that others are sent too.
        await self.socket.send_text(f'{{"type":"update","table":{table},"log":{log}}}')

    async def _send_chat(self, hosted: HostedGame) -> None:
        viewer = Viewer(hosted, self.watcher.player)
        apart = plays(hosted, viewer)
        if self.apart and not apart:
            self.chat = -1  # the game is over, so players may read the spectators' lines
        self.apart = apart
        last = self.hall.last_said.get(self.id, 0)
        if self.chat >= last and not self.watcher.missed:
            return
        self.watcher.missed = False
        lines = await self.hall.journal.read(lambda storage: read_chat(storage, hosted, viewer, self.chat))
        self.chat = max(self.chat, last)
        if lines:
            self.chat = max(self.chat, lines[-1].id)
            await self.socket.send_text(Said(lines=lines).model_dump_json())

    async def _send_presence(self, hosted: HostedGame) -> None:
        crowd, holders = self.hall.crowd, [seat.holder for seat in hosted.row.seats]
        here = crowd.players(self.id)
        connected = [seat_name(n) for n, holder in enumerate(holders) if holder and holder in here]
        presence = connected, crowd.strangers(self.id, holders)
        if presence != self.presence:
            self.presence = presence
            build = self.socket.app.state.build
            said = Presence(connected=connected, watching=presence[1], build=build)
            await self.socket.send_text(said.model_dump_json())

    async def receive(self) -> None:
        """Answer pings until the client sends anything else, which ends the line."""
        while True:
            try:
                text = await self.socket.receive_text()
            except KeyError:  # bytes, not text
                await self.socket.close(MALFORMED, "text only")
                return
            try:
                if len(text) > LONGEST:
                    raise ValueError("too long")
                ping = Ping.model_validate_json(text)
            except (ValidationError, ValueError):
                await self.socket.close(MALFORMED, "not a message of this server")
                return
            try:
                self.pings.spend("")
            except Trouble as trouble:
                await self.socket.close(TOO_MANY, trouble.problem.error)
                return
            if ping.looking and not self.watcher.looking:
                await self.hall.notices.came_back(self.watcher.player)
            await self.hall.crowd.look(self.id, self.watcher, ping.looking)
            await self.socket.send_text(Pong(at=self.hall.journal.storage.time()).model_dump_json())


async def live(socket: WebSocket, game: str) -> None:
    """Keep a live line until either side ends it. A page that nobody sees says so with ``?looking=false``."""
    hall: Hall = socket.app.state.hall
    await socket.accept()
    try:
        if not re.fullmatch(GAME_ID, game):
            raise no_game()
        await hall.find(game)
        visitor: Visitor = socket.scope["visitor"]
        asker = who_asks(socket, visitor.player)
        socket.scope["headers"].clear()  # they were read, and the connection may last for hours
        with hall.limits.lines.one(asker):
            await hall.crowd.check_room(asker)
            looking = socket.query_params.get("looking") != "false"
            watcher = Watcher(visitor.player, asker, looking)
            await _talk(hall, Line(hall, socket, watcher, game, visitor))
    except (Trouble, StorageFailed) as error:
        await _refuse(socket, error)


async def _talk(hall: Hall, line: Line) -> None:
    try:
        await hall.crowd.enter(line.id, line.watcher)
        if line.watcher.looking:
            await hall.notices.came_back(line.watcher.player)
        line.watcher.on_news = line.wake
        line.wake()  # its own coming is news
        with suppress(WebSocketDisconnect, RuntimeError):
            await line.receive()
    finally:
        await hall.crowd.leave(line.id, line.watcher)
        await line.close()


async def _refuse(socket: WebSocket, error: Trouble | StorageFailed) -> None:
    """End a line and say why. After a failure of the storage the page connects again, and says so."""
    if isinstance(error, Trouble):
        await _end(socket, _CODES.get(error.status, NO_GAME), error.problem.error)
    else:
        await _end(socket, TRY_AGAIN, "not_stored")


async def _end(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # it may be closed already
        await socket.close(code, reason)
