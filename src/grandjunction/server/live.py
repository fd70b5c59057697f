"""The live line to a browser: what is new is sent as soon as it is stored, whole and in order.

A slow client is not sent every step: it is told where the game stands and all that happened since it was
told last. So nothing piles up, and nothing is lost.
"""

from __future__ import annotations

import asyncio
import re
from typing import Final

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from .choices import seat_name
from .hall import Hall, Watcher
from .keys import COOKIE
from .limits import Allowance, most_lines, who_asks
from .match import Match, Viewer
from .messages import LogLine, Pong, Presence, Said
from .problems import Trouble
from .requests import Ping
from .routes import CHAT, chat_line

router: Final = APIRouter()
NO_GAME: Final = 4404
MALFORMED: Final = 1008
TOO_MANY: Final = 4429
LONGEST: Final = 1000  # characters a client may send at once
_LINES: Final = TypeAdapter(list[LogLine])
_ID: Final = re.compile(r"[A-Za-z0-9_-]{16}")


class Line:
    """One connection, and what it was told last."""

    def __init__(self, hall: Hall, socket: WebSocket, watcher: Watcher, id: str) -> None:
        self.hall: Final = hall
        self.socket: Final = socket
        self.watcher: Final = watcher
        self.id: Final = id
        self.ply = -1
        self.table = ""
        self.chat = -1  # nothing yet, not even what was said before
        self.presence: Presence | None = None
        self.pings: Final = Allowance(20, 60)

    async def send(self) -> None:
        while True:
            await self.watcher.news.wait()
            self.watcher.news.clear()
            match = await self.hall.match(self.id)
            await self._send_table(match)
            await self._send_chat()
            await self._send_presence(match)

    async def _send_table(self, match: Match) -> None:
        viewer = Viewer(match, self.watcher.player)
        table = self.hall.table_json(match, viewer)
        since = match.base.ply if self.ply < 0 else self.ply
        if table == self.table:
            return
        self.ply, self.table = match.base.ply, table
        lines = [line for line in await match.log(viewer, since) if line.ply < self.ply]
        log = _LINES.dump_json(lines).decode()
        # An ``Update``, put together from the text of the table that others are sent too.
        await self.socket.send_text(f'{{"type":"update","table":{table},"log":{log}}}')

    async def _send_chat(self) -> None:
        if self.chat >= self.hall.last_said.get(self.id, 0):
            return
        rows = await self.hall.journal.run(lambda storage: storage.chat(self.id, self.chat, CHAT))
        self.chat = max(self.chat, 0)
        if rows:
            self.chat = rows[-1].id
            await self.socket.send_text(Said(lines=[chat_line(row) for row in rows]).model_dump_json())

    async def _send_presence(self, match: Match) -> None:
        watchers = self.hall.watchers.get(self.id, set())
        here = {watcher.player for watcher in watchers}
        seated = {seat.holder for seat in match.row.seats}
        presence = Presence(
            connected=[
                seat_name(n) for n, seat in enumerate(match.row.seats) if seat.holder and seat.holder in here
            ],
            watching=sum(1 for watcher in watchers if watcher.player is None or watcher.player not in seated),
        )
        if presence != self.presence:
            self.presence = presence
            await self.socket.send_text(presence.model_dump_json())

    async def receive(self) -> None:
        """Clients only show that they are there; whatever else they say ends the line."""
        while True:
            try:
                text = await self.socket.receive_text()
            except KeyError:  # bytes, not text
                await self.socket.close(MALFORMED, "text only")
                return
            try:
                if len(text) > LONGEST:
                    raise ValueError("too long")
                Ping.model_validate_json(text)
            except (ValidationError, ValueError):
                await self.socket.close(MALFORMED, "not a message of this server")
                return
            try:
                self.pings.spend("")
            except Trouble as trouble:
                await self.socket.close(TOO_MANY, trouble.problem.error)
                return
            await self.socket.send_text(Pong().model_dump_json())


@router.websocket("/api/games/{game}/live")
async def live(socket: WebSocket, game: str) -> None:
    hall: Hall = socket.app.state.hall
    await socket.accept()
    try:
        if not _ID.fullmatch(game):
            raise Trouble(404, "no_such_game", "There is no game with this id.")
        await hall.match(game)
    except Trouble as trouble:
        await socket.close(NO_GAME, trouble.problem.error)
        return
    player = hall.keys.player(socket.cookies.get(COOKIE))
    watcher = Watcher(player, who_asks(socket, player))
    if hall.lines_of(watcher.who) >= most_lines(player):
        await socket.close(TOO_MANY, "too_many")
        return
    hall.watchers.setdefault(game, set()).add(watcher)
    hall.tell(game)
    line = Line(hall, socket, watcher, game)
    tasks = [asyncio.create_task(line.send()), asyncio.create_task(line.receive())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hall.watchers[game].discard(watcher)
        if not hall.watchers[game]:
            del hall.watchers[game]
        hall.tell(game)
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect | RuntimeError):
                raise result
