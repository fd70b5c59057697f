"""The journal under faults: what fails leaves nothing behind, and what waited with it is stored."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grandjunction.server.database.journal import Journal
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.database.storage import StaleWrite, Storage, StorageFailed
from tests.server.test_storage import row

Work = Callable[[Storage], Any]


async def together(journal: Journal, *works: Work) -> list[Any]:
    """Run calls that share a transaction, and return their answers or errors."""
    begun, go = threading.Event(), threading.Event()

    def wait(storage: Storage) -> None:
        begun.set()
        go.wait()

    gate = asyncio.create_task(journal.run(wait))
    await asyncio.to_thread(begun.wait)  # the first call is under way, so that the others wait together
    asked = [asyncio.create_task(journal.run(work)) for work in works]
    await asyncio.sleep(0)
    go.set()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    await gate
    return answers


def whole(storage: Storage, game: str) -> int:
    """Return how many moves a game has. Its row must say the same."""
    stored = storage.load(game)
    assert stored is not None
    assert isinstance(storage, SqliteStorage)
    plies = storage._db.execute("SELECT plies FROM games WHERE id = ?", (game,)).fetchone()[0]
    assert plies == len(stored.moves)
    return len(stored.moves)


def break_off(storage: Storage) -> None:
    """Write one half of a change, then fail."""
    assert isinstance(storage, SqliteStorage)
    storage._db.execute("UPDATE games SET plies = 99 WHERE id = 'two'")
    raise sqlite3.OperationalError("disk I/O error")


async def faults(storage: SqliteStorage) -> None:
    journal = Journal(storage)
    await journal.run(lambda storage: storage.add_game(row("one"), ["order A"]))
    await journal.run(lambda storage: storage.add_game(row("two"), ["order A"]))
    answers = await together(
        journal,
        lambda storage: storage.append("one", 1, ["a"], False, 1),
        break_off,
        lambda storage: storage.append("one", 7, ["x"], False, 1),
        lambda storage: storage.append("one", 2, ["b"], False, 1),
    )
    assert [type(answer) for answer in answers] == [
        type(None), StorageFailed, StaleWrite, type(None),
    ]  # fmt: skip
    assert await journal.run(lambda storage: whole(storage, "one")) == 3
    assert await journal.run(lambda storage: whole(storage, "two")) == 1
    journal.close()


def test_a_call_that_breaks_off_is_undone_and_the_others_are_kept() -> None:
    asyncio.run(faults(SqliteStorage(":memory:")))


async def fill_the_disk(storage: SqliteStorage) -> None:
    journal = Journal(storage)
    await journal.run(lambda storage: storage.add_game(row("game"), ["order A"]))
    pages = storage._db.execute("PRAGMA page_count").fetchone()[0]
    storage._db.execute(f"PRAGMA max_page_count = {pages + 2}")
    long = ["build cotton leek.1 card leek " + "x" * 200] * 200
    for _ in range(3):
        with pytest.raises(StorageFailed, match="full"):
            await journal.run(lambda storage: storage.append("game", 1, long, False, 1))
        assert await journal.run(lambda storage: whole(storage, "game")) == 1
    assert journal.failures >= 3
    storage._db.execute("PRAGMA max_page_count = 1000000")
    await journal.run(lambda storage: storage.append("game", 1, long, False, 1))
    assert await journal.run(lambda storage: whole(storage, "game")) == 201
    journal.close()


def test_a_full_disk_leaves_no_half_of_a_turn(tmp_path: Path) -> None:
    asyncio.run(fill_the_disk(SqliteStorage(tmp_path / "games.db")))
