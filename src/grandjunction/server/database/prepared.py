"""Runs statements on a PostgreSQL connection as prepared ones, by libpq's own calls.

psycopg's cursors take five times the CPU time of these calls, and a turn has eight statements. Only what the
storage needs is here: parameters with names, text, numbers and lists of texts, and one statement at a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.pq import ConnStatus, ExecStatus
from psycopg.pq.abc import PGresult

from .sql_base import Values

_NAMED: Final = re.compile(r"%\((\w+)\)s|%%")
_INT, _FLOAT, _BOOL, _TEXTS, _ANY = 20, 701, 16, 1009, 0  # the types' numbers in PostgreSQL
_READ: Final[dict[int, Callable[[bytes], Any]]] = {
    16: lambda value: value == b"t",
    20: int, 21: int, 23: int, 26: int,
    700: float, 701: float,
    1700: lambda value: Decimal(value.decode()),
}  # fmt: skip


class Rows:
    """The answer to a statement."""

    def __init__(self, result: PGresult) -> None:
        self._result: Final = result
        self._next = 0
        self._readers: Final = [_READ.get(result.ftype(n), bytes.decode) for n in range(result.nfields)]

    @property
    def rowcount(self) -> int:
        """How many rows were found or changed."""
        result = self._result
        return result.ntuples if result.status == ExecStatus.TUPLES_OK else result.command_tuples or 0

    def fetchone(self) -> tuple[Any, ...] | None:
        if self._next >= self._result.ntuples:
            return None
        value, row = self._result.get_value, self._next
        self._next += 1
        return tuple(
            None if (text := value(row, n)) is None else read(text) for n, read in enumerate(self._readers)
        )

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        while (row := self.fetchone()) is not None:
            yield row


class Prepared:
    """A connection whose statements are prepared when they are first used. One thread uses it."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self.connection: Final = connection
        self._names: Final[dict[tuple[str, tuple[int, ...]], bytes]] = {}

    def execute(self, sql: str, values: Values | None = None, /) -> Rows:
        pg = self.connection.pgconn
        if values is None:
            return Rows(self.checked(pg.exec_(sql.encode())))
        name, texts = self.prepare(sql, values)
        return Rows(self.checked(pg.exec_prepared(name, texts)))

    def prepare(self, sql: str, values: Values) -> tuple[bytes, list[Any]]:
        """Return the name of a statement, prepared if it is new, and its parameters as texts."""
        text, fields = _numbered(sql)
        types: list[int] = []
        texts: list[Any] = []
        for field in fields:
            type_, value = _dumped(values[field])
            types.append(type_)
            texts.append(value)  # None is NULL, whatever the driver's types say
        key = sql, tuple(types)
        name = self._names.get(key)
        if name is None:
            name = b"s%d" % len(self._names)
            self.checked(self.connection.pgconn.prepare(name, text, types))
            self._names[key] = name
        return name, texts

    def cursor(self) -> psycopg.Cursor:
        """Return a cursor for many rows at once, which psycopg sends together."""
        return self.connection.cursor()

    def checked(self, result: PGresult) -> PGresult:
        """Return a result, or raise the error that it is."""
        if result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
            return result
        if self.connection.pgconn.status == ConnStatus.BAD:
            raise psycopg.OperationalError(result.get_error_message() or "the connection was lost")
        raise errors.error_from_result(result)


_TEXTS_OF: Final[dict[str, tuple[bytes, list[str]]]] = {}


def _numbered(sql: str) -> tuple[bytes, list[str]]:
    """Return a statement with ``$1`` for its first parameter, and the names of the parameters in order."""
    found = _TEXTS_OF.get(sql)
    if found is None:
        names: list[str] = []

        def number(field: re.Match[str]) -> str:
            if field[1] is None:
                return "%"
            if field[1] not in names:
                names.append(field[1])
            return f"${names.index(field[1]) + 1}"

        found = _TEXTS_OF[sql] = _NAMED.sub(number, sql).encode(), names
    return found


def _dumped(value: object) -> tuple[int, bytes | None]:
    """Return the type and the text of a value, as PostgreSQL reads it."""
    if value is None:
        return _ANY, None
    if isinstance(value, str):
        if "\0" in value:
            raise psycopg.DataError("PostgreSQL text cannot contain NUL (0x00) bytes")
        return _ANY, value.encode()
    if isinstance(value, bool):
        return _BOOL, b"t" if value else b"f"
    if isinstance(value, int):
        return _INT, b"%d" % value
    if isinstance(value, float):
        return _FLOAT, repr(value).encode()
    if isinstance(value, list):
        return _TEXTS, _array(value)
    raise TypeError(f"{type(value).__name__} is no parameter of a statement")


def _array(texts: Sequence[str]) -> bytes:
    quoted = (text.replace("\\", "\\\\").replace('"', '\\"') for text in texts)
    text = "{" + ",".join(f'"{one}"' for one in quoted) + "}"
    if "\0" in text:
        raise psycopg.DataError("PostgreSQL text cannot contain NUL (0x00) bytes")
    return text.encode()
