"""Runs many small tasks in parallel, on this machine's cores or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any, TypeVar

from ..extras import need

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 2  # queued tasks per process


def run(
    function: Callable[[Task], Result], tasks: Iterable[Task], processes: int, ray: str | None = None
) -> Iterator[Result]:
    """Yield the results as they arrive, in any order."""
    if ray is not None:
        yield from _on_cluster(function, tasks, ray, processes)
    elif processes == 1:
        yield from map(function, tasks)
    else:
        yield from _here(function, tasks, processes)


def _here(function: Callable[[Task], Result], tasks: Iterable[Task], processes: int) -> Iterator[Result]:
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"))
    left = iter(tasks)
    try:
        waiting: set[Future[Result]] = {
            pool.submit(function, task) for task in islice(left, AHEAD * processes)
        }
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(function, task) for task in islice(left, len(done))}
            for future in done:
                yield future.result()
    finally:
        workers = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        if sys.exc_info()[0] is not None:
            for worker in workers:
                worker.terminate()


def _on_cluster(
    function: Callable[[Task], Result], tasks: Iterable[Task], address: str, processes: int
) -> Iterator[Result]:
    """Yield results from a Ray cluster. Tasks write files where they run, so the folder must be shared."""
    need("ray", "the training on a cluster", "ray")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    local: dict[str, Any] = {"num_cpus": processes, "include_dashboard": False} if address == "local" else {}
    ray.init(address=address, log_to_driver=False, **local)
    try:
        remote = ray.remote(num_cpus=1)(function)
        left = iter(tasks)
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = [remote.remote(task) for task in islice(left, room)]
        while waiting:
            done, waiting = ray.wait(waiting)
            waiting += [remote.remote(task) for task in islice(left, len(done))]
            yield from ray.get(done)
    finally:
        ray.shutdown()
