"""Bots at work in processes of their own, so that the server never waits for a thought."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, TypeVar, TypeVarTuple

from ..bots import BOTS
from ..outside import BadCommand, Command, OutsideBot
from ..outside.worker import prepare_worker

T = TypeVar("T")
Asked = TypeVarTuple("Asked")

MOST_UNITS: Final = 60  # in one turn; a bot that goes on for longer is broken


def think(name: str, seed: str, position: str, command: Command | None = None) -> list[str]:
    """A bot's whole turn, as far as nature does not have to answer. Runs in a worker.

    A bot from outside is started for this turn and ended after it.
    """
    from ..bots import bot
    from ..core.position_reader import read_position
    from ..core.view import View
    from ..rulesets import ruleset
    from .course import has_left, turn_of

    state = read_position(position, ruleset)
    turn = turn_of(state)
    player = bot(name, seed) if command is None else OutsideBot(command, seed)
    seat = state.to_act
    units: list[str] = []
    try:
        while not has_left(state, turn) and not state.is_chance and len(units) < MOST_UNITS:
            move = player.choose(View.of(state, seat))
            state.apply(move)
            units.append(str(move))
    finally:
        if isinstance(player, OutsideBot):
            player.close()
    return units


def think_once(name: str, seed: str, position: str) -> str:
    """One unit, for hints. Runs in a worker."""
    from ..bots import bot
    from ..core.position_reader import read_position
    from ..core.view import View
    from ..rulesets import ruleset

    return str(bot(name, seed).choose(View(read_position(position, ruleset))))


class Thinkers:
    def __init__(self, workers: int | None = None, outside: Sequence[Command] = ()) -> None:
        """``outside`` are the bots that the operator of the server, and nobody else, has named."""
        self._outside: Final = {command.name: command for command in outside}
        for command in outside:
            if command.name in BOTS or self._outside[command.name] is not command:
                raise BadCommand(f"there is another bot called {command.name}")
        self.bots: Final = [*self._outside, *BOTS]  # our own last, as their list has them
        self._workers: Final = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None

    async def turn(self, name: str, seed: str, position: str) -> list[str]:
        return await self._ask(think, name, seed, position, self._outside.get(name))

    async def hint(self, name: str, seed: str, position: str) -> str:
        return await self._ask(think_once, name, seed, position)

    async def _ask(self, work: Callable[[*Asked], T], *asked: *Asked) -> T:
        loop = asyncio.get_running_loop()
        for _ in range(3):
            pool = self._open()
            try:
                return await loop.run_in_executor(pool, work, *asked)
            except BrokenProcessPool:  # a worker was killed: new ones take over
                if self._pool is pool:
                    self._pool = None
        raise RuntimeError("the workers die as soon as they begin")

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawned, not forked: a fork would copy the event loop, the sockets and the storage's thread.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, context, prepare_worker)
        return self._pool

    def close(self) -> None:
        """End the workers, even in mid-thought: after a restart they think the same again."""
        if self._pool is not None:
            workers = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
