"""What every request passes first: not too large, and not sent by another site's page."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .messages import Problem

LARGEST: Final = 64 * 1024  # bytes of a request's body


class TooLarge(HTTPException):
    """Raised while the body is read; as an HTTP exception it reaches the client as what it is."""

    def __init__(self) -> None:
        super().__init__(413, f"At most {LARGEST} bytes.")


class Guard:
    def __init__(self, app: ASGIApp) -> None:
        self.app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not same_site(headers):
            await self._refuse(
                scope, receive, send, 403, "other_site", "Requests of other sites are refused."
            )
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:12]) > LARGEST:
            await self._refuse(scope, receive, send, 413, "too_large", f"At most {LARGEST} bytes.")
            return
        await self._limited(scope, receive, send)

    async def _limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count what really comes: a chunked body has no length."""
        seen = 0

        async def counting() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > LARGEST:
                raise TooLarge
            return message

        await self.app(scope, counting, send)

    async def _refuse(
        self, scope: Scope, receive: Receive, send: Send, status: int, error: str, message: str
    ) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": error})
            return
        problem = Problem(error=error, message=message)
        await JSONResponse(problem.model_dump(), status)(scope, receive, send)


def same_site(headers: Headers) -> bool:
    """Browsers say which page a request comes from; ours come from where they go to."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False
