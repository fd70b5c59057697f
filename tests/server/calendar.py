"""A clock for tests: both stores go by it, so that weeks pass at once."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from grandjunction.server.clock.timekeeping import KIND
from grandjunction.server.database.postgres import PostgresStorage
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.database.storage import Storage
from tests.server.support import Server

MONDAY = 1_785_139_200.0  # 27 July 2026, 08:00 UTC


class Calendar:
    """The time of all storages of these tests."""

    now: ClassVar[float] = MONDAY

    @classmethod
    def pass_(cls, seconds: float, server: Server | None = None) -> None:
        """Let time pass, and the server's jobs notice."""
        cls.now += seconds
        if server is not None:
            cls.notice(server)

    @classmethod
    def notice(cls, server: Server) -> None:
        server.loop.call_soon_threadsafe(server.hall.jobs.wake, KIND)


class TimedSqlite(SqliteStorage):
    def time(self) -> float:
        return Calendar.now


class TimedPostgres(PostgresStorage):
    def time(self) -> float:
        return Calendar.now


def timed(where: Path | str) -> Storage:
    """Open a file, or a PostgreSQL database by its address, that goes by the calendar."""
    return TimedSqlite(where) if isinstance(where, Path) else TimedPostgres(where)
