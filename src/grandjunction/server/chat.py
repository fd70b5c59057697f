"""The chat of a table. Players and spectators write separately.

Spectators read everything. Players read the spectators' lines only after the game: before, they might help.
"""

from __future__ import annotations

from typing import Final

from ..core.seats import seat_name
from .database.game_rows import ChatRow
from .database.storage import Storage
from .hosted import HostedGame, Viewer
from .messages import ChatLine
from .requests import ChatPost
from .texts import clean_name

SHOWN: Final = 500  # lines at most
GUEST: Final = "Guest"


def plays(hosted: HostedGame, viewer: Viewer) -> bool:
    """Whether a viewer plays in an unfinished game, or may return to it."""
    if hosted.row.over or hosted.row.ended is not None:
        return False
    player = viewer.player
    return player is not None and any(player in (seat.holder, seat.former) for seat in hosted.row.seats)


def read_chat(storage: Storage, hosted: HostedGame, viewer: Viewer, since: int) -> list[ChatLine]:
    """Return the latest lines a viewer may read, with a greater id than ``since``, the oldest first.

    Those of players whom the viewer has blocked are left out.
    """
    rows = storage.chat(hosted.id, since, SHOWN, spectators=not plays(hosted, viewer))
    blocked = frozenset() if viewer.player is None else storage.circles.blocked(viewer.player)
    return [chat_line(row) for row in rows if _author(hosted, row) not in blocked]


def _author(hosted: HostedGame, row: ChatRow) -> str | None:
    """Return who wrote a line: the spectator, or whoever holds the seat now or held it before a bot."""
    if row.seat is None or row.seat >= len(hosted.row.seats):
        return row.watcher
    seat = hosted.row.seats[row.seat]
    return seat.holder or seat.former


def say_apart(storage: Storage, game: str, player: str, asked: ChatPost, at: int) -> ChatRow:
    """Store a spectator's line."""
    name = clean_name(asked.name) or storage.people.settings(player).name or GUEST
    return storage.say(game, None, name, asked.text, at, watcher=player)


def chat_line(row: ChatRow) -> ChatLine:
    """Return a stored line as a message."""
    seat = None if row.seat is None else seat_name(row.seat)
    return ChatLine(id=row.id, seat=seat, name=row.name, text=row.text, at=row.at)
