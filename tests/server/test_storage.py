"""What any storage must do, whatever it keeps its rows in."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grandjunction.server.sqlite import SqliteStorage, WrongDatabase
from grandjunction.server.storage import GameRow, SeatRow, StaleWrite, Storage

Open = Callable[[], Storage]


@pytest.fixture(params=["sqlite"])
def open_again(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens the same storage as often as it is called, as after a restart."""
    opened: list[Storage] = []

    def open_() -> Storage:
        for storage in opened:
            storage.close()
        opened[:] = [SqliteStorage(tmp_path / "games.db")]
        return opened[0]

    yield open_
    for storage in opened:
        storage.close()


def row(id: str = "game", **changes: object) -> GameRow:
    seats = [SeatRow("Anna", "red", "person", None, "anna"), SeatRow("greedy", "teal", "bot", "greedy")]
    return replace(GameRow(id, "birmingham", 1, "seed", "bots", 100, seats, 100), **changes)  # type: ignore[arg-type]


def test_a_game_comes_back_as_it_was_stored(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_game(row(), ["order A", "order B"])
        storage.append("game", 2, ["pass card coal"], False, 200)
        storage.save_draft("game", 3, ["loan 30 card leek", "stop"])
    stored = open_again().load("game")
    assert stored is not None
    assert stored.row == row(changed=200)
    assert stored.moves == ["order A", "order B", "pass card coal"]
    assert stored.draft == ["loan 30 card leek", "stop"]


def test_what_is_not_there_is_none(open_again: Open) -> None:
    assert open_again().load("game") is None


def test_moves_after_another_ply_are_refused(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_game(row(), ["order A"])
    for ply in (0, 2):
        with pytest.raises(StaleWrite), storage.transaction():
            storage.append("game", ply, ["order B"], False, 1)
        with pytest.raises(StaleWrite), storage.transaction():
            storage.save_draft("game", ply, ["stop"])
    stored = storage.load("game")
    assert stored is not None
    assert (stored.moves, stored.draft) == (["order A"], [])


def test_moves_drop_the_draft(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_game(row(), [])
        storage.save_draft("game", 0, ["stop"])
        storage.append("game", 0, ["stop", "order A"], True, 300)
    stored = storage.load("game")
    assert stored is not None
    assert stored.draft == []
    assert (stored.row.over, stored.row.changed) == (True, 300)


def add_twice(storage: Storage) -> None:
    with storage.transaction():
        for _ in range(2):
            storage.add_game(row(), ["order A"])


def test_a_transaction_that_fails_leaves_nothing(open_again: Open) -> None:
    storage = open_again()
    with pytest.raises(sqlite3.IntegrityError):
        add_twice(storage)
    assert storage.load("game") is None
    assert open_again().load("game") is None


def test_seats_change_hands(open_again: Open) -> None:
    storage = open_again()
    taken = SeatRow("Ben", "purple", "person", None, "ben", 1)
    with storage.transaction():
        storage.add_game(row(), [])
        storage.save_seat("game", 1, taken)
    stored = open_again().load("game")
    assert stored is not None
    assert stored.row.seats[1] == taken
    assert stored.row.seats[0] == row().seats[0]


def test_games_are_found_by_holder_the_latest_first(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        for number in range(4):
            storage.add_game(row(f"game{number}"), [])
        storage.append("game1", 0, ["order A"], False, 500)
        storage.add_game(row("other", seats=[SeatRow("Ben", "red", "person", None, "ben")]), [])
    assert storage.games_of("anna", 3) == ["game1", "game0", "game2"]
    assert storage.games_of("ben", 3) == ["other"]
    assert storage.games_of("nobody", 3) == []


def test_only_unfinished_games_with_bots_wait_for_bots(open_again: Open) -> None:
    storage = open_again()
    people = [SeatRow("Anna", "red", "person", None, "anna")]
    with storage.transaction():
        storage.add_game(row("waits"), [])
        storage.add_game(row("over", over=True), [])
        storage.add_game(row("people", seats=people), [])
    assert storage.unfinished_with_bots() == ["waits"]


def test_chat_and_notes(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_game(row(), [])
        first = storage.say("game", 0, "Anna", "<b>hello</b> £ ćśł 鐵", 7)
        second = storage.say("game", None, "", "hm", 8)
        storage.save_notes("game", "anna", "first")
        storage.save_notes("game", "anna", "build coal")
    storage = open_again()
    assert storage.chat("game", 0, 10) == [first, second]
    assert storage.chat("game", first.id, 10) == [second]
    assert storage.chat("game", 0, 1) == [second]
    assert storage.chat("other", 0, 10) == []
    assert (storage.notes("game", "anna"), storage.notes("game", "ben")) == ("build coal", "")


# -- SQLite alone ---------------------------------------------------------------------------------------


def test_every_commit_is_synced(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "games.db")
    assert storage._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert storage._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    storage.close()


def test_another_programs_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE theirs (x)")
    other.commit()
    other.close()
    with pytest.raises(WrongDatabase):
        SqliteStorage(path)
    text = tmp_path / "text.db"
    text.write_text("no database at all, and longer than a header of one would have to be" * 20)
    with pytest.raises(WrongDatabase):
        SqliteStorage(text)
