"""Messages about time: a game's clock, and when a player's clocks pause."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from ...core.seats import Seat, seat_name
from ..printed import Message, PaceInfo
from ..requests import Request, Short
from .clocks import PACES
from .votes import electors, needed, votes

if TYPE_CHECKING:
    from ..hosted import HostedGame, Viewer


class Pause(Message):
    """A period in which a clock pauses."""

    begins: float
    ends: float
    why: Literal["night", "holiday"]


class TableClock(Message):
    """A game's clock. Moments are seconds since 1970 on the server's clock, which ``Pong`` tells."""

    pace: PaceInfo
    left: dict[Seat, float]  # seconds left per seat; for the running seat, when its turn began
    timeouts: dict[Seat, int]
    running: Seat | None
    since: float
    due: float  # when the running seat runs out of time
    pauses: list[Pause]  # of the running seat, between ``since`` and ``due``
    out: bool  # the running seat is out of time: the others choose
    abandoned: float | None  # when the game ends if they do not
    votes: int  # for ending the game
    needed: int
    voted: bool  # by this browser
    may_choose: bool


class NightTime(Request):
    begins: Annotated[int, Field(ge=0, lt=1440)]  # minutes after midnight
    ends: Annotated[int, Field(ge=0, lt=1440)]


class HolidayDays(Request):
    first: Annotated[date, Field(strict=False)]
    last: Annotated[date, Field(strict=False)]


class NewRest(Request):
    """When a player's clocks pause, in games by turns."""

    zone: Short
    night: NightTime | None = None
    holidays: Annotated[list[HolidayDays], Field(max_length=30)] = Field(default_factory=list)


class RestInfo(Message):
    zone: str | None  # None: never set
    night: NightTime | None
    holidays: list[HolidayDays]
    days_left: int  # of holiday this year
    longest_night: int  # minutes
    night_from: float | None  # when the night can be changed again; None: now
    timeouts: int  # in the last year


class Overtime(Request):
    """The choice for a seat that is out of time."""

    choice: Literal["bot", "time", "end"]
    seat: Seat  # the one that the asker saw


class GiveBack(Request):
    seat: Seat


def clock_message(hosted: HostedGame, viewer: Viewer) -> TableClock:
    """Return a game's clock as one viewer sees it."""
    clock = hosted.clock
    assert clock is not None
    people, gives = electors(hosted), clock.gives
    runs = None if hosted.row.over or hosted.row.ended is not None else clock.seat
    out = runs is not None and clock.out is not None
    persons = [number for number, seat in enumerate(hosted.row.seats) if seat.kind == "person"]
    return TableClock(
        pace=pace_info(clock.pace),
        left={seat_name(number): clock.left[number] for number in persons},
        timeouts={seat_name(number): clock.timeouts[number] for number in range(len(hosted.row.seats))},
        running=None if runs is None else seat_name(runs),
        since=clock.since,
        due=clock.due,
        pauses=[Pause(begins=begins, ends=ends, why=why) for begins, ends, why in clock.pauses],
        out=out,
        abandoned=clock.out + gives.patience if out and clock.out is not None else None,
        votes=votes(hosted),
        needed=needed(people),
        voted=viewer.player in clock.votes,
        may_choose=out and viewer.player in people,
    )


def pace_info(pace: str) -> PaceInfo:
    """Return what a pace gives."""
    return PaceInfo.model_validate({"id": pace, **vars(PACES[pace])})
