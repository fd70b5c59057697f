"""A player's games: those that wait first, the next one, filters and pages, on both stores."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from grandjunction.server.database.game_rows import GameRow, SeatRow
from grandjunction.server.database.list_store import Wanted
from grandjunction.server.database.postgres import PostgresStorage
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.database.storage import Storage
from grandjunction.server.listing import PAGE
from tests.server.calendar import MONDAY, Calendar, timed
from tests.server.postgres import postgres
from tests.server.support import Browser, Server, until


@pytest.fixture(params=["sqlite", "postgresql"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Storage]:
    made: Storage = (
        SqliteStorage(tmp_path / "games.db")
        if request.param == "sqlite"
        else PostgresStorage(postgres().new_database())
    )
    yield made
    made.close()


def add(storage: Storage, id: str, acts: int, other: str = "Ben", **changes: object) -> None:
    seats = [SeatRow("Anna", "red", "person", None, "anna"), SeatRow(other, "teal", "person", None, "ben")]
    row = GameRow(id, "hamlet", 1, None, "s", 100, seats, 100)
    for name, value in changes.items():
        setattr(row, name, value)
    storage.add_game(row, [], acts=acts)


def test_games_that_wait_come_first_by_time_left(storage: Storage) -> None:
    with storage.transaction():
        add(storage, "theirs", 1, changed=900)
        add(storage, "mine, no clock", 0, changed=500)
        for id, due in (("mine, late", 50.0), ("mine, soon", 10.0)):
            add(storage, id, 0, pace="fast")
            clock = storage.clocks.load(id)
            clock.seat, clock.holder, clock.due = 0, "anna", due
            storage.clocks.save(id, clock)
        add(storage, "open", 0)
        storage.save_seat("open", 1, SeatRow("B", "teal", "open"), 0)
    running = storage.lists.mine("anna", Wanted("running"), 10)
    assert running == ["mine, soon", "mine, late", "mine, no clock", "theirs"]
    assert storage.lists.mine("anna", Wanted("waiting"), 10) == running[:3]
    assert storage.lists.mine("anna", Wanted("waiting"), 2, 1) == running[1:3]
    assert storage.lists.mine("anna", Wanted("open"), 10) == ["open"]
    assert storage.lists.mine("ben", Wanted("waiting"), 10) == ["theirs"]
    assert storage.lists.mine("nobody", Wanted("running"), 10) == []


def test_the_games_that_wait_are_counted_if_others_play_too(storage: Storage) -> None:
    with storage.transaction():
        for id in ("waits", "waits too", "archived"):
            add(storage, id, 0)
        storage.archive("archived", "anna", True)
        add(storage, "theirs", 1)
        add(storage, "over", 0, over=True)
        add(storage, "ended", 0, ended="voted")
        add(storage, "alone", 0)
        storage.save_seat("alone", 1, SeatRow("greedy", "teal", "bot", "greedy"), 0)
        add(storage, "one screen", 0)
        storage.save_seat("one screen", 1, SeatRow("Cy", "teal", "person", None, "anna"), 0)
        add(storage, "open", 0)
        storage.save_seat("open", 1, SeatRow("B", "teal", "open"), 0)
    assert (storage.lists.count_waiting("anna"), storage.lists.count_waiting("ben")) == (2, 1)
    assert storage.lists.count_waiting("nobody") == 0


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("Анна", "анна"), ("анна", "АННА"), ("Łukasz", "łuk"), ("łukasz", "ŁUK"), ("Ștefan", "ștef"),
        ("Straße", "STRASSE"), ("Ｌｅｅ", "lee"), ("小明", "小明"), ("Zoë", "zoe\u0308"),
    ],
)  # fmt: skip
def test_names_are_found_in_upper_and_lower_case_of_every_script(
    storage: Storage, name: str, asked: str
) -> None:
    with storage.transaction():
        add(storage, "found", 0, other=name)
        add(storage, "other", 0, other="Ben")
        storage.people.add("ben", 1)
        storage.people.add("other", 1)
        storage.people.change("ben", name=name)
        storage.people.change("other", name="50%_/ off")
    assert storage.lists.mine("anna", Wanted("running", player=asked), 10) == ["found"]
    assert [one.id for one in storage.oversight.players(asked, 10)] == ["ben"]
    assert [one.id for one in storage.oversight.players("0%_/ O", 10)] == ["other"]
    assert storage.oversight.players("%b%", 10) == []
    with storage.transaction():
        storage.belongings.rename("ben", "Sam")
        storage.people.change("ben", name=None)
    assert storage.lists.mine("anna", Wanted("running", player=asked), 10) == []
    assert storage.oversight.players(asked, 10) == []


def test_finished_games_are_found_by_game_players_and_result(storage: Storage) -> None:
    with storage.transaction():
        add(storage, "won", -1, other="Zoë", over=True)
        storage.lists.note("won", -1, [1, 2])
        add(storage, "lost", -1, other="50%_/ off", ruleset="birmingham", over=True)
        storage.lists.note("lost", -1, [2, 1])
        add(storage, "given up", 0, ended="given_up")
        add(storage, "away", -1, over=True)
        storage.archive("away", "anna", True)

    def found(**wanted: str) -> set[str]:
        return set(storage.lists.mine("anna", Wanted("finished", **wanted), 10))  # type: ignore[arg-type]

    assert found() == {"won", "lost", "given up"}
    assert (found(result="won"), found(result="lost"), found(result="ended")) == (
        {"won"}, {"lost"}, {"given up"},
    )  # fmt: skip
    assert found(ruleset="birmingham") == {"lost"}
    assert (found(player="zoë"), found(player="Zo"), found(player="%_/")) == ({"won"}, {"won"}, {"lost"})
    assert found(player="'; DROP TABLE games; --") == set()


def test_the_holders_index_is_used(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "games.db")
    sql = storage.lists._sql.mine["running", ""]
    values = dict.fromkeys(("holder", "ruleset", "player", "name", "lowered"), "x")
    plan = str(
        [
            tuple(row)
            for row in storage.db.execute(f"EXPLAIN QUERY PLAN {sql}", {**values, "most": 1, "skip": 0})
        ]
    )
    storage.close()
    assert "seats_by_holder" in plan
    assert "SCAN games" not in plan


def test_the_lists_of_a_server(tmp_path: Path) -> None:
    Calendar.now = MONDAY
    with Server(storage=timed(tmp_path / "games.db")) as server:
        anna, ben = Browser(server), Browser(server)
        games = []
        for pace in ("slow", "fast", None):
            made = anna.new_game("me", "open", pace=pace)
            ben.ask("POST", "/api/join", {"token": made["invites"][0]["token"], "name": "Ben"})
            games.append(made["game"])
        waits = [game for game in games if anna.table(game)["draft"] is not None]
        home = anna.ask("GET", "/api/games")
        order = [one["game"] for one in home["playing"]]
        assert home["now"] == MONDAY
        assert order[: len(waits)] == sorted(waits, key=[games[1], games[0], games[2]].index)
        assert anna.ask("GET", "/api/next") == {"game": order[0] if waits else None, "waiting": len(waits)}
        if waits:
            anna.play_turn(waits[0], Random(1))
            assert anna.ask("GET", f"/api/next?after={waits[0]}")["waiting"] == len(waits) - 1
        listed = anna.ask("GET", "/api/mine?show=running&player=ben")
        assert {one["game"] for one in listed["games"]} == set(games)
        assert not listed["more"]
        assert Browser(server).ask("GET", "/api/mine")["games"] == []
        assert anna.ask("GET", "/api/mine?show=all", expect=422)["error"] == "malformed"


def test_games_of_an_earlier_version_are_listed_after_the_start(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "games.db")
    with Server(storage=storage) as server:
        anna = Browser(server)
        games = {anna.new_game("me", "person")["game"] for _ in range(PAGE + 1)}
        cookie = anna.cookie
    storage = SqliteStorage(tmp_path / "games.db")
    storage.db.execute("UPDATE games SET acts = NULL")
    with Server(storage=storage) as server:
        anna = Browser(server)
        assert cookie is not None
        anna.http.cookies.set(*cookie)
        until(lambda: anna.ask("GET", "/api/next")["waiting"] == len(games))
        first, second = (anna.ask("GET", f"/api/mine?show=waiting&page={n}") for n in (0, 1))
    assert (first["more"], second["more"]) == (True, False)
    assert {one["game"] for one in first["games"] + second["games"]} == games
