"""A database that somebody deletes, replaces or locks while the server runs: nothing is said to be stored."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from grandjunction.server.database import journal
from tests.server.support import Browser, Server, until


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Path, Browser, str]]:
    monkeypatch.setattr(journal, "LOOK", 0.05)
    database = tmp_path / "games.db"
    with Server(database) as server:
        anna = Browser(server)
        yield database, anna, anna.new_game("me", "person")["game"]


def answer(anna: Browser, game: str) -> httpx.Response:
    return anna.http.put(f"/api/games/{game}/notes", json={"text": "kept?"})


@pytest.mark.parametrize("end", ["", "-wal"])
def test_files_that_are_deleted_or_come_back(
    running: tuple[Path, Browser, str], end: str, caplog: pytest.LogCaptureFixture
) -> None:
    database, anna, game = running
    file = database.with_name(database.name + end)
    assert answer(anna, game).status_code == 200
    os.rename(file, f"{file}.away")
    assert (answer(anna, game).status_code, anna.http.get("/readyz").status_code) == (503, 503)
    assert answer(anna, game).json()["error"] == "not_stored"
    until(lambda: "cannot be used: " in caplog.text)  # the operator is told, whoever asks or not
    assert "was deleted or replaced" in caplog.text
    file.touch()
    assert answer(anna, game).status_code == 503  # another file is not the same
    os.rename(f"{file}.away", file)
    assert answer(anna, game).status_code == 200
    until(lambda: "can be used again" in caplog.text)


def test_a_database_that_another_program_locks(
    running: tuple[Path, Browser, str], caplog: pytest.LogCaptureFixture
) -> None:
    database, anna, game = running
    assert answer(anna, game).status_code == 200
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        assert answer(anna, game).status_code == 503
        until(lambda: "another program holds" in caplog.text)
        assert anna.table(game)["game"] == game  # what is in memory is shown meanwhile
        other.execute("ROLLBACK")
        assert time.monotonic() - begun < 60
    assert answer(anna, game).status_code == 200
