"""Finds the player that a viewer means by a seat or by a chat line. Players' ids stay secret."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.seats import SEATS, Seat, seat_name
from ..chat import plays
from ..database.storage import Storage
from ..hosted import HostedGame, Viewer
from ..problems import Trouble


@dataclass(frozen=True)
class Pointed:
    """A player at a table, or a spectator who wrote there."""

    player: str | None  # None: no known player holds it any more
    name: str
    seat: int | None
    quote: str  # the name, or the text of the line


def check(seat: Seat | None, line: int | None) -> None:
    """Raise ``Trouble`` unless a seat or a line is given."""
    if (seat is None) == (line is None):
        raise Trouble(422, "malformed", "Name a seat or a line of the chat.")


def pointed_at(
    storage: Storage, hosted: HostedGame, viewer: Viewer, seat: Seat | None, line: int | None
) -> Pointed | None:
    """Return the player who holds the seat or wrote the line.

    None if it is the viewer, a bot, or a line that the viewer may not read.
    """
    number = None if seat is None else SEATS.index(seat)
    name = quote = ""
    watcher: str | None = None
    if line is not None:
        rows = storage.chat(hosted.id, line - 1, 10_000, spectators=not plays(hosted, viewer))
        said = next((one for one in rows if one.id == line), None)
        if said is None:
            return None
        number, watcher = said.seat, said.watcher
        name, quote = said.name, f"{said.name}: {said.text}"
    if number is None:
        return None if watcher == viewer.player else Pointed(watcher, name, None, quote)
    if number >= len(hosted.row.seats) or number in viewer.seats:
        return None
    row = hosted.row.seats[number]
    if row.kind != "person":
        return None
    return Pointed(row.holder, row.name, number, quote or f"{seat_name(number)}: {row.name}")
