"""Errors as answers: a status, a key and a sentence."""

from __future__ import annotations

import logging
from typing import Final

from starlette.responses import Response
from starlette.types import Scope

from ..core.moves import Refusal as CoreRefusal
from .database.storage import StorageFailed
from .edge.metrics import route_of
from .messages import Problem, Refusal, Table

log: Final = logging.getLogger("grandjunction.server")


class Trouble(Exception):
    """Answers the request with a ``Problem``."""

    def __init__(
        self,
        status: int,
        error: str,
        message: str,
        refusal: CoreRefusal | None = None,
        table: Table | None = None,
        retry_after: int | None = None,
        about: str | None = None,
    ) -> None:
        super().__init__(message)
        self.retry_after = retry_after  # seconds
        self.status = status
        self.problem = Problem(
            error=error, message=message, refusal=refusal_of(refusal), about=about, table=table
        )


def refusal_of(refusal: CoreRefusal | None) -> Refusal | None:
    """Return a refusal as a message."""
    if refusal is None:
        return None
    return Refusal(rule=refusal.rule, reason=refusal.reason, params=refusal.params)


def no_open_tables() -> Trouble:
    return Trouble(403, "no_open_tables", "The host of this server has switched open tables off.")


def no_game() -> Trouble:
    return Trouble(404, "no_such_game", "There is no game with this id.")


def not_yours() -> Trouble:
    return Trouble(403, "not_yours", "This browser holds no seat that may do this.")


# -- answers --------------------------------------------------------------------------------------------


def answer(status: int, problem: Problem, retry_after: int | None = None) -> Response:
    """Return a problem as an answer."""
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return Response(problem.model_dump_json(), status, headers, "application/json")


def answer_to(scope: Scope, error: Trouble | StorageFailed) -> Response:
    """Return the answer to a request that is refused, or that could not be stored.

    Of a storage that fails, only the log has the reason, which is the operator's.
    """
    if isinstance(error, Trouble):
        return answer(error.status, error.problem, error.retry_after)
    log.error("%s %s: the storage failed: %s", scope["method"], route_of(scope), error)
    message = "The server cannot store anything now. Nothing was changed: try again in a moment."
    return answer(503, Problem(error="not_stored", message=message), 5)
