"""Open tables: games whose open seats anyone may take."""

from __future__ import annotations

from typing import Final

from .clock.clock_messages import pace_info
from .database.storage import Storage
from .hall import Hall
from .hosted import HostedGame, Viewer
from .lobby import first_invite, join
from .lobby_messages import Joined, OpenTable
from .problems import Trouble, no_open_tables
from .requests import Join

MOST: Final = 50  # tables in the list


async def tables(hall: Hall, player: str | None) -> list[OpenTable]:
    """Return the open tables at which a player does not sit yet, the newest first."""
    found: list[OpenTable] = []
    if not hall.online.open_tables:
        return found
    listed, apart = await hall.journal.read(
        lambda storage: (storage.lists.open_tables(MOST), whom_to_avoid(storage, player))
    )
    for id, language in listed:
        try:
            hosted = await hall.find(id)
        except Trouble:  # a game that is gone, or that cannot be read
            continue
        viewer = Viewer(hosted, player)
        if not viewer.holds and not sits_there(hosted, apart):
            found.append(_table(hall, hosted, viewer, language))
    return found


def _table(hall: Hall, hosted: HostedGame, viewer: Viewer, language: str) -> OpenTable:
    return OpenTable(
        game=hosted.id,
        ruleset=hosted.rules.id,
        seats=hall.seats(hosted, viewer),
        pace=None if hosted.row.pace is None else pace_info(hosted.row.pace),
        language=language,
        created=hosted.row.created,
    )


def whom_to_avoid(storage: Storage, player: str | None) -> frozenset[str]:
    """Return whom a player has blocked, and who has blocked them."""
    return frozenset() if player is None else storage.circles.apart(player)


def sits_there(hosted: HostedGame, players: frozenset[str]) -> bool:
    return any(seat.holder in players for seat in hosted.row.seats)


async def sit_down(hall: Hall, id: str, player: str, name: str | None) -> Joined:
    """Take the first open seat of an open table."""
    if not hall.online.open_tables:
        raise no_open_tables()
    is_open, blockers = await hall.journal.read(
        lambda storage: (storage.lists.is_open(id), storage.circles.blockers(player))
    )
    if not is_open:
        raise Trouble(403, "not_open", "This is no open table: ask its players for an invitation.")
    hosted = await hall.find(id)
    token = first_invite(hall, hosted)
    if token is None or sits_there(hosted, blockers):  # do not reveal a block
        raise Trouble(409, "table_full", "Every seat of this table is taken.")
    return await join(hall, player, Join(token=token, name=name))
