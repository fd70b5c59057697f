"""The threads that use the storage, one for each connection. With SQLite there is one."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from .storage import Interrupted, StaleWrite, Storage, StorageFailed, Unusable

T = TypeVar("T")
MOST: Final = 200  # calls in one transaction
LOOK: Final = 0.5  # seconds between two checks of the storage
log: Final = logging.getLogger("grandjunction.server")


class _Work:
    def __init__(self, do: Callable[[Storage], Any], loop: asyncio.AbstractEventLoop, single: bool) -> None:
        self.do: Final = do
        self.loop: Final = loop
        self.single: Final = single
        self.future: Final[asyncio.Future[Any]] = loop.create_future()

    def answer(self, result: Any, error: BaseException | None) -> None:
        self.loop.call_soon_threadsafe(self._resolve, result, error)

    def _resolve(self, result: Any, error: BaseException | None) -> None:
        if self.future.done():
            return
        if error is not None:
            self.future.set_exception(error)
        else:
            self.future.set_result(result)


_Done = tuple[_Work, Any, BaseException | None]


class Journal:
    """Runs work on the storage. ``await journal.run(work)`` returns once its writes are durable.

    SQLite has one connection, and syncs once for all waiting work. PostgreSQL has several, and each piece of
    work has its own transaction, so that work on other games never blocks it.
    """

    def __init__(self, storage: Storage) -> None:
        self.storage: Final = storage
        storages = [storage, *storage.others()]
        self._most: Final = 1 if storage.shared else MOST
        self._queue: Final[SimpleQueue[_Work | None]] = SimpleQueue()
        self._lock: Final = threading.Lock()
        self.batches = self.failures = 0
        self.seconds = 0.0  # spent in transactions
        self._threads: Final = [
            threading.Thread(target=self._serve, args=(one,), name="journal", daemon=True) for one in storages
        ]
        for thread in self._threads:
            thread.start()

    @property
    def waiting(self) -> int:
        """How many calls wait, without the batch in progress."""
        return self._queue.qsize()

    async def run(self, do: Callable[[Storage], T], single: bool = False) -> T:
        """Run a call on the storage. It may be run twice, and must check before it writes.

        ``single`` calls write with one statement, so they need no transaction around it.
        Raises ``StaleWrite`` if the call does, and ``StorageFailed`` if anything else goes wrong: then
        nothing of the call is stored.
        """
        return await self._ask(do, single)

    async def read(self, do: Callable[[Storage], T]) -> T:
        """Run a call that writes nothing."""
        return await self._ask(do, single=True)

    async def _ask(self, do: Callable[[Storage], T], single: bool) -> T:
        work = _Work(do, asyncio.get_running_loop(), single)
        self._queue.put(work)
        # Shielded: if the client goes away, memory must still follow what was stored.
        result: T = await asyncio.shield(work.future)
        return result

    async def watch(self) -> None:
        """Check the storage periodically, and log when it fails or recovers."""
        usable = True
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.read(lambda storage: None)
            except StorageFailed as error:
                if usable:
                    log.error("the database cannot be used: %s", error)
                usable = False
            else:
                if not usable:
                    log.warning("the database can be used again")
                usable = True

    def close(self) -> None:
        """Finish the queue, then close the storage."""
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self, storage: Storage) -> None:
        while True:
            batch = [self._queue.get()]
            while len(batch) < self._most and not self._queue.empty():
                batch.append(self._queue.get())
            self._do(storage, [work for work in batch if work is not None])
            if None in batch:
                storage.close()
                return

    def _do(self, storage: Storage, batch: list[_Work]) -> None:
        """Do a batch in one transaction. If that fails, give each its own, so that only the culprit fails."""
        begun = time.perf_counter()
        try:
            done = self._transact(storage, batch)
        except Unusable as error:  # fail the whole batch, so that no other work waits for it again
            done = [(work, None, error) for work in batch]
        except Exception as error:
            one = len(batch) == 1 and not isinstance(error, Interrupted)
            done = [self._failed(batch[0], error)] if one else self._one_by_one(storage, batch)
        with self._lock:
            self.batches += 1
            self.failures += sum(isinstance(failed, StorageFailed) for _, _, failed in done)
            self.seconds += time.perf_counter() - begun
        for work, result, failed in done:
            work.answer(result, failed)

    def _transact(self, storage: Storage, batch: list[_Work]) -> list[_Done]:
        """Return the answers of a batch that is stored. Raises if nothing of it is."""
        done: list[_Done] = []
        with storage.transaction(single=all(work.single for work in batch)):
            for work in batch:
                try:
                    done.append((work, work.do(storage), None))
                except StaleWrite as error:  # raised before anything is written
                    done.append((work, None, error))
        return done

    def _one_by_one(self, storage: Storage, batch: list[_Work]) -> list[_Done]:
        done: list[_Done] = []
        for work in batch:
            try:
                done += self._transact(storage, [work])
            except Exception as error:
                done.append(self._failed(work, error))
        return done

    @staticmethod
    def _failed(work: _Work, error: Exception) -> _Done:
        failure = StorageFailed(str(error))
        failure.__cause__ = error
        return work, None, failure
