"""Several processes behind one address. One that dies is started again."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Final, TypeVar

from .edge import logs

GRACE: Final = 15.0  # seconds that a worker has to end
AGAIN: Final = 1.0  # seconds before a worker that died is started again
log: Final = logging.getLogger("grandjunction.server")
Options = TypeVar("Options")
Serve = Callable[[Options, socket.socket], None]


def run_workers(number: int, serve: Serve[Options], options: Options, listening: socket.socket) -> None:
    """Run ``serve(options, listening)`` in ``number`` processes until this one is interrupted."""
    context = multiprocessing.get_context("spawn")  # a fork would copy threads and connections

    def start() -> SpawnProcess:
        worker = context.Process(target=_work, args=(serve, options, listening))
        worker.start()
        return worker

    workers = [start() for _ in range(number)]
    try:
        while True:
            wait([worker.sentinel for worker in workers])
            for place, worker in enumerate(workers):
                if not worker.is_alive():
                    log.error("worker %s ended with %s and is started again", worker.pid, worker.exitcode)
                    time.sleep(AGAIN)
                    workers[place] = start()
    finally:
        _end(workers)


def _end(workers: list[SpawnProcess]) -> None:
    for worker in workers:
        worker.terminate()
    end = time.monotonic() + GRACE
    for worker in workers:
        worker.join(max(0.0, end - time.monotonic()))
        if worker.is_alive():
            worker.kill()
            worker.join()


def _work(serve: Serve[Options], options: Options, listening: socket.socket) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    logs.start(getattr(options, "log", logs.PLAIN))
    try:
        serve(options, listening)
    except (OSError, ValueError) as error:  # for example because the database does not answer
        log.error("a worker cannot start: %s", error)
        raise SystemExit(1) from None


def _end_with_parent() -> None:
    """Stop as on SIGTERM when the process that started this one is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
