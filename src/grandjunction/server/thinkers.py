"""Runs bots in worker processes, so that the server never waits for one."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, TypeVar, TypeVarTuple

from ..bots import BOTS, LEVEL_BOTS
from ..outside import BadCommand, Command, OutsideBot
from ..outside.worker import end_pool, start_pool
from ..reviews.advice import Advice
from ..reviews.comparison import Decision
from .fair import FairQueue

T = TypeVar("T")
Asked = TypeVarTuple("Asked")

OURS: Final = [*BOTS, *LEVEL_BOTS]
MOST_UNITS: Final = 60  # in one turn; a bot that makes more is broken


def think(name: str, seed: str, position: str, command: Command | None = None) -> list[str]:
    """Return the units of a bot's turn, up to nature's next answer. Runs in a worker.

    An outside bot is started for this turn and ended after it.
    """
    from ..bots import bot
    from ..core.position.reading import read_position
    from ..core.view import View
    from ..rulesets import ruleset
    from .undo import has_left, turn_of

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


def think_once(name: str, seed: str, position: str) -> tuple[str, Advice]:
    """Return a hint: one unit and the reasons for it. Runs in a worker."""
    from ..bots import bot
    from ..core.position.reading import read_position
    from ..core.view import View
    from ..reviews.advice import advise
    from ..rulesets import ruleset

    view = View(read_position(position, ruleset))
    move = bot(name, seed).choose(view)
    return str(move), advise(view, move.code)


def prepare(name: str) -> None:
    """Make one decision, so that everything it needs is in memory. Runs in a worker."""
    from ..core.rng import Rng
    from ..record.game import Game
    from ..rulesets import RULESETS, ruleset

    game = Game(ruleset(next(iter(RULESETS))), 2)
    game.settle(Rng("prepared"))
    think_once(name, "hint", game.state.view(game.state.to_act).to_position())


def look_over(name: str, seed: str, position: str, units: list[str]) -> Decision | None:
    """Return the coach's warning of a turn, or None. Name and seed are the hints'. Runs in a worker."""
    from ..bots import bot
    from ..core.position.reading import read_position
    from ..core.view import View
    from ..reviews.coaching import coach
    from ..rulesets import ruleset

    return coach(View(read_position(position, ruleset)), units, lambda: bot(name, seed))


class Thinkers:
    """The bots of this server, and the workers that run them."""

    def __init__(self, workers: int | None = None, outside: Sequence[Command] = ()) -> None:
        """``outside`` are the outside bots: the operator names them, and nobody else can."""
        self._outside: Final = {command.name: command for command in outside}
        for command in outside:
            if command.name in OURS or self._outside[command.name] is not command:
                raise BadCommand(f"there is another bot called {command.name}")
        self.bots: Final = [*self._outside, *OURS]
        self.at_once: Final = workers or max(1, (os.cpu_count() or 2) - 1)
        self.queue: Final = FairQueue(self.at_once)
        self._turns: Final = _Workers(self.at_once, yielding=True)  # less urgent than a hint or a page
        self._hints: Final = _Workers(1)  # a person waits for a hint, so it does not queue behind bots

    async def turn(self, owner: str, name: str, seed: str, position: str) -> list[str]:
        """Return a bot's turn. It queues with the owner's other work."""
        async with self.queue.place(owner):
            return await self._turns.ask(think, name, seed, position, self._outside.get(name))

    async def work(self, owner: str, work: Callable[[*Asked], T], *asked: *Asked) -> T:
        """Do other work beside the bots' turns. It queues with the owner's other work."""
        async with self.queue.place(owner):
            return await self._turns.ask(work, *asked)

    async def hint(self, name: str, seed: str, position: str) -> tuple[str, Advice]:
        return await self._hints.ask(think_once, name, seed, position)

    def expect_hints(self, name: str) -> None:
        """Start the worker of hints, so that the first hint does not wait for it."""
        self._hints.expect(prepare, name)

    async def coach(self, name: str, seed: str, position: str, units: list[str]) -> Decision | None:
        """Return the review of a turn if it loses much. Name and seed are the hints'; it is as urgent."""
        return await self._hints.ask(look_over, name, seed, position, units)

    def close(self) -> None:
        """End the workers, even in mid-search: after a restart they find the same results again."""
        self._turns.close()
        self._hints.close()


class _Workers:
    """A pool of processes that is started when it is first needed, and again if one is killed."""

    def __init__(self, number: int, yielding: bool = False) -> None:
        self._number: Final = number
        self._yielding: Final = yielding
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    async def ask(self, work: Callable[[*Asked], T], *asked: *Asked) -> T:
        loop = asyncio.get_running_loop()
        for _ in range(3):
            pool = self._open()
            try:
                return await loop.run_in_executor(pool, work, *asked)
            except BrokenProcessPool:  # a worker was killed: try again with new ones
                if self._pool is pool:
                    self._pool = None
        raise RuntimeError("the workers die as soon as they start")

    def expect(self, work: Callable[[*Asked], object], *asked: *Asked) -> None:
        """Do some work that nobody waits for."""
        if not self._closed:
            self._open().submit(work, *asked)

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = start_pool(self._number, self._yielding)
        return self._pool

    def close(self) -> None:
        self._closed = True
        if self._pool is not None:
            end_pool(self._pool)
