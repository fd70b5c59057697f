"""Notices by mail: after a delay and then none until the player comes back, or daily; one click ends them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from email.message import EmailMessage

import pytest

from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.mail import MailServer
from grandjunction.server.online import Online
from tests.server.mailbox import Mailbox
from tests.server.receivers import Receiver
from tests.server.support import Browser, Server, until
from tests.server.test_notices import HOUR, Clock, World, play, switch, together


class Mailed(World):
    """A world with a mail server."""

    mailbox: Mailbox

    def reader(self, name: str, **more: object) -> tuple[Browser, str]:
        """Return a player with a verified address who wants mail."""
        browser, address = Browser(self.server), f"{name}@example.org"
        switch(browser)
        (_, cookie) = browser.cookie or ("", "")
        player = cookie.split(".")[0]
        self.write(lambda storage: storage.people.change(player, email=address))
        switch(browser, mail=True, **more)
        return browser, address

    def to(self, address: str) -> list[EmailMessage]:
        return [one for one in self.mailbox.received if one["To"] == address]


@pytest.fixture(scope="module")
def world() -> Iterator[Mailed]:
    clock, web = Clock(), Receiver()
    storage = SqliteStorage(":memory:")
    storage.time = clock  # type: ignore[method-assign]
    with Mailbox() as mailbox:
        mail = MailServer.at(mailbox.url, "Grand Junction <brass@example.org>")
        with Server(storage=storage, online=Online(mail=mail)) as server:
            clock.server = server
            world = Mailed(server, clock, web)
            world.mailbox = mailbox
            yield world


def game_of(world: Mailed, ben: Browser) -> tuple[Browser, str]:
    """Return Anna and her game with Ben, in which she is to act."""
    anna = Browser(world.server)
    game = together(anna, ben)
    play(ben, game)
    return anna, game


def plain(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    text: str = body.get_content()
    return text


def test_a_mail_after_half_an_hour_then_none_until_the_player_comes_back(world: Mailed) -> None:
    ben, address = world.reader("ben")
    anna, game = game_of(world, ben)
    play(anna, game)
    world.settle()
    world.settle(29 * 60.0)
    assert world.to(address) == []
    world.settle(60.0)
    (mail,) = world.to(address)
    assert mail["Subject"] == "Your turn"
    assert f"http://{world.server.address}/game/{game}" in plain(mail)
    assert mail.get_body(("html",)) is not None
    play(ben, game)  # by some other way: he has not looked at the list, nor at the table
    play(anna, game)
    world.settle()
    world.settle(HOUR)
    assert len(world.to(address)) == 1
    ben.ask("GET", "/api/games")  # he is back
    play(ben, game)
    play(anna, game)
    world.settle()
    world.settle(HOUR)
    assert len(world.to(address)) == 2


def test_a_page_that_nobody_sees_does_not_count_as_coming_back(world: Mailed) -> None:
    ben, address = world.reader("hidden")
    anna, game = game_of(world, ben)
    play(anna, game)
    world.settle()
    ben.ask("GET", "/api/games?looking=false")  # the list in a tab behind others
    with ben.live(game, looking=False) as line:  # the table in another, after the line was lost
        line.recv()
        world.settle(HOUR)
        assert len(world.to(address)) == 1
        play(ben, game)
        play(anna, game)
        world.settle()
        world.settle(HOUR)
        assert len(world.to(address)) == 1  # he is still away
        line.send(json.dumps({"type": "ping", "looking": True}))  # he looks at the tab
        until(lambda: any(one.looking for one in world.server.hall.crowd.watchers[game]))
    until(lambda: not world.server.hall.crowd.is_watched(game))
    play(ben, game)
    play(anna, game)
    world.settle()
    world.settle(HOUR)
    assert len(world.to(address)) == 2


@pytest.mark.parametrize("wish", [{}, {"mail_after": 7 * 24 * 60}, {"digest": 9}])
def test_the_alarm_is_mailed_at_once_whatever_was_mailed_before(world: Mailed, wish: dict[str, int]) -> None:
    """The mail of the turn went out, or waits for a week, or for the daily hour: the alarm does not."""
    to_ten = (10 * HOUR - world.clock.now) % (24 * HOUR)
    world.settle(to_ten)
    ben, address = world.reader(f"late-{next(iter(wish), 'plain')}", **wish)
    anna = Browser(world.server)
    game = together(anna, ben, pace="fast")
    play(ben, game)
    play(anna, game)
    world.settle()
    world.settle(HOUR)
    assert [one["Subject"] for one in world.to(address)] == (["Your turn"] if not wish else [])
    left = ben.table(game)["clock"]["left"]["B"]
    world.settle(0.8 * left - HOUR - 10.0)
    before = len(world.to(address))
    assert before == (1 if not wish else 0)
    world.settle(10.0)
    world.settle()
    assert [one["Subject"] for one in world.to(address)[before:]] == ["Your time is running out"]
    alarm = world.to(address)[-1]
    assert ("daily summary" in plain(alarm), f"/game/{game}" in plain(alarm)) == (False, True)
    world.settle(HOUR)
    assert len(world.to(address)) == before + 1  # once


def test_an_alarm_does_not_bring_the_daily_mail_forward(world: Mailed) -> None:
    to_ten = (10 * HOUR - world.clock.now) % (24 * HOUR)
    world.settle(to_ten)
    ben, address = world.reader("two", digest=9)
    anna = Browser(world.server)
    late, other = together(anna, ben, pace="fast"), together(anna, ben)
    for game in (late, other):
        play(ben, game)
        play(anna, game)
    left = ben.table(late)["clock"]["left"]["B"]
    world.settle()
    world.settle(0.8 * left)
    world.settle()
    (alarm,) = world.to(address)
    assert (f"/game/{late}" in plain(alarm), f"/game/{other}" in plain(alarm)) == (True, False)
    world.settle((9 * HOUR - world.clock.now) % (24 * HOUR))
    (_, daily) = world.to(address)
    assert (f"/game/{late}" in plain(daily), f"/game/{other}" in plain(daily)) == (False, True)


def test_one_mail_tells_of_all_games(world: Mailed) -> None:
    ben, address = world.reader("many")
    for _ in range(2):
        anna, game = game_of(world, ben)
        play(anna, game)
    world.settle()
    world.settle(HOUR)
    (mail,) = world.to(address)
    assert mail["Subject"] == "2 games have news"
    assert len(re.findall("/game/", plain(mail))) == 2


def test_who_comes_in_time_gets_no_mail(world: Mailed) -> None:
    ben, address = world.reader("early")
    anna, game = game_of(world, ben)
    play(anna, game)
    world.settle()
    world.settle(20 * 60.0)
    ben.ask("GET", "/api/games")
    world.settle(HOUR)
    assert (world.to(address), world.waiting()) == ([], [])


def test_a_daily_mail_comes_at_its_hour_in_the_zone_of_its_reader(world: Mailed) -> None:
    ben, address = world.reader("daily", digest=18, zone="Asia/Taipei")
    for _ in range(2):  # every day one
        before = len(world.to(address))
        anna, game = game_of(world, ben)
        play(anna, game)
        world.settle()
        to_ten = (10 * HOUR - world.clock.now) % (24 * HOUR)  # 18:00 in Taipei is 10:00 UTC
        world.settle(to_ten - 1.0)
        assert len(world.to(address)) == before
        world.settle(1.0)
        assert len(world.to(address)) == before + 1
    assert "daily summary" in plain(world.to(address)[-1])


def test_a_mail_is_tried_again_with_the_same_id(world: Mailed) -> None:
    ben, address = world.reader("again", mail_after=0)
    anna, game = game_of(world, ben)
    world.mailbox.refuses = "451 try later"
    play(anna, game)
    world.settle()
    assert world.to(address) == []
    world.mailbox.refuses = None
    world.settle(60.0)
    (mail,) = world.to(address)
    assert re.fullmatch(r"<notice\.[A-Za-z0-9_-]{16}@example\.org>", mail["Message-ID"])


def test_one_click_ends_the_mails(world: Mailed) -> None:
    ben, address = world.reader("done", mail_after=0)
    anna, game = game_of(world, ben)
    play(anna, game)
    world.settle()
    (mail,) = world.to(address)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = mail["List-Unsubscribe"].strip("<>")
    path = link.partition(world.server.address)[2]
    assert link in plain(mail)
    stranger = Browser(world.server)
    forged = path[:-1] + ("A" if path[-1] != "A" else "B")
    assert stranger.http.post(forged).status_code == 404
    assert "<form" in stranger.http.get(path).text  # a program that opens all links ends nothing
    assert [one["kind"] for one in ben.ask("GET", "/api/notices")["channels"]] == ["mail"]
    one_click = stranger.http.post(path, data={"List-Unsubscribe": "One-Click"})
    assert (one_click.status_code, "no more notices" in one_click.text) == (200, True)
    assert ben.ask("GET", "/api/notices")["channels"] == []
    assert stranger.http.post(path).status_code == 200  # once more does no harm
    play(ben, game)
    play(anna, game)
    world.settle()
    assert len(world.to(address)) == 1


def test_a_name_cannot_add_a_header(world: Mailed) -> None:
    ben, address = world.reader("safe", mail_after=0)
    switch(ben, switches=[{"event": "chat", "channel": "mail", "on": True}])
    anna = Browser(world.server)
    bad = {"seats": [{"kind": "me", "name": "Eve\r\nBcc: all@example.org"}, {"kind": "open"}]}
    anna.ask("POST", "/api/games", bad, expect=422)
    made = anna.new_game({"kind": "me", "name": "Eve Bcc: all@example.org <b>"}, "open")
    ben.ask("POST", "/api/join", {"token": made["invites"][0]["token"], "name": "Ben"})
    anna.game("POST", made["game"], "/chat", {"text": "hello"})
    world.settle()
    (mail,) = (one for one in world.to(address) if "written" in one["Subject"])
    assert mail["Subject"] == "Eve Bcc: all@example.org <b> has written"
    assert mail["Bcc"] is None
    html = mail.get_body(("html",))
    assert html is not None
    assert "<b>" not in html.get_content()


def test_mail_needs_an_address_and_a_mail_server(world: Mailed) -> None:
    guest = Browser(world.server)
    asked = {"mail": True, "language": "en", "zone": "UTC"}
    assert guest.ask("PUT", "/api/notices", asked, expect=422)["error"] == "no_address"
    with Server() as without:
        other = Browser(without)
        assert other.ask("PUT", "/api/notices", asked, expect=422)["error"] == "no_mail"
        assert "mail" not in other.ask("GET", "/api/notices")["can"]
