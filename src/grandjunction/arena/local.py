"""Plays a match on this machine, several games at once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from functools import partial

from ..outside.worker import spread
from .match import Match, Result, play_task


class WorkerLost(RuntimeError):
    """A worker was killed, or ran out of memory."""


def run(match: Match, processes: int) -> Iterator[Result]:
    """Yield results as they come. Raises ``WorkerLost``, and whatever a bot raises."""
    try:
        yield from spread(partial(play_task, match), match.tasks(), processes)
    except BrokenProcessPool as error:
        raise WorkerLost("a process that played was ended, or there was no memory left") from error
