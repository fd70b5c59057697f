"""The games of a match on this machine, on as many of its cores as asked for."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from ..outside.worker import prepare_worker
from .match import Match, Result, play

AHEAD = 2  # games waiting for each process, so that none is idle and few are lost when it is stopped


class WorkerLost(RuntimeError):
    """A process that played has been ended, by somebody or for want of memory."""


def run(match: Match, processes: int) -> Iterator[Result]:
    """Results as they come. A bot's own error is raised here. Raises ``WorkerLost``."""
    if processes == 1:
        for deal, number in match.tasks():
            yield play(match, deal, number)
        return
    # Spawned, not forked: a fork would copy the threads of the progress bar.
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), prepare_worker)
    tasks = match.tasks()
    try:
        waiting: set[Future[Result]] = {
            pool.submit(play, match, *task) for task in islice(tasks, AHEAD * processes)
        }
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(play, match, *task) for task in islice(tasks, len(done))}
            for future in done:
                yield future.result()
    except BrokenProcessPool as error:
        raise WorkerLost("a process that played was ended, or there was no memory left") from error
    finally:
        _stop(pool)


def _stop(pool: ProcessPoolExecutor) -> None:
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(3)
        if worker.is_alive() and sys.platform != "win32":
            worker.kill()
