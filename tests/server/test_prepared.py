"""Statements on PostgreSQL by libpq's own calls: values, faults and lost connections."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import psycopg
import pytest

from grandjunction.server.database.postgres import connect
from grandjunction.server.database.prepared import Prepared
from tests.server.postgres import postgres


@pytest.fixture
def db() -> Iterator[Prepared]:
    with connect(postgres().new_database()) as connection:
        yield Prepared(connection)


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("text", "zażółć 棉花 'quoted' \"twice\" back\\slash\nline %s %% {}"),
        ("text", ""),
        ("text", None),
        ("int", -7),
        ("bigint", 2**62),
        ("int", None),
        ("float8", 0.1),
        ("float8", 1e300),
        ("boolean", True),
        ("boolean", False),
    ],
)
def test_values_come_back_as_they_went(db: Prepared, type_: str, value: object) -> None:
    assert db.execute(f"SELECT %(it)s::{type_}, 1", {"it": value}).fetchone() == (value, 1)


def test_lists_of_texts(db: Prepared) -> None:
    texts = ["plain", 'a "quoted" one', "back\\slash", "{braces, and a comma}", "", "NULL", "線"]
    found = db.execute("SELECT unnest(%(them)s::text[])", {"them": texts})
    assert [text for (text,) in found] == texts


def test_a_name_may_stand_twice_and_a_percent_sign_for_itself(db: Prepared) -> None:
    row = db.execute("SELECT %(a)s::int - %(b)s::int, %(a)s::int %% 4", {"b": 3, "a": 9, "c": 0}).fetchone()
    assert row == (6, 1)


def test_rows_are_counted(db: Prepared) -> None:
    db.execute("CREATE TABLE t (n int)")
    assert db.execute("INSERT INTO t SELECT generate_series(1, %(most)s)", {"most": 5}).rowcount == 5
    assert db.execute("UPDATE t SET n = 0 WHERE n > %(n)s", {"n": 3}).rowcount == 2
    assert db.execute("SELECT n FROM t WHERE n > %(n)s", {"n": 3}).rowcount == 0
    assert db.execute("SELECT n FROM t WHERE n > %(n)s", {"n": 3}).fetchone() is None


@pytest.mark.parametrize("value", ["a\0b", ["a", "\0"]])
def test_a_nul_is_refused_and_cuts_nothing_off(db: Prepared, value: object) -> None:
    with pytest.raises(psycopg.DataError, match="NUL"):
        db.execute("SELECT %(it)s", {"it": value})


def test_other_types_are_refused(db: Prepared) -> None:
    with pytest.raises(TypeError, match="bytes is no parameter"):
        db.execute("SELECT %(it)s", {"it": b"x"})


def test_a_fault_has_its_class_and_ends_nothing(db: Prepared) -> None:
    with pytest.raises(psycopg.errors.DivisionByZero):
        db.execute("SELECT 1 / %(it)s", {"it": 0})
    with pytest.raises(psycopg.errors.UndefinedTable):
        db.execute("SELECT * FROM nothing")
    assert db.execute("SELECT 1 / %(it)s", {"it": 1}).fetchone() == (1,)


def test_a_lost_connection_is_an_operational_error(db: Prepared) -> None:
    row = db.execute("SELECT pg_backend_pid()").fetchone()
    assert row is not None
    postgres().ask(f"SELECT pg_terminate_backend({row[0]})")
    with pytest.raises(psycopg.OperationalError):
        db.execute("SELECT 1", {})
    assert db.connection.closed


def test_other_threads_run_while_it_waits(db: Prepared) -> None:
    stopped = threading.Event()
    counted = 0

    def count() -> None:
        nonlocal counted
        while not stopped.is_set():
            counted += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    db.execute("SELECT pg_sleep(%(seconds)s)", {"seconds": 1.0})
    stopped.set()
    counter.join()
    assert counted > 10
