"""Worker processes that play for another process. They end with it, and end the bots they have started."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from itertools import islice
from multiprocessing.connection import wait
from types import FrameType
from typing import TypeVar

from .process import end_all

Task = TypeVar("Task")
Found = TypeVar("Found")

AHEAD = 2  # tasks queued for each process: none is idle, and a stop loses few
YIELDING = 5  # their niceness (Unix scheduling priority)
_GRACE = 3.0  # seconds that a worker has to end by itself


def start_pool(processes: int, yielding: bool = False) -> ProcessPoolExecutor:
    """Return a pool of workers. With ``yielding``, they run at low priority."""
    # Spawned, not forked: a fork would copy threads, sockets and the event loop.
    return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _prepare, (yielding,))


def end_pool(pool: ProcessPoolExecutor) -> None:
    """End the workers now, even in mid-thought. What they were doing is lost."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(_GRACE)
        if worker.is_alive() and sys.platform != "win32":
            worker.kill()


def spread(work: Callable[[Task], Found], tasks: Iterable[Task], processes: int) -> Iterator[Found]:
    """Yield the results of tasks as they finish, in any order. One process means this one, in order.

    Raises ``BrokenProcessPool`` if a worker is killed, and whatever the work raises.
    """
    if processes == 1:
        yield from map(work, tasks)
        return
    pool = start_pool(processes)
    left = iter(tasks)
    try:
        waiting: set[Future[Found]] = {pool.submit(work, task) for task in islice(left, AHEAD * processes)}
        while waiting:
            done, waiting = wait_for(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(work, task) for task in islice(left, len(done))}
            for future in done:
                yield future.result()
    finally:
        end_pool(pool)


def _prepare(yielding: bool) -> None:
    """Set up a worker before its first work."""
    if yielding and sys.platform != "win32":
        os.nice(YIELDING)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl+C too, and ends its workers
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _leave(number: int, frame: FrameType | None) -> None:
    end_all()
    os._exit(0)


def _die_with_parent() -> None:
    """Wait for the parent's end, then end. A worker holds both ends of its pipe, so it would never notice."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    end_all()
    os._exit(0)
