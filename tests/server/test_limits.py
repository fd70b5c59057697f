"""Rate limits: nobody can overload the server by asking for too much."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection

from grandjunction.server.database.journal import Journal
from grandjunction.server.edge import rate_limits
from grandjunction.server.edge.rate_limits import HOUSE_LINES, KEPT, LINES, Allowance
from grandjunction.server.live import TOO_MANY
from grandjunction.server.problems import Trouble
from tests.server.support import PATIENCE, Browser, Open, Server


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


def until_refused(ask: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """Ask until it is too often. On a slow machine that takes longer, because allowances grow back."""
    answers = [ask()]
    while answers[-1].status_code != 429:
        assert len(answers) < 500
        answers.append(ask())
    return answers


def test_who_talks_without_pause_is_asked_to_wait(anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "open")
    ben.ask("POST", "/api/join", {"token": game["invites"][0]["token"]})
    said = until_refused(lambda: anna.http.post(f"/api/games/{game['game']}/chat", json={"text": "!"}))
    assert len(said) > 30
    assert said[-1].json()["error"] == "too_many"
    assert len(anna.game("GET", game["game"], "/chat")) == len(said) - 1
    ben.game("POST", game["game"], "/chat", {"text": "Quiet!"}, expect=201)


def test_who_asks_for_hints_without_pause_is_asked_to_wait(anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "person")["game"]
    ben.new_game("me", "person")
    asked = until_refused(lambda: ben.http.get(f"/api/games/{game}/hint"))
    assert len(asked) > 60
    assert {one.status_code for one in asked[:-1]} == {
        403
    }  # it is no game of his; then he has asked too often
    assert asked[-1].json()["error"] == "too_many"
    assert anna.http.get(f"/api/games/{game}/hint").status_code == 200  # Anna has her own allowance


def closed_with(line: ClientConnection) -> int | None:
    """Read everything from a line, and return the code it was closed with."""
    try:
        while True:
            line.recv(timeout=PATIENCE)
    except ConnectionClosedError as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_a_browser_has_so_many_live_lines_and_no_more(server: Server, anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "open")["game"]
    with ExitStack() as lines:
        for _ in range(LINES):
            lines.enter_context(anna.live(game)).recv()
        assert closed_with(lines.enter_context(anna.live(game))) == TOO_MANY
        assert ben.cookie is None
        lines.enter_context(ben.live(game)).recv()  # whoever only watches has a line all the same
        assert server.hall.limits.lines._open["at 127.0.0.1"] == 1
    assert HOUSE_LINES > LINES


def test_a_line_that_never_pauses_is_closed(anna: Browser) -> None:
    game = anna.new_game("me", "open")["game"]
    with anna.live(game) as line:
        with suppress(ConnectionClosedError):  # perhaps before the last of them
            for _ in range(60):
                line.send('{"type": "ping"}')
        assert closed_with(line) == TOO_MANY
    with anna.live(game) as line:
        assert '"update"' in line.recv()  # nothing is held against the browser


def test_the_limit_of_accounts_counts_addresses_and_all_and_outlives_a_restart(
    open_again: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "SIGN_UPS", 2)
    monkeypatch.setattr(rate_limits, "ALL_SIGN_UPS", 4)

    def sign_up(name: str, address: str | None) -> None:
        """Count an account after a restart."""
        journal = Journal(open_again())
        try:
            asyncio.run(rate_limits.SignUps(journal).spend(rate_limits.Asker(name, address)))
        finally:
            journal.close()

    sign_up("anna", "192.0.2.7")
    sign_up("ben", "192.0.2.7")
    with pytest.raises(Trouble):
        sign_up("cleo", "192.0.2.7")
    sign_up("dan", "192.0.2.8")
    sign_up("eve", None)
    with pytest.raises(Trouble):
        sign_up("fay", "192.0.2.9")
