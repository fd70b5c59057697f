"""A connection to PostgreSQL in the event loop: hears of other workers' changes, and reads them.

A thread that waits for an answer costs more CPU time than the answer. So what every turn asks does not go
through the journal's threads.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.pq.abc import PGresult

from .game_rows import Changes
from .postgres import CHANGES, CHANNEL, changes_in, connect
from .prepared import Prepared, Rows
from .storage import Interrupted

AGAIN: Final = 0.5  # seconds to the next try to connect
LOOK: Final = 1.0  # seconds between two checks of the connection
SILENT: Final = 10.0  # seconds without an answer after which the connection counts as lost
log: Final = logging.getLogger("grandjunction.server")


class Wire:
    """Calls ``heard`` with each piece of news, and ``missed`` whenever some may have been missed."""

    def __init__(
        self, url: str, worker: str, heard: Callable[[str], None], missed: Callable[[], None]
    ) -> None:
        """``worker`` is this one, whose own news it need not hear."""
        self._url: Final = url
        self._own: Final = f"{worker} ".encode()
        self._heard: Final = heard
        self._missed: Final = missed
        self._db: Prepared | None = None  # while it is connected
        self._asked: Final[deque[tuple[bytes, list[bytes | None], asyncio.Future[Rows]]]] = deque()
        self._answer: PGresult | None = None  # to the first question, until it is complete
        self._lost: asyncio.Future[None] | None = None
        self._task: Final = asyncio.create_task(self._run())

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def changes(self, game: str, version: int, since: int) -> Changes | None:
        """Return what is new of a game since a version, with the moves since a ply.

        None if there is no such game. Raises ``Interrupted`` if there is no connection.
        """
        asked = {"game": game, "version": version, "since": since}
        return changes_in(await self._ask(CHANGES, asked), version)

    # -- the connection -----------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            try:
                db = await asyncio.to_thread(self._connect)
                try:
                    await self._listen(db)
                finally:
                    db.connection.close()
            except (psycopg.Error, Interrupted) as error:
                log.warning("news of other workers cannot be heard: %s", " ".join(str(error).split()))
                await asyncio.sleep(AGAIN)

    def _connect(self) -> Prepared:
        """Return a connection that listens, with its statements prepared: later nothing may block."""
        db = Prepared(connect(self._url))
        try:
            db.execute(f"LISTEN {CHANNEL}")
            db.prepare(CHANGES, {"game": "", "version": 0, "since": 0})
            db.prepare(_ALIVE, {})
        except BaseException:
            db.connection.close()
            raise
        return db

    async def _listen(self, db: Prepared) -> None:
        loop = asyncio.get_running_loop()
        socket = db.connection.pgconn.socket
        self._db = db
        self._lost = loop.create_future()
        loop.add_reader(socket, self._read)
        try:
            self._missed()  # whatever came before
            while not self._lost.done():
                await asyncio.wait((self._lost,), timeout=LOOK)
                await asyncio.wait_for(self._ask(_ALIVE, {}), SILENT)  # notices a connection that was cut
        except TimeoutError:
            raise Interrupted("the database does not answer") from None
        finally:
            loop.remove_reader(socket)
            self._end(Interrupted("the connection was lost"))

    def _end(self, error: Interrupted) -> None:
        """Drop the connection, and fail whatever was asked."""
        self._db = self._answer = None
        while self._asked:
            _, _, answer = self._asked.popleft()
            if not answer.done():
                answer.set_exception(error)

    # -- questions and answers ----------------------------------------------------------------------

    async def _ask(self, sql: str, values: dict[str, object]) -> Rows:
        """Run a prepared statement: one at a time, in the order in which they were asked."""
        if self._db is None or self._lost is None or self._lost.done():
            raise Interrupted("there is no connection")
        name, texts = self._db.prepare(sql, values)
        answer: asyncio.Future[Rows] = asyncio.get_running_loop().create_future()
        self._asked.append((name, texts, answer))
        if len(self._asked) == 1:
            self._send()
        return await answer

    def _send(self) -> None:
        """Send the first question that waits."""
        assert self._db is not None
        name, texts, _ = self._asked[0]
        try:
            self._db.connection.pgconn.send_query_prepared(name, texts)
        except psycopg.Error as error:
            self._lose(error)

    def _lose(self, error: psycopg.Error) -> None:
        if self._lost is not None and not self._lost.done():
            self._lost.set_result(None)
            self._end(Interrupted(" ".join(str(error).split())))

    def _read(self) -> None:
        """Take what has come: news, answers, or the end of the connection."""
        if self._db is None:
            return
        pg = self._db.connection.pgconn
        try:
            pg.consume_input()
            while (news := pg.notifies()) is not None:
                if not news.extra.startswith(self._own):
                    self._heard(news.extra.decode())
            while self._asked and not pg.is_busy():
                self._take(pg.get_result())
        except psycopg.Error as error:
            self._lose(error)
        if pg.transaction_status == TransactionStatus.UNKNOWN:
            self._lose(psycopg.OperationalError("the connection was lost"))

    def _take(self, result: PGresult | None) -> None:
        """Take a part of the answer to the first question. None is its end."""
        if result is not None:
            self._answer = result
            return
        _, _, answer = self._asked.popleft()
        found, self._answer = self._answer, None
        assert self._db is not None
        try:
            if found is None:
                raise psycopg.OperationalError("there was no answer")
            rows = Rows(self._db.checked(found))
        except psycopg.Error as error:
            if not answer.done():
                answer.set_exception(Interrupted(str(error)))
        else:
            if not answer.done():
                answer.set_result(rows)
        if self._asked:
            self._send()


_ALIVE: Final = "SELECT 1"
