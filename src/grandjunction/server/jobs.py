"""A job queue in the database. A worker that fails tries again; if it dies, another takes the job.

A lane serves one kind of job. Its handler returns whether the job is done and can be removed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from .database.game_rows import Job
from .database.journal import Journal
from .database.storage import Storage, StorageFailed

LEASE: Final = 8.0  # seconds; a worker that lives extends its leases
ALONE: Final = 24 * 3600.0  # where there is no other worker, nobody else would take a job
LOOK: Final = 3.0  # seconds between two looks at a queue that others use too
IDLE: Final = 60.0
AT_LEAST: Final = 1.0  # seconds between two tries
LONGEST: Final = 300.0
log: Final = logging.getLogger("grandjunction.server")

Handler = Callable[[Job], Awaitable[bool]]


class TryLater(Exception):
    """Raised when a job cannot be done now for an outside reason. It is retried after ``wait`` seconds."""

    def __init__(self, why: str, wait: float) -> None:
        super().__init__(why)
        self.wait: Final = wait


class Lane:
    """The jobs of one kind, and how many are done at once."""

    def __init__(
        self, kind: str, at_once: int, handle: Handler, say_failed: Callable[[str], None], rests: bool
    ) -> None:
        self.kind: Final = kind
        self.rests: Final = rests  # sleeps while there are no jobs
        self.at_once: Final = at_once
        self.handle: Final = handle
        self.say_failed: Final = say_failed
        self.running: Final[dict[str, asyncio.Task[None]]] = {}
        self.failed: Final[set[str]] = set()  # the keys of jobs that wait for a retry
        self.woken: Final = asyncio.Event()


class Jobs:
    """The lanes of this worker."""

    def __init__(self, journal: Journal) -> None:
        self._journal: Final = journal
        self._shared: Final = journal.storage.shared
        self._lanes: Final[dict[str, Lane]] = {}
        self._tasks: Final[list[asyncio.Task[None]]] = []

    def lane(
        self,
        kind: str,
        at_once: int,
        handle: Handler,
        say_failed: Callable[[str], None] = lambda key: None,
        rests: bool = False,
    ) -> Lane:
        """Add a lane, before ``open``. ``say_failed`` is called with the key of a job that has failed.

        A lane that ``rests`` checks an empty queue only when woken.
        """
        lane = self._lanes[kind] = Lane(kind, at_once, handle, say_failed, rests)
        return lane

    async def open(self) -> None:
        """Start taking jobs. With a single worker, jobs left by an earlier process are free again."""
        if not self._shared:
            await self._journal.run(lambda storage: storage.free_jobs(storage.worker))
        self._tasks.extend(asyncio.create_task(self._serve(lane)) for lane in self._lanes.values())

    async def close(self) -> None:
        """Stop, even in mid-job: the next process repeats it."""
        running = [task for lane in self._lanes.values() for task in lane.running.values()]
        for task in [*self._tasks, *running]:
            task.cancel()
        await asyncio.gather(*self._tasks, *running, return_exceptions=True)

    def wake(self, kind: str) -> None:
        """Check at once for jobs of a kind."""
        if kind in self._lanes:
            self._lanes[kind].woken.set()

    def wake_all(self) -> None:
        for lane in self._lanes.values():
            lane.woken.set()

    @property
    def lease(self) -> float:
        """The seconds for which a job is leased."""
        return LEASE if self._shared else ALONE

    # -- a lane -------------------------------------------------------------------------------------

    async def _serve(self, lane: Lane) -> None:
        while True:
            lane.woken.clear()
            wait: float | None
            try:
                wait = await self._fill(lane)
            except StorageFailed as error:
                log.error("jobs of kind %s cannot be taken: %s", lane.kind, error)
                wait = AT_LEAST
            with suppress(TimeoutError):
                await asyncio.wait_for(lane.woken.wait(), wait)

    async def _fill(self, lane: Lane) -> float | None:
        """Take jobs while there are some and room for them. Return how long to wait for the next; None until
        the lane is woken.
        """
        while len(lane.running) < lane.at_once:
            job, at, now = await self._journal.run(lambda storage: self._look(storage, lane.kind))
            if job is None:
                longest = LOOK if self._shared else IDLE
                if at is None:
                    return None if lane.rests else longest
                return min(max(at - now, 0.01), longest)
            lane.failed.discard(job.key)
            lane.running[job.key] = asyncio.create_task(self._do(lane, job))
        return IDLE  # a finished job wakes the lane

    def _look(self, storage: Storage, kind: str) -> tuple[Job | None, float | None, float]:
        """Take a job. Return it; or if there is none, when the next is due; and the time."""
        job = self._take(storage, kind)
        return job, storage.next_job_at(kind) if job is None else None, storage.time()

    def _take(self, storage: Storage, kind: str) -> Job | None:
        now = storage.time()
        return storage.take_job(kind, storage.worker, now, now + self.lease)

    async def _do(self, lane: Lane, job: Job) -> None:
        try:
            if await lane.handle(job):
                await self._journal.run(lambda storage: storage.finish_job(job, storage.worker))
        except TryLater as error:
            log.info("%s %s waits: %s", job.kind, job.id, error)
            await self._try_again(job, error.wait)
        except Exception as error:
            # Log a traceback only for our own faults, and only once: a full disk fails every job.
            ours = job.attempts == 0 and not isinstance(error, StorageFailed)
            log.error("%s %s failed: %r", job.kind, job.key, error, exc_info=ours)
            lane.failed.add(job.key)
            lane.say_failed(job.key)
            await self._try_again(job, max(AT_LEAST, backoff(job.attempts + 1)))
        finally:
            lane.running.pop(job.key, None)
            lane.woken.set()

    async def _try_again(self, job: Job, wait: float) -> None:
        """Put a job back for a later retry. If even that cannot be stored, hold it until it can."""
        while True:
            try:
                await self._journal.run(
                    lambda storage: storage.retry_job(job, storage.worker, storage.time() + wait)
                )
                return
            except StorageFailed:
                await asyncio.sleep(AT_LEAST)

    async def hurry(self, kind: str, key: str) -> None:
        """Retry a failed job now, unless that was just done."""
        with suppress(StorageFailed):
            hurried = await self._journal.run(
                lambda storage: storage.hurry_job(kind, key, storage.time(), storage.time() - AT_LEAST)
            )
            if hurried:
                self.wake(kind)


def backoff(failures: int) -> float:
    """Return the seconds to wait after this many failures in a row: 1, 2, 4 …"""
    return min(2.0 ** min(failures - 1, 20), LONGEST)
