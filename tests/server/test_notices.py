"""Notices: who is told what, when, by which channel, and what happens when that fails.

Time is the tests' own. The push service and the webhooks are servers on loopback, which this server reaches
because it is told to; ``test_outbound.py`` has what happens without that.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from email.header import decode_header, make_header
from random import Random
from typing import Any, Final, TypeVar, cast

import pytest
from py_vapid import Vapid02

from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.database.storage import Storage
from grandjunction.server.online import Online
from tests.server.receivers import Device, Receiver
from tests.server.support import Browser, Json, Server, until

HOUR: Final = 3600.0
LANES: Final = ("tell", "push", "webhook", "mail")
T = TypeVar("T")


class Clock:
    """The time that the server goes by."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self.server: Server | None = None

    def __call__(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        """Let time pass, and let the server do what is due."""
        assert self.server is not None
        self.now += seconds
        self.server.loop.call_soon_threadsafe(self.server.hall.jobs.wake_all)


class World:
    """A server, its clock, a push service and a webhook."""

    def __init__(self, server: Server, clock: Clock, web: Receiver) -> None:
        self.server: Final = server
        self.clock: Final = clock
        self.web: Final = web
        self._devices = 0

    def browser(self, *, subscribed: bool = False, lang: str = "en") -> tuple[Browser, Device]:
        self._devices += 1
        browser, device = Browser(self.server), Device(self.web, str(self._devices))
        if subscribed:
            browser.ask("POST", "/api/notices/devices", device.subscription(lang))
        return browser, device

    def pair(self, lang: str = "en") -> tuple[Browser, Browser, Device, str]:
        """Return Anna, Ben, who has subscribed, Ben's device and a game of both, in which Anna is to act."""
        anna, _ = self.browser()
        ben, device = self.browser(subscribed=True, lang=lang)
        game = together(anna, ben)
        play(ben, game)
        return anna, ben, device, game

    def write(self, do: Callable[[Storage], T]) -> T:
        """Do something on the storage."""
        return asyncio.run_coroutine_threadsafe(self.server.hall.journal.run(do), self.server.loop).result()

    def waiting(self) -> list[str]:
        """Return the keys of all that waits to be told."""
        return self.write(lambda storage: [key for kind in LANES for key in storage.job_keys(kind)])

    def settle(self, seconds: float = 2.0) -> None:
        """Let time pass until all that is due was done."""
        self.clock.pass_(seconds)
        until(lambda: not self._due())

    def _due(self) -> bool:
        """Whether a job is due, or somebody is at it."""
        kinds = ", ".join(f"'{kind}'" for kind in ("clock", *LANES))
        sql = f"SELECT count(*) FROM jobs WHERE kind IN ({kinds}) AND run_at <= :now"
        now = {"now": self.clock.now}
        return bool(
            self.write(lambda storage: cast(SqliteStorage, storage).db.execute(sql, now).fetchone()[0])
        )


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    clock, web = Clock(), Receiver()
    storage = SqliteStorage(":memory:")
    storage.time = clock  # type: ignore[method-assign]
    with web.serving(), Server(storage=storage, online=Online(private_webhooks=True)) as server:
        clock.server = server
        yield World(server, clock, web)


@pytest.fixture(autouse=True)
def _well(world: World) -> Iterator[None]:
    yield
    world.web.answer = lambda path: 201


def together(anna: Browser, ben: Browser, pace: str | None = None) -> str:
    made = anna.new_game({"kind": "me", "name": "Anna"}, "open", pace=pace)
    ben.ask("POST", "/api/join", {"token": made["invites"][0]["token"], "name": "Ben"})
    game: str = made["game"]
    return game


def play(browser: Browser, game: str) -> None:
    """Play this browser's turns until the other's."""
    while browser.table(game)["draft"] is not None:
        browser.play_turn(game, Random(1))


def hook(world: World, browser: Browser, flavour: str, path: str) -> str:
    """Add a webhook, and return its id."""
    asked = {"flavour": flavour, "url": world.web.url + path, "language": "en", "zone": "UTC"}
    before = {one["id"] for one in browser.ask("GET", "/api/notices")["channels"]}
    made = browser.ask("POST", "/api/notices/webhooks", asked)
    (id,) = {one["id"] for one in made["channels"]} - before
    return str(id)


def switch(browser: Browser, **more: Any) -> Json:
    answer: Json = browser.ask("PUT", "/api/notices", {"language": "en", "zone": "UTC"} | more)
    return answer


# -- web push ----------------------------------------------------------------------------------------------


def test_a_player_is_told_that_it_is_their_turn(world: World) -> None:
    anna, _, device, game = world.pair()
    play(anna, game)
    world.settle(1.0)
    assert device.requests() == []  # not at once: Ben may be on the way
    world.settle(1.0)
    (message,) = device.messages()
    assert message["title"] == "Your turn"
    assert message["body"] == "Brass: Birmingham, introductory game with Anna"
    assert (message["tag"], message["path"], message["waiting"]) == (game, f"game/{game}", 1)
    (request,) = device.requests()
    assert (request.headers["content-encoding"], request.headers["ttl"]) == ("aes128gcm", "43200")
    assert Vapid02.verify(request.headers["authorization"])
    assert game.encode() not in request.body
    assert world.waiting() == []


def test_the_key_of_the_server_stays_the_same(world: World) -> None:
    anna, _ = world.browser()
    key = anna.ask("GET", "/api/notices/key")["key"]
    with Server() as again:
        assert Browser(again).ask("GET", "/api/notices/key")["key"] == key


def test_nobody_is_told_what_they_see(world: World) -> None:
    anna, ben, device, game = world.pair()
    with ben.live(game) as line:
        line.recv()  # he looks at the table
        play(anna, game)
        world.settle()
        assert device.requests() == []
        play(ben, game)
        line.send(json.dumps({"type": "ping", "looking": False}))  # the page is in the background now
        until(lambda: not any(one.looking for one in world.server.hall.crowd.watchers[game]))
        play(anna, game)
        world.settle()
        assert len(device.requests()) == 1


def test_a_turn_that_is_over_is_not_told(world: World) -> None:
    anna, ben, device, game = world.pair()
    play(anna, game)
    play(ben, game)
    world.settle()
    assert device.requests() == []


def test_a_newer_notice_takes_the_place_of_an_older(world: World) -> None:
    anna, ben, device, game = world.pair()
    world.web.answer = lambda path: 503
    play(anna, game)
    world.settle()
    assert len(device.requests()) == 1
    play(ben, game)
    world.web.answer = lambda path: 201
    play(anna, game)
    world.settle(60.0)
    first, second = device.messages()
    assert (first["tag"], first["id"] == second["id"]) == (second["tag"], False)
    assert device.requests()[0].headers["topic"] == device.requests()[1].headers["topic"]
    world.settle(HOUR)
    assert len(device.requests()) == 2


def test_a_push_is_tried_again_and_has_the_same_id(world: World) -> None:
    anna, _, device, game = world.pair()
    world.web.answer = lambda path: 503
    play(anna, game)
    world.settle()
    for wait in (9.0, 1.0, 19.0, 1.0):  # after 10 seconds, then after 20
        world.settle(wait)
    assert len(device.requests()) == 3
    world.web.answer = lambda path: 201
    world.settle(HOUR)
    world.settle(HOUR)
    messages = device.messages()
    assert len(messages) == 4
    assert len({one["id"] for one in messages}) == 1


def test_a_push_is_given_up_after_half_a_day(world: World) -> None:
    anna, _, device, game = world.pair()
    world.web.answer = lambda path: 429
    play(anna, game)
    world.settle()
    world.settle(13 * HOUR)
    tries = len(device.requests())
    world.settle(13 * HOUR)
    assert (len(device.requests()), world.waiting()) == (tries, [])


def test_a_device_that_is_gone_is_removed(world: World) -> None:
    anna, ben, device, game = world.pair()
    world.web.answer = lambda path: 410
    play(anna, game)
    world.settle()
    assert len(device.requests()) == 1
    assert ben.ask("GET", "/api/notices")["channels"] == []
    world.web.answer = lambda path: 201
    play(ben, game)
    play(anna, game)
    assert world.waiting() == []


def test_every_device_of_a_player_is_told(world: World) -> None:
    anna, ben, device, game = world.pair()
    phone = Device(world.web, "phone")
    ben.ask("POST", "/api/notices/devices", phone.subscription())
    ben.ask("POST", "/api/notices/devices", phone.subscription())  # the same once more
    assert len(ben.ask("GET", "/api/notices")["channels"]) == 2
    play(anna, game)
    world.settle()
    assert [one["id"] for one in device.messages()] == [one["id"] for one in phone.messages()]


def test_a_notice_is_in_the_language_of_its_reader(world: World) -> None:
    anna, _, device, game = world.pair(lang="pl")
    play(anna, game)
    world.settle()
    (message,) = device.messages()
    assert (message["title"], message["lang"]) == ("Twoja kolej", "pl")


def test_who_plays_with_bots_alone_is_not_told(world: World) -> None:
    ben, device = world.browser(subscribed=True)
    game = ben.new_game("me", "random")["game"]
    for _ in range(2):
        ben.wait_for_turn(game)
        ben.play_turn(game, Random(1))
    ben.wait_for_turn(game)
    world.settle()
    assert device.requests() == []


def test_a_seat_that_is_taken_is_told(world: World) -> None:
    ben, device = world.browser(subscribed=True)
    anna, _ = world.browser()
    made = ben.new_game({"kind": "me", "name": "Ben"}, "open", "open")
    for invite, name in zip(made["invites"], ("Anna", "Cleo"), strict=True):
        anna.ask("POST", "/api/join", {"token": invite["token"], "name": name})
        world.settle()
    assert [one["title"] for one in device.messages()][:2] == ["Anna has joined", "Everybody is here"]


def test_the_end_is_told(world: World) -> None:
    anna, ben, device, game = world.pair()
    rnd, last = Random(5), anna
    while not anna.table(game)["over"]:
        for one in (anna, ben):
            if one.table(game)["draft"] is not None:
                one.play_turn(game, rnd)
                last = one
    world.settle()
    told = [one["title"] for one in device.messages()]
    assert told == ([] if last is ben else ["The game is over"])


def test_the_alarm_and_the_end_of_the_time_are_told_by_every_channel(world: World) -> None:
    """By mail: see ``test_notice_mail.py``."""
    anna, anna_device = world.browser(subscribed=True)
    ben, device = world.browser(subscribed=True)
    for flavour in ("discord", "slack", "ntfy"):
        hook(world, ben, flavour, f"/hook/alarm-{flavour}")
    game = together(anna, ben, pace="fast")
    play(ben, game)
    play(anna, game)
    world.settle()
    assert [one["title"] for one in device.messages()] == ["Your turn"]
    left = ben.table(game)["clock"]["left"]["B"]
    world.settle(0.8 * left - 3.0)
    assert len(device.messages()) == 1
    world.settle(1.0)
    world.settle()
    assert [one["title"] for one in device.messages()[1:]] == ["Your time is running out"]
    assert device.messages()[1]["body"] == (
        "80% of your time is gone: Brass: Birmingham, introductory game with Anna"
    )
    for flavour in ("discord", "slack", "ntfy"):
        turn, alarm = world.web.at(f"/hook/alarm-{flavour}")
        said = [
            str(make_header(decode_header(one.headers.get("title", "")))) + one.body.decode()
            for one in (turn, alarm)
        ]
        assert ["Your time is running out" in one for one in said] == [False, True]
    world.settle(0.2 * left)
    world.settle()
    assert len(device.messages()) == 2  # Ben knows; the others are told that they may choose
    assert anna_device.messages()[-1]["title"] == "Ben has run out of time"


def test_chat_is_told_to_those_who_want_it(world: World) -> None:
    anna, ben, device, game = world.pair()
    anna.game("POST", game, "/chat", {"text": "a secret"})
    world.settle()
    assert device.requests() == []
    switch(ben, switches=[{"event": "chat", "channel": "push", "on": True}])
    anna.game("POST", game, "/chat", {"text": "a secret"})
    world.settle()
    (message,) = device.messages()
    assert (message["title"], message["tag"]) == ("Anna has written", f"{game} chat")
    assert "secret" not in json.dumps(message)


def test_a_switch_turns_an_event_off_for_one_channel(world: World) -> None:
    anna, ben, device, game = world.pair()
    hook(world, ben, "json", "/hook/switch")
    answer = switch(ben, switches=[{"event": "turn", "channel": "push", "on": False}])
    assert {"event": "turn", "channel": "push", "on": False} in answer["switches"]
    play(anna, game)
    world.settle()
    assert (len(device.requests()), len(world.web.at("/hook/switch"))) == (0, 1)


# -- webhooks ----------------------------------------------------------------------------------------------


def test_each_service_gets_what_it_understands(world: World) -> None:
    anna, _ = world.browser()
    ben, _ = world.browser()
    game = anna.new_game({"kind": "me", "name": "<@everyone> & Änne"}, "open")
    ben.ask("POST", "/api/join", {"token": game["invites"][0]["token"], "name": "Ben"})
    for flavour in ("discord", "slack", "json"):
        hook(world, ben, flavour, f"/hook/{flavour}")
    id = game["game"]
    play(ben, id)
    play(anna, id)
    world.settle()
    url = f"http://{world.server.address}/game/{id}"
    discord, slack, plain = (world.web.at(f"/hook/{name}")[0] for name in ("discord", "slack", "json"))
    text = "Your turn\nBrass: Birmingham, introductory game with <@everyone> & Änne"
    assert discord.json() == {"content": f"{text}\n{url}", "allowed_mentions": {"parse": []}}
    assert slack.json() == {
        "text": "Your turn\nBrass: Birmingham, introductory game with &lt;@everyone&gt; &amp; Änne\n"
        + f"<{url}>"
    }
    assert plain.json() == {
        "id": plain.headers["idempotency-key"], "event": "turn", "game": id, "title": "Your turn",
        "text": text.partition("\n")[2], "url": url, "at": int(world.clock.now) - 2,
    }  # fmt: skip


def test_ntfy_gets_a_title_and_a_link(world: World) -> None:
    ben, _ = world.browser()
    asked = {"flavour": "ntfy", "url": world.web.url + "/hook/ntfy", "language": "ru", "zone": "UTC"}
    id = ben.ask("POST", "/api/notices/webhooks", asked)["channels"][0]["id"]
    assert ben.ask("POST", f"/api/notices/channels/{id}/test") == {"problem": None}
    (got,) = world.web.at("/hook/ntfy")
    assert str(make_header(decode_header(got.headers["title"]))) == "Проверка"
    assert got.body.decode() == "Так приходят уведомления."
    assert got.headers["click"] == f"http://{world.server.address}/notices"


def test_a_test_says_what_is_wrong(world: World) -> None:
    ben, _ = world.browser()
    id = hook(world, ben, "json", "/hook/wrong")
    world.web.answer = lambda path: 403
    assert ben.ask("POST", f"/api/notices/channels/{id}/test") == {"problem": "webhook: it answers 403"}
    anna, _ = world.browser()
    anna.ask("POST", f"/api/notices/channels/{id}/test", expect=404)  # another's
    anna.ask("DELETE", f"/api/notices/channels/{id}", expect=404)
    assert ben.ask("DELETE", f"/api/notices/channels/{id}")["channels"] == []


def test_a_redirect_is_not_followed(world: World) -> None:
    ben, _ = world.browser()
    id = hook(world, ben, "json", "/hook/moved")
    world.web.answer, world.web.location = (lambda path: 307), world.web.url + "/elsewhere"
    try:
        assert ben.ask("POST", f"/api/notices/channels/{id}/test") == {"problem": "webhook: it answers 307"}
    finally:
        world.web.location = ""
    assert world.web.at("/elsewhere") == []


def test_a_webhook_is_tried_again_ever_later_and_switched_off_after_a_day(world: World) -> None:
    anna, ben, device, game = world.pair()
    id = hook(world, ben, "json", "/hook/down")
    world.web.answer = lambda path: 500 if path == "/hook/down" else 201
    play(anna, game)
    world.settle()
    assert len(device.requests()) == 1  # the other channel does not wait
    began = world.clock.now
    for tries, wait in enumerate((60, 120, 240, 480, 960, 1920, 3600, 3600), start=1):  # at most an hour
        world.settle(wait - 1.0)
        assert len(world.web.at("/hook/down")) == tries
        world.settle(1.0)
        assert len(world.web.at("/hook/down")) == tries + 1
    (info,) = (one for one in ben.ask("GET", "/api/notices")["channels"] if one["id"] == id)
    assert (info["off"], info["failing"]) == (False, int(began))
    for _ in range(24):
        world.settle(HOUR)
    (info,) = (one for one in ben.ask("GET", "/api/notices")["channels"] if one["id"] == id)
    assert info["off"]
    assert device.messages()[-1]["title"] == "A webhook is switched off"
    tries = len(world.web.at("/hook/down"))
    play(ben, game)
    play(anna, game)
    world.settle()
    world.settle(HOUR)
    assert len(world.web.at("/hook/down")) == tries
    world.web.answer = lambda path: 201
    again = hook(world, ben, "json", "/hook/down")  # saved anew
    (saved,) = (one for one in ben.ask("GET", "/api/notices")["channels"] if one["kind"] == "webhook")
    assert (saved["id"], saved["off"]) == (again, False)


def test_an_address_never_leaves_the_server(world: World) -> None:
    ben, device = world.browser(subscribed=True)
    seen: list[bytes] = []
    ben.check = seen.append
    hook(world, ben, "discord", "/hook/a-secret-token")
    ben.ask("GET", "/api/notices")
    said = b"".join(seen)
    assert (b"a-secret-token" in said, device.subscription()["endpoint"].encode() in said) == (False, False)


# -- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("endpoint", "ftp://127.0.0.1/"),
        ("endpoint", "http://user:secret@127.0.0.1/"),
        ("p256dh", "AAAA"),
        ("p256dh", "BA" + "A" * 85),  # no point of the curve
        ("p256dh", "not base64 at all!"),
        ("auth", "AAAA"),
    ],
)
def test_what_is_no_subscription_is_refused(world: World, field: str, value: str) -> None:
    ben, device = world.browser()
    refused = ben.ask("POST", "/api/notices/devices", {**device.subscription(), field: value}, expect=422)
    assert refused["error"] == "subscription"
    assert ben.ask("GET", "/api/notices")["channels"] == []


def test_a_player_has_so_many_devices_and_webhooks(world: World) -> None:
    ben, _ = world.browser()
    for n in range(11):
        ben.ask(
            "POST", "/api/notices/devices", Device(world.web, f"many {n}".replace(" ", "-")).subscription()
        )
    assert len(ben.ask("GET", "/api/notices")["channels"]) == 10
    for n in range(3):
        hook(world, ben, "json", f"/hook/many-{n}")
    asked = {"flavour": "json", "url": world.web.url + "/hook/more", "language": "en", "zone": "UTC"}
    assert ben.ask("POST", "/api/notices/webhooks", asked, expect=422)["error"] == "too_many_webhooks"
