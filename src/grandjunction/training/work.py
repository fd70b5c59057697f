"""Runs many small tasks in parallel, on this machine's cores or on a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from ..extras import need
from ..outside.worker import AHEAD, spread

Task = TypeVar("Task")
Result = TypeVar("Result")


def run(
    function: Callable[[Task], Result], tasks: Iterable[Task], processes: int, ray: str | None = None
) -> Iterator[Result]:
    """Yield the results as they arrive, in any order."""
    if ray is not None:
        yield from _on_cluster(function, tasks, ray, processes)
    else:
        yield from spread(function, tasks, processes)


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
