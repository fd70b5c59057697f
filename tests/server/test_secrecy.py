"""Searches every byte sent: nobody is told a card, a deck or a seed that they may not know."""

from __future__ import annotations

import re
from random import Random

import pytest
from websockets.sync.client import ClientConnection

from grandjunction.reviews.advice import Advice
from grandjunction.server.keys import Keys
from tests.server.canaries import SEED, Warden, planted
from tests.server.support import SECRET, Browser, Server

TURNS = 9


def player_of(browser: Browser) -> str | None:
    return Keys(SECRET).player_of(browser.http.cookies)


def watch(browser: Browser, warden: Warden, others: list[Browser]) -> None:
    """Search everything this browser is told. Other browsers' cookies are secrets too."""

    def check(said: bytes) -> None:
        player = player_of(browser)
        secrets = [SECRET.decode()]
        secrets += [id for other in others if (id := player_of(other)) is not None and id != player]
        warden.inspect(player, said, secrets)

    browser.check = check


def look_around(browser: Browser, game: str, rnd: Random) -> None:
    ply = browser.table(game)["last_ply"]
    for path in (
        "/choices",
        "/log",
        "/history",
        "/record",
        "/chat",
        f"?ply={rnd.randint(0, ply)}",
        f"?ply={ply}",
    ):
        browser.game("GET", game, path)
    browser.ask("GET", "/api/games")
    browser.http.get(f"/api/games/{game}/links")


def drain(browser: Browser, socket: ClientConnection) -> None:
    while True:
        try:
            said = socket.recv(timeout=0.02)
        except TimeoutError:
            return
        browser.check(said.encode() if isinstance(said, str) else said)


@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire-2018"])
def test_seats_and_spectators_learn_nothing_hidden(server: Server, ruleset: str) -> None:
    with planted(ruleset):
        anna, ben, eve = Browser(server), Browser(server), Browser(server)
        made = anna.new_game("me", "open", ruleset=ruleset, seed=SEED)
        game = made["game"]
        warden = Warden(server.hosted(game))
        for browser in (anna, ben, eve):
            watch(browser, warden, [anna, ben])
        ben.ask("POST", "/api/join", {"token": made["invites"][0]["token"]})
        rnd = Random(ruleset)
        with anna.live(game) as a, ben.live(game) as b, eve.live(game) as e:
            for _ in range(TURNS):
                acting = anna if anna.table(game)["draft"] is not None else ben
                drafted = acting.draft_turn(game, rnd)
                for browser, socket in ((anna, a), (ben, b), (eve, e)):
                    look_around(browser, game, rnd)
                    drain(browser, socket)
                acting.end(drafted)
        for browser in (anna, ben, eve):
            look_around(browser, game, rnd)
        assert warden.searched > 300_000
        assert len(warden.public) > 5


def test_people_at_one_screen_learn_nothing_hidden(server: Server) -> None:
    """The player to act sees their own cards, and never a neighbour's, not even in history."""
    with planted("birmingham"):
        anna = Browser(server)
        game = anna.new_game("me", "person", "person", ruleset="birmingham", seed=SEED)["game"]
        warden = Warden(server.hosted(game))
        watch(anna, warden, [])
        rnd = Random(3)
        for _ in range(9):
            anna.draft_turn(game, rnd)
            look_around(anna, game, rnd)
            anna.end(anna.table(game))


def test_the_warden_is_awake(server: Server) -> None:
    """The search works: it notices a neighbour's card."""
    with planted("birmingham"):
        anna = Browser(server)
        game = anna.new_game("me", "person", ruleset="birmingham", seed=SEED)["game"]
        hosted = server.hosted(game)
        warden = Warden(hosted)
        rival = 1 - hosted.game.state.to_act
        hidden = set(hosted.game.state.hand_of(rival)) - set(hosted.game.state.hand_of(1 - rival))
        with pytest.raises(AssertionError):
            warden.inspect(player_of(anna), sorted(hidden)[0].encode(), [])
        with pytest.raises(AssertionError):
            warden.inspect(player_of(anna), SEED.encode(), [])


def test_an_unfinished_record_has_no_checksums(anna: Browser) -> None:
    """They are made from all cards, so hidden ones could be found by trying."""
    game = anna.new_game("me", "person")["game"]
    record = anna.game("GET", game, "/record")
    assert "round canal 1" in record
    assert "check" not in record
    assert not re.search(r"^aside [^?]", record, re.MULTILINE)


def test_a_hint_is_thought_from_the_view(server: Server, anna: Browser) -> None:
    """Workers are sent the position as its seat knows it."""
    game = anna.new_game("me", "person")["game"]
    hosted = server.hosted(game)
    sent: list[str] = []
    ask = server.hall.thinkers.hint

    async def listen(name: str, seed: str, position: str) -> tuple[str, Advice]:
        sent.append(position)
        return await ask(name, seed, position)

    server.hall.thinkers.hint = listen  # type: ignore[method-assign]
    try:
        anna.game("GET", game, "/hint")
    finally:
        del server.hall.thinkers.hint
    seat = hosted.game.state.to_act
    assert sent == [hosted.game.state.view(seat).to_position()]
