"""What viewers are shown of games: tables as messages and as text, with who is connected and who thinks."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from pydantic_core import to_json

from ..core.seats import seat_name
from .botplay import BotPlay, is_bot
from .clock.clocks import Clock
from .crowd import Crowd
from .hosted import HostedGame, Viewer
from .messages import SeatInfo, Table

SHOWN: Final = 500  # tables cached as text, over all games: everyone at a table asks within moments


class Showing:
    """Makes tables for viewers, and keeps the latest ones as text."""

    def __init__(self, crowd: Crowd, bots: BotPlay) -> None:
        self._crowd: Final = crowd
        self._bots: Final = bots
        self._shown: Final[dict[Hashable, str]] = {}  # tables as text (see ``table_json``)

    def seats(self, hosted: HostedGame, viewer: Viewer) -> list[SeatInfo]:
        """Return who sits where, and who is connected."""
        return [SeatInfo.model_validate(seat) for seat in self._seats(hosted, viewer)]

    def _seats(self, hosted: HostedGame, viewer: Viewer) -> list[dict[str, Any]]:
        """Return the fields of every ``SeatInfo``."""
        here = self._crowd.players(hosted.id)
        return [
            {
                "seat": seat_name(number),
                "name": seat.name,
                "colour": seat.colour,
                "kind": seat.kind,
                "bot": seat.bot,
                "is_mine": number in viewer.seats,
                "resigned": seat.resigned is not None,
                "was_mine": viewer.player is not None and seat.former == viewer.player,
                "back": seat.back,
                "connected": seat.kind == "bot" or (seat.holder is not None and seat.holder in here),
            }
            for number, seat in enumerate(hosted.row.seats)
        ]

    def _thinker(self, hosted: HostedGame) -> int | None:
        seat = hosted.game.state.to_act
        return seat if is_bot(hosted.row.seats, seat) and self._bots.thinks(hosted.id) else None

    def table(self, hosted: HostedGame, viewer: Viewer) -> Table:
        """Return the game as the viewer sees it now."""
        return Table.model_validate(hosted.table(viewer, self._seats(hosted, viewer), self._thinker(hosted)))

    def answer_json(self, hosted: HostedGame, viewer: Viewer, brief: bool, goes_on: bool = True) -> str:
        """Return the table as text, or only announce the one that the viewer's live line brings.

        While the turn goes on, the announcement has the next choices, which the page would ask for at once.
        """
        if not brief:
            return self.table_json(hosted, viewer)
        shown = hosted.shown_to(viewer)
        said = {"ply": shown.ply, "stamp": hosted.stamp(viewer), "last_ply": hosted.game.ply}
        offered = hosted.choices(viewer) if goes_on else None
        return to_json({**said, "choices": offered}).decode()

    def table_json(self, hosted: HostedGame, viewer: Viewer) -> str:
        """Return the table as text. It is made once for the answer and all live lines that show the same."""
        thinker = self._thinker(hosted)
        here = self._crowd.players(hosted.id)
        seated = tuple(
            (seat.name, seat.kind, seat.bot, seat.holder in here, seat.holder == viewer.player, seat.back)
            for seat in hosted.row.seats
        )
        key = (
            hosted.id, hosted.stamp(viewer), seated, thinker, viewer.player, hosted.row.ended,
            _time_of(hosted.clock),
        )  # fmt: skip
        text = self._shown.get(key)
        if text is None:
            text = to_json(hosted.table(viewer, self._seats(hosted, viewer), thinker)).decode()
            if len(self._shown) >= SHOWN:
                del self._shown[next(iter(self._shown))]
            self._shown[key] = text
        return text


def _time_of(clock: Clock | None) -> Hashable:
    """Return a value that changes whenever the clock does."""
    if clock is None:
        return None
    return (clock.seat, clock.since, clock.due, clock.warned, clock.out, *clock.left, *clock.votes)
