"""Several workers on one PostgreSQL: what one stores, the others show; what one leaves, another does."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Any

import psycopg
import pytest
from websockets.sync.client import ClientConnection

from grandjunction.reviews import DEPTHS
from grandjunction.server.database.game_rows import NewJob
from grandjunction.server.database.postgres import PostgresStorage
from grandjunction.server.database.storage import Interrupted, StaleWrite
from grandjunction.server.database.wire import Wire
from grandjunction.server.edge import rate_limits
from tests.reviews.games import TINY
from tests.server.postgres import postgres
from tests.server.support import PATIENCE, Browser, Json, Server, until, whole
from tests.server.test_storage import row


@pytest.fixture(scope="module")
def url() -> str:
    return postgres().new_database()


@pytest.fixture(scope="module")
def workers(url: str) -> Iterator[list[Server]]:
    with Server(storage=PostgresStorage(url)) as one, Server(storage=PostgresStorage(url)) as two:
        yield [one, two]


def at(worker: Server, browser: Browser) -> Browser:
    """Return the same person's browser, connected to another worker."""
    there = Browser(worker)
    for name, value in browser.http.cookies.items():
        there.http.cookies.set(name, value)
    return there


def told(line: ClientConnection, kind: str) -> Json:
    """Wait for the next message of a kind."""
    end = time.monotonic() + PATIENCE
    while True:
        message: Json = json.loads(line.recv(timeout=end - time.monotonic()))
        if message["type"] == kind:
            return message


def test_a_move_is_shown_by_every_worker_at_once(workers: list[Server]) -> None:
    one = Browser(workers[0])
    made = one.new_game("me", "open")
    game = made["game"]
    ben = Browser(workers[1])
    ben.ask("POST", "/api/join", {"token": made["invites"][0]["token"], "name": "Ben"})
    browsers = [one, at(workers[1], one)]
    bens = [at(workers[0], ben), ben]
    rnd = Random(1)
    with bens[0].live(game) as near, bens[1].live(game) as far:
        told(near, "update")
        told(far, "update")
        for _ in range(6):
            acting = cycle(browsers if one.table(game)["draft"] is not None else bens)
            table = next(acting).table(game)
            while not table["draft"]["complete"]:  # every unit is drafted at another worker
                choice = rnd.choice(next(acting).choices(game))
                table = next(acting).draft(table, whole(choice, rnd))
            ended = next(acting).end(table)
            for line in (near, far):
                while told(line, "update")["table"]["last_ply"] < ended["last_ply"]:
                    pass
            assert [browser.table(game)["last_ply"] for browser in (*browsers, *bens)] == [
                ended["last_ply"]
            ] * 4
    log = browsers[0].game("GET", game, "/log")
    assert log == browsers[1].game("GET", game, "/log")


def test_a_line_hears_of_every_move_while_others_look(workers: list[Server]) -> None:
    """Whoever reads the game anew at a worker does not take the news from a line that waits there."""
    anna = Browser(workers[0])
    game = anna.new_game("me", "person", ruleset="hamlet")["game"]
    rnd, over = Random(2), threading.Event()

    def look() -> None:
        looking = Browser(workers[1])
        while not over.is_set():
            looking.table(game)

    lookers = [threading.Thread(target=look) for _ in range(3)]
    with at(workers[1], anna).live(game) as line:
        seen = told(line, "update")["table"]
        for looker in lookers:
            looker.start()
        try:
            for _ in range(6):
                drafted = anna.draft_turn(game, rnd)
                while seen["stamp"] != drafted["stamp"]:  # her own drafts, too
                    seen = told(line, "update")["table"]
                ended = anna.end(drafted)
                while seen["last_ply"] < ended["last_ply"]:
                    seen = told(line, "update")["table"]
        finally:
            over.set()
            for looker in lookers:
                looker.join()


def test_chat_and_presence_reach_the_other_worker(workers: list[Server]) -> None:
    anna = Browser(workers[0])
    made = anna.new_game("me", "open")
    game = made["game"]
    ben = Browser(workers[1])
    ben.ask("POST", "/api/join", {"token": made["invites"][0]["token"]})
    with anna.live(game) as line:
        told(line, "presence")
        with ben.live(game) as other, Browser(workers[1]).live(game):
            heard: list[Any] = []
            while [["A", "B"], 1] not in heard:
                presence = told(line, "presence")
                heard.append([presence["connected"], presence["watching"]])
            told(other, "update")
            ben.game("POST", game, "/chat", {"text": "good morning"})
            assert told(line, "said")["lines"][-1]["text"] == "good morning"
        until(lambda: told(line, "presence")["connected"] == ["A"])


def test_a_seat_goes_to_one_browser_only(workers: list[Server]) -> None:
    made = Browser(workers[0]).new_game("me", "open")
    token = {"token": made["invites"][0]["token"]}
    Browser(workers[1]).ask("POST", "/api/join", token)
    assert Browser(workers[0]).http.post("/api/join", json=token).status_code in (403, 404, 409, 410, 422)


def test_limits_hold_across_workers(workers: list[Server], url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = Browser(workers[0])
    game = anna.new_game("me", "person")["game"]
    there = at(workers[1], anna)
    begun, said = time.monotonic(), 0
    for browser in cycle([anna, there]):
        if browser.http.post(f"/api/games/{game}/chat", json={"text": "hello"}).status_code == 429:
            break
        said += 1
    assert 30 <= said <= 30 + (time.monotonic() - begun) / 2 + 1  # as much as at one worker
    monkeypatch.setattr(rate_limits, "LINES", 2)
    with anna.live(game) as first, there.live(game) as second:
        told(first, "update")
        told(second, "update")
        with anna.live(game) as third, pytest.raises(Exception, match="4429"):
            told(third, "update")


def test_bots_play_at_whichever_worker_is_free(workers: list[Server]) -> None:
    anna = Browser(workers[0])
    games = [anna.new_game("random", "random", ruleset="hamlet")["game"] for _ in range(6)]
    for number, game in enumerate(games):
        browser = at(workers[number % 2], anna)
        until(lambda browser=browser, game=game: browser.table(game)["over"])  # type: ignore[misc]
    assert workers[0].hall.journal.failures == workers[1].hall.journal.failures == 0


def test_hints_warnings_and_reviews_are_found_by_any_worker(
    workers: list[Server], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker that is asked takes no such job itself."""
    monkeypatch.setitem(DEPTHS, "quick", replace(TINY, plans=2, planning=60, fresh=2, luck=2, budget=20))
    anna = Browser(workers[0])
    game = anna.new_game("me", "random", ruleset="hamlet")["game"]
    table = anna.wait_for_turn(game)
    jobs = workers[0].hall.jobs
    taken = jobs._take
    monkeypatch.setattr(jobs, "_take", lambda storage, kind: taken(storage, kind) if kind == "bot" else None)
    hint = anna.game("GET", game, "/hint")
    anna.draft(table, hint["move"])
    anna.draft_turn(game, Random(1))
    anna.game("GET", game, "/coach")
    with closing(PostgresStorage(url)) as apart:  # a worker's own connection belongs to its journal's thread
        assert apart.count_findings(game, "coach") == 1
    anna.end(anna.table(game))
    anna.wait_for_turn(game)
    anna.game("POST", game, "/review", {"depth": "quick"})
    until(lambda: not anna.game("GET", game, "/review")["running"])
    page = anna.game("GET", game, "/review")["review"]
    assert page is not None
    assert at(workers[1], anna).game("GET", game, "/review")["review"] == page


def test_two_connections_never_take_the_same_job_nor_write_the_same_ply(url: str) -> None:
    one, two = PostgresStorage(url), PostgresStorage(url)
    with one.transaction():
        one.add_game(row("race"), [])
        for number in range(4):
            one.add_job(NewJob("test", f"job {number}", 0.0, f"owner {number}"))
    with one.transaction():
        first = one.take_job("test", "one", 1.0, 9.0)
        with two.transaction():
            second = two.take_job("test", "two", 1.0, 9.0)  # it does not wait for the first
    assert first is not None
    assert second is not None
    assert first.key != second.key
    with one.transaction():
        one.append("race", 0, ["a"], False, 1)
    with pytest.raises(StaleWrite), two.transaction():
        two.append("race", 0, ["b"], False, 1)
    one.close()
    two.close()


def test_nobody_is_connected_to_a_dead_worker() -> None:
    url = postgres().new_database()
    dead, alive = PostgresStorage(url, "dead"), PostgresStorage(url, "alive")
    dead.beat()
    dead.set_lines("game", ("anna", "203.0.113.7"), "anna", 2, 1)
    assert alive.beat() == ["alive", "dead"]
    assert alive.lines_elsewhere("game") == [("anna", 2)]
    assert (alive.is_looking("game", "anna"), alive.is_looking("game", "ben")) == (True, False)
    assert (alive.lines_of("anna"), alive.lines_of("203.0.113.7"), alive.lines_of("ben")) == (2, 2, 0)
    alive.db.execute("UPDATE workers SET seen = seen - 60 WHERE id = 'dead'")
    assert alive.beat() == ["alive"]
    assert (alive.lines_elsewhere("game"), alive.lines_of("anna")) == ([], 0)
    assert not alive.is_looking("game", "anna")
    dead.beat()
    dead.leave()  # one that ends in order says so
    assert alive.beat() == ["alive"]
    dead.close()
    alive.close()


def test_a_line_is_closed_while_the_database_fails(
    workers: list[Server], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Browser(workers[0])
    game = anna.new_game("me", "open")["game"]

    def fail(storage: PostgresStorage, game: str, *since: int) -> None:
        raise psycopg.OperationalError("the connection is lost")

    async def lost(wire: Wire, game: str, version: int, since: int) -> None:
        raise Interrupted("there is no connection")

    with anna.live(game) as line:
        told(line, "update")
        with monkeypatch.context() as broken:
            broken.setattr(Wire, "changes", lost)
            broken.setattr(PostgresStorage, "changes", fail)
            broken.setattr(PostgresStorage, "load", fail)
            with closing(PostgresStorage(url)) as third, third.transaction():
                third.say(game, 0, "Anna", "hello", 1)
            with pytest.raises(Exception, match="1013"):  # the page connects again after that
                told(line, "never")
            assert anna.http.get(f"/api/games/{game}").status_code == 503
    until(lambda: not workers[0].hall.crowd.is_watched(game))
    with anna.live(game) as line:
        told(line, "update")
