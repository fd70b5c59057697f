"""Databases of earlier versions: brought up to date without loss, after a backup; later ones are refused."""

from __future__ import annotations

import importlib
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg
import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import create_engine, inspect

from grandjunction.server.database import migrate
from grandjunction.server.database.postgres import PostgresStorage
from grandjunction.server.database.sql_tables import ALL, HEAD, SHARED
from grandjunction.server.database.sqlite import FORMAT, SqliteStorage
from grandjunction.server.database.storage import NewerSchema, WrongDatabase
from grandjunction.server.hosted import HostedGame
from tests.server.postgres import postgres
from tests.server.support import Browser, Server, until

# Version 0.1 made it: a game of two people with a draft, chat and notes, one with a bot, one that is over.
FIRST = Path(__file__).parent / "format1.sql"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(FIRST.read_text(encoding="utf-8"))
        db.execute("PRAGMA user_version = 1")
        db.execute("PRAGMA journal_mode = WAL")
    return path


def rows(path: Path, table: str, columns: str = "*") -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return sorted(db.execute(f"SELECT {columns} FROM {table}").fetchall(), key=repr)


def test_a_database_of_the_first_version_loses_nothing(database: Path) -> None:
    with closing(sqlite3.connect(database)) as db:
        columns = {
            table: ", ".join(f'"{name}"' for _, name, *_ in db.execute(f"PRAGMA table_info({table})"))
            for table in ("games", "seats", "moves", "chat", "notes")
        }
    before = {table: rows(database, table, names) for table, names in columns.items()}
    assert all(before.values())
    with closing(SqliteStorage(database)) as storage:
        for id in storage.all_games():
            stored = storage.load(id)
            assert stored is not None
            HostedGame(stored)
        assert len(storage.job_keys("bot")) == 1  # of the unfinished game with a bot
    assert {table: rows(database, table, names) for table, names in columns.items()} == before
    SqliteStorage(database).close()  # and nothing is done twice
    (copy,) = database.parent.glob("games.db.schema-0001-*")
    assert {table: rows(copy, table, names) for table, names in columns.items()} == before
    if sys.platform != "win32":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_its_games_go_on(database: Path) -> None:
    with Server(database) as server:
        with closing(sqlite3.connect(database)) as db:
            found = db.execute("SELECT game, holder FROM seats WHERE kind = 'person'").fetchall()
        seen = 0
        for game, holder in found:
            anna = Browser(server)
            anna.http.cookies.set(server.hall.keys.cookie_name, server.hall.keys.cookie(holder))
            table = anna.table(game)
            if table["draft"] is not None:
                seen += 1
                assert anna.play_turn(game, Random(1))["last_ply"] > table["last_ply"]
        assert seen >= 2
        until(lambda: not server.hall.bots.playing)


@pytest.mark.parametrize(
    "later",
    ["UPDATE alembic_version SET version_num = '9999'", f"PRAGMA user_version = {FORMAT + 1}"],
)
def test_a_later_versions_database_is_refused_and_left_alone(tmp_path: Path, later: str) -> None:
    path = tmp_path / "games.db"
    SqliteStorage(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(later)
        db.commit()
    before = path.read_bytes()
    with pytest.raises(
        NewerSchema if "9999" in later else ValueError, match=r"games.db: its (schema|format)"
    ):
        SqliteStorage(path)
    assert path.read_bytes() == before
    assert list(tmp_path.glob("*.schema-*")) == []


def test_the_migrations_make_the_tables_that_the_program_uses(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    SqliteStorage(path).close()
    found = inspect(create_engine(f"sqlite:///{path}"))
    assert set(found.get_table_names()) - {"alembic_version"} == set(ALL.tables)
    for name, table in ALL.tables.items():
        made = {column["name"]: column["nullable"] for column in found.get_columns(name)}
        assert made == {column.name: column.nullable for column in table.columns}
        assert found.get_pk_constraint(name)["constrained_columns"] == [c.name for c in table.primary_key]
        assert {index["name"] for index in found.get_indexes(name)} == {index.name for index in table.indexes}


def test_postgresql_is_migrated_and_refused_alike() -> None:
    url = postgres().new_database()
    with closing(PostgresStorage(url)) as storage, storage.transaction():
        storage.db.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerSchema, match="its schema is 9999"):
        PostgresStorage(url)
    other = postgres().new_database()
    postgres().ask("CREATE TABLE games (theirs text)", other.partition("@/")[2].partition("?")[0])
    with pytest.raises(WrongDatabase, match="another program"):
        PostgresStorage(other)


def test_postgresql_has_the_tables_that_the_program_uses() -> None:
    url = postgres().new_database()
    PostgresStorage(url).close()
    found = inspect(create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url)))
    tables = {**ALL.tables, **SHARED.tables}
    assert set(found.get_table_names()) - {"alembic_version"} == set(tables)
    for name, table in tables.items():
        made = {column["name"]: column["nullable"] for column in found.get_columns(name)}
        assert made == {column.name: column.nullable for column in table.columns}


def test_the_latest_migration_is_the_one_the_program_expects() -> None:
    assert migrate.scripts().get_current_head() == HEAD


def test_the_time_zone_of_a_rest_becomes_the_players() -> None:
    migration = importlib.import_module("grandjunction.server.database.migrations.versions.r0013_one_zone")
    with create_engine("sqlite://").connect() as connection:
        ask = connection.exec_driver_sql
        ask("CREATE TABLE players (id TEXT PRIMARY KEY, zone TEXT, created INT, seen INT)")
        ask("CREATE TABLE rests (player TEXT PRIMARY KEY, zone TEXT NOT NULL)")
        ask("INSERT INTO players VALUES ('anna', 'UTC', 5, 5), ('cleo', 'Asia/Tokyo', 5, 5)")
        ask("INSERT INTO rests VALUES ('anna', 'Europe/Warsaw'), ('ben', 'Asia/Taipei')")
        with Operations.context(MigrationContext.configure(connection)):
            migration.upgrade()
        found = ask("SELECT id, zone FROM players ORDER BY id").fetchall()
        kept = ask("SELECT * FROM rests ORDER BY player").fetchall()
    assert found == [("anna", "Europe/Warsaw"), ("ben", "Asia/Taipei"), ("cleo", "Asia/Tokyo")]
    assert kept == [("anna",), ("ben",)]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_names_stored_earlier_are_found_in_every_case(kind: str) -> None:
    migration = importlib.import_module(
        "grandjunction.server.database.migrations.versions.r0018_folded_names"
    )
    url = postgres().new_database() if kind == "postgresql" else ""
    engine = (
        create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url))
        if url
        else create_engine("sqlite://")
    )
    with engine.connect() as connection:
        ask = connection.exec_driver_sql
        for table, null in (("seats", "NOT NULL"), ("players", "")):
            ask(f"CREATE TABLE {table} (id INT, name TEXT {null})")
            ask(f"INSERT INTO {table} VALUES (1, 'Анна'), (2, 'Łukasz'), (3, 'Анна'), (4, '')")
        ask("INSERT INTO players VALUES (5, NULL)")
        with Operations.context(MigrationContext.configure(connection)):
            migration.upgrade()
        for table, more in (("seats", []), ("players", [""])):
            found = ask(f"SELECT folded FROM {table} ORDER BY id").fetchall()
            assert [name for (name,) in found] == ["анна", "łukasz", "анна", "", *more]
