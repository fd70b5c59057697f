"""Where games are stored: an SQLite file, or PostgreSQL by its address."""

from __future__ import annotations

import os
import re
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...extras import need
from ..keys import key_of, load_secret
from .lock import DatabaseLock
from .sqlite import SqliteStorage

if TYPE_CHECKING:
    from .postgres import PostgresStorage

_ADDRESS: Final = re.compile(r"postgres(ql)?://")
_PASSWORD: Final = re.compile(r"(//[^:/@]*):[^@/]*@")
Database = Path | str  # a file, or an address


def data_folder() -> Path:
    """Return the folder where programs keep a user's data on this system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "grandjunction"


def find_database(named: str | None) -> Database:
    """Return the chosen database: a file, an address, or the default in the user's data folder."""
    if named is None:
        return data_folder() / "games.db"
    return named if _ADDRESS.match(named) else Path(named)


def shown(database: Database) -> str:
    """Return a database's name without its password."""
    return _PASSWORD.sub(r"\1@", database) if isinstance(database, str) else str(database)


def hold(database: Database) -> AbstractContextManager[object]:
    """Lock a file for this process. PostgreSQL needs no lock."""
    if isinstance(database, str):
        return nullcontext()
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return DatabaseLock(database)


def open_storage(database: Database) -> SqliteStorage | PostgresStorage:
    """Open the storage, and bring its schema up to date. Raises ``WrongDatabase`` or ``MissingExtra``."""
    if isinstance(database, Path):
        return SqliteStorage(database)
    need("postgres", "a PostgreSQL database", "psycopg")
    from .postgres import PostgresStorage

    return PostgresStorage(database)


def open_existing(database: Database) -> SqliteStorage | PostgresStorage:
    """Open a storage that must exist already."""
    if isinstance(database, Path) and not database.is_file():
        raise FileNotFoundError(f"there is no database {database}")
    return open_storage(database)


def secret_of(database: Database, storage: SqliteStorage | PostgresStorage) -> bytes:
    """Return the key to every seat: beside a file, or in the database that several workers share."""
    if isinstance(storage, SqliteStorage):
        assert isinstance(database, Path)
        return load_secret(key_of(database), storage.has_games())
    return storage.secret()
