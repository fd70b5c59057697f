"""What all stores share: the connection, and statements compiled for its kind of database.

Each subject has its own protocol, tables and statements, such as ``people/``. Its store uses the storage's
connection, so its calls are part of the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, Generic, Protocol, TypeVar
from unicodedata import normalize

from sqlalchemy import Dialect
from sqlalchemy.sql import ClauseElement

Values = Mapping[str, Any]


def folded(name: str) -> str:
    """Return a name in the form used for searching, because databases fold case differently."""
    return normalize("NFKC", name).casefold()


def containing(part: str) -> str:
    """Return the LIKE pattern, escaped by ``/``, for folded names that contain this text."""
    return "%" + folded(part).replace("/", "//").replace("%", "/%").replace("_", "/_") + "%"


class Cursor(Protocol):
    """What the drivers' cursors have in common."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def executemany(self, sql: str, values: Iterable[Values], /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """What the drivers' connections have in common."""

    def execute(self, sql: str, values: Values = ..., /) -> Cursor: ...
    def cursor(self) -> Cursor: ...


class Connected(Protocol):
    """The storage, as the store of one subject sees it."""

    @property
    def db(self) -> Connection:
        """The open connection. Ask for it every time: it may be a new one after a failure."""

    def time(self) -> float: ...

    def tell(self, what: str, id: str, number: int) -> None:
        """Tell the other workers of a change, if there are any."""


class Kind:
    """A kind of database: compiles statements, and knows its ``INSERT … ON CONFLICT``."""

    def __init__(self, name: str, dialect: Dialect, insert: Any) -> None:
        self.name: Final = name
        self.insert: Final = insert
        self._dialect: Final = dialect

    def sql(self, statement: ClauseElement, *columns: str) -> str:
        """Return a statement as text. Parameters have names: the column's, or ``its_`` one in a condition."""
        return str(statement.compile(dialect=self._dialect, column_keys=list(columns) or None))


Statements = TypeVar("Statements")
_COMPILED: Final[dict[tuple[object, str], Any]] = {}


class SubjectStore(Generic[Statements]):
    """The store of one subject on a storage's connection. Its statements are compiled once per kind."""

    def __init__(self, storage: Connected, kind: str, statements: Callable[[Kind], Statements]) -> None:
        self._storage: Final = storage
        if (statements, kind) not in _COMPILED:
            _COMPILED[statements, kind] = statements(kind_of(kind))
        self._sql: Final[Statements] = _COMPILED[statements, kind]

    def _run(self, sql: str, **values: Any) -> Cursor:
        return self._storage.db.execute(sql, values)


@cache
def kind_of(name: str) -> Kind:
    """Return ``sqlite`` or ``postgresql``. Only that dialect is imported."""
    if name == "sqlite":
        from sqlalchemy.dialects import sqlite

        return Kind(name, sqlite.dialect(paramstyle="named"), sqlite.insert)
    from sqlalchemy.dialects import postgresql
    from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

    return Kind(name, PGDialect_psycopg(), postgresql.insert)  # type: ignore[no-untyped-call]
