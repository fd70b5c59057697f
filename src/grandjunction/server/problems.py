"""What goes wrong, as an answer: a status, a key and a sentence."""

from __future__ import annotations

from ..core.moves import Refusal as CoreRefusal
from .messages import Problem, Refusal, Table


class Trouble(Exception):
    """Ends a request with a ``Problem``."""

    def __init__(
        self,
        status: int,
        error: str,
        message: str,
        refusal: CoreRefusal | None = None,
        table: Table | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.problem = Problem(error=error, message=message, refusal=refusal_of(refusal), table=table)


def refusal_of(refusal: CoreRefusal | None) -> Refusal | None:
    if refusal is None:
        return None
    return Refusal(rule=refusal.rule, reason=refusal.reason, params=refusal.params)


def no_game() -> Trouble:
    return Trouble(404, "no_such_game", "There is no game with this id.")


def not_yours() -> Trouble:
    return Trouble(403, "not_yours", "This browser holds no seat that may do this.")
