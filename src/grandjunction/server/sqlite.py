"""Storage in an SQLite file: write-ahead log, and every transaction on the disk before it counts."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from .storage import ChatRow, GameRow, SeatRow, StaleWrite, StoredGame

VERSION: Final = 1

_SCHEMA: Final = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, ruleset TEXT NOT NULL, revision INTEGER NOT NULL, seed TEXT,
    bot_seed TEXT NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL,
    plies INTEGER NOT NULL, over INTEGER NOT NULL, draft TEXT NOT NULL
) STRICT;
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, name TEXT NOT NULL, colour TEXT NOT NULL,
    kind TEXT NOT NULL, bot TEXT, holder TEXT, generation INTEGER NOT NULL, PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_holder ON seats (holder);
CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games, ply INTEGER NOT NULL, move TEXT NOT NULL, PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
CREATE TABLE chat (
    id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL REFERENCES games, seat INTEGER,
    name TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL
) STRICT;
CREATE INDEX chat_by_game ON chat (game, id);
CREATE TABLE notes (
    game TEXT NOT NULL REFERENCES games, holder TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, holder)
) STRICT, WITHOUT ROWID;
"""


class WrongDatabase(ValueError):
    """The file is not a database of this program, or of a newer one."""


class SqliteStorage:
    """``:memory:`` is a path too, for tests."""

    def __init__(self, path: str | Path) -> None:
        self._db: Final = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
        try:
            self._open()
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise WrongDatabase(f"{path}: {error}") from error
        except WrongDatabase:
            self._db.close()
            raise

    def _open(self) -> None:
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        with self.transaction():
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if version == 0 and tables == 0:
                for statement in _SCHEMA.split(";"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {VERSION}")
            elif version != VERSION:
                raise WrongDatabase(f"its format is {version}, and this program writes format {VERSION}")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    # -- games --------------------------------------------------------------------------------------

    def add_game(self, row: GameRow, moves: list[str]) -> None:
        self._db.execute(
            "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '')",
            (
                row.id, row.ruleset, row.revision, row.seed, row.bot_seed, row.created,
                row.changed or row.created, len(moves), row.over,
            ),
        )  # fmt: skip
        for seat, its in enumerate(row.seats):
            self._db.execute(
                "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (row.id, seat, its.name, its.colour, its.kind, its.bot, its.holder, its.generation),
            )
        self._add_moves(row.id, 0, moves)

    def _add_moves(self, game: str, ply: int, moves: list[str]) -> None:
        rows = [(game, ply + n, move) for n, move in enumerate(moves)]
        self._db.executemany("INSERT INTO moves VALUES (?, ?, ?)", rows)

    def load(self, game: str) -> StoredGame | None:
        found = self._db.execute(
            "SELECT id, ruleset, revision, seed, bot_seed, created, changed, over, draft "
            "FROM games WHERE id = ?",
            (game,),
        ).fetchone()
        if found is None:
            return None
        seats = self._db.execute(
            "SELECT name, colour, kind, bot, holder, generation FROM seats WHERE game = ? ORDER BY seat",
            (game,),
        )
        rows = [SeatRow(*seat) for seat in seats]
        id, ruleset, revision, seed, bot_seed, created, changed, over, kept = found
        row = GameRow(id, ruleset, revision, seed, bot_seed, created, rows, changed, bool(over))
        moves = self._db.execute("SELECT move FROM moves WHERE game = ? ORDER BY ply", (game,))
        draft = kept.split("\n") if kept else []
        return StoredGame(row, [move for (move,) in moves], draft)

    def append(self, game: str, ply: int, moves: list[str], over: bool, at: int) -> None:
        done = self._db.execute(
            "UPDATE games SET plies = ?, changed = ?, over = ?, draft = '' WHERE id = ? AND plies = ?",
            (ply + len(moves), at, over, game, ply),
        )
        if done.rowcount != 1:
            raise StaleWrite(game)
        self._add_moves(game, ply, moves)

    def save_draft(self, game: str, ply: int, draft: list[str]) -> None:
        done = self._db.execute(
            "UPDATE games SET draft = ? WHERE id = ? AND plies = ?", ("\n".join(draft), game, ply)
        )
        if done.rowcount != 1:
            raise StaleWrite(game)

    def save_seat(self, game: str, seat: int, row: SeatRow) -> None:
        self._db.execute(
            "UPDATE seats SET name = ?, colour = ?, kind = ?, bot = ?, holder = ?, generation = ? "
            "WHERE game = ? AND seat = ?",
            (row.name, row.colour, row.kind, row.bot, row.holder, row.generation, game, seat),
        )

    def games_of(self, holder: str, most: int) -> list[str]:
        rows = self._db.execute(
            "SELECT id FROM games WHERE id IN (SELECT game FROM seats WHERE holder = ?) "
            "ORDER BY changed DESC, id LIMIT ?",
            (holder, most),
        )
        return [id for (id,) in rows]

    def unfinished_with_bots(self) -> list[str]:
        rows = self._db.execute(
            "SELECT DISTINCT id FROM games JOIN seats ON game = id "
            "WHERE over = 0 AND kind = 'bot' ORDER BY id"
        )
        return [id for (id,) in rows]

    # -- people's text ------------------------------------------------------------------------------

    def say(self, game: str, seat: int | None, name: str, text: str, at: int) -> ChatRow:
        done = self._db.execute(
            "INSERT INTO chat (game, seat, name, text, at) VALUES (?, ?, ?, ?, ?)",
            (game, seat, name, text, at),
        )
        assert done.lastrowid is not None
        return ChatRow(done.lastrowid, seat, name, text, at)

    def chat(self, game: str, since: int, most: int) -> list[ChatRow]:
        rows = self._db.execute(
            "SELECT id, seat, name, text, at FROM chat WHERE game = ? AND id > ? ORDER BY id DESC LIMIT ?",
            (game, since, most),
        )
        return [ChatRow(*row) for row in rows][::-1]

    def save_notes(self, game: str, holder: str, text: str) -> None:
        self._db.execute(
            "INSERT INTO notes VALUES (?, ?, ?) "
            "ON CONFLICT (game, holder) DO UPDATE SET text = excluded.text",
            (game, holder, text),
        )

    def notes(self, game: str, holder: str) -> str:
        row = self._db.execute(
            "SELECT text FROM notes WHERE game = ? AND holder = ?", (game, holder)
        ).fetchone()
        return "" if row is None else str(row[0])

    def close(self) -> None:
        self._db.close()
