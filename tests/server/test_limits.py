"""Nobody can wear the server out by asking for too much."""

from __future__ import annotations

import time
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection

from grandjunction.server.limits import KEPT, LINES, STRANGERS, Allowance
from grandjunction.server.live import TOO_MANY
from grandjunction.server.problems import Trouble
from tests.server.support import Browser, Server


def test_an_allowance_is_spent_and_comes_back() -> None:
    quick = Allowance(2, 0)
    for _ in range(2):
        quick.spend("anna")
    with pytest.raises(Trouble):
        quick.spend("anna")
    quick.spend("ben")  # another browser has its own
    generous = Allowance(1, 60_000_000)  # a million a second: never used up
    for _ in range(100):
        generous.spend("anna")
        time.sleep(0.00001)
    for number in range(KEPT + 10):
        quick.spend(str(number))
    assert len(quick._left) == KEPT


def test_who_talks_without_pause_is_asked_to_wait(anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "open")
    ben.ask("POST", "/api/join", {"token": game["invites"][0]["token"]})
    said = [anna.http.post(f"/api/games/{game['game']}/chat", json={"text": "!"}) for _ in range(40)]
    refused = [one for one in said if one.status_code == 429]
    assert refused
    assert refused[0].json()["error"] == "too_many"
    assert len(anna.game("GET", game["game"], "/chat")) == len(said) - len(refused)
    ben.game("POST", game["game"], "/chat", {"text": "Quiet!"}, expect=201)


def test_who_asks_for_hints_without_pause_is_asked_to_wait(anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "open")["game"]  # nobody else sits there yet, but the first turn may be Anna's
    ben.new_game("me", "person")
    asked = [ben.http.get(f"/api/games/{game}/hint") for _ in range(90)]
    codes = [one.status_code for one in asked]
    assert set(codes) == {403, 429}  # it is no seat of his; then he has asked too often
    refused = asked[codes.index(429)]
    assert refused.json()["error"] == "too_many"
    assert anna.http.get(f"/api/games/{game}/hint").status_code in (200, 403)  # Anna has her own allowance


def closed_with(line: ClientConnection) -> int | None:
    """The code a line was closed with, once everything it was told is read."""
    try:
        while True:
            line.recv(timeout=10)
    except ConnectionClosedError as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_a_browser_has_so_many_live_lines_and_no_more(server: Server, anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "open")["game"]
    with ExitStack() as lines:
        for _ in range(LINES):
            lines.enter_context(anna.live(game)).recv()
        assert closed_with(lines.enter_context(anna.live(game))) == TOO_MANY
        assert ben.http.cookies.get("grandjunction") is None
        lines.enter_context(ben.live(game)).recv()  # whoever only watches has a line all the same
        assert server.hall.lines_of("at 127.0.0.1") == 1
    assert STRANGERS > LINES


def test_a_line_that_never_pauses_is_closed(anna: Browser) -> None:
    game = anna.new_game("me", "open")["game"]
    with anna.live(game) as line:
        for _ in range(60):
            line.send('{"type": "ping"}')
        assert closed_with(line) == TOO_MANY
    with anna.live(game) as line:
        assert '"update"' in line.recv()  # nothing is held against the browser
