"""Plays a match, or does any other work, on a Ray cluster. Needs the extra ``ray``."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from ..extras import need
from .match import Match, Result, play_task
from .summary import versions

Task = TypeVar("Task")
Found = TypeVar("Found")

AHEAD = 2  # tasks queued for each core


class OtherVersion(RuntimeError):
    """A machine of the cluster has another version, which may play other games."""


def run(match: Match, address: str, processes: int | None = None) -> Iterator[Result]:
    """Yield results as they arrive; ``address`` and ``processes`` are those of ``spread``."""
    return spread(partial(play_task, match), match.tasks(), address, processes)


def spread(
    work: Callable[[Task], Found], tasks: Iterable[Task], address: str, processes: int | None = None
) -> Iterator[Found]:
    """Yield the results of tasks as they finish, in any order.

    ``address`` is Ray's: ``auto``, ``HOST:PORT``, ``ray://HOST:PORT``, or ``local``. With ``local``, Ray runs
    on this machine for this work, with ``processes`` processes.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    need("ray", "work on a cluster", "ray")
    import ray

    _knock(address)
    local: dict[str, Any] = {"num_cpus": processes, "include_dashboard": False} if address == "local" else {}
    ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **local)
    try:
        mine = _identity()
        remote = ray.remote(num_cpus=1)(_work)
        shared = ray.put(work)
        left = iter(tasks)
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = [remote.remote(shared, task) for task in islice(left, room)]
        while waiting:
            done, waiting = ray.wait(waiting)
            waiting += [remote.remote(shared, task) for task in islice(left, len(done))]
            for theirs, found in ray.get(done):
                if theirs != mine:
                    raise OtherVersion(
                        f"a machine of the cluster has grandjunction {theirs}, this one {mine}"
                    )
                yield found
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise ``OSError`` unless somebody answers there. Ray itself would retry for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()


def _work(work: Callable[[Task], Found], task: Task) -> tuple[str, Found]:
    return _identity(), work(task)


def _identity() -> str:
    """Return the version: another one may play other games. Compiled or not makes no difference."""
    return str(versions()["grandjunction"])
