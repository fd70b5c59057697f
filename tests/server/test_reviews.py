"""Reviews at the table: who may have one, how it is worked out and stored, and turns that might have been."""

from __future__ import annotations

import asyncio
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grandjunction.puzzling import THEMES
from grandjunction.reviews import DEPTHS
from grandjunction.server import reviews
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.words import small
from tests.reviews.games import TINY
from tests.server.support import Browser, Server, until

Json = dict[str, Any]


@pytest.fixture(autouse=True)
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEPTHS, "quick", replace(TINY, plans=2, planning=60, fresh=2, luck=2, budget=20))


def reviewed(browser: Browser, game: str, lang: str = "en") -> Json:
    """Have a game reviewed, and return the review."""
    browser.game("POST", game, "/review", {"depth": "quick"})
    found: Json = {}

    def ready() -> bool:
        nonlocal found
        found = browser.game("GET", game, f"/review?lang={lang}")
        return not found["running"]

    until(ready)
    page: Json = found["review"]
    return page


def test_a_finished_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "games.db"
    with Server(database) as server:
        anna = Browser(server)
        game = anna.new_game("greedy", "greedy", ruleset="hamlet")["game"]
        until(lambda: anna.table(game)["over"])
        before = anna.game("GET", game, "/review")
        assert (before["may"], before["running"], before["review"]) == (True, False, None)
        page = reviewed(anna, game)
        table = anna.table(game)
        assert [one["seat"] for one in page["seats"]] == ["A", "B"]
        assert page["ply"] == table["last_ply"]
        assert page["steps"][-1]["end"] <= table["last_ply"]
        for step in page["steps"]:
            assert sum(step["shares"]) == pytest.approx(1.0, abs=0.001)
            assert step["text"]
            assert step["before"]["vp"]["mean"] >= step["before"]["vp"]["low"]
            assert len(step["margins"]) == len(step["shares"])
            first, *later = [one["text"] for one in step["brought"] if one["text"]]
            assert "; ".join([first, *map(small, later)]) == step["text"]
            for other in step["others"]:
                shown = anna.game("POST", game, "/line", {"ply": step["ply"], "moves": other["moves"]})
                assert shown["ply"] == step["ply"] + len(other["moves"])
        for lost in page["mistakes"]:
            shown = anna.game("POST", game, "/line", {"ply": lost["ply"], "moves": lost["moves"]})
            assert shown["ply"] == lost["ply"] + len(lost["moves"])
            assert not shown["live"]
        anna.game("POST", game, "/line", {"ply": page["steps"][0]["ply"], "moves": ["stop"]}, expect=422)
        polish = anna.game("GET", game, "/review?lang=pl")["review"]
        assert [one["shares"] for one in polish["steps"]] == [one["shares"] for one in page["steps"]]
        assert [one["brought"] for one in polish["steps"]] != [one["brought"] for one in page["steps"]]
        stored = server.hall.journal.storage.review(game)
        assert stored is not None
        assert '"names"' not in stored[1]  # whoever leaves the server is not named in what is stored
    with Server(database) as server:  # it is stored, and no longer true if the judge is another
        ben = Browser(server)
        assert ben.game("GET", game, "/review")["review"] == page
        monkeypatch.setattr(reviews, "judge_version", lambda *_: "another judge")
        old = ben.game("GET", game, "/review")
        assert (old["review"], old["outdated"]) == (None, "quick")  # the page asks for it again


def test_a_review_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "games.db"
    with Server(database) as server:
        anna = Browser(server)
        game = anna.new_game("greedy", "greedy", ruleset="hamlet")["game"]
        until(lambda: anna.table(game)["over"])
        whole = reviewed(anna, game)
        done = 0
        work = server.hall.thinkers.work

        async def some(*asked: Any) -> Any:
            nonlocal done
            if done == 3:
                await asyncio.sleep(3600)  # the server is stopped meanwhile
            done += 1
            return await work(*asked)

        monkeypatch.setattr(server.hall.thinkers, "work", some)
        anna.game("POST", game, "/review", {"depth": "quick"})
        until(lambda: anna.game("GET", game, "/review")["done"] == 3)
        state = anna.game("GET", game, "/review")
        assert state["running"]
        assert state["total"] > 3
        anna.game("POST", game, "/review", {"depth": "quick"})  # it is not begun twice
        with closing(SqliteStorage(database)) as storage:
            early = storage.findings(game, reviews.STEP)
            with storage.transaction():
                storage.db.execute("DELETE FROM reviews")
    with Server(database) as server:
        steps = 0
        found = server.hall.thinkers.work

        async def counted(*asked: Any) -> Any:
            nonlocal steps
            steps += 1
            return await found(*asked)

        monkeypatch.setattr(server.hall.thinkers, "work", counted)
        ben = Browser(server)
        until(lambda: not ben.game("GET", game, "/review")["running"])
        assert ben.game("GET", game, "/review")["review"] == whole
        assert steps <= state["total"] - len(early)
        assert server.hall.journal.storage.findings(game, reviews.STEP) == {}


def test_a_game_between_people_is_reviewed_when_it_is_over(anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "open", ruleset="hamlet")["game"]
    for browser in (anna, ben):
        assert browser.game("GET", game, "/review")["may"] is False
        browser.game("POST", game, "/review", {"depth": "quick"}, expect=403)
        browser.game("POST", game, "/line", {"ply": 0, "moves": []}, expect=403)


def test_practice_is_reviewed_at_any_time(anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "greedy", ruleset="hamlet")["game"]
    anna.wait_for_turn(game)
    anna.play_turn(game, Random(1))
    table = anna.wait_for_turn(game)
    page = reviewed(anna, game)
    assert page["seat"] == "A"
    assert {step["seat"] for step in page["steps"]} == {"A"}
    assert {draw["seat"] for draw in page["draws"]} <= {"A", None}
    assert page["turned"] == ""
    assert page["ply"] <= table["last_ply"]
    theirs = ben.game("GET", game, "/review")
    assert (theirs["may"], theirs["running"], theirs["review"]) == (False, False, None)
    first = page["steps"][0]
    anna.game("POST", game, "/line", {"ply": first["ply"], "moves": []})
    rivals = next(line for line in anna.game("GET", game, "/log") if line["seat"] == "B" and line["move"])
    anna.game("POST", game, "/line", {"ply": rivals["ply"], "moves": [rivals["move"]]}, expect=403)


def test_a_drill_is_about_what_the_own_reviews_show(anna: Browser, ben: Browser) -> None:
    """Whoever passes a whole game away lacks what the better turns did."""
    game = anna.new_game("me", "greedy", ruleset="hamlet", seed="passed away")["game"]
    while not (table := anna.wait_for_turn(game))["over"]:
        if not table["draft"]["complete"]:
            card = next(one for one in anna.choices(game) if one["move"] == "pass")["cards"][0]
            table = anna.draft(table, f"pass card {card}")
        if table["draft"]["may_end"]:
            anna.end(table)
    page = reviewed(anna, game)
    lost = [one for one in page["mistakes"] if one["seat"] == "A"]
    assert lost
    found = anna.ask("GET", "/api/puzzles/drill")["themes"]
    assert found
    assert all(one["theme"] in THEMES and one["vp"] > 0 for one in found)
    assert [one["vp"] for one in found] == sorted((one["vp"] for one in found), reverse=True)
    assert sum(one["turns"] for one in found) >= 1
    assert ben.ask("GET", "/api/puzzles/drill") == {"themes": []}  # it was not ben's game


def test_a_drill_counts_a_game_that_goes_on(anna: Browser) -> None:
    game = anna.new_game("me", "greedy", ruleset="hamlet", seed="passed away")["game"]
    for _ in range(3):
        table = anna.wait_for_turn(game)
        while not table["draft"]["complete"]:
            card = next(one for one in anna.choices(game) if one["move"] == "pass")["cards"][0]
            table = anna.draft(table, f"pass card {card}")
        anna.end(table)
    anna.wait_for_turn(game)
    assert reviewed(anna, game)["mistakes"]
    assert anna.ask("GET", "/api/puzzles/drill")["themes"]
