"""Hostile clients always get a clear answer. They break nothing, change nothing and learn nothing."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from grandjunction.record.game import texts
from grandjunction.server.app import make_app
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.edge.guard import LARGEST
from grandjunction.server.hosted import HostedGame
from grandjunction.server.keys import Keys
from tests.server.canaries import SEED, Warden, planted
from tests.server.support import NAME, PATIENCE, SECRET, Browser, Server

MUTATIONS: Final = 10_000 * int(os.environ.get("GRANDJUNCTION_SOAK", "0")) or 3_000
RULESET: Final = "birmingham"

_JUNK: Final[list[Any]] = [
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**70, 1.5, -0.0, 1e308, float("nan"), float("inf"),
    "", " ", "\0", "\ud800", "é" * 50, "x" * 5000, "A", "B", "Z", "all", "0", "1", "__proto__", "' OR 1=1 --",
    "../../etc/passwd", "{{7*7}}", "<script>", "pass", "stop", "order A", "draw card", "build cotton",
    [], [[]], {}, {"a": {}}, ["x"] * 50, [None], {"": None},
]  # fmt: skip


def mutate(body: Any, rnd: Random) -> Any:
    """Return a message with one random change."""
    if isinstance(body, dict) and body and rnd.random() < 0.9:
        key = rnd.choice(sorted(body))
        changed = dict(body)
        what = rnd.random()
        if what < 0.15:
            del changed[key]
        elif what < 0.25:
            changed[key + rnd.choice(["", "s", " ", "\0"]) if rnd.random() < 0.5 else "extra"] = rnd.choice(
                _JUNK
            )
        else:
            changed[key] = mutate(changed[key], rnd)
        return changed
    if isinstance(body, list) and body and rnd.random() < 0.8:
        place = rnd.randrange(len(body))
        return [*body[:place], mutate(body[place], rnd), *body[place + rnd.randint(0, 1) :]]
    if isinstance(body, str) and body and rnd.random() < 0.6:
        place = rnd.randrange(len(body))
        return body[:place] + rnd.choice(["", " ", "x", "\n", ";", "€"]) + body[place + rnd.randint(0, 2) :]
    if isinstance(body, int) and not isinstance(body, bool) and rnd.random() < 0.5:
        return body + rnd.choice([-1000, -1, 1, 1000])
    return rnd.choice(_JUNK)


def garble(text: bytes, rnd: Random) -> bytes:
    """Return bytes with a random change, which may no longer be JSON."""
    place = rnd.randrange(len(text) + 1)
    what = rnd.random()
    if what < 0.3:
        return text[:place]
    if what < 0.6:
        return text[:place] + bytes([rnd.randrange(256)]) + text[place + 1 :]
    if what < 0.7:
        return b"[" * rnd.randint(1, 50_000)
    if what < 0.8:
        return text + text
    return text[:place] + rnd.randbytes(rnd.randint(1, 20)) + text[place:]


class Siege:
    """A game at A's turn, with A's draft open, and everyone who may write to it."""

    def __init__(self, client: httpx.AsyncClient, hosted: HostedGame, rnd: Random) -> None:
        self.client: Final = client
        self.hosted: Final = hosted
        self.rnd: Final = rnd
        self.warden: Final = Warden(hosted)
        keys = Keys(SECRET)
        holders = [seat.holder for seat in hosted.row.seats]
        acting = hosted.game.state.to_act
        own, rival = holders[acting], holders[1 - acting]
        assert own
        assert rival
        good = keys.cookie(own)
        self.own: Final = good
        self.cookies: Final[list[tuple[str | None, str | None]]] = [
            (good, own),
            (keys.cookie(rival), rival),
            (None, None),
            (Keys(b"another key, also thirty-two bytes").cookie(own), None),
            (good[:-1], None),
            (good.swapcase(), None),
            (f"{own}.", None),
            ("x" * 3000, None),
        ]
        self.base: Final = texts(hosted.draft.units)

    def messages(self) -> list[tuple[str, str, Any]]:
        """Return valid messages for A's open turn."""
        game = f"/api/games/{self.hosted.id}"
        at = {"ply": self.hosted.draft.game.ply, "stamp": None}
        hand = self.hosted.game.state.hand_of(self.hosted.game.state.to_act)
        return [
            ("POST", f"{game}/draft", {**at, "move": f"pass card {hand[-1]}"}),
            ("POST", f"{game}/draft", {**at, "move": f"loan 30 card {hand[0]}"}),
            ("POST", f"{game}/undo", {**at, "steps": 1}),
            ("POST", f"{game}/undo", {**at, "steps": "all"}),
            ("POST", f"{game}/end", at),
            ("POST", f"{game}/why", {"question": "build", "industry": "cotton", "place": "leek"}),
            ("POST", f"{game}/why", {"question": "move", "move": "pass"}),
            ("POST", f"{game}/chat", {"text": "hello", "seat": "A"}),
            ("PUT", f"{game}/notes", {"text": "notes"}),
            ("PUT", f"{game}/archive", {"archived": False}),
            ("POST", f"{game}/fork", {"ply": 3}),
            ("POST", "/api/join", {"token": "i" + self.hosted.id + "0" + "x" * 22, "name": "Eve"}),
            ("POST", "/api/games", {"ruleset": RULESET, "seats": [{"kind": "me"}] * 5}),
        ]

    def fingerprint(self) -> tuple[object, ...]:
        seats = [(seat.holder, seat.name, seat.kind, seat.generation) for seat in self.hosted.row.seats]
        return (self.hosted.game.ply, texts(self.hosted.draft.units), seats)

    async def attack(self) -> int:
        rnd = self.rnd
        method, path, body = rnd.choice(self.messages())
        cookie, player = rnd.choice(self.cookies)
        headers = {"Content-Type": "application/json"}
        if cookie is not None:
            headers["Cookie"] = f"{NAME}={cookie}"
        content = json.dumps(mutate(body, rnd)).encode()
        if rnd.random() < 0.15:
            content = garble(content, rnd)
        if rnd.random() < 0.05:
            path = path.replace(
                self.hosted.id, rnd.choice(["x", "x" * 16, self.hosted.id[:-1], "%00" * 16, ".."])
            )
        if rnd.random() < 0.05:
            method = rnd.choice(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"])
        before = self.fingerprint()
        self.client.cookies.clear()
        answer = await self.client.request(method, path, content=content, headers=headers)
        self.judge(answer, before, cookie == self.own)
        self.warden.inspect(player, answer.content, [SECRET.decode()], content)
        if self.fingerprint() != before:
            await self.restore()
        return answer.status_code

    def judge(self, answer: httpx.Response, before: tuple[object, ...], own: bool) -> None:
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert self.fingerprint() == before
            if answer.request.method != "HEAD":
                assert answer.json()["error"]
        elif not own:
            assert self.fingerprint() == before

    async def restore(self) -> None:
        """Undo a mutation of A's own message that was legal after all."""
        game = f"/api/games/{self.hosted.id}"
        headers = {"Cookie": f"{NAME}={self.own}"}
        if self.hosted.draft.units:
            await self.client.post(
                f"{game}/undo", json={"ply": self.hosted.draft.game.ply, "steps": "all"}, headers=headers
            )
        for move in self.base:
            await self.client.post(
                f"{game}/draft", json={"ply": self.hosted.draft.game.ply, "move": move}, headers=headers
            )
        assert texts(self.hosted.draft.units) == self.base


async def draft_pass(http: httpx.AsyncClient, hosted: HostedGame) -> None:
    """Draft a pass. The server accepts it only from the seat to act."""
    hand = hosted.game.state.hand_of(hosted.game.state.to_act)
    body = {"ply": hosted.draft.game.ply, "move": f"pass card {hand[0]}"}
    await http.post(f"/api/games/{hosted.id}/draft", json=body)


async def besiege(database: Path, mutations: int) -> Counter[int]:
    app = make_app(SqliteStorage(database), SECRET, workers=1)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    statuses: Counter[int] = Counter()
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://table") as anna,
        httpx.AsyncClient(transport=transport, base_url="http://table") as ben,
        httpx.AsyncClient(transport=transport, base_url="http://table") as stranger,
    ):
        asked = {"ruleset": RULESET, "seats": [{"kind": "me"}, {"kind": "open"}], "seed": SEED}
        made = (await anna.post("/api/games", json=asked)).json()
        await ben.post("/api/join", json={"token": made["invites"][0]["token"]})
        hosted = app.state.hall._memory._games[made["game"]]
        # On to the second round, whose turns have two actions, so that a draft can stay open.
        for http in (anna, ben, anna, ben):
            if hosted.game.state.round < 2:
                await draft_pass(http, hosted)
                await http.post(f"/api/games/{hosted.id}/end", json={"ply": hosted.draft.game.ply})
        for http in (anna, ben):
            if not hosted.draft.units:
                await draft_pass(http, hosted)
        assert len(hosted.draft.units) == 1
        siege = Siege(stranger, hosted, Random(20))
        for _ in range(mutations):
            statuses[await siege.attack()] += 1
        assert app.state.hall._memory._games[made["game"]] is hosted
        stored = app.state.hall.journal.storage.load(hosted.id)
        assert stored.moves == texts(hosted.game.played)
    return statuses


def test_thousands_of_mutated_messages(tmp_path: Path) -> None:
    with planted(RULESET):
        statuses = asyncio.run(besiege(tmp_path / "games.db", MUTATIONS))
    assert statuses.total() == MUTATIONS
    assert {403, 404, 409, 422} <= set(statuses)
    assert sum(n for status, n in statuses.items() if status < 300) < MUTATIONS // 4


# -- over real sockets ----------------------------------------------------------------------------------


def test_too_much_is_refused(anna: Browser) -> None:
    game = anna.new_game("me", "person")["game"]
    url = f"/api/games/{game}/chat"
    assert anna.http.post(url, content=b"x" * (LARGEST + 1)).status_code == 413
    chunks = (b'{"text": "' if n == 0 else b"x" * 1024 for n in range(200))
    assert anna.http.post(url, content=chunks).status_code == 413
    assert anna.game("GET", game, "/chat") == []


def test_pages_of_other_sites_cannot_write(anna: Browser) -> None:
    game = anna.new_game("me", "person")["game"]
    for origin in ("http://evil.example", "null", "http://[", f"http://{anna.address}.evil.example"):
        answer = anna.http.post(f"/api/games/{game}/chat", json={"text": "hi"}, headers={"Origin": origin})
        assert answer.status_code == 403
        with pytest.raises(InvalidStatus):
            connect(f"ws://{anna.address}/api/games/{game}/live", additional_headers={"Origin": origin})
    own = {"Origin": f"http://{anna.address}"}
    assert anna.http.post(f"/api/games/{game}/chat", json={"text": "hi"}, headers=own).status_code == 201


def read_on(socket: ClientConnection) -> None:
    while True:
        socket.recv(timeout=PATIENCE)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("", 1008),
        ("no json", 1008),
        ("[]", 1008),
        ('{"type": "move"}', 1008),
        ('{"type": "ping", "more": 1}', 1008),
        ("x" * 2000, 1008),
        ("x" * 10_000, 1009),
        (b"\x00\xff", 1008),
    ],
)
def test_the_live_line_closes_on_nonsense(anna: Browser, said: str | bytes, code: int) -> None:
    game = anna.new_game("me", "person")["game"]
    with anna.live(game) as socket:
        socket.send(said)
        with pytest.raises(ConnectionClosed) as closed:
            read_on(socket)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code


@pytest.mark.parametrize("game", ["x" * 16, "short", "%00", "x" * 3000])
def test_there_is_no_live_line_to_nowhere(server: Server, game: str) -> None:
    with connect(f"ws://{server.address}/api/games/{game}/live") as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_a_forged_seat_watches_like_anybody(server: Server, anna: Browser) -> None:
    game = anna.new_game("me", "person")["game"]
    cookie = anna.http.cookies.get(NAME)
    assert cookie is not None
    eve = Browser(server)
    eve.http.cookies.set(NAME, cookie.partition(".")[0] + "." + "A" * 22)
    assert eve.table(game)["mine"] == []
    assert eve.table(game)["hands"] == {}
    body = {"ply": anna.table(game)["ply"], "move": "pass"}
    assert eve.game("POST", game, "/draft", body, expect=403)["error"] == "not_yours"


def test_games_that_are_none_leave_nothing_behind(server: Server, anna: Browser) -> None:
    anna.new_game("me", "person")
    for path, body in (
        ("/draft", {"ply": 0, "move": "pass"}),
        ("/end", {"ply": 0}),
        ("/chat", {"text": "x"}),
    ):
        anna.game("POST", "n" * 16, path, body, expect=404)
    token = "i" + "n" * 16 + "0" + "x" * 22
    anna.ask("POST", "/api/join", {"token": token}, expect=404)
    for kept in (
        server.hall._memory._locks,
        server.hall._memory._games,
        server.hall.crowd.watchers,
        server.hall._memory._loading,
    ):
        assert "n" * 16 not in kept
