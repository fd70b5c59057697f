"""Spectators write apart from the players, who read it when the game is over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from websockets.sync.client import ClientConnection

from grandjunction.server.database.postgres import PostgresStorage
from grandjunction.server.people.people_rows import FORMER
from tests.server.postgres import postgres
from tests.server.support import PATIENCE, Browser, Json, Server


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    storage = None if request.param == "sqlite" else PostgresStorage(postgres().new_database())
    with Server(storage=storage) as running:
        yield running


def said(one: Browser, game: str) -> list[str]:
    return [line["text"] for line in one.game("GET", game, "/chat")]


def hear(line: ClientConnection) -> list[str]:
    """Return the texts of the next chat lines."""
    while True:
        message: Json = json.loads(line.recv(timeout=PATIENCE))
        if message["type"] == "said":
            return [one["text"] for one in message["lines"]]


def start(anna: Browser, ben: Browser) -> str:
    made = anna.new_game({"kind": "me", "name": "Anna"}, "open")
    ben.ask("POST", "/api/join", {"token": made["invites"][0]["token"], "name": "Ben"})
    game: str = made["game"]
    return game


def test_players_read_spectators_only_after_the_game(server: Server) -> None:
    anna, ben, eve, dan = (Browser(server) for _ in range(4))
    game = start(anna, ben)
    anna.game("POST", game, "/chat", {"text": "good luck"})
    with anna.live(game) as at_table, dan.live(game) as apart:
        assert hear(at_table) == ["good luck"] == hear(apart)
        line = eve.game("POST", game, "/chat", {"text": "she has the beer", "name": "Eve #1"}, expect=201)
        assert (line["seat"], line["name"]) == (None, "Eve 1")
        assert hear(apart) == ["she has the beer"]
        ben.game("POST", game, "/chat", {"text": "thanks"})
        assert hear(at_table) == ["thanks"]  # and not what came before
        assert said(anna, game) == said(ben, game) == ["good luck", "thanks"]
        assert said(dan, game) == ["good luck", "she has the beer", "thanks"]
        for one in (anna, ben):
            refused = one.game("POST", game, "/reports", {"line": line["id"]}, expect=422)
            assert refused["error"] == "nothing_to_report"  # nor can they find out that there is one
        assert eve.game("POST", game, "/reports", {"line": line["id"]}, expect=422)
        dan.game("POST", game, "/reports", {"line": line["id"]})


def test_when_the_game_ends_the_players_are_sent_what_was_said(server: Server) -> None:
    anna, eve = Browser(server), Browser(server)
    game = anna.new_game("me", "greedy")["game"]
    anna.wait_for_turn(game)
    with anna.live(game) as line:
        anna.game("POST", game, "/chat", {"text": "hm"})
        assert hear(line) == ["hm"]
        eve.game("POST", game, "/chat", {"text": "watch the canal"})
        eve.game("POST", game, "/chat", {"text": "for Anna", "seat": "A"}, expect=403)
        anna.play_turn(game, Random(1))
        assert anna.game("POST", game, "/leave", {})["outcome"] == "ended"
        assert hear(line) == ["hm", "watch the canal"]


def test_what_a_spectator_said_follows_the_player(server: Server) -> None:
    anna, eve = Browser(server), Browser(server)
    game = anna.new_game("me", "person")["game"]
    eve.game("POST", game, "/chat", {"text": "nice map"})
    assert [one["text"] for one in eve.ask("GET", "/api/account/export")["chat"]] == ["nice map"]
    eve.ask("DELETE", "/api/account", {"sure": True})
    (line,) = Browser(server).game("GET", game, "/chat")
    assert (line["name"], line["text"]) == (FORMER, "nice map")
