"""Nobody's bots keep another waiting: owners take turns, and hints have workers of their own."""

from __future__ import annotations

import asyncio
import os
import sys
import time

import pytest

import grandjunction as gj
from grandjunction.outside.worker import YIELDING
from grandjunction.server import botplay
from grandjunction.server.database.game_rows import Job
from grandjunction.server.fair import FairQueue
from grandjunction.server.keys import Keys
from grandjunction.server.thinkers import Thinkers
from tests.server.support import PATIENCE, SECRET, Browser, Server, until


async def served(owners: list[str], cancelled: int | None = None) -> list[str]:
    """Return in what order a queue with one place lets owners in who all wait."""
    queue, order = FairQueue(1), []

    async def work(owner: str) -> None:
        async with queue.place(owner):
            order.append(owner)

    async with queue.place("first"):
        tasks = [asyncio.create_task(work(owner)) for owner in owners]
        await asyncio.sleep(0)
        assert queue.waiting == len(owners)
        if cancelled is not None:
            tasks[cancelled].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert queue.waiting == 0
    async with asyncio.timeout(PATIENCE), queue.place("last"):  # the place was handed back
        return order


def test_owners_take_turns() -> None:
    order = asyncio.run(served(["eve"] * 5 + ["anna", "ben", "anna"]))
    assert order == ["eve", "anna", "ben", "eve", "anna", "eve", "eve", "eve"]


def test_who_gives_up_holds_no_place() -> None:
    for cancelled in range(4):
        order = asyncio.run(served(["eve", "eve", "anna", "ben"], cancelled))
        assert len(order) == 3


async def cancel_as_it_is_let_in() -> None:
    queue = FairQueue(1)

    async def work() -> None:
        async with queue.place("anna"):
            raise AssertionError("it was cancelled")

    async with queue.place("eve"):
        task = asyncio.create_task(work())
        await asyncio.sleep(0)
    task.cancel()  # its place is granted, but it has not run yet
    await asyncio.gather(task, return_exceptions=True)
    async with asyncio.timeout(PATIENCE), queue.place("ben"):
        pass


def test_a_place_is_not_lost_with_who_was_let_in() -> None:
    asyncio.run(cancel_as_it_is_let_in())


async def hint_while_all_think() -> tuple[str, bool, int]:
    """Ask for a hint while the only worker is busy.

    Return it, whether the worker still was, and how much nicer it is than the hint's.
    """
    state = gj.new_game("hamlet", players=2, seed=1).state
    position = state.view(state.to_act).to_position()
    thinkers = Thinkers(1)
    nice = await thinkers._turns.ask(_niceness)
    busy = asyncio.create_task(thinkers._turns.ask(time.sleep, 600))
    try:
        await asyncio.sleep(0.1)
        hint, _ = await thinkers.hint("random", "seed", position)
        return hint, not busy.done(), nice - await thinkers._hints.ask(_niceness)
    finally:
        busy.cancel()
        await asyncio.to_thread(thinkers.close)


def test_a_hint_does_not_wait_for_bots() -> None:
    hint, was_busy, nicer = asyncio.run(hint_while_all_think())
    assert hint
    assert was_busy
    assert nicer == (0 if sys.platform == "win32" else YIELDING)


def _niceness() -> int:
    return 0 if sys.platform == "win32" else os.nice(0)


async def hint_of_a_prepared_worker() -> tuple[int, int]:
    """Return how many processes find hints before the first is asked for, and after it."""
    state = gj.new_game("hamlet", players=2, seed=1).state
    thinkers = Thinkers(1)
    try:
        thinkers.expect_hints("random")
        assert thinkers._hints._pool is not None
        before = set(thinkers._hints._pool._processes or {})
        await thinkers.hint("random", "seed", state.view(state.to_act).to_position())
        after = set(thinkers._hints._pool._processes or {})
        return len(before), len(before & after)
    finally:
        await asyncio.to_thread(thinkers.close)


def test_the_worker_of_hints_can_start_before_the_first_hint() -> None:
    assert asyncio.run(hint_of_a_prepared_worker()) == (1, 1)


def test_bots_think_for_whoever_began_their_game(server: Server, anna: Browser, ben: Browser) -> None:
    owners: set[str] = set()
    take = server.hall.journal.storage.take_job

    def listen(kind: str, worker: str, now: float, lease_until: float) -> Job | None:
        job = take(kind, worker, now, lease_until)
        if job is not None:
            owners.add(job.owner)
        return job

    server.hall.journal.storage.take_job = listen  # type: ignore[method-assign]
    try:
        alone = anna.new_game("random", "random", ruleset="hamlet")["game"]
        until(lambda: anna.table(alone)["over"])
        ben.wait_for_turn(ben.new_game("me", "random", ruleset="hamlet", seed="ben")["game"])
        ben.wait_for_turn(ben.new_game("random", "me", ruleset="hamlet", seed="ben")["game"])
    finally:
        del server.hall.journal.storage.take_job
    # For Anna too, although she only watches.
    assert owners == {Keys(SECRET).player_of(one.http.cookies) for one in (anna, ben)}


def test_a_game_nobody_sits_at_rests_until_somebody_looks(
    server: Server, anna: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(botplay, "RESTS", 0.0)
    monkeypatch.setattr(botplay, "AT_LEAST", 0.0)
    game = anna.new_game("random", "random", ruleset="hamlet")["game"]
    until(lambda: server.hall.journal.storage.job_payload("bot", game) is None)
    played = anna.new_game("me", "random", ruleset="hamlet")["game"]
    assert anna.wait_for_turn(played)["draft"] is not None  # where somebody sits, nobody need look
    plies = server.hosted(game).game.ply
    monkeypatch.setattr(botplay, "RESTS", 60.0)
    time.sleep(0.1)
    assert server.hosted(game).game.ply == plies
    until(lambda: anna.table(game)["over"])
