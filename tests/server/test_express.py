"""The short way answers exactly as the ordinary way does, with the messages of the schema."""

from __future__ import annotations

import json
from random import Random

import pytest
from pydantic import BaseModel
from websockets.sync.client import ClientConnection

from grandjunction.server import turns
from grandjunction.server.messages import Announced, Choices, Table
from grandjunction.server.people import visitors as door
from tests.server.support import PATIENCE, Browser, Json, Server, whole

ORDINARY = {"Content-Type": "application/json; charset=utf-8"}  # the short way takes the client's own only


def same(anna: Browser, path: str) -> Json:
    """Return an answer that both ways give."""
    short, ordinary = anna.http.get(path), anna.http.get(path + ("&" if "?" in path else "?") + "x=1")
    assert short.status_code == ordinary.status_code == 200
    assert short.content == ordinary.content
    assert sorted(short.headers) == sorted(ordinary.headers)
    answer: Json = short.json()
    return answer


def json_of(body: Json) -> bytes:
    return json.dumps(body).encode()


def is_message(text: bytes, model: type[BaseModel]) -> None:
    """Check that a text is a message and that nothing is converted, missing or too much."""
    assert model.model_validate_json(text).model_dump(mode="json") == json.loads(text)


@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire-2018"])
def test_both_ways_give_the_same_answers_all_through_a_game(anna: Browser, ruleset: str) -> None:
    game = anna.new_game("me", "person", ruleset=ruleset, seed="express")["game"]
    path, rnd = f"/api/games/{game}", Random(3)
    for _ in range(8):
        table = same(anna, path)
        is_message(anna.http.get(path).content, Table)
        while not table["draft"]["complete"]:
            listed = same(anna, f"{path}/choices")
            is_message(anna.http.get(f"{path}/choices").content, Choices)
            move = whole(rnd.choice(listed["choices"]), rnd)
            body = {"ply": table["ply"], "stamp": table["stamp"], "move": move}
            drafted = anna.http.post(f"{path}/draft", json=body)
            undone = anna.undo(drafted.json())
            again = {**body, "ply": undone["ply"], "stamp": undone["stamp"]}
            ordinary = anna.http.post(f"{path}/draft", content=json_of(again), headers=ORDINARY)
            assert drafted.content == ordinary.content
            table = ordinary.json()
            if table["draft"] is None:
                break
        else:
            anna.end(table)
        assert (
            anna.http.get(f"{path}/log?since=3").content == anna.http.get(f"{path}/log?since=3&x=1").content
        )


def test_a_page_with_a_live_line_is_sent_each_table_once(anna: Browser) -> None:
    game = anna.new_game("me", "person", seed="brief")["game"]
    path, rnd = f"/api/games/{game}", Random(1)
    with anna.live(game) as line:
        table = update(line)
        move = whole(rnd.choice(anna.choices(game)), rnd)
        for rest, more in (("draft", {"move": move}), ("undo", {"steps": "all"}), ("draft", {"move": move})):
            body = {"ply": table["ply"], "stamp": table["stamp"], "brief": True, **more}
            answer = anna.http.post(f"{path}/{rest}", json=body)
            is_message(answer.content, Announced)
            said = answer.json()
            assert said.pop("choices") == anna.http.get(f"{path}/choices").json()
            table = update(line)
            assert said == {key: table[key] for key in ("ply", "stamp", "last_ply")}
            assert table == anna.table(game)


def update(line: ClientConnection) -> Json:
    """Return the next table that a live line brings."""
    while (message := json.loads(line.recv(timeout=PATIENCE)))["type"] != "update":
        pass
    table: Json = message["table"]
    return table


def test_a_fault_of_the_short_way_is_not_tried_again(
    server: Server, anna: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = anna.new_game("me", "person")["game"]
    tried = 0

    async def fail(*_: object) -> str:
        nonlocal tried
        tried += 1
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(turns, "draft_unit", fail)
    answer = anna.http.post(f"/api/games/{game}/draft", json={"ply": 0, "move": "pass"})
    assert (answer.status_code, answer.json()["error"], tried) == (500, "broken", 1)


def test_what_is_refused_is_refused_in_the_same_words(anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "person")["game"]
    path = f"/api/games/{game}"
    table = anna.table(game)
    for body in (
        {},
        {"ply": "0"},
        {"ply": table["ply"], "stamp": table["stamp"], "move": "nonsense"},
        {"ply": 5000, "move": "pass"},
        {"ply": table["ply"], "stamp": "x" * 16, "move": "pass"},
    ):
        for browser in (anna, ben):
            short = browser.http.post(f"{path}/draft", json=body)
            ordinary = browser.http.post(f"{path}/draft", content=json_of(body), headers=ORDINARY)
            assert 400 <= short.status_code < 500
            assert (short.status_code, short.content) == (ordinary.status_code, ordinary.content)
    assert anna.http.get("/api/games/" + "n" * 16).status_code == 404
    assert anna.http.get(f"{path}/log?since=-1").status_code == 422


def test_the_memory_of_cookies_is_bounded(
    server: Server, anna: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "KNOWN", 3)
    game = anna.new_game("me", "open")["game"]
    for number in range(10):
        headers = {"Cookie": f"other={number}"}
        assert anna.http.get(f"/api/games/{game}", headers=headers).json()["mine"] == []
    assert anna.table(game)["mine"] == ["A"]
    assert len(server.hall.door._cookies) <= 3
    assert len(server.hall.door._standings) <= 3
