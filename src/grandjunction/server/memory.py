"""The games in memory: read on demand, changed under their locks, dropped when idle.

With several workers, a game that another one has changed is read again before it is used.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Final

from ..rulesets import RULESETS, ruleset
from .botplay import KIND, BotPlay, is_bot, owner_of
from .colleagues import Colleagues
from .crowd import Crowd
from .database.game_rows import Changes, GameRow, NewJob, StoredGame
from .database.journal import Journal
from .database.storage import StaleWrite, StorageFailed
from .hosted import HostedGame
from .jobs import Jobs
from .problems import Trouble, no_game

OTHER_RULES: Final = "other_rules"  # the key of a game that this server cannot play
IDLE: Final = 400  # games kept in memory; beyond that, those nobody watches are dropped
log: Final = logging.getLogger("grandjunction.server")


class GameMemory:
    """The games in memory, their locks, and those that another worker has changed."""

    def __init__(
        self, journal: Journal, jobs: Jobs, crowd: Crowd, bots: BotPlay, colleagues: Colleagues | None
    ) -> None:
        self._journal: Final = journal
        self._jobs: Final = jobs
        self._crowd: Final = crowd
        self._bots: Final = bots
        self._colleagues: Final = colleagues  # who may change the games too
        self._shared: Final = colleagues is not None
        self._games: Final[dict[str, HostedGame]] = {}
        # Games that another worker has changed since we read them, with the number of the notification.
        self._doubted: Final[dict[str, int]] = {}
        self._heard: Final = count()
        self._locks: Final[dict[str, asyncio.Lock]] = {}
        self._loading: Final[dict[str, asyncio.Task[HostedGame]]] = {}
        self._reading: Final = asyncio.Lock()  # more threads at it would only keep everybody else waiting

    def __len__(self) -> int:
        return len(self._games)

    def known(self, id: str) -> HostedGame | None:
        """Return a game if it is in memory."""
        return self._games.get(id)

    async def find(self, id: str) -> HostedGame:
        """Return a game as it is stored now, for somebody who watches it. A bot that failed tries again, and
        one that paused goes on.
        """
        hosted = await self.find_unseen(id)
        self._bots.look(hosted)
        return hosted

    async def find_told(self, id: str) -> HostedGame:
        """Return a game for a live line: from memory, unless another worker has changed it.

        Workers notify each other of every change, so the database is read only after a notification.
        """
        if id in self._doubted:
            async with self._lock(id):  # of several lines that are told at once, one reads for all
                hosted = await (self._current(id) if id in self._doubted else self._remember(id))
        else:
            hosted = await self._remember(id)
        self._bots.look(hosted)
        return hosted

    def doubt(self, id: str) -> None:
        """Mark a game that another worker has changed: it is read again before it is next shown."""
        if id in self._games or id in self._loading:
            self._doubted[id] = next(self._heard)

    def doubt_all(self) -> None:
        """Mark every game, because notifications may have been missed."""
        for id in (*self._games, *self._loading):
            self.doubt(id)

    async def find_unseen(self, id: str) -> HostedGame:
        """Return a game for a job, which does not count as watching it."""
        if not self._shared:
            return await self._remember(id)
        async with self._lock(id):
            return await self._current(id)

    async def _remember(self, id: str) -> HostedGame:
        """Return a game from memory, or from storage if it is not there."""
        found = self._games.pop(id, None)
        if found is None:
            # Everyone who asks meanwhile waits for the same task, so there is never a second copy.
            loading = self._loading.get(id)
            if loading is None:
                loading = asyncio.create_task(self._load(id))
                self._loading[id] = loading
            return await asyncio.shield(loading)
        self._games[id] = found  # the dict is ordered by last use
        return found

    async def _current(self, id: str) -> HostedGame:
        """Return a game that other workers may have changed. The caller holds its lock."""
        if id not in self._games:
            return await self._remember(id)
        hosted = await self._remember(id)
        doubt = self._doubted.get(id)
        assert self._colleagues is not None
        news = await self._colleagues.changes(id, hosted.version, hosted.game.ply)
        if news is None or news.version != hosted.version:
            self._catch_up(hosted, news)
        if self._doubted.get(id) == doubt:  # else there was another change meanwhile
            self._doubted.pop(id, None)
        return hosted

    def _catch_up(self, hosted: HostedGame, news: Changes | None) -> None:
        """Follow what another worker has stored."""
        if news is None:
            self.drop(hosted.id)
            raise no_game()
        try:
            hosted.catch_up(news)
        except BaseException:
            self.drop(hosted.id)  # it is read again, from its beginning
            raise
        self._bots.went_on(hosted.id)

    def drop(self, id: str) -> None:
        """Take a game out of memory."""
        self._games.pop(id, None)
        self._doubted.pop(id, None)

    @asynccontextmanager
    async def _lock(self, id: str) -> AsyncIterator[None]:
        """Hold a game's lock. A game outside memory has none."""
        lock = self._locks.setdefault(id, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            if id not in self._games and not lock.locked():
                self._locks.pop(id, None)

    async def _load(self, id: str) -> HostedGame:
        try:
            stored = await self._journal.read(lambda storage: storage.load(id))
            if stored is None:
                raise no_game()
            try:
                async with self._reading:
                    hosted = await asyncio.to_thread(self._read, stored)
            except Trouble:
                if is_outdated(stored.row):
                    await self._end_outdated(id)
                raise
            if hosted.row.ended is None and is_bot(hosted.row.seats, hosted.game.state.to_act):
                job = NewJob(KIND, id, owner=owner_of(hosted.row.seats))
                await self._journal.run(lambda storage: storage.ensure_job(job))
                self._jobs.wake(KIND)
            self._games[id] = hosted
            self._forget_idle()
            return hosted
        finally:
            del self._loading[id]
            if id not in self._games:
                self._doubted.pop(id, None)

    async def _end_outdated(self, id: str) -> None:
        """End a running game whose moves the rules of today do not allow. Its record stays."""
        with suppress(StaleWrite, StorageFailed):  # it has ended meanwhile, or ends at the next load
            await self._journal.run(lambda storage: storage.end_game(id, OTHER_RULES, int(storage.time())))
            log.warning("game %s has ended: the rules have changed, and its moves do not fit them", id)

    def _read(self, stored: StoredGame) -> HostedGame:
        try:
            return HostedGame(stored)
        except Exception as error:  # whatever it is, it is this game's alone
            log.error("game %s cannot be read: %s: %s", stored.row.id, type(error).__name__, error)
            message = "This game was played by other rules than this server's and cannot be shown."
            raise Trouble(409, OTHER_RULES, message) from error

    async def find_unreadable(self, id: str) -> StoredGame | None:
        """Return a game as it is stored if it cannot be played here, and None if it can."""
        try:
            await self.find(id)
        except Trouble as trouble:
            if trouble.problem.error != OTHER_RULES:
                raise
            return await self._journal.read(lambda storage: storage.load(id))
        return None

    def _forget_idle(self) -> None:
        for id in list(self._games)[: max(0, len(self._games) - IDLE)]:
            busy = self._crowd.is_watched(id) or self._bots.plays(id)
            lock = self._locks.get(id)
            if not busy and (lock is None or not lock.locked()):
                self.drop(id)
                self._locks.pop(id, None)

    @asynccontextmanager
    async def hold(self, id: str) -> AsyncIterator[HostedGame]:
        """Lock a game for a change."""
        if not self._shared:
            await self.find(id)  # raises if there is no such game, before a lock is kept for it
        async with self._lock(id):
            yield await (self._current(id) if self._shared else self._remember(id))

    @asynccontextmanager
    async def hold_told(self, id: str) -> AsyncIterator[HostedGame]:
        """Lock a game to change its turn. It is read again only if we know of another worker's change.

        If there was one after all, the change is refused as stale, and ``has_changed`` says so.
        """
        if not self._shared or id in self._doubted or id not in self._games:
            async with self.hold(id) as hosted:
                yield hosted
        else:
            async with self._lock(id):
                yield await self._remember(id)

    async def has_changed(self, id: str) -> bool:
        """Read a game anew. Return whether another worker has changed it since we last did."""
        if not self._shared:
            return False
        async with self._lock(id):
            known = self._games.get(id)
            version = None if known is None else known.version
            return (await self._current(id)).version != version


def is_outdated(row: GameRow) -> bool:
    """Whether a running game was begun under an earlier revision of its rules."""
    running = not row.over and row.ended is None
    return running and row.ruleset in RULESETS and row.revision < ruleset(row.ruleset).revision
