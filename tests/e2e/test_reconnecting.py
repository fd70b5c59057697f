"""A page says that it reconnects while the database or its worker is gone, and play goes on by itself.

It starts PostgreSQL and two workers, so only ``make soak`` has time for it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

import httpx
import pytest

from grandjunction.server.database.postgres import PostgresStorage
from tests.e2e.conftest import Open, ServerProcess
from tests.e2e.table import Table
from tests.e2e.test_turns import second_turn
from tests.server.postgres import Postgres
from tests.server.support import until
from tests.server.test_crash import children

pytestmark = [
    pytest.mark.skipif("GRANDJUNCTION_SOAK" not in os.environ, reason="NOT RUN: make soak runs it"),
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds workers in /proc"),
]
# Whether the page has said since then that it has no connection, however shortly.
WATCH: Final = """() => {
  window.wasOffline = document.querySelector('.offline') !== null
  new MutationObserver(() => { window.wasOffline ||= document.querySelector('.offline') !== null })
    .observe(document.body, { childList: true, subtree: true })
}"""


@pytest.fixture
def database() -> Iterator[Postgres]:
    with closing(Postgres()) as running:
        yield running


@pytest.fixture
def two_workers(database: Postgres) -> Iterator[ServerProcess]:
    running = ServerProcess(database.new_database(), 0, "/", "--workers", "2")
    until(lambda: answers(running))
    yield running
    running.stop()


def answers(server: ServerProcess) -> bool:
    try:
        return httpx.get(f"{server.address}/api/about").is_success
    except httpx.TransportError:
        return False


def workers(server: ServerProcess) -> list[int]:
    found = children(server.process.pid)
    return [pid for pid in found if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()]


def play_on(table: Table) -> None:
    """End the turn that is drafted, and wait for the next one: the bot plays in between."""
    table.unit(Random(4), ["loan"])
    table.ready()
    table.act("end")
    table.page.wait_for_function("() => document.querySelector('[data-act=end]') === null")
    table.ready()


def stored(server: ServerProcess) -> list[str]:
    with closing(PostgresStorage(str(server.database))) as storage:
        (game,) = storage.all_games()
        found = storage.load(game)
        assert found is not None
        return found.moves


def test_while_the_database_is_dead(person: Open, database: Postgres, two_workers: ServerProcess) -> None:
    ada = person(at=two_workers)
    ada.expected = "503"
    table = second_turn(ada)
    table.unit(Random(4), ["build"])
    table.ready()
    hand, drafted, moves = table.hand(), table.drafted(), stored(two_workers)
    database.stop(signal.SIGQUIT)
    table.page.wait_for_selector(".offline")
    database.start()
    table.page.wait_for_selector(".offline", state="detached")
    assert (table.hand(), table.drafted()) == (hand, drafted)
    play_on(table)
    after = stored(two_workers)
    assert after[: len(moves)] == moves
    assert len(after) > len(moves)


def test_while_a_worker_is_dead(person: Open, two_workers: ServerProcess) -> None:
    ada = person(at=two_workers)
    ada.expected = "ERR_"
    table = second_turn(ada)
    table.page.evaluate(WATCH)
    moves = stored(two_workers)
    for worker in workers(two_workers):  # the page hangs on one of them
        table.unit(Random(4), ["build"])
        table.ready()
        hand, drafted = table.hand(), table.drafted()
        os.kill(worker, signal.SIGKILL)
        table.page.wait_for_timeout(500)
        table.page.wait_for_selector(".offline", state="detached")
        assert (table.hand(), table.drafted()) == (hand, drafted)
        play_on(table)
    assert table.page.evaluate("window.wasOffline")
    after = stored(two_workers)
    assert after[: len(moves)] == moves
    assert len(after) > len(moves)
