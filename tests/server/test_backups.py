"""Automatic backups: one a day, whole, and no more of them than are worth keeping."""

from __future__ import annotations

import datetime
from contextlib import closing
from pathlib import Path

import pytest

from grandjunction.server.database import backups
from grandjunction.server.database.backups import back_up, folder_of, worth_keeping
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.keys import key_of, load_secret
from tests.server.support import Browser, Server, until
from tests.server.test_storage import row

TODAY = datetime.date(2026, 3, 18)  # a Wednesday


def days(*back: int) -> set[datetime.date]:
    return {TODAY - datetime.timedelta(days=number) for number in back}


def test_seven_days_and_four_weeks_are_kept() -> None:
    kept: set[datetime.date] = set()
    for number in range(100, -1, -1):  # a server that runs for a hundred days
        day = TODAY - datetime.timedelta(days=number)
        kept = worth_keeping(kept | {day}, day)
    assert kept >= days(*range(7))
    older = sorted(kept - days(*range(7)))
    assert [day.strftime("%a") for day in older] == ["Mon"] * len(older)
    assert len(older) in (3, 4)
    assert min(kept) >= TODAY - datetime.timedelta(days=28)


def test_a_backup_is_whole_and_made_once_a_day(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    key = load_secret(key_of(database))
    with closing(SqliteStorage(database)) as storage:
        with storage.transaction():
            storage.add_game(row(), ["order A"])
        for number in range(40, -1, -1):
            back_up(database, TODAY - datetime.timedelta(days=number))
        back_up(database, TODAY)
    made = sorted(path.name for path in folder_of(database).glob("*.db"))
    assert made[-1] == "games-2026-03-18.db"
    assert len(made) <= 11
    assert len(list(folder_of(database).iterdir())) == 2 * len(made)
    latest = folder_of(database) / made[-1]
    assert key_of(latest).read_bytes() == key
    with closing(SqliteStorage(latest)) as storage:
        assert storage.all_games() == ["game"]


def test_the_server_makes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "FIRST", 0.0)
    database = tmp_path / "games.db"
    load_secret(key_of(database))
    with Server(database, backed_up=database) as server:
        Browser(server).new_game("me", "open")
        until(lambda: list(folder_of(database).glob("games-*.db")))
        storage = server.hall.journal.storage
        until(lambda: (storage.next_job_at("backup") or 0) > storage.time() + 80_000)  # tomorrow
