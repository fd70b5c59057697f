"""The fast path for the requests of a turn, which are most of all requests, and for the live lines.

FastAPI's routing and parameters cost several times more than these answers. Requests in the form our client
sends are answered here, by the same functions and with the same refusals. Everything else, and everything
malformed, takes the ordinary path and is answered as if this module did not exist. A live line lasts for
hours, and each layer of the framework that waits for its end takes memory.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import to_json
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from .. import turns
from ..database.storage import StorageFailed
from ..hall import Hall
from ..hosted import Viewer
from ..live import live
from ..problems import Trouble, answer_to
from ..requests import DraftMove, EndTurn, Undo

_PATH: Final = re.compile(r"/api/games/([A-Za-z0-9_-]{16})(/choices|/log|/draft|/undo|/end)?")
_LIVE: Final = re.compile(r"/api/games/([^/]+)/live")
_SINCE: Final = re.compile(rb"since=(\d{1,9})")


class Malformed(Exception):
    """Raised before anything is done: the ordinary path reports what is wrong."""


class _Route:
    """The pattern of a path, for the metrics (see ``metrics.route_of``)."""

    def __init__(self, path: str) -> None:
        self.path: Final = path


_ROUTES: Final = {
    rest: _Route("/api/games/{game}" + rest) for rest in ("", "/choices", "/log", "/draft", "/undo", "/end")
}
Body = TypeVar("Body", bound=BaseModel)
Work = Callable[[Hall, str, str | None, bytes], Awaitable[str | bytes]]


async def _table(hall: Hall, game: str, player: str | None, _: bytes) -> str:
    hosted = await hall.find(game)
    return hall.table_json(hosted, Viewer(hosted, player))


async def _choices(hall: Hall, game: str, player: str | None, _: bytes) -> bytes:
    hosted = await hall.find(game)
    return to_json(hosted.choices(Viewer(hosted, player)))


async def _log(hall: Hall, game: str, player: str | None, query: bytes) -> bytes:
    found = _SINCE.fullmatch(query)
    if query and found is None:
        raise Malformed
    hosted = await hall.find(game)
    return to_json(hosted.log(Viewer(hosted, player), int(found[1]) if found else 0))


def _read(model: type[Body], body: bytes) -> Body:
    try:
        return model.model_validate_json(body)
    except ValidationError:
        raise Malformed from None


async def _draft(hall: Hall, game: str, player: str | None, body: bytes) -> str:
    return await turns.draft_unit(hall, game, player, _read(DraftMove, body))


async def _undo(hall: Hall, game: str, player: str | None, body: bytes) -> str:
    return await turns.undo(hall, game, player, _read(Undo, body))


async def _end(hall: Hall, game: str, player: str | None, body: bytes) -> str:
    return await turns.end_turn(hall, game, player, _read(EndTurn, body))


_WORK: Final[dict[tuple[str, str], Work]] = {
    ("GET", ""): _table,
    ("GET", "/choices"): _choices,
    ("GET", "/log"): _log,
    ("POST", "/draft"): _draft,
    ("POST", "/undo"): _undo,
    ("POST", "/end"): _end,
}


class Express:
    """Middleware that answers the requests of a turn."""

    def __init__(self, app: ASGIApp) -> None:
        self.app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            line = _LIVE.fullmatch(scope["path"])
            await (
                self.app(scope, receive, send)
                if line is None
                else live(WebSocket(scope, receive, send), line[1])
            )
            return
        found = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        work = None if found is None else _WORK.get((scope["method"], found[2] or ""))
        if found is None or work is None:
            await self.app(scope, receive, send)
            return
        headers: dict[bytes, bytes] = dict(scope["headers"])
        message: Message | None = None
        if scope["method"] == "POST":
            message = await receive()  # the guard has read it whole
            asked, usual = message["body"], headers.get(b"content-type") == b"application/json"
        else:
            asked, usual = scope["query_string"], work is _log or not scope["query_string"]
        hall: Hall = scope["app"].state.hall
        try:
            if not usual:
                raise Malformed
            text = await work(hall, found[1], scope["visitor"].player, asked)
        except Malformed:
            await self.app(scope, receive if message is None else _again(message, receive), send)
            return
        except (Trouble, StorageFailed) as error:
            scope["route"] = _ROUTES[found[2] or ""]
            await answer_to(scope, error)(scope, receive, send)
            return
        scope["route"] = _ROUTES[found[2] or ""]
        body = text.encode() if isinstance(text, str) else text
        length = (b"content-length", str(len(body)).encode())
        head = {"type": "http.response.start", "status": 200, "headers": [_JSON, length]}
        await send(head)
        await send({"type": "http.response.body", "body": body})


_JSON: Final = (b"content-type", b"application/json")


def _again(message: Message, receive: Receive) -> Receive:
    """Return a ``receive`` that gives a message once more."""
    kept = [message]

    async def first() -> Message:
        return kept.pop() if kept else await receive()

    return first
