"""For processes that play for another: they end with it, and take the bots they have started with them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import wait
from types import FrameType

from .process import end_all


def prepare_worker() -> None:
    """The first thing a worker does."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # whoever started us hears Ctrl+C, and ends us in its own time
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _leave(number: int, frame: FrameType | None) -> None:
    end_all()
    os._exit(0)


def _die_with_parent() -> None:
    """A worker waits for work on a pipe it holds both ends of, so it would outlive a killed parent."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    end_all()
    os._exit(0)
