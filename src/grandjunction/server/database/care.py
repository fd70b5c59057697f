"""Maintains an SQLite database: counts, checks and copies it, and deletes old games."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from ...core.seats import seat_name
from ..hosted import HostedGame
from ..keys import key_of
from ..records import raw_record
from .databases import Database, hold, open_existing, shown
from .game_rows import Stats
from .lock import DatabaseLock
from .sqlite import SqliteStorage, copy_database, files_of, keep_private
from .storage import WrongDatabase

DAY: Final = 24 * 3600


def stats(database: Database) -> Stats:
    """Count what is in a database. A server may use it meanwhile."""
    with closing(open_existing(database)) as storage:
        return storage.stats()


def check(database: Database) -> list[str]:
    """Return everything that is wrong with a database: its pages, its references, games nobody can read."""
    faults = _file_faults(database) if isinstance(database, Path) else []
    return faults or _unreadable(database)


def _file_faults(database: Path) -> list[str]:
    with closing(_open(database)) as db:
        faults = [text for (text,) in db.execute("PRAGMA integrity_check(20)") if text != "ok"]
        faults += [
            f"a row of {table} belongs to no {parent}"
            for table, _, parent, _ in db.execute("PRAGMA foreign_key_check")
        ]
    if not key_of(database).exists():
        faults.append(f"{key_of(database)} is missing: nobody holds a seat without it")
    return faults


def _unreadable(database: Database) -> list[str]:
    faults: list[str] = []
    with closing(open_existing(database)) as storage:
        for id in storage.all_games():
            stored = storage.load(id)
            try:
                if stored is not None:
                    HostedGame(stored)
            except Exception as error:  # any fault of a game is reported
                faults.append(f"game {id} cannot be read: {error}")
    return faults


def full_record(database: Database, game: str) -> str:
    """Return the whole record of a game, hidden cards too, even if this version cannot replay it."""
    with closing(open_existing(database)) as storage:
        stored = storage.load(game)
    if stored is None:
        raise ValueError(f"there is no game {game} in {shown(database)}")
    try:
        return HostedGame(stored).record()
    except Exception:  # whatever is wrong with it, its moves are there
        return raw_record(stored)


def records_of_people(database: Database) -> Iterator[tuple[str, str]]:
    """Yield the id and the record of every game that people have played to its end, without their names."""
    with closing(open_existing(database)) as storage:
        for id in storage.all_games():
            stored = storage.load(id)
            if stored is None or not stored.row.over or stored.row.ended is not None:
                continue
            if sum(seat.kind == "person" for seat in stored.row.seats) < 2:
                continue
            try:
                game = HostedGame(stored).game
            except Exception:  # an older version's game, which this one cannot replay
                continue
            yield (
                id,
                game.copy(names=[f"player {seat_name(n)}" for n in range(game.state.players)]).to_record(),
            )


def backup(database: Database, target: Path) -> None:
    """Copy a snapshot of a database, and its key. A server may use the database meanwhile."""
    if isinstance(database, str):
        raise ValueError("PostgreSQL has its own tool for this: pg_dump. The key to the seats is in the dump")
    for path in (target, key_of(target)):
        if path.exists():
            raise FileExistsError(f"{path} exists already")
    _copy(database, target)
    if key_of(database).exists():
        _copy_key(key_of(database), key_of(target))


def restore(database: Database, source: Path) -> Path | None:
    """Put a backup in the database's place. Return where the one before is kept, if there was one.

    Raises ``InUse`` while a server runs, and ``WrongDatabase`` if the backup is not whole.
    """
    if isinstance(database, str):
        raise ValueError("PostgreSQL has its own tool for this: pg_restore, or psql for a plain dump")
    with DatabaseLock(database):
        fresh = database.with_name(database.name + ".restoring")
        fresh.unlink(missing_ok=True)
        _copy(source, fresh)
        SqliteStorage(fresh).close()  # raises if it is damaged, or of another version
        kept = _put_aside(database) if database.exists() else None
        os.replace(fresh, database)
        if key_of(source).exists():
            _copy_key(key_of(source), key_of(database))
    return kept


def prune(database: Database, days: int, finished: bool) -> int:
    """Delete games that nobody has changed for ``days`` days: unfinished ones, or all.

    Returns how many. Raises ``InUse`` while a server runs on a file.
    """
    with hold(database), closing(open_existing(database)) as storage:
        with storage.transaction():
            pruned = storage.prune(int(time.time()) - days * DAY, finished)
        if isinstance(database, Path):
            storage.db.execute("VACUUM")
    return pruned


# -- files ----------------------------------------------------------------------------------------------


def _open(database: Path) -> sqlite3.Connection:
    """Return a connection to a database that must be there."""
    if not database.is_file():
        raise FileNotFoundError(f"there is no database {database}")
    db = sqlite3.connect(database, timeout=10)
    try:
        db.execute("SELECT count(*) FROM games")
    except sqlite3.DatabaseError as error:
        db.close()
        raise WrongDatabase(f"{database}: {error}") from error
    return db


def _copy(database: Path, target: Path) -> None:
    _open(database).close()
    copy_database(database, target)


def _copy_key(key: Path, target: Path) -> None:
    keep_private(target)
    shutil.copyfile(key, target)


def _put_aside(database: Path) -> Path:
    """Rename a database and copy its key, so that a restored one can take its place."""
    kept = database.with_name(f"{database.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
    for path in files_of(database):  # its log goes with it: it may hold the latest moves
        if path.exists():
            os.replace(path, kept.with_name(path.name.replace(database.name, kept.name, 1)))
    if key_of(database).exists():
        _copy_key(key_of(database), key_of(kept))
    return kept
