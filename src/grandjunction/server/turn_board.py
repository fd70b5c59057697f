"""A board on which a seat tries one turn from what it knows. Nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from ..core.moves import IllegalMove
from ..core.notation import NotationError
from ..core.seats import Seat, seat_name
from ..core.state import State
from ..record.game import Game, texts
from .describe import words_in
from .messages import Answer, Choices, Decision, SeatInfo, Table
from .messages import Draft as DraftMessage
from .offers import as_messages, list_choices, list_following
from .problems import Trouble
from .requests import Why
from .tables import board_parts
from .turns import answer
from .undo import Draft, TurnComplete, is_mid_action


def tried(start: State, units: Sequence[str]) -> Draft:
    """Return a position with moves made. Raises ``Trouble`` for a move that cannot be made."""
    draft = Draft(Game(start.rules, int(start.players), start=start))
    for unit in units:
        try:
            draft = draft.with_unit(unit)
        except TurnComplete:
            message = "Every decision of this turn is made: end it or undo."
            raise Trouble(422, "turn_complete", message) from None
        except NotationError as error:
            raise Trouble(422, "notation", str(error)) from error
        except IllegalMove as error:
            message = words_in("en").refusal(error.refusal, start.rules)
            raise Trouble(422, "illegal", message, refusal=error.refusal) from error
    return draft


def decides(draft: Draft) -> bool:
    """Whether the player still has a choice. It ends where chance decides."""
    return not draft.is_complete and not is_mid_action(draft.game.state)


def table(
    id: str, draft: Draft, seat: int, seats: list[SeatInfo], ends: bool, known: dict[str, Any] | None = None
) -> Table:
    """Return the table as a seat sees it. ``ends`` says whether its turn may be ended here.

    ``known`` are fields of the table that do not follow from the position.
    """
    me, decided = seat_name(seat), not decides(draft)
    parts = board_parts(draft.game, seat, whole=False)
    if decided:
        parts["to_act"] = me
        parts["decision"] = Decision(name="end_turn", seat=me, verbs=[], action=None, slot=None, debt=0)
    parts["over"] = False  # a drafted end can still be undone
    fields: dict[str, Any] = {
        "game": id, "practice": True, "ended": None, "clock": None, "ply": len(draft.units), "last_ply": 0,
        "stamp": _stamp(id, draft), "live": True, "seats": seats, "viewer": me, "mine": [me],
        "thinking": None, "draft": _draft_message(draft, me, decided, ends), "last_events": [],
        **parts, **(known or {}),
    }  # fmt: skip
    return Table(**fields)


def choices(id: str, draft: Draft, seat: int) -> Choices:
    """Return the legal next moves."""
    known = draft.game.state.view(seat).known if decides(draft) else None
    said = {"game": id, "ply": len(draft.units), "stamp": _stamp(id, draft), "seat": seat_name(seat)}
    listed = [] if known is None else list_choices(known)
    following = [] if known is None else list_following(known)
    return Choices.model_validate({**said, "choices": listed, "following": following})


def why(draft: Draft, seat: int, asked: Why, lang: str) -> Answer:
    """Return why something is not possible, after the moves made."""
    if not decides(draft):
        raise Trouble(403, "not_your_turn", "Nothing is left to choose in this turn.")
    return answer(draft.game.state.view(seat).known, asked, lang)


def _stamp(id: str, draft: Draft) -> str:
    return sha256("\n".join([id, *texts(draft.units)]).encode()).hexdigest()[:16]


def _draft_message(draft: Draft, me: Seat, decided: bool, ends: bool) -> DraftMessage:
    units = draft.units
    return DraftMessage(
        seat=me,
        units=texts(units),
        sealed=[],
        sealed_events=[],
        events=[event for one in units for event in as_messages(draft.stored.rules, one.events)],
        complete=decided,
        scores_era=draft.scored_era() if draft.is_complete else None,
        may_undo=bool(units),
        may_end=ends,
        follows=draft.follows(),
    )
