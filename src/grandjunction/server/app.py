"""The web application: ``make_app`` builds it from a storage and a key."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse, Response
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException

from .. import __version__
from ..outside import Command
from . import listing, open_routes, routes, seat_routes
from .analysis import analysis_routes
from .clock import time_routes
from .database.backups import Backups
from .database.storage import Storage, StorageFailed
from .edge import health
from .edge.client import build_of, serve_client
from .edge.express import Express
from .edge.guard import Guard
from .edge.metrics import Metrics, Watch, route_of
from .edge.site import Site
from .hall import Hall
from .hints import HINT_BOT
from .keys import Keys
from .leaving import keep_expiring
from .messages import Live, Problem
from .notices import notice_routes
from .notices.delivery import Delivery
from .notices.outbound import Outbound
from .online import Online
from .people import account_routes, circle_routes
from .people.invitations import Invitations
from .people.visitors import Admission
from .plans import plan_routes
from .problems import Trouble, answer, answer_to
from .puzzles import puzzle_routes
from .quick_match import QuickMatches
from .texts import CHARACTERS
from .thinkers import Thinkers

log: Final = logging.getLogger("grandjunction.server")


def make_app(
    storage: Storage,
    secret: bytes,
    *,
    workers: int | None = None,
    static: Path | None = None,
    outside: Sequence[Command] = (),
    site: Site = Site(),  # noqa: B008 - it never changes
    online: Online = Online(),  # noqa: B008 - it never changes
    backed_up: Path | None = None,
    hints_after: float | None = None,
) -> FastAPI:
    """Return the application that uvicorn serves.

    ``static`` is the folder of the built client, by default the package's own. ``outside`` are the outside
    bots, ``site`` the names the server answers to, ``online`` the accounts and mail it offers, ``backed_up``
    the database file to back up. The process of hints starts ``hints_after`` seconds after the server,
    or with the first hint. Raises ``BadCommand`` if two bots have one name.
    """
    thinkers = Thinkers(workers, outside)
    folder = static or Path(str(files("grandjunction.server") / "static"))
    build = build_of(folder)
    metrics = Metrics()

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        hall = Hall(storage, Keys(secret), thinkers, online, site)
        app.state.site = site
        app.state.hall = hall
        app.state.ready = health.Readiness(hall.journal)
        app.state.delivery = Delivery(hall, site, Outbound(online.private_webhooks))
        app.state.quick = QuickMatches(hall)
        app.state.invitations = Invitations(hall)
        metrics.watch(hall)
        if backed_up is not None:
            await Backups(hall, backed_up).open()
        await hall.open()
        tasks = [asyncio.create_task(keep_expiring(hall)), asyncio.create_task(listing.fill(hall))]
        if not storage.shared:  # several workers watch it by their heartbeats
            tasks.append(asyncio.create_task(hall.journal.watch()))
        if hints_after is not None:
            asyncio.get_running_loop().call_later(hints_after, thinkers.expect_hints, HINT_BOT)
        yield
        for task in tasks:
            task.cancel()
        await hall.close()
        await app.state.delivery.close()

    app = FastAPI(
        title="Grand Junction",
        version=__version__,
        lifespan=running,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.storage = storage
    app.state.metrics = metrics
    app.add_middleware(Express)
    app.add_middleware(Admission)
    app.add_middleware(Watch, metrics=metrics)
    app.state.build = build
    app.add_middleware(Guard, site=site, build=build)  # the last added is the first to see a request
    for router in (
        routes.router,
        seat_routes.router,
        puzzle_routes.router,
        notice_routes.router,
        analysis_routes.router,
        plan_routes.router,
        time_routes.router,
        open_routes.router,
        account_routes.router,
        circle_routes.router,
        health.router,
    ):
        # Added directly: ``include_router`` would build every route again, which delays the first request.
        app.router.routes.extend(router.routes)
    app.add_exception_handler(Trouble, _refused)
    app.add_exception_handler(StorageFailed, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _broken)
    serve_client(app, folder, site.base, build)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


# -- problems -------------------------------------------------------------------------------------------


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Trouble | StorageFailed)
    return answer_to(request.scope, error)


async def _malformed(request: Request, error: Exception) -> Response:
    """Say which field is wrong and why. The value is not repeated: it may be large, or no text at all."""
    assert isinstance(error, RequestValidationError)
    faults = [
        ".".join(str(part) for part in fault["loc"])[:80] + ": " + str(fault["msg"])[:120]
        for fault in error.errors()[:3]
    ]
    text = "; ".join(faults).encode("utf-8", "replace").decode()
    key = CHARACTERS if all(fault["type"] == CHARACTERS for fault in error.errors()) else "malformed"
    return answer(422, Problem(error=key, message=text))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    key = {404: "not_found", 405: "not_allowed", 413: "too_large"}.get(error.status_code, "malformed")
    return answer(error.status_code, Problem(error=key, message=str(error.detail)))


async def _broken(request: Request, error: Exception) -> Response:
    log.exception("%s %s", request.method, route_of(request.scope), exc_info=error)
    return JSONResponse(
        {"error": "broken", "message": "The server has a fault.", "refusal": None, "table": None}, 500
    )


def _openapi(app: FastAPI) -> dict[str, Any]:
    """Return the schema, with the messages of the live line added: OpenAPI has no place for them."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, routes=app.routes)
        live_schema = TypeAdapter(Live).json_schema(ref_template="#/components/schemas/{model}")
        schemas = schema["components"]["schemas"]
        for name, model in live_schema.pop("$defs").items():
            schemas.setdefault(name, model)
        schemas["Live"] = live_schema
        app.openapi_schema = schema
    return app.openapi_schema
