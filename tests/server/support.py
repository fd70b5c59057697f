"""A real server in this process, and browsers that use it over real sockets."""

from __future__ import annotations

import asyncio
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from grandjunction.core.compiled import is_compiled
from grandjunction.outside import Command
from grandjunction.server.announce import bind
from grandjunction.server.app import make_app
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.database.storage import Storage
from grandjunction.server.edge.site import Site
from grandjunction.server.hall import Hall
from grandjunction.server.hosted import HostedGame
from grandjunction.server.keys import COOKIE, Keys
from grandjunction.server.online import Online

SECRET: Final = b"a key for tests, thirty-two bytes"
NAME: Final = Keys(SECRET).cookie_name
PATIENCE: Final = 240.0 if is_compiled() else 600.0  # seconds; the machine may be very busy
Json = dict[str, Any]
Open = Callable[[], Storage]  # opens the same storage again, as after a restart


class Server:
    """A server on a database file, so that it can be stopped and started again."""

    def __init__(
        self,
        database: Path | str = ":memory:",
        outside: Sequence[Command] = (),
        storage: Storage | None = None,
        static: Path | None = None,
        site: Site | None = None,
        backed_up: Path | None = None,
        online: Online | None = None,
        port: int = 0,
    ) -> None:
        self.app: Final = make_app(
            storage or SqliteStorage(database),
            SECRET,
            workers=1,
            outside=outside,
            static=static,
            site=site or Site(),
            backed_up=backed_up,
            online=online or Online(),
        )
        self._socket: Final = bind("127.0.0.1", port)
        self.address: Final = f"127.0.0.1:{self._socket.getsockname()[1]}"
        self._uvicorn: Final = uvicorn.Server(
            uvicorn.Config(self.app, log_level="warning", ws_max_size=4096, timeout_graceful_shutdown=1)
        )
        self._thread: Final = threading.Thread(target=self._run, daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._uvicorn.serve([self._socket])

    def __enter__(self) -> Server:
        self._thread.start()
        until(lambda: self._uvicorn.started)
        return self

    def __exit__(self, *_: object) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)

    @property
    def hall(self) -> Hall:
        hall: Hall = self.app.state.hall
        return hall

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The loop in which the server runs."""
        assert self._loop is not None
        return self._loop

    def hosted(self, game: str) -> HostedGame:
        """Return a game that is in memory."""
        return self.hall._memory._games[game]


def until(happens: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


class Browser:
    """One person's browser with its cookie. ``check`` sees everything it receives."""

    def __init__(
        self,
        server: Server | str,
        base: str = "",
        tls: ssl.SSLContext | None = None,
        comes_from: str | None = None,
    ) -> None:
        """``base`` is the server's path on its host; ``tls`` checks its certificate, if it has one.
        ``comes_from`` is an address of this machine other than 127.0.0.1: to the server, a stranger's.
        """
        address = server if isinstance(server, str) else server.address
        self.address: Final = address + base
        self._tls: Final = tls
        self.http: Final = httpx.Client(
            base_url=f"{'http' if tls is None else 'https'}://{self.address}",
            timeout=PATIENCE,
            verify=True if tls is None else tls,
            transport=None if comes_from is None else httpx.HTTPTransport(local_address=comes_from),
        )
        self.check: Callable[[bytes], None] = lambda said: None  # called with all that is received

    def ask(self, method: str, path: str, body: object = None, expect: int | None = None) -> Any:
        answer = (
            self.http.request(method, path, json=body)
            if body is not None
            else self.http.request(method, path)
        )
        self.check(answer.content)
        if expect is not None:
            assert answer.status_code == expect, answer.text
        else:
            assert answer.is_success, answer.text
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def new_game(self, *seats: str | Json, ruleset: str = "birmingham-introductory", **more: object) -> Json:
        """Start a game. Seats are "me", "person", "open", or a bot's name."""
        asked = [
            seat
            if isinstance(seat, dict)
            else {"kind": seat}
            if seat in ("me", "person", "open")
            else {"kind": "bot", "bot": seat}
            for seat in seats
        ]
        made: Json = self.ask("POST", "/api/games", {"ruleset": ruleset, "seats": asked, **more})
        return made

    def game(
        self, method: str, game: str, rest: str = "", body: object = None, expect: int | None = None
    ) -> Any:
        return self.ask(method, f"/api/games/{game}{rest}", body, expect)

    def table(self, game: str, ply: int | None = None) -> Json:
        table: Json = self.game("GET", game, "" if ply is None else f"?ply={ply}")
        return table

    def choices(self, game: str) -> list[Json]:
        choices: list[Json] = self.game("GET", game, "/choices")["choices"]
        return choices

    def draft(self, table: Json, move: str, expect: int | None = None) -> Json:
        body = {"ply": table["ply"], "stamp": table["stamp"], "move": move}
        answer: Json = self.game("POST", table["game"], "/draft", body, expect)
        return answer

    def undo(self, table: Json, steps: int | str = 1, expect: int | None = None) -> Json:
        body = {"ply": table["ply"], "stamp": table["stamp"], "steps": steps}
        answer: Json = self.game("POST", table["game"], "/undo", body, expect)
        return answer

    def end(self, table: Json, expect: int | None = None) -> Json:
        body = {"ply": table["ply"], "stamp": table["stamp"]}
        answer: Json = self.game("POST", table["game"], "/end", body, expect)
        return answer

    def draft_turn(self, game: str, rnd: Random) -> Json:
        """Draft random units until the turn is complete, and do not end it."""
        table = self.table(game)
        while not table["draft"]["complete"]:
            table = self.draft(table, whole(rnd.choice(self.choices(game)), rnd))
            if table["draft"] is None:
                break
        return table

    def play_turn(self, game: str, rnd: Random) -> Json:
        table = self.draft_turn(game, rnd)
        return table if table["draft"] is None else self.end(table)

    def wait_for_turn(self, game: str) -> Json:
        """Wait until it is this browser's turn or the game is over, and return the table."""
        table: Json = {}

        def ready() -> bool:
            nonlocal table
            table = self.table(game)
            return bool(table["over"] or table["draft"] is not None)

        until(ready)
        return table

    @property
    def cookie(self) -> tuple[str, str] | None:
        """The name and the value of this browser's cookie, if it has one."""
        # Not by name: one that a test has set and one that the server has sent may be side by side.
        jar = self.http.cookies.jar
        found = [(one.name, one.value or "") for one in jar if one.name.startswith(COOKIE)]
        return found[0] if found else None

    @contextmanager
    def live(self, game: str, looking: bool = True) -> Iterator[ClientConnection]:
        headers = {"Cookie": "=".join(self.cookie)} if self.cookie else {}
        url = f"{'ws' if self._tls is None else 'wss'}://{self.address}/api/games/{game}/live"
        url += "" if looking else "?looking=false"
        with connect(url, additional_headers=headers, ssl=self._tls, proxy=None) as socket:
            yield socket


def whole(choice: Json, rnd: Random) -> str:
    """Return a choice as a move, with a card that pays for it."""
    move: str = choice["move"]
    if choice["cards"]:
        return f"{move} card {rnd.choice(choice['cards'])}"
    if choice["card_sets"]:
        return f"{move} cards {' '.join(rnd.choice(choice['card_sets']))}"
    return move
