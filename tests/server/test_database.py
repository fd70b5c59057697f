"""The database's file: held by one server, read by its owner only, checked before it is used."""

from __future__ import annotations

import logging
import signal
import sqlite3
import stat
import sys
from pathlib import Path

import pytest

from grandjunction.server.database.lock import DatabaseLock, InUse
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.database.storage import WrongDatabase
from grandjunction.server.keys import key_of
from tests.cli.run import run
from tests.server.test_storage import row


def filled(path: Path, games: int = 1) -> None:
    storage = SqliteStorage(path)
    with storage.transaction():
        for number in range(games):
            storage.add_game(row(f"game{number}"), ["order A"] * 200)
    storage.close()


def refused(database: Path | str, *options: str) -> str:
    """Start a server that cannot start, and return what it says."""
    root, on_term = logging.getLogger(), signal.getsignal(signal.SIGTERM)
    handlers, level = list(root.handlers), root.level
    try:
        ended = run("serve", "--no-open", "--database", str(database), *options)
    finally:  # a server has the process for itself
        signal.signal(signal.SIGTERM, on_term)
        root.handlers[:] = handlers
        root.setLevel(level)
    assert ended.exit_code != 0
    return ended.stderr


def test_a_second_server_is_refused_and_told_why(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with DatabaseLock(database):
        assert "is in use by another Grand Junction server" in refused(database)
        with pytest.raises(InUse):
            DatabaseLock(database)
    DatabaseLock(database).close()  # it is free again


def test_a_second_worker_on_a_file_is_refused_and_told_why(tmp_path: Path) -> None:
    said = refused(tmp_path / "games.db", "--workers", "2")
    assert "--workers 2 needs PostgreSQL" in said
    assert "an SQLite file belongs to one process" in said
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_does_not_answer_is_named_without_its_password() -> None:
    said = refused("postgresql://brass:geheim@127.0.0.1:9/games")
    assert "the PostgreSQL database cannot be used" in said
    assert "geheim" not in said


def test_games_without_their_key_are_not_served(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    filled(database)
    assert "games.db.key is missing" in refused(database)
    assert not key_of(database).exists()
    DatabaseLock(database).close()


@pytest.mark.skipif(sys.platform == "win32", reason="has other permissions")
def test_only_their_owner_reads_the_files(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    database.touch(0o644)
    storage = SqliteStorage(database)
    with storage.transaction():
        storage.add_game(row(), ["order A"])
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    storage.close()
    assert modes == dict.fromkeys(["games.db", "games.db-wal", "games.db-shm"], 0o600)


def test_a_damaged_database_is_not_opened(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    filled(database, 50)
    size = database.stat().st_size
    with database.open("r+b") as file:
        file.seek(size // 2)
        file.write(b"\xff" * 8192)
    with pytest.raises(WrongDatabase, match=r"damaged|malformed"):
        SqliteStorage(database)


def test_every_commit_is_synced(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "games.db")
    assert storage.db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert storage.db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    storage.close()


def test_another_programs_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE theirs (x)")
    other.commit()
    other.close()
    with pytest.raises(WrongDatabase):
        SqliteStorage(path)
    text = tmp_path / "text.db"
    text.write_text("no database at all, and longer than a header of one would have to be" * 20)
    with pytest.raises(WrongDatabase):
        SqliteStorage(text)
