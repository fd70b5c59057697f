"""The one thread that touches the storage. Work that waits together shares a transaction, and so a sync."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from .storage import Storage

T = TypeVar("T")
MOST: Final = 200  # pieces of work in one transaction


class _Work:
    def __init__(self, do: Callable[[Storage], Any], loop: asyncio.AbstractEventLoop) -> None:
        self.do: Final = do
        self.loop: Final = loop
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


class Journal:
    """``await journal.run(work)`` returns when what the work wrote is durable."""

    def __init__(self, storage: Storage) -> None:
        self._storage: Final = storage
        self._queue: Final[SimpleQueue[_Work | None]] = SimpleQueue()
        self._thread: Final = threading.Thread(target=self._serve, name="journal", daemon=True)
        self._thread.start()

    async def run(self, do: Callable[[Storage], T]) -> T:
        """A piece of work must check before it writes: one that raises leaves nothing to undo."""
        work = _Work(do, asyncio.get_running_loop())
        self._queue.put(work)
        # Shielded: a client that goes away must not leave memory and storage at odds.
        result: T = await asyncio.shield(work.future)
        return result

    def close(self) -> None:
        """Finish what waits, then close the storage."""
        self._queue.put(None)
        self._thread.join()

    def _serve(self) -> None:
        while True:
            batch = [self._queue.get()]
            while len(batch) < MOST and not self._queue.empty():
                batch.append(self._queue.get())
            self._do([work for work in batch if work is not None])
            if None in batch:
                self._storage.close()
                return

    def _do(self, batch: list[_Work]) -> None:
        done: list[tuple[_Work, Any, BaseException | None]] = []
        try:
            with self._storage.transaction():
                for work in batch:
                    try:
                        done.append((work, work.do(self._storage), None))
                    except Exception as error:
                        done.append((work, None, error))
        except Exception as error:  # the commit itself failed: nobody's work counts
            done = [(work, None, error) for work in batch]
        for work, result, failed in done:
            work.answer(result, failed)
