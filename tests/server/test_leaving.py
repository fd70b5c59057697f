"""Leaving, resigning, giving up, deleting and putting away; and games that expire."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosedError

from grandjunction import read_record
from grandjunction.server.database.game_rows import GameRow, SeatRow
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.hall import Hall
from grandjunction.server.keys import Keys
from grandjunction.server.leaving import DAY, UNFINISHED, WAITING, expire
from grandjunction.server.live import NO_GAME
from grandjunction.server.thinkers import Thinkers
from tests.server.support import PATIENCE, SECRET, Browser, Json, Server, until
from tests.server.test_hostile import read_on


def two_at_a_table(anna: Browser, ben: Browser, *more: str) -> tuple[str, str]:
    """Return a game of two people, and the invitation of the second."""
    made = anna.new_game("me", "open", *more)
    token = made["invites"][0]["token"]
    ben.ask("POST", "/api/join", {"token": token, "name": "Ben"})
    return made["game"], token


def begin(anna: Browser, ben: Browser, game: str) -> None:
    for one in (anna, ben):
        if one.table(game)["draft"] is not None:
            one.play_turn(game, Random(1))
            return


def seat(table: Json, letter: str) -> Json:
    found: Json = next(one for one in table["seats"] if one["seat"] == letter)
    return found


def test_who_leaves_before_the_first_move_frees_the_seat(anna: Browser, ben: Browser) -> None:
    game, used = two_at_a_table(anna, ben)
    assert ben.game("GET", game, "/leaving")["outcome"] == "open"
    assert ben.game("POST", game, "/leave", {}) == {"outcome": "open"}
    assert seat(anna.table(game), "B")["kind"] == "open"
    assert ben.table(game)["mine"] == []
    assert [one["game"] for one in ben.ask("GET", "/api/games")["waiting"]] == []
    assert anna.ask("POST", "/api/join", {"token": used}, expect=404)["error"] == "link_used"
    fresh = anna.game("GET", game, "/links")["invites"][0]["token"]
    ben.ask("POST", "/api/join", {"token": fresh})
    assert ben.table(game)["mine"] == ["B"]


def test_who_leaves_later_resigns_and_a_bot_plays_on(anna: Browser, ben: Browser) -> None:
    game, _ = two_at_a_table(anna, ben)
    begin(anna, ben, game)
    plies = anna.table(game)["last_ply"]
    assert ben.game("GET", game, "/leaving")["outcome"] == "bot"
    assert ben.game("POST", game, "/leave", {"seat": "B"}) == {"outcome": "bot"}
    left = seat(anna.table(game), "B")
    assert (left["kind"], left["resigned"], left["name"]) == ("bot", True, "Ben")
    assert anna.wait_for_turn(game)["last_ply"] >= plies  # the bot goes on by itself
    anna.play_turn(game, Random(2))
    anna.wait_for_turn(game)
    record = anna.game("GET", game, "/record")
    assert f"# Seat B resigned after move {plies}; the bot " in record
    assert ben.game("POST", game, "/leave", {}, expect=403)["error"] == "not_yours"
    assert ben.game("GET", game, "/leaving", expect=403)["error"] == "not_yours"


def test_a_draft_goes_with_its_seat(anna: Browser, ben: Browser) -> None:
    game, _ = two_at_a_table(anna, ben)
    begin(anna, ben, game)
    acting, other = (anna, ben) if anna.table(game)["draft"] is not None else (ben, anna)
    acting.draft_turn(game, Random(1))
    acting.game("POST", game, "/leave", {})
    assert other.wait_for_turn(game)["draft"]["units"] == []


def test_the_last_person_ends_the_game(anna: Browser) -> None:
    game = anna.new_game("me", "random")["game"]
    anna.wait_for_turn(game)
    anna.play_turn(game, Random(1))
    table = anna.wait_for_turn(game)
    assert anna.game("GET", game, "/leaving")["outcome"] == "ended"
    with anna.live(game) as line:
        line.recv()
        assert anna.game("POST", game, "/leave", {}) == {"outcome": "ended"}
        while '"ended":"given_up"' not in str(line.recv(timeout=PATIENCE)):
            pass  # who is there
    ended = anna.table(game)
    assert (ended["ended"], ended["over"], ended["mine"]) == ("given_up", False, ["A"])
    assert anna.choices(game) == []
    body = {"ply": ended["ply"], "stamp": ended["stamp"], "move": "pass"}
    assert anna.game("POST", game, "/draft", body, expect=422)["error"] == "game_over"
    assert anna.game("POST", game, "/leave", {}, expect=422)["error"] == "game_over"
    home = anna.ask("GET", "/api/games")
    assert [one["ended"] for one in home["finished"] if one["game"] == game] == ["given_up"]
    assert game not in [one["game"] for one in home["playing"]]
    record = anna.game("GET", game, "/record")
    assert record.startswith(f"# The game was given up after move {table['last_ply']}.\n")
    assert read_record(record).ply == table["last_ply"]  # whole, and as the rules know it


def test_before_it_began_the_last_person_takes_it_along(anna: Browser) -> None:
    game = anna.new_game("me", "open")["game"]
    assert anna.game("POST", game, "/leave", {}) == {"outcome": "deleted"}
    assert anna.game("GET", game, expect=404)["error"] == "no_such_game"


def test_only_the_last_person_can_delete(anna: Browser, ben: Browser) -> None:
    game, _ = two_at_a_table(anna, ben)
    anna.game("PUT", game, "/notes", {"text": "mine"})
    anna.game("POST", game, "/chat", {"text": "hello"}, expect=201)
    assert anna.game("DELETE", game, expect=403)["error"] == "not_yours"
    assert Browser(anna.address).game("DELETE", game, expect=403)["error"] == "not_yours"
    ben.game("POST", game, "/leave", {})
    with ben.live(game) as line:
        line.recv()
        assert anna.game("DELETE", game) == {"outcome": "deleted"}
        with pytest.raises(ConnectionClosedError) as closed:
            read_on(line)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == NO_GAME
    assert anna.game("GET", game, expect=404)["error"] == "no_such_game"


def test_a_game_is_put_away_by_one_and_not_by_the_other(anna: Browser, ben: Browser) -> None:
    game, _ = two_at_a_table(anna, ben)

    def listed(one: Browser, query: str = "") -> bool:
        home = one.ask("GET", f"/api/games{query}")
        return game in [each["game"] for part in home.values() if isinstance(part, list) for each in part]

    anna.game("PUT", game, "/archive", {"archived": True})
    assert anna.game("GET", game, "/leaving")["archived"]
    assert not listed(anna)
    assert listed(anna, "?archived=true")
    assert listed(ben)
    assert not ben.game("GET", game, "/leaving")["archived"]
    anna.game("PUT", game, "/archive", {"archived": False})
    anna.game("PUT", game, "/archive", {"archived": False})
    assert listed(anna)
    assert Browser(anna.address).game("PUT", game, "/archive", {"archived": True}, expect=403)


def test_notes_follow_the_seat(anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "open")["game"]
    anna.game("PUT", game, "/notes", {"text": "build in Leek"})
    token = anna.game("GET", game, "/links")["recovery"][0]["token"]
    ben.ask("POST", "/api/join", {"token": token})
    assert ben.game("GET", game, "/notes")["text"] == "build in Leek"
    back = ben.game("GET", game, "/links")["recovery"][0]["token"]
    anna.ask("POST", "/api/join", {"token": back})
    assert anna.game("GET", game, "/notes")["text"] == "build in Leek"


# -- old games ------------------------------------------------------------------------------------------


def stored(id: str, changed: int, kind: str, over: bool = False, ended: str | None = None) -> GameRow:
    seats = [SeatRow("Anna", "red", "person", None, "anna"), SeatRow("B", "teal", kind)]
    return GameRow(id * 16, "hamlet", 1, None, "s", changed, seats, changed, over, ended)


def test_old_games_expire_and_finished_ones_stay(tmp_path: Path) -> None:
    storage, at = SqliteStorage(tmp_path / "games.db"), int(time.time())
    with storage.transaction():
        for row in (
            stored("a", at - (WAITING - 1) * DAY, "open"),
            stored("b", at - (WAITING + 1) * DAY, "open"),
            stored("c", at - (WAITING + 1) * DAY, "bot"),
            stored("d", at - (UNFINISHED + 1) * DAY, "bot"),
            stored("e", at - 10 * UNFINISHED * DAY, "bot", over=True),
            stored("f", at - 10 * UNFINISHED * DAY, "bot", ended="voted"),
            stored("g", at - 10 * UNFINISHED * DAY, "open", ended="abandoned"),
        ):
            storage.add_game(row, ["order A B"])
            storage.save_notes(row.id, "anna", "x")
            storage.archive(row.id, "anna", True)
    with Server(storage=storage) as server:
        until(lambda: Browser(server).game("GET", "b" * 16, expect=404))
        until(lambda: Browser(server).game("GET", "d" * 16, expect=404))
    with sqlite3.connect(tmp_path / "games.db") as db:
        for table, column in (("games", "id"), ("notes", "game"), ("archived", "game"), ("seats", "game")):
            kept = {row[0][0] for row in db.execute(f"SELECT {column} FROM {table}")}
            assert kept == {"a", "c", "e", "f", "g"}


def test_expiry_is_told_beforehand(tmp_path: Path) -> None:
    with Server(tmp_path / "games.db") as server:
        anna = Browser(server)
        game = anna.new_game("me", "open")["game"]
        told = anna.game("GET", game, "/leaving")["expires"]
    assert abs(told - time.time() - WAITING * DAY) < 100

    async def at(when: int) -> int:
        hall = Hall(SqliteStorage(tmp_path / "games.db"), Keys(SECRET), Thinkers(1))
        gone = await expire(hall, when)
        await hall.close()
        return gone

    assert asyncio.run(at(told - 100)) == 0
    assert asyncio.run(at(told + 100)) == 1
