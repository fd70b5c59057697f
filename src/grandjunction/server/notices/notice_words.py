"""Notices as text in their reader's language. They contain only what everyone at the table knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...words import LANGUAGES
from ..describe import names_in, words_in

if TYPE_CHECKING:
    from ..hosted import HostedGame
    from .outbox import Notice


@dataclass(frozen=True)
class Message:
    """A notice as it is shown. ``path`` leads to what it is about, from the server's address on."""

    id: str
    tag: str  # a newer one of the same tag takes its place
    event: str
    game: str
    title: str
    body: str
    path: str
    at: float
    waiting: int  # games that wait for its reader
    lang: str


def write(notice: Notice, hosted: HostedGame | None, lang: str, waiting: int) -> Message:
    """Return a notice in a language, or in English if we lack it."""
    lang = lang if lang in LANGUAGES else "en"
    words = words_in(lang)
    event = notice.event
    values: dict[str, Any] = {"who": notice.who or "?", "game": "", "players": ""}
    if hosted is not None:
        seats = hosted.row.seats
        values["game"] = hosted.rules.name
        others = [seat for seat in seats if seat.holder != notice.player]
        if event == "invited":
            others = [seat for seat in others if seat.kind != "open"]
        values["players"] = ", ".join(names_in(lang, others))
        if event == "began" and any(seat.kind == "open" for seat in seats):
            event = "joined"
    return Message(
        id=notice.id,
        tag=f"{notice.game} chat" if event == "chat" else notice.game or event,
        event=notice.event,
        game=notice.game,
        title=words.notice(f"{event}_title", **values),
        body=words.notice(event, **values),
        path="" if event == "invited" else f"game/{notice.game}" if notice.game else "notices",
        at=notice.at,
        waiting=waiting,
        lang=lang,
    )
