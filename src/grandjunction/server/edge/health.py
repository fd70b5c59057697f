"""Routes for monitoring: health, readiness and metrics."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from contextlib import suppress
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST

from ..database.journal import Journal
from ..database.storage import StorageFailed
from ..hall import Hall
from ..problems import Trouble
from .metrics import Metrics

router: Final = APIRouter(include_in_schema=False)
PATIENCE: Final = 2.0  # seconds in which the database must answer
AGAIN: Final = 1.0  # seconds for which an answer holds: nobody can make the server write more often


class Readiness:
    """Whether the database can be written to, found out by writing to it when somebody asks."""

    def __init__(self, journal: Journal) -> None:
        self._journal: Final = journal
        self._tried = -AGAIN
        self._trying: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Raise ``StorageFailed`` or ``TimeoutError`` if nothing can be written now."""
        if self._trying is None or (self._trying.done() and time.monotonic() >= self._tried + AGAIN):
            self._tried = time.monotonic()
            self._trying = asyncio.create_task(self._try())
        async with asyncio.timeout(PATIENCE):
            await asyncio.shield(self._trying)

    async def _try(self) -> None:
        await self._journal.run(lambda storage: storage.prove_writable())


@router.get("/healthz")
async def healthz() -> PlainTextResponse:
    """Answer as long as the process runs."""
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})


@router.get("/readyz")
async def readyz(request: Request) -> PlainTextResponse:
    """Answer 200 if the database can be written to, 503 if not."""
    ready: Readiness = request.app.state.ready
    try:
        await ready.check()
    except Exception as error:
        raise Trouble(503, "not_ready", "Nothing can be written to the database.") from error
    return PlainTextResponse("ready\n", headers={"Cache-Control": "no-store"})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return the figures, to programs on this machine only."""
    if request.client is None or not _is_loopback(request.client.host):
        raise Trouble(404, "not_found", "There is no such page.")
    kept: Metrics = request.app.state.metrics
    hall: Hall = request.app.state.hall
    with suppress(StorageFailed):
        await hall.bots.count()
        await hall.notices.count()
    return Response(kept.text(), media_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
