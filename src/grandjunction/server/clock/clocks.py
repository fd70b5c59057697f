"""The clock of a game: how much time each seat has left, and whose time runs.

A turn's time counts from the moment the turn before it was stored. When a turn ends, its seat gets the pace's
increment, up to the cap. All moments are seconds since 1970 on the database's clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from .rest import Pause, Rest

MINUTE: Final = 60.0
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
ALARM: Final = 0.8  # share of a turn's time after which its player is warned

BOTS_JOIN: Final = 40.0  # seconds a quick match waits for people: live, or without a clock
BOTS_JOIN_BY_TURNS: Final = 6 * HOUR

PaceName = Literal["live_15", "live_30", "live_60", "fast", "steady", "slow"]


@dataclass(frozen=True)
class Pace:
    """What a clock gives, in seconds."""

    start: float
    increment: float
    cap: float | None
    extra: float  # the extra time that the others can give
    patience: float  # how long the others can choose before the game ends as abandoned

    @property
    def by_turns(self) -> bool:
        """Whether it is played by turns, so that nights and holidays count."""
        return self.start >= DAY


def _live(minutes: int, seconds: int) -> Pace:
    return Pace(minutes * MINUTE, seconds, None, 5 * MINUTE, HOUR)


def _by_turns(days: int, hours: int, cap: int) -> Pace:
    return Pace(days * DAY, hours * HOUR, cap * DAY, DAY, 7 * DAY)


PACES: Final[dict[str, Pace]] = {
    "live_15": _live(15, 15),
    "live_30": _live(30, 30),
    "live_60": _live(60, 60),
    "fast": _by_turns(1, 4, 3),
    "steady": _by_turns(3, 12, 5),
    "slow": _by_turns(3, 36, 10),
}
NO_REST: Final = Rest()


@dataclass
class Clock:
    """A game's clock as it is stored."""

    pace: str
    left: list[float]  # by seat; of the running one, when its turn began
    timeouts: list[int]  # by seat
    seat: int | None = None  # whose time runs
    holder: str | None = None  # who sits there
    since: float = 0.0  # from when on
    due: float = 0.0  # when it will be over
    pauses: list[Pause] = field(default_factory=list)  # of that seat, until then
    warned: bool = False
    out: float | None = None  # since when the others may choose
    votes: list[str] = field(default_factory=list)  # who is for ending the game

    @staticmethod
    def new(pace: str, seats: int) -> Clock:
        """Return a stopped clock."""
        return Clock(pace, [PACES[pace].start] * seats, [0] * seats)

    @property
    def gives(self) -> Pace:
        return PACES[self.pace]

    # -- running ------------------------------------------------------------------------------------

    def start(self, seat: int, holder: str | None, at: float, rest: Rest) -> None:
        """Start a seat's time."""
        self.seat, self.holder, self.since, self.warned, self.out, self.votes = (
            seat,
            holder,
            at,
            False,
            None,
            [],
        )
        self.pauses, self.due = (rest if self.gives.by_turns else NO_REST).pauses(at, self.left[seat])

    def stop(self, at: float, turn_over: bool) -> None:
        """Stop the clock. A finished turn gives its seat the increment."""
        assert self.seat is not None
        left = max(0.0, self.left[self.seat] - self.used(at))
        if turn_over:
            left += self.gives.increment
            left = left if self.gives.cap is None else min(left, self.gives.cap)
        self.left[self.seat] = left
        self.seat, self.holder, self.since, self.due, self.pauses = None, None, 0.0, 0.0, []
        self.warned, self.out, self.votes = False, None, []

    def rest(self, at: float, rest: Rest) -> None:
        """Apply new nights and holidays of the player whose time runs. Whoever is out of time stays so."""
        if self.seat is None or self.out is not None:
            return
        seat, holder, warned = self.seat, self.holder, self.warned
        self.stop(at, turn_over=False)
        self.start(seat, holder, at, rest)
        self.warned = warned

    def give(self, at: float, rest: Rest) -> None:
        """Raise the running seat's time left to at least the extra time."""
        assert self.seat is not None
        seat, holder = self.seat, self.holder
        self.stop(at, turn_over=False)
        self.left[seat] = max(self.left[seat], self.gives.extra)
        self.start(seat, holder, at, rest)

    def run_out(self, at: float) -> None:
        """Mark the running seat as out of time."""
        assert self.seat is not None
        self.out, self.warned = at, True
        self.timeouts[self.seat] += 1

    # -- moments ------------------------------------------------------------------------------------

    def used(self, at: float) -> float:
        """Return how many seconds the running seat has used, without pauses."""
        still = sum(max(0.0, min(ends, at) - max(begins, self.since)) for begins, ends, _ in self.pauses)
        return max(0.0, at - self.since - still)

    def _when_used(self, seconds: float) -> float:
        at, left = self.since, seconds
        for begins, ends, _ in self.pauses:
            if begins - at >= left:
                break
            left -= begins - at
            at = ends
        return at + left

    @property
    def next_event(self) -> float | None:
        """When the next event is due: the warning, the end of the time, or the end of the others' choice."""
        if self.seat is None:
            return None
        if self.out is not None:
            return self.out + self.gives.patience
        return self.due if self.warned else self._when_used(ALARM * self.left[self.seat])
