"""Storage in an SQLite file, with a write-ahead log and a sync at every commit."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from .sql import SqlStorage
from .sql_base import Connection
from .sql_tables import HEAD
from .storage import Unusable, WrongDatabase

# SQLite's user_version of the file: 1 before there were migrations, 2 since then.
FIRST_FORMAT: Final = 1
FORMAT: Final = 2
PATIENCE: Final = 700  # milliseconds to wait for another program that holds the file


class SqliteStorage(SqlStorage):
    """Stores games in a file, or for tests in ``:memory:``."""

    def __init__(self, path: str | Path) -> None:
        super().__init__("sqlite", "alone")
        self._path: Final = None if path == ":memory:" else Path(path)
        self._opened: Final[dict[Path, tuple[int, int]]] = {}  # the files, and what they were when opened
        if self._path is not None:
            keep_private(self._path)
        self._db: Final = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
        try:
            self._open()
        except (sqlite3.DatabaseError, WrongDatabase) as error:
            self._db.close()
            kind = type(error) if isinstance(error, WrongDatabase) else WrongDatabase
            raise kind(f"{path}: {error}") from error

    @property
    def db(self) -> Connection:
        return self._db

    def _open(self) -> None:
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        fault = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if fault != "ok":
            raise WrongDatabase(
                f"it is damaged ({fault.splitlines()[-1]}). Restore a backup: grandjunction db restore"
            )
        if self._revision() != HEAD:
            self._upgrade()
        self._db.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        self._note_files()

    def _revision(self) -> str | None:
        """Return the revision of the schema, or None if the file is empty."""
        (format,) = self._db.execute("PRAGMA user_version").fetchone()
        tables = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master")}
        if format == 0 and not tables:
            return None
        if format == FIRST_FORMAT and "games" in tables:
            return "0001"
        if format == FORMAT and "alembic_version" in tables:
            return str(self._db.execute("SELECT version_num FROM alembic_version").fetchone()[0])
        raise WrongDatabase(f"its format is {format}, and this program writes format {FORMAT}")

    def _upgrade(self) -> None:
        """Bring the schema up to date, after a backup if there is anything to lose."""
        from .migrate import check_known, upgrade

        revision = self._revision()
        if revision is not None:
            check_known(revision)
            self._keep_copy(revision)
        self._db.execute("BEGIN IMMEDIATE")
        upgrade(self._db, "sqlite", self._revision(), f"PRAGMA user_version = {FORMAT}")

    def _keep_copy(self, revision: str) -> None:
        if self._path is not None:
            day = time.strftime("%Y%m%d-%H%M%S")
            copy_database(self._path, self._path.with_name(f"{self._path.name}.schema-{revision}-{day}"))

    @contextmanager
    def transaction(self, single: bool = False) -> Iterator[None]:
        self._check_files()
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            held = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
            raise Unusable(f"{error}: {'another program holds ' if held else ''}{self._path}") from error
        try:
            yield
            self._db.execute("COMMIT")
            self._check_files()
            if len(self._opened) == 1:
                self._note_files()
        except BaseException:
            if self._db.in_transaction:  # SQLite has rolled back by itself if the disk is full
                self._db.execute("ROLLBACK")
            raise

    def _note_files(self) -> None:
        """Remember which files are open. The write-ahead log appears with the first write."""
        for path in [] if self._path is None else files_of(self._path)[:2]:
            if path not in self._opened and path.exists():
                found = path.stat()
                self._opened[path] = found.st_dev, found.st_ino

    def _check_files(self) -> None:
        """Raise if the files were replaced or deleted: SQLite would go on writing into deleted ones."""
        for path, opened in self._opened.items():
            try:
                found = path.stat()
            except OSError:
                found = None
            if found is None or (found.st_dev, found.st_ino) != opened:
                raise Unusable(
                    f"{path} was deleted or replaced while the server runs: nothing is stored any more. "
                    "Stop the server, put the file back or restore a backup, and start it again"
                )

    def size(self) -> int:
        return sum(path.stat().st_size for path in files_of(self._path) if path.exists()) if self._path else 0

    def close(self) -> None:
        self._db.close()


def files_of(database: Path) -> list[Path]:
    """Return the files a database may consist of."""
    return [database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))]


def copy_database(database: Path, target: Path) -> None:
    """Copy a snapshot of a database into one file. A server may use the database meanwhile."""
    keep_private(target)
    with closing(sqlite3.connect(database, timeout=10)) as ours, closing(sqlite3.connect(target)) as copy:
        ours.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it


def keep_private(path: Path) -> None:
    """Make sure that a file is there and that only its owner can read it. SQLite's own files follow it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if hasattr(os, "fchmod"):
            os.fchmod(handle, 0o600)
    finally:
        os.close(handle)
