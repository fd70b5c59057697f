"""Faults of the disk, of one game and of one bot: the rest goes on, and what failed goes on afterwards."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from grandjunction.server import botplay, jobs
from grandjunction.server.database import care
from grandjunction.server.database.game_rows import JobChanges
from grandjunction.server.database.sqlite import SqliteStorage
from tests.server.support import PATIENCE, Browser, Server, until


class FullDisk(SqliteStorage):
    """A storage whose disk can be full."""

    full = False
    stored = 0  # turns

    def append(
        self,
        game: str,
        ply: int,
        moves: list[str],
        over: bool,
        at: int,
        jobs: JobChanges = (),
        acts: int | None = None,
        version: int | None = None,
    ) -> None:
        if self.full:
            raise sqlite3.OperationalError("database or disk is full")
        super().append(game, ply, moves, over, at, jobs, acts, version)
        self.stored += 1


@pytest.fixture
def disk() -> FullDisk:
    return FullDisk(":memory:")


@pytest.fixture
def stricken(disk: FullDisk) -> Iterator[tuple[Server, Browser, str]]:
    """A server, and a game on it whose bot has found the disk full."""
    with Server(storage=disk) as server:
        anna = Browser(server)
        disk.full = True
        game = anna.new_game("random", "random")["game"]
        until(lambda: server.hall.bots.failed)
        yield server, anna, game


def test_a_bot_goes_on_by_itself_once_the_disk_has_room(
    disk: FullDisk, stricken: tuple[Server, Browser, str]
) -> None:
    time.sleep(2.5)  # it fails again meanwhile
    assert disk.stored == 0
    disk.full = False
    until(lambda: disk.stored > 4)  # and nobody has looked


def test_a_bot_goes_on_when_somebody_looks(
    disk: FullDisk, stricken: tuple[Server, Browser, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, anna, game = stricken
    monkeypatch.setattr(jobs, "backoff", lambda failures: 1000.0)

    def waits() -> bool:
        """Whether the bot has failed once more, and now waits for so long."""
        looked = server.hall.journal.read(lambda storage: storage.job_at("bot", game))
        at = asyncio.run_coroutine_threadsafe(looked, server.loop).result(PATIENCE)
        return at is not None and at > time.time() + 500

    until(waits)
    assert server.hall.bots.failed == 1
    disk.full = False
    time.sleep(1.5)
    assert disk.stored == 0
    anna.table(game)
    until(lambda: disk.stored > 4)


def test_a_turn_that_cannot_be_stored_can_be_ended_later() -> None:
    disk = FullDisk(":memory:")
    with Server(storage=disk) as server:
        anna = Browser(server)
        game = anna.new_game("me", "person")["game"]
        table = anna.draft_turn(game, Random(4))
        disk.full = True
        for _ in range(2):
            answer = anna.http.post(f"/api/games/{game}/end", json={"ply": table["ply"]})
            assert (answer.status_code, answer.json()["error"]) == (503, "not_stored")
            assert answer.headers["retry-after"] == "5"
        assert anna.table(game)["draft"]["units"] == table["draft"]["units"]
        disk.full = False
        assert anna.end(table)["last_ply"] > table["last_ply"]


class ReadOnly(SqliteStorage):
    """A storage to whose file SQLite can be told not to write."""

    locked = False

    @contextmanager
    def transaction(self, single: bool = False) -> Iterator[None]:
        self.db.execute(f"PRAGMA query_only = {int(self.locked)}")
        with super().transaction(single):
            yield


def test_on_a_disk_that_is_read_only_nothing_is_acknowledged_and_play_goes_on_later(tmp_path: Path) -> None:
    disk = ReadOnly(tmp_path / "games.db")
    with Server(storage=disk) as server:
        anna = Browser(server)
        game = anna.new_game("me", "person")["game"]
        table = anna.draft_turn(game, Random(4))
        disk.locked = True
        for path, body in (("/end", {"ply": table["ply"]}), ("/chat", {"text": "hello"})):
            answer = anna.http.post(f"/api/games/{game}{path}", json=body)
            assert (answer.status_code, answer.json()["error"]) == (503, "not_stored")
        disk.locked = False
        seen = anna.table(game)
        assert (seen["last_ply"], seen["draft"]) == (table["last_ply"], table["draft"])
        assert anna.end(table)["last_ply"] > table["last_ply"]
        assert anna.game("GET", game, "/chat") == []


def test_one_browser_has_so_many_unfinished_games_with_bots_and_no_more(
    disk: FullDisk, stricken: tuple[Server, Browser, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, anna, game = stricken
    monkeypatch.setattr(botplay, "MOST", 3)
    show = anna.new_game("random", "random")["game"]
    mine = anna.new_game("me", "random", seed="anna begins")[
        "game"
    ]  # it waits for her, and counts all the same
    bots: list[dict[str, str]] = [{"kind": "bot", "bot": "random"}] * 2
    for seats in (bots, [{"kind": "me"}, bots[0]]):
        refusal = anna.ask("POST", "/api/games", {"seats": seats}, expect=429)
        assert refusal["error"] == "too_many_games"
        assert "delete one" in refusal["message"]
    anna.new_game("me", "open")  # without bots there is no such limit
    ben = Browser(server)
    ben.new_game("random", "random")  # he has his own
    ben.ask("DELETE", f"/api/games/{show}", expect=403)
    anna.ask("DELETE", f"/api/games/{show}")  # nobody sits there, and she has begun it
    anna.new_game("random", "random")
    anna.ask("POST", "/api/games", {"seats": bots}, expect=429)
    anna.ask("DELETE", f"/api/games/{mine}")
    anna.new_game("me", "random")
    anna.ask("POST", "/api/games", {"seats": bots}, expect=429)
    disk.full = False
    until(lambda: anna.table(game)["over"])
    anna.new_game("random", "random")


def test_tries_come_at_longer_and_longer_intervals() -> None:
    waits = [jobs.backoff(failures) for failures in range(1, 5000)]
    assert waits[:3] == [1, 2, 4]
    assert waits == sorted(waits)
    assert waits[-1] == jobs.LONGEST


def spoil(database: Path, statement: str, game: str) -> None:
    db = sqlite3.connect(database)
    with db:
        assert db.execute(statement, (game,)).rowcount > 0
    db.close()


def test_a_draft_that_became_illegal_is_dropped_and_not_the_game(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with Server(database) as server:
        anna = Browser(server)
        game = anna.new_game("me", "person")["game"]
        anna.play_turn(game, Random(1))
        table = anna.draft_turn(game, Random(2))
        assert table["draft"]["units"]
    spoil(database, "UPDATE games SET draft = 'build moon on mars' WHERE id = ?", game)
    with Server(database) as server:
        again = Browser(server)
        again.http.cookies = anna.http.cookies
        after = again.table(game)
        assert after["draft"]["units"] == []
        assert after["last_ply"] == table["last_ply"]
        again.play_turn(game, Random(3))


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("UPDATE games SET ruleset = 'no-such-game' WHERE id = ?", "no_rules"),
        ("UPDATE games SET revision = 999 WHERE id = ?", "other_rules"),
        ("UPDATE moves SET move = '' WHERE ply = 0 AND game = ?", "unreadable"),
        ("UPDATE moves SET move = 'draw Z' WHERE ply = 1 AND game = ?", "unreadable"),
        ("DELETE FROM seats WHERE seat = 1 AND game = ?", "unreadable"),
    ],
)
def test_a_game_nobody_can_read_is_refused_and_the_others_are_shown(
    tmp_path: Path, fault: str, reason: str
) -> None:
    database = tmp_path / "games.db"
    with Server(database) as server:
        anna = Browser(server)
        bad, good = anna.new_game("me", "random")["game"], anna.new_game("me", "person")["game"]
    spoil(database, fault, bad)
    with Server(database) as server:
        again = Browser(server)
        again.http.cookies = anna.http.cookies
        assert again.game("GET", bad, expect=409)["error"] == "other_rules"
        again.game("POST", bad, "/end", {"ply": 0}, expect=409)
        raw = again.game("GET", bad, "/record")
        assert "seat A " in raw
        assert "draw ?" in raw
        assert not re.search(r"draw \w", raw)
        whole = care.full_record(database, bad)
        assert re.search(r"draw \w", whole)
        assert whole.count("\n") == raw.count("\n")
        home = again.ask("GET", "/api/games")
        assert [one["game"] for one in home["playing"]] == [good]
        assert [(one["game"], one["reason"]) for one in home["stuck"]] == [(bad, reason)]
        again.play_turn(good, Random(1))


def test_a_running_game_of_an_earlier_revision_goes_on_if_its_moves_are_legal(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with Server(database) as server:
        anna = Browser(server)
        goes_on, ends = (anna.new_game("me", "person")["game"] for _ in range(2))
        over = anna.new_game("random", "random", ruleset="hamlet")["game"]
        for game in (goes_on, ends):
            anna.play_turn(game, Random(1))
            anna.draft_turn(game, Random(2))
        until(lambda: anna.table(over)["over"])
        ply = anna.table(goes_on)["last_ply"]
    for game in (goes_on, ends, over):
        spoil(database, "UPDATE games SET revision = 0 WHERE id = ?", game)
    spoil(database, "UPDATE games SET draft = 'build moon on mars' WHERE id = ?", goes_on)
    spoil(database, "UPDATE moves SET move = 'order D' WHERE ply = 0 AND game = ?", ends)
    with Server(database) as server:
        again = Browser(server)
        again.http.cookies = anna.http.cookies
        table = again.table(goes_on)
        assert (table["last_ply"], table["draft"]["units"]) == (ply, [])  # the draft is dropped, not the game
        again.play_turn(goes_on, Random(3))
        assert "# Begun under revision 0 of the rules." in again.game("GET", goes_on, "/record")
        for game in (ends, over):
            assert again.game("GET", game, expect=409)["error"] == "other_rules"
            assert "ruleset" in again.game("GET", game, "/record")
        home = again.ask("GET", "/api/games")
        assert [(one["game"], one["reason"]) for one in home["stuck"]] == [(ends, "outdated")]
        stored = {game: server.hall.journal.storage.load(game) for game in (goes_on, ends, over)}
        reasons = [one.row.ended for one in stored.values() if one is not None]
        assert reasons == [None, "other_rules", None]  # the result of a finished game stays what it was


def test_a_draft_of_a_game_that_moved_on_is_stale(server: Server, anna: Browser) -> None:
    """Somebody else has written to the database: the game is read again, and nothing is lost."""
    game = anna.new_game("me", "person")["game"]
    hosted = server.hosted(game)
    ply = hosted.game.ply
    move = str(hosted.game.state.legal_moves()[0])
    asyncio.run(server.hall.journal.run(lambda storage: storage.append(game, ply, [move], False, 1)))
    assert anna.draft(anna.table(game), move, expect=409)["error"] == "stale"
    assert anna.table(game)["last_ply"] == ply + 1
