"""Bots at work in processes of their own, so that the server never waits for a thought."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Final, TypeVar

T = TypeVar("T")

MOST_UNITS: Final = 60  # in one turn; a bot that goes on for longer is broken


def think(name: str, seed: str, position: str) -> list[str]:
    """A bot's whole turn, as far as nature does not have to answer. Runs in a worker."""
    from ..bots import bot
    from ..core.position_reader import read_position
    from ..core.view import View
    from ..rulesets import ruleset
    from .course import has_left, turn_of

    state = read_position(position, ruleset)
    turn = turn_of(state)
    player = bot(name, seed)
    seat = state.to_act
    units: list[str] = []
    while not has_left(state, turn) and not state.is_chance and len(units) < MOST_UNITS:
        move = player.choose(View.of(state, seat))
        state.apply(move)
        units.append(str(move))
    return units


def think_once(name: str, seed: str, position: str) -> str:
    """One unit, for hints. Runs in a worker."""
    from ..bots import bot
    from ..core.position_reader import read_position
    from ..core.view import View
    from ..rulesets import ruleset

    return str(bot(name, seed).choose(View(read_position(position, ruleset))))


def _prepare_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends us in its own time
    threading.Thread(target=_die_with_server, daemon=True).start()


def _die_with_server() -> None:
    """A worker waits for work on a pipe it holds both ends of, so it would outlive a killed server."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(0)


class Thinkers:
    def __init__(self, workers: int | None = None) -> None:
        self._workers: Final = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None

    async def turn(self, name: str, seed: str, position: str) -> list[str]:
        return await self._ask(think, name, seed, position)

    async def hint(self, name: str, seed: str, position: str) -> str:
        return await self._ask(think_once, name, seed, position)

    async def _ask(self, work: Callable[[str, str, str], T], name: str, seed: str, position: str) -> T:
        loop = asyncio.get_running_loop()
        for _ in range(3):
            pool = self._open()
            try:
                return await loop.run_in_executor(pool, work, name, seed, position)
            except BrokenProcessPool:  # a worker was killed: new ones take over
                if self._pool is pool:
                    self._pool = None
        raise RuntimeError("the workers die as soon as they begin")

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawned, not forked: a fork would copy the event loop, the sockets and the storage's thread.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, context, _prepare_worker)
        return self._pool

    def close(self) -> None:
        """End the workers, even in mid-thought: after a restart they think the same again."""
        if self._pool is not None:
            workers = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
