"""The games of a match on a Ray cluster, through Ray's own interface. Needs the extra ``ray``."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from itertools import islice
from typing import Any

from .match import Match, Result, play
from .summary import versions

AHEAD = 2  # games waiting for each processor


class OtherVersion(RuntimeError):
    """A machine of the cluster would play other games than this one."""


def run(match: Match, address: str, processes: int | None = None) -> Iterator[Result]:
    """Results as they come. ``address`` is Ray's: ``auto``, ``HOST:PORT``, ``ray://HOST:PORT``, or ``local``.

    With ``local``, Ray is started on this machine for this match, with so many processes.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray

    _knock(address)
    local: dict[str, Any] = {"num_cpus": processes, "include_dashboard": False} if address == "local" else {}
    ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **local)
    try:
        mine = _identity()
        remote = ray.remote(num_cpus=1)(_play)
        shared = ray.put(match)
        tasks = match.tasks()
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = [remote.remote(shared, *task) for task in islice(tasks, room)]
        while waiting:
            done, waiting = ray.wait(waiting)
            waiting += [remote.remote(shared, *task) for task in islice(tasks, len(done))]
            for theirs, result in ray.get(done):
                if theirs != mine:
                    raise OtherVersion(
                        f"a machine of the cluster has grandjunction {theirs}, this one {mine}"
                    )
                yield result
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """That somebody answers there, for Ray itself would try again for minutes. Raises ``OSError``."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()


def _play(match: Match, deal: int, number: int) -> tuple[str, Result]:
    return _identity(), play(match, deal, number)


def _identity() -> str:
    """Compiled or not plays the same games; another version may not."""
    return str(versions()["grandjunction"])
