"""Gives each of some processes a fixed share of a core, by the Linux kernel's control groups (version 1)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

FOLDER: Final = Path("/sys/fs/cgroup/cpu")
PERIOD: Final = 50_000  # microseconds


def can_share() -> bool:
    """Whether this machine and this user can limit processes."""
    return (FOLDER / "cpu.cfs_quota_us").exists() and os.access(FOLDER, os.W_OK)


class Shares:
    """The processes that are limited."""

    def __init__(self, share: float) -> None:
        """``share`` is the part of one core that each process may use, with all its threads."""
        self._share: Final = share
        self._groups: Final[list[Path]] = []

    def limit(self, pid: int) -> None:
        group = FOLDER / f"grandjunction-{os.getpid()}-{pid}"
        group.mkdir()
        self._groups.append(group)
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(int(PERIOD * self._share)))
        (group / "cgroup.procs").write_text(str(pid))

    def free(self) -> None:
        """End all limits, so that the processes can stop at full speed."""
        for group in self._groups:
            for pid in (group / "cgroup.procs").read_text().split():
                (FOLDER / "cgroup.procs").write_text(pid)
            group.rmdir()
        self._groups.clear()


@contextmanager
def sharing(share: float) -> Iterator[Shares]:
    shares = Shares(share)
    try:
        yield shares
    finally:
        shares.free()
