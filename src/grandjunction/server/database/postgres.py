"""Storage in PostgreSQL, for several workers at once. Each connection is used from one thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from secrets import token_hex
from typing import Any, Final, cast

import psycopg

from ..clock.clock_store import COLUMNS, clock_in
from .game_rows import Changes, SeatRow
from .prepared import Prepared, Rows
from .sql import SqlStorage, lines_of
from .sql_base import Connection, Values
from .sql_tables import HEAD
from .storage import Interrupted, News, Storage, WrongDatabase

CHANNEL: Final = "grandjunction"
ALIVE: Final = 8.0  # seconds without a heartbeat after which a worker counts as dead
CONNECTIONS: Final = 4  # per worker, for its games; one more listens
_MIGRATING: Final = 1837  # the advisory lock of whoever changes the schema
_PASSING: Final = (psycopg.OperationalError, psycopg.InterfaceError)  # transient errors: a retry may succeed
# A broken connection is noticed within seconds, and nothing waits for ever.
_PATIENCE: Final[dict[str, Any]] = {
    "connect_timeout": 3, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3,
    "tcp_user_timeout": 10_000, "application_name": "grandjunction", "client_encoding": "UTF8",
    "options": "-c statement_timeout=20s -c lock_timeout=10s -c idle_in_transaction_session_timeout=30s",
}  # fmt: skip
_APPEND: Final = """
    WITH done AS ({update} RETURNING id), added AS (
        INSERT INTO moves (game, ply, move) SELECT done.id, %(ply)s + new.number - 1, new.move
        FROM done, unnest(%(moves)s::text[]) WITH ORDINALITY AS new(move, number)
    ) SELECT pg_notify(%(channel)s, %(news)s) FROM done
"""
_DRAFT: Final = """
    WITH done AS ({update} RETURNING id), dropped AS (
        DELETE FROM plans USING done WHERE plans.game = done.id AND plans.seat = %(unplanned)s
    ) SELECT pg_notify(%(channel)s, %(news)s) FROM done
"""
# All that another worker has changed in a game, with its seats; only the version if that is the known one.
_OWN: Final = 6  # columns before those of the clock
CHANGES: Final = f"""
    SELECT g.version, g.changed, g.over, g.ended, g.draft, (
        SELECT string_agg(move, E'\\n' ORDER BY ply) FROM moves
        WHERE game = g.id AND ply >= %(since)s AND ply < g.plies AND g.version <> %(version)s
    ), {", ".join(f"c.{name}" for name in COLUMNS)},
    s.name, s.colour, s.kind, s.bot, s.holder, s.generation, s.resigned, s.former, s.back
    FROM games g LEFT JOIN clocks c ON c.game = g.id AND g.version <> %(version)s
    LEFT JOIN seats s ON s.game = g.id AND g.version <> %(version)s
    WHERE g.id = %(game)s ORDER BY s.seat
"""


def connect(url: str) -> psycopg.Connection:
    """Return a connection on which every statement is its own transaction until ``BEGIN``."""
    return psycopg.connect(url, autocommit=True, prepare_threshold=None, **_PATIENCE)


class PostgresStorage(SqlStorage):
    """Stores games in a PostgreSQL database, and tells the other workers what it has changed."""

    shared = True

    def __init__(self, url: str, worker: str = "") -> None:
        super().__init__("postgresql", worker or token_hex(4))
        self._url: Final = url
        self._append_sql: Final = _APPEND.format(update=self._sql.append)
        self._draft_sql: Final = _DRAFT.format(update=self._sql.save_draft)
        self._ahead = 0.0  # seconds by which the database's clock is ahead of ours
        self._db: psycopg.Connection | None = None
        self._prepared: Prepared | None = None  # the same connection
        self._inside = False  # a transaction
        try:
            self._connected()
            if self._revision() != HEAD:
                self._upgrade()
        except psycopg.Error as error:
            self.close()
            raise WrongDatabase(f"the PostgreSQL database cannot be used: {_said(error)}") from error
        except WrongDatabase:
            self.close()
            raise

    # -- the connection -----------------------------------------------------------------------------

    @property
    def db(self) -> Connection:
        # Never reconnect in mid-transaction: the rest would be stored without its beginning.
        return cast(Connection, self._prepared if self._inside else self._connected())

    def _connected(self) -> Prepared:
        """Return the connection, or a new one if it was lost."""
        if self._db is None or self._prepared is None or self._db.closed:
            self._db = connect(self._url)
            self._prepared = Prepared(self._db)
            self.measure_clock()
        return self._prepared

    def measure_clock(self) -> None:
        """Measure how far the database's clock, which all workers use, is ahead of ours."""
        assert self._prepared is not None
        row = self._prepared.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()
        assert row is not None
        self._ahead = row[0] - time.time()

    def time(self) -> float:
        return time.time() + self._ahead

    def others(self) -> Sequence[Storage]:
        return [type(self)(self._url, self._worker) for _ in range(CONNECTIONS - 1)]

    @contextmanager
    def transaction(self, single: bool = False) -> Iterator[None]:
        sent = False
        try:
            db = self._connected()
            self._inside = True
            if not single:  # a single statement is a transaction by itself
                db.execute("BEGIN")
            yield
            sent = not single
            if sent:
                db.execute("COMMIT")
        except BaseException as error:
            self._roll_back()
            # If only the answer to COMMIT was lost, the work may be stored and must not be retried.
            if isinstance(error, _PASSING) and not sent:
                raise Interrupted(_said(error)) from error
            raise
        finally:
            self._inside = False

    def _roll_back(self) -> None:
        """End a transaction that has failed; if that fails too, the connection is dropped."""
        if self._db is not None and not self._db.closed:
            try:
                self._db.rollback()
            except psycopg.Error:
                self._db.close()

    def close(self) -> None:
        if self._db is not None:
            self._db.close()

    def lock(self, what: str) -> None:
        self.db.execute("SELECT pg_advisory_xact_lock(hashtext(%(what)s))", {"what": what})

    def size(self) -> int:
        return int(self.db.execute("SELECT pg_database_size(current_database())").fetchone()[0])

    # -- the schema ---------------------------------------------------------------------------------

    def _revision(self) -> str | None:
        """Return the revision of the schema, or None if there are no tables yet."""
        if self.db.execute("SELECT to_regclass('alembic_version')").fetchone()[0] is None:
            if self.db.execute("SELECT to_regclass('games')").fetchone()[0] is not None:
                raise WrongDatabase("the PostgreSQL database has tables of another program")
            return None
        return str(self.db.execute("SELECT version_num FROM alembic_version").fetchone()[0])

    def _upgrade(self) -> None:
        """Upgrade the schema. If several workers start together, one does it."""
        from .migrate import check_known, upgrade

        db = self._connected()
        db.execute("BEGIN")
        db.execute("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
        db.execute(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
        revision = self._revision()
        if revision == HEAD:
            db.execute("COMMIT")
            return
        if revision is not None:
            check_known(revision)
        upgrade(db.connection, "postgresql", revision)

    # -- news for the other workers -----------------------------------------------------------------

    def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> News:
        from .wire import Wire

        return Wire(self._url, self._worker, heard, missed)

    def changes(self, game: str, version: int, since: int) -> Changes | None:
        asked = {"game": game, "version": version, "since": since}
        return changes_in(cast(Rows, self.db.execute(CHANGES, asked)), version)

    def tell(self, what: str, id: str, number: int) -> None:
        """Tell all workers of a change once it is stored: only the game and the ply."""
        self.db.execute("SELECT pg_notify(%(channel)s, %(news)s)", self._news(what, id, number))

    def _news(self, what: str, id: str, number: int) -> dict[str, Any]:
        return {"channel": CHANNEL, "news": f"{self._worker} {what} {id} {number}"}

    # -- moves and drafts: one statement each, because every statement costs more than its work ------

    def _append(self, game: str, moves: list[str], values: Values) -> None:
        news = self._news("game", game, values["plies"])
        self._once(self._append_sql, {**values, **news, "moves": moves}, game)

    def _save_draft(self, game: str, unplanned: int, values: Values) -> None:
        news = self._news("draft", game, values["ply"])
        self._once(self._draft_sql, {**values, **news, "unplanned": unplanned}, game)

    # -- the key ------------------------------------------------------------------------------------

    def secret(self) -> bytes:
        """Return the secret key that all workers share. It is made at the first call."""
        new = {"name": "seats", "value": token_hex(32)}
        read = "SELECT value FROM secrets WHERE name = %(name)s"
        if self.db.execute(read, new).fetchone() is None:
            self.db.execute("INSERT INTO secrets VALUES (%(name)s, %(value)s) ON CONFLICT DO NOTHING", new)
        return bytes.fromhex(self.db.execute(read, new).fetchone()[0])

    # -- the workers --------------------------------------------------------------------------------

    def beat(self) -> list[str]:
        """Send a heartbeat, and return the live workers. Remove what dead ones left behind."""
        self.measure_clock()
        now = {"worker": self._worker, "now": self.time(), "dead": self.time() - ALIVE}
        self.db.execute(
            "INSERT INTO workers VALUES (%(worker)s, %(now)s) "
            "ON CONFLICT (id) DO UPDATE SET seen = excluded.seen",
            now,
        )
        self.db.execute("DELETE FROM workers WHERE seen < %(dead)s", now)
        self.allowances.forget_old()
        self.db.execute("DELETE FROM lines WHERE worker NOT IN (SELECT id FROM workers)")
        return sorted(id for (id,) in self.db.execute("SELECT id FROM workers"))

    def leave(self) -> None:
        """Sign this worker off: free its jobs and drop its connections."""
        its = {"worker": self._worker}
        self.free_jobs(self._worker)
        self.db.execute("DELETE FROM lines WHERE worker = %(worker)s", its)
        self.db.execute("DELETE FROM workers WHERE id = %(worker)s", its)
        self.tell("gone", "-", 0)

    # -- who is connected ---------------------------------------------------------------------------

    def set_lines(
        self, game: str, who: tuple[str, str], player: str | None, number: int, looking: int
    ) -> None:
        """Store how many live connections a browser at an address has to this worker in a game. ``looking``
        counts those whose page is visible.
        """
        line = {
            "worker": self._worker,
            "game": game,
            "who": "|".join(who),
            "player": player,
            "number": number,
            "looking": looking,
        }
        if number:
            self.db.execute(
                "INSERT INTO lines (worker, game, who, player, number, looking) "
                "VALUES (%(worker)s, %(game)s, %(who)s, %(player)s, %(number)s, %(looking)s) "
                "ON CONFLICT (worker, game, who) "
                "DO UPDATE SET number = excluded.number, looking = excluded.looking",
                line,
            )
        else:
            self.db.execute(
                "DELETE FROM lines WHERE worker = %(worker)s AND game = %(game)s AND who = %(who)s", line
            )
        self.tell("here", game, 0)

    def is_looking(self, game: str, player: str) -> bool:
        """Whether a player has a visible page of a game, at any worker."""
        found = self.db.execute(
            "SELECT 1 FROM lines WHERE game = %(game)s AND player = %(player)s AND looking > 0",
            {"game": game, "player": player},
        )
        return found.fetchone() is not None

    def lines_elsewhere(self, game: str) -> list[tuple[str | None, int]]:
        """Return who is connected to a game at other workers, with the number of connections."""
        its = {"game": game, "worker": self._worker}
        found = self.db.execute(
            "SELECT player, number FROM lines WHERE game = %(game)s AND worker <> %(worker)s "
            "ORDER BY worker, who",
            its,
        )
        return [(player, number) for player, number in found]

    def lines_of(self, who: str) -> int:
        """Return the number of live connections of a browser or an address, over all workers."""
        found = self.db.execute(
            "SELECT coalesce(sum(number), 0) FROM lines "
            "WHERE split_part(who, '|', 1) = %(who)s OR split_part(who, '|', 2) = %(who)s",
            {"who": who},
        )
        return int(found.fetchone()[0])


def changes_in(rows: Rows, version: int) -> Changes | None:
    """Return what an answer to ``CHANGES`` says."""
    found = list(rows)
    if not found:
        return None
    now, changed, over, ended, draft, moves = found[0][:_OWN]
    clock, end = found[0][_OWN:], _OWN + len(COLUMNS)
    return Changes(
        now, changed, bool(over), ended, lines_of(draft), lines_of(moves or ""),
        None if clock[0] is None else clock_in(clock[: len(COLUMNS)]),
        [] if now == version else [SeatRow(*row[end:]) for row in found],
    )  # fmt: skip


def _said(error: BaseException) -> str:
    """Return a driver's error message on one line."""
    return " ".join(str(error).split())
