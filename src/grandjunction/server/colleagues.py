"""The other workers: heartbeats to them, and news from them."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from .database.game_rows import Changes
from .database.storage import Interrupted, News, Storage, StorageFailed, shared

if TYPE_CHECKING:
    from .hall import Hall

BEAT: Final = 2.0  # seconds between two heartbeats
log: Final = logging.getLogger("grandjunction.server")


class Colleagues:
    """Keeps in touch with the workers that use the same database."""

    def __init__(self, hall: Hall) -> None:
        self._hall: Final = hall
        self._alive: list[str] = []
        self._news: News | None = None
        self._beating: asyncio.Task[None] | None = None
        self._looking: Final[set[asyncio.Task[None]]] = set()

    async def open(self) -> None:
        self._alive = await self._hall.journal.run(self._beat)
        self._news = shared(self._hall.journal.storage).listen(self._hear, self._catch_up)
        self._beating = asyncio.create_task(self._live())

    async def close(self) -> None:
        """Sign off, so that nobody waits for this worker's jobs."""
        if self._beating is not None:
            self._beating.cancel()
        if self._news is not None:
            await self._news.close()
        with suppress(StorageFailed):
            await self._hall.journal.run(lambda storage: shared(storage).leave())

    # -- heartbeats ---------------------------------------------------------------------------------

    def _beat(self, storage: Storage) -> list[str]:
        alive = shared(storage).beat()
        storage.keep_leases(storage.worker, storage.time() + self._hall.jobs.lease)
        return alive

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                alive = await self._hall.journal.run(self._beat)
            except StorageFailed as error:
                log.warning("the database does not answer: %s", error)
                self._hall.doubt_all()
                self._hall.crowd.tell_all()  # pages then show that they reconnect
                continue
            if alive != self._alive:
                self._alive = alive
                self._catch_up()

    # -- news ---------------------------------------------------------------------------------------

    async def changes(self, game: str, version: int, since: int) -> Changes | None:
        """Return what other workers have changed in a game since a version, with the moves since a ply.

        None if there is no such game any more.
        """
        if self._news is not None:
            with suppress(Interrupted):  # the journal connects again, or says why that cannot be done
                return await self._news.changes(game, version, since)
        return await self._hall.journal.read(lambda storage: shared(storage).changes(game, version, since))

    def _hear(self, news: str) -> None:
        """Follow another worker's change: ``WORKER game|draft|chat|here|job|found|gone ID NUMBER``."""
        hall = self._hall
        _, what, id, number = news.split(" ")
        if what == "job":
            hall.notices.heard(id)
            hall.jobs.wake(id)
        elif what == "found":
            hall.hints.look(id)
            hall.best.look(id)
        elif what == "player":
            hall.door.forget(id)
        elif what == "bans":
            hall.door.forget_all()
        elif what == "gone":
            self._catch_up()
        elif what == "here":
            self._look(id)
        elif what == "draft":
            hall.hear_drafted(id, int(number))
        else:
            hall.doubt(id)
            if what == "chat" and hall.crowd.is_watched(id):
                hall.last_said[id] = max(hall.last_said.get(id, 0), int(number))
            hall.crowd.tell(id)

    def _look(self, game: str) -> None:
        if self._hall.crowd.is_watched(game):
            task = asyncio.create_task(self._look_elsewhere(game))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def _look_elsewhere(self, game: str) -> None:
        with suppress(StorageFailed):  # the next news will bring it
            await self._hall.crowd.look_elsewhere(game)

    def _catch_up(self) -> None:
        """Check everything again, because news may have been missed or a worker has died."""
        hall = self._hall
        for game in hall.crowd.watchers:
            self._look(game)
        hall.door.forget_all()
        hall.doubt_all()
        hall.crowd.tell_all()
        hall.jobs.wake_all()
