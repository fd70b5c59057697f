"""The application put together: ``make_app`` takes a storage and a key, and gives what uvicorn serves."""

from __future__ import annotations

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
from . import live, routes
from .client import serve_client
from .guard import Guard
from .hall import Hall
from .keys import Keys
from .messages import Live, Problem
from .problems import Trouble
from .storage import Storage
from .thinkers import Thinkers

log: Final = logging.getLogger("grandjunction.server")


def make_app(
    storage: Storage,
    secret: bytes,
    *,
    workers: int | None = None,
    static: Path | None = None,
    outside: Sequence[Command] = (),
) -> FastAPI:
    """``static`` is the folder of the built client; the package carries it unless told otherwise.

    ``outside`` are bots that are programs of their own. Raises ``BadCommand`` for two of one name.
    """
    thinkers = Thinkers(workers, outside)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        hall = Hall(storage, Keys(secret), thinkers)
        app.state.hall = hall
        await hall.open()
        yield
        await hall.close()

    app = FastAPI(
        title="Grand Junction",
        version=__version__,
        lifespan=running,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(Guard)
    app.include_router(routes.router)
    app.include_router(live.router)
    app.add_exception_handler(Trouble, _trouble)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _broken)
    folder = static or Path(str(files("grandjunction.server") / "static"))
    serve_client(app, folder)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


# -- problems -------------------------------------------------------------------------------------------


def _answer(status: int, problem: Problem) -> Response:
    return Response(problem.model_dump_json(), status, media_type="application/json")


async def _trouble(request: Request, error: Exception) -> Response:
    assert isinstance(error, Trouble)
    return _answer(error.status, error.problem)


async def _malformed(request: Request, error: Exception) -> Response:
    """Says where and what, but not what was sent: that may be large, or not even text."""
    assert isinstance(error, RequestValidationError)
    faults = [
        ".".join(str(part) for part in fault["loc"])[:80] + ": " + str(fault["msg"])[:120]
        for fault in error.errors()[:3]
    ]
    text = "; ".join(faults).encode("utf-8", "replace").decode()
    return _answer(422, Problem(error="malformed", message=text))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    key = {404: "not_found", 405: "not_allowed", 413: "too_large"}.get(error.status_code, "malformed")
    return _answer(error.status_code, Problem(error=key, message=str(error.detail)))


async def _broken(request: Request, error: Exception) -> Response:
    log.exception("%s %s", request.method, request.url.path, exc_info=error)
    return JSONResponse(
        {"error": "broken", "message": "The server has a fault.", "refusal": None, "table": None}, 500
    )


def _openapi(app: FastAPI) -> dict[str, Any]:
    """With the messages of the live line, which OpenAPI itself has no place for."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, routes=app.routes)
        live_schema = TypeAdapter(Live).json_schema(ref_template="#/components/schemas/{model}")
        schemas = schema["components"]["schemas"]
        for name, model in live_schema.pop("$defs").items():
            schemas.setdefault(name, model)
        schemas["Live"] = live_schema
        app.openapi_schema = schema
    return app.openapi_schema
