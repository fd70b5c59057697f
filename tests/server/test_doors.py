"""The doors: slow, silent and countless clients take nothing from the others."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from typing import Final

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.config import Config

from grandjunction.server.announce import bind
from grandjunction.server.app import make_app
from grandjunction.server.database.journal import Journal
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.edge import guard
from grandjunction.server.edge.connections import MOST, Doors, Patience, group_of, protocols, raise_file_limit
from grandjunction.server.edge.logs import Calm
from grandjunction.server.edge.rate_limits import HOUSE, Asker, Quota
from grandjunction.server.edge.site import Site
from grandjunction.server.problems import Trouble
from tests.server.support import PATIENCE, SECRET, Browser, until

QUICK: Final = Patience(headers=0.3, body=0.3, answer=0.3, farewell=0.3)
ELSEWHERE: Final = "127.0.0.2"  # an address of this machine that is not exempt


class Guarded:
    """A server with doors, in a thread."""

    def __init__(self, doors: Doors) -> None:
        self.doors: Final = doors
        self.app: Final = make_app(SqliteStorage(":memory:"), SECRET, workers=1)
        self._socket: Final = bind("127.0.0.1", 0)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # the system keeps little for us
        self.port: Final = int(self._socket.getsockname()[1])
        config = Config(self.app, log_config=None, ws_max_size=4096, timeout_keep_alive=1, **protocols(doors))
        self._uvicorn: Final = uvicorn.Server(config)
        self._thread: Final = threading.Thread(target=self._uvicorn.run, args=([self._socket],), daemon=True)

    def __enter__(self) -> Guarded:
        self._thread.start()
        until(lambda: self._uvicorn.started)
        return self

    def __exit__(self, *_: object) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)

    def line(self, source: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, (source, 0))

    def browser(self) -> Browser:
        return Browser(f"127.0.0.1:{self.port}")


@pytest.fixture(scope="module", params=["httptools", "h11"])
def server(request: pytest.FixtureRequest) -> Iterator[Guarded]:
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "h11":
            patch.setattr("grandjunction.server.edge.connections.HttpToolsProtocol", None)
        elif find_spec("httptools") is None:
            pytest.skip("NOT RUN: httptools is not installed")
        with Guarded(Doors(most=60, most_from_one=8, patience=QUICK)) as running:
            yield running


def answer(line: socket.socket) -> bytes:
    """Read until the other side closes."""
    said = b""
    try:
        while part := line.recv(4096):
            said += part
    except ConnectionResetError:
        pass
    return said


def trickle(line: socket.socket, text: bytes) -> None:
    """Send a byte at a time for as long as the other side listens, a second at most."""
    try:
        for number in range(100):
            line.sendall(text[number % len(text) : number % len(text) + 1])
            time.sleep(0.01)
    except OSError:
        pass


SLOW: Final[dict[str, Callable[[socket.socket], None]]] = {
    "says nothing": lambda line: None,
    "sends half a header": lambda line: line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-"),
    "trickles headers": lambda line: trickle(line, b"GET /healthz HTTP/1.1\r\n" + b"X-A: b\r\n" * 100),
    "sends half a body": lambda line: line.sendall(
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{"
    ),
    "sends a body that no answer waits for": lambda line: line.sendall(
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{"
    ),
    "dawdles at its second request": lambda line: line.sendall(
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nHo"
    ),
}


@pytest.mark.parametrize("how", SLOW)
def test_who_dawdles_is_shown_out(server: Guarded, how: str, caplog: pytest.LogCaptureFixture) -> None:
    begun = time.monotonic()
    with server.line() as line:
        SLOW[how](line)
        said = answer(line)
    assert time.monotonic() - begun < 60
    assert b" 408 " in said or b" 200 " in said or b"body" in how.encode() or b"trickles" in how.encode()
    until(lambda: server.doors.all == 0)
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


def test_endless_headers_are_refused(server: Guarded) -> None:
    with server.line() as line:
        line.sendall(b"GET / HTTP/1.1\r\n")
        try:
            for _ in range(3000):
                line.sendall(b"X-Filler: " + b"x" * 90 + b"\r\n")
        except OSError:
            pass
        said = answer(line)
    assert said == b"" or b" 431 " in said or b" 400 " in said
    until(lambda: server.doors.all == 0)


def deaf(server: Guarded, request: str) -> socket.socket:
    """Return a connection that has asked for something and takes hardly anything of it."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.settimeout(PATIENCE)
    line.connect(("127.0.0.1", server.port))
    line.sendall(request.encode())
    return line


def test_who_does_not_take_the_answer_is_shown_out(server: Guarded, caplog: pytest.LogCaptureFixture) -> None:
    until(lambda: server.doors.all == 0)
    asked = "GET /api/rules HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ExitStack() as lines:
        for _ in range(4):
            lines.enter_context(deaf(server, asked * 3))
        until(lambda: server.doors.all == 4)
        assert server.browser().ask("GET", "/healthz") == "ok\n"
        until(lambda: server.doors.all == 0)  # although nobody has hung up
        lines.enter_context(deaf(server, asked * 200))
        until(lambda: server.doors.all == 0)
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


def test_a_line_whose_answers_nobody_takes_is_ended(server: Guarded) -> None:
    anna = server.browser()
    game = anna.new_game("me", "open")["game"]
    anna.http.close()
    until(lambda: server.doors.all == 0)
    handshake = (
        f"GET /api/games/{game}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n"
    )
    ping = b"\x89\xfd\0\0\0\0" + b"x" * 125  # each is answered by as much
    with deaf(server, handshake) as line:
        pings, sent = ping * 1000, 0
        with suppress(OSError):  # it is not read any more, and then it is closed
            while sent < 50_000_000:
                sent += line.send(pings[sent % len(pings) :])
        assert sent < 50_000_000
        until(lambda: server.doors.all == 0)


def test_an_address_and_the_whole_house_have_a_cap(server: Guarded) -> None:
    until(lambda: server.doors.all == 0)
    with ExitStack() as lines:
        for _ in range(8):
            lines.enter_context(server.line(ELSEWHERE))
        until(lambda: server.doors.all == 8)
        away = server.doors.turned_away
        with server.line(ELSEWHERE) as one_more:
            said = answer(one_more)
        assert said == b"" or b" 503 " in said
        assert said == b"" or b"Retry-After" in said
        assert server.browser().ask("GET", "/healthz") == "ok\n"  # others come in as before
        assert server.doors.turned_away == away + 1


def test_a_live_line_keeps_its_place_and_gives_it_back(server: Guarded) -> None:
    anna = server.browser()
    game = anna.new_game("me", "open")["game"]
    anna.http.close()
    until(lambda: server.doors.all == 0)
    anna = server.browser()
    with anna.live(game) as line:
        line.recv()
        time.sleep(2 * QUICK.headers)  # its request was answered: no deadline is left
        line.send('{"type": "ping"}')
        while "pong" not in str(line.recv(timeout=PATIENCE)):
            pass
        assert server.doors.all == 1
    until(lambda: server.doors.all == 0)
    assert not server.doors.open


def test_an_address_is_a_house() -> None:
    assert group_of("203.0.113.7") == "203.0.113.7"
    assert group_of("2001:db8:1:2:3::4") == group_of("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert group_of("2001:db8:1:3::4") != group_of("2001:db8:1:2::4")
    assert group_of("fe80::1%eth0") == "fe80::/64"
    assert group_of("nonsense:") == "nonsense:"


def test_the_file_limit_leaves_room() -> None:
    assert 10 <= raise_file_limit() <= MOST


async def spend_as_many_browsers(journal: Journal) -> None:
    quota = Quota("games", 3, 0, journal)
    for number in range(3 * HOUSE):
        await quota.spend(Asker(f"browser {number}", "203.0.113.7"))
    with pytest.raises(Trouble) as refused:
        await quota.spend(Asker("another browser", "203.0.113.7"))
    assert refused.value.retry_after == 60
    await quota.spend(Asker("another browser", "203.0.113.8"))
    await quota.spend(Asker("another browser", None))  # this machine
    journal.close()


def test_fresh_cookies_do_not_fill_the_purse() -> None:
    asyncio.run(spend_as_many_browsers(Journal(SqliteStorage(":memory:"))))


# -- more than it can carry -----------------------------------------------------------------------------


def test_what_is_past_capacity_is_told_to_come_again() -> None:
    """Held open by hand, so that it does not depend on how fast the machine is."""

    async def check() -> None:
        held = asyncio.Event()

        async def app(scope: object, receive: object, send: object) -> None:
            await held.wait()

        door = guard.Guard(app, Site())
        said: list[dict[str, object]] = []

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: object) -> None:
            assert isinstance(message, dict)
            said.append(message)

        def asked(path: str) -> dict[str, object]:
            return {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b""}

        waiting = [
            asyncio.create_task(door(asked("/api/games/x"), receive, send)) for _ in range(guard.MOST_AT_ONCE)
        ]
        await asyncio.sleep(0)
        await door(asked("/api/about"), receive, send)
        assert said[0]["status"] == 503
        assert (b"retry-after", b"1") in said[0]["headers"]  # type: ignore[operator]
        assert door.shed == 1
        hint = asyncio.create_task(door(asked("/api/games/x/hint"), receive, send))
        health = asyncio.create_task(door(asked("/healthz"), receive, send))
        await asyncio.sleep(0)
        assert door.shed == 1  # hints are counted apart, and the operator's questions are always answered
        held.set()
        await asyncio.gather(*waiting, hint, health)

    asyncio.run(check())


def test_waiting_for_a_slow_taker_is_no_work() -> None:
    async def check() -> None:
        taken = asyncio.Event()
        started: list[object] = []

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: object) -> None:
            started.append(message)
            await taken.wait()

        asked = {"type": "http", "method": "GET", "path": "/api/x", "headers": [], "query_string": b""}
        door = guard.Guard(app, Site())
        number = guard.MOST_AT_ONCE + 5
        waiting = [asyncio.create_task(door(dict(asked), receive, send)) for _ in range(number)]
        await asyncio.sleep(0)
        assert (len(started), door.shed) == (number, 0)
        taken.set()
        await asyncio.gather(*waiting)

    asyncio.run(check())


# -- the log --------------------------------------------------------------------------------------------


def test_a_flood_of_one_message_is_cut_short(capsys: pytest.CaptureFixture[str]) -> None:
    calm = Calm(most=3, seconds=0.2)
    log = logging.getLogger("grandjunction.test_flood")

    def passed(message: str, *values: object) -> bool:
        return bool(calm.filter(log.makeRecord(log.name, logging.WARNING, "f", 1, message, values, None)))

    assert [passed("from %s", number) for number in range(10)] == [True] * 3 + [False] * 7
    assert passed("another")
    time.sleep(0.25)
    record = log.makeRecord(log.name, logging.WARNING, "f", 1, "from %s", (11,), None)
    assert calm.filter(record)
    assert record.getMessage() == "from 11 (and 7 more like it before)"


def test_bad_requests_do_not_flood_the_log(server: Guarded, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(30):
        with server.line() as line:
            line.sendall(b"\x00\x01\x02 nonsense\r\n\r\n")
            assert b" 400 " in answer(line)
    until(lambda: server.doors.all == 0)
    calm = Calm()
    assert sum(calm.filter(one) for one in caplog.records) == 20 < len(caplog.records)
