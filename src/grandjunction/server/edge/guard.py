"""The first check of every request: for this host, not too large, and not from another site's page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..messages import Problem
from .site import Site

LARGEST: Final = 64 * 1024  # bytes of a request's body
_NOSNIFF: Final = (b"x-content-type-options", b"nosniff")
_NO_STORE: Final = (b"cache-control", b"no-store")
LONGEST_PATH: Final = 4096
MOST_AT_ONCE: Final = 100  # requests in progress; further ones would wait too long and get 503
HINTS_AT_ONCE: Final = 30  # each takes a bot's thinking time, so they have their own limit
Refusal = tuple[int, str, str]  # status, key and sentence
_TOO_LARGE: Final[Refusal] = (413, "too_large", f"At most {LARGEST} bytes.")
_BUSY: Final[Refusal] = (503, "busy", "Too many are asking at once. Nothing was done: try again in a moment.")
_OTHER_HOST: Final = "This server does not answer to that name. Its operator can name it with --public-url."


class Guard:
    """Middleware that rejects large requests and those of other sites, and keeps answers private."""

    def __init__(self, app: ASGIApp, site: Site, build: str = "") -> None:
        """``build`` identifies the client: a page of another build reloads itself."""
        self.app: Final = app
        self.build: Final = (b"x-grandjunction-build", build.encode())
        self.site: Final = site
        self.shed = 0  # requests refused because of load
        self._at_work: Final = {MOST_AT_ONCE: 0, HINTS_AT_ONCE: 0}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if self.site.base != "/":
            scope = self._below_base(scope)
        refusal = self._refusal(scope, Headers(scope=scope))
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send, refusal)
            return
        answer = _Answer(scope, send, self.build).send
        if refusal is not None:
            await _refuse(refusal, scope, receive, answer)
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}  # answered like GET; ``_Answer`` drops the body
        body = await _whole_body(scope, receive)
        if body is None:
            await _refuse(_TOO_LARGE, scope, receive, answer)
            return
        await self._work(scope, body, answer)

    def _below_base(self, scope: Scope) -> Scope:
        path = self.site.without_base(scope["path"])
        return {**scope, "path": path, "raw_path": path.encode()}

    def _refusal(self, scope: Scope, headers: Headers) -> Refusal | None:
        """Return why a request is refused, as status, key and sentence."""
        host = headers.get("host", "")
        if not self.site.answers_to(host):
            return 421, "other_host", _OTHER_HOST
        if not self.site.is_own(headers.get("origin"), host):
            return 403, "other_site", "Requests of other sites are refused."
        if scope["type"] == "websocket":
            return None
        control = "\0" in scope["path"] or b"%00" in scope["query_string"]  # which no database takes
        if control and scope["path"].startswith("/api/"):  # the client answers for its pages
            return 400, "malformed", "An address has no control characters."
        if len(scope["path"]) > LONGEST_PATH:
            return 414, "too_large", f"An address has at most {LONGEST_PATH} characters."
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:12]) > LARGEST:
            return _TOO_LARGE
        return None

    async def _websocket(self, scope: Scope, receive: Receive, send: Send, refusal: Refusal | None) -> None:
        if refusal is None:
            await self.app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})

    async def _work(self, scope: Scope, body: Receive, send: Send) -> None:
        """Admit the request, or refuse it if too many are in progress."""
        lane = HINTS_AT_ONCE if scope["path"].endswith("/hint") else MOST_AT_ONCE
        if self._at_work[lane] >= lane and scope["path"].startswith("/api/"):
            self.shed += 1
            await _refuse(_BUSY, scope, body, send, {"Retry-After": "1"})
            return

        async def sending(message: Message) -> None:
            """Do not count the wait for a client that reads its answer slowly."""
            self._at_work[lane] -= 1
            try:
                await send(message)
            finally:
                self._at_work[lane] += 1

        self._at_work[lane] += 1
        try:
            await self.app(scope, body, sending)
        finally:
            self._at_work[lane] -= 1


async def _refuse(
    refusal: Refusal, scope: Scope, receive: Receive, send: Send, headers: Mapping[str, str] | None = None
) -> None:
    status, error, message = refusal
    problem = Problem(error=error, message=message)
    await JSONResponse(problem.model_dump(), status, headers)(scope, receive, send)


async def _whole_body(scope: Scope, receive: Receive) -> Receive | None:
    """Return the whole body, read before any work starts; None if it is too large.

    A chunked body states no length, so its bytes are counted as they arrive.
    """
    if scope["method"] in ("GET", "HEAD"):
        return receive
    parts: list[bytes] = []
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            break
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
        if sum(map(len, parts)) > LARGEST:
            return None
    kept: list[Message] = [{"type": "http.request", "body": b"".join(parts), "more_body": False}]

    async def again() -> Message:
        return kept.pop() if kept else await receive()

    return again


class _Answer:
    """An outgoing answer: caches must not store those of the API, and HEAD gets no body."""

    def __init__(self, scope: Scope, send: Send, build: tuple[bytes, bytes]) -> None:
        self._build: Final = build
        self._private: Final = scope["path"].startswith("/api/")
        self._bodiless: Final = scope["method"] == "HEAD"
        self._send: Final = send

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = message.setdefault("headers", [])
            headers.append(_NOSNIFF)
            if self._private:
                headers.append(self._build)
                if all(name != b"cache-control" for name, _ in headers):
                    headers.append(_NO_STORE)
        elif self._bodiless:
            message = {**message, "body": b""}
        await self._send(message)
