"""When a player's clocks pause: at night and on holidays, in the player's own time zone.

All arithmetic is on seconds since 1970. Local times become seconds by ``zoneinfo``, so a night is an hour
longer or shorter when the clocks change.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Final, Literal
from zoneinfo import ZoneInfo, available_timezones

LONGEST_NIGHT: Final = 12 * 60  # minutes
HOLIDAYS: Final = 28  # days in a calendar year
RANGES: Final = 30  # most entries per player
AHEAD: Final = 2  # years
BETWEEN: Final = 24 * 3600.0  # seconds between two changes of the night
MIDNIGHT: Final = 24 * 60

Why = Literal["night", "holiday"]
Pause = tuple[float, float, Why]


class BadRest(ValueError):
    """Raised for a night or holidays beyond the limits."""

    key = "bad_rest"


@dataclass(frozen=True)
class Holiday:
    """Whole days, the last one included."""

    first: date
    last: date


@dataclass(frozen=True)
class Rest:
    """When one player's clocks pause. The night is in minutes after midnight."""

    zone: str = "UTC"
    night: tuple[int, int] | None = None
    holidays: tuple[Holiday, ...] = ()

    def check(self) -> None:
        """Raise ``BadRest`` if this is beyond the limits."""
        if self.zone not in zones():
            raise BadRest(f"There is no time zone {self.zone!r}.")
        if self.night is not None:
            begins, ends = self.night
            if not (0 <= begins < MIDNIGHT and 0 <= ends < MIDNIGHT and begins != ends):
                raise BadRest("A night begins and ends at two different times of the day.")
            if (ends - begins) % MIDNIGHT > LONGEST_NIGHT:
                raise BadRest(f"A night has at most {LONGEST_NIGHT // 60} hours.")
        if len(self.holidays) > RANGES:
            raise BadRest(f"At most {RANGES} holidays can be noted.")
        for holiday in self.holidays:
            if holiday.last < holiday.first:
                raise BadRest("A holiday ends before it begins.")
        for year, days in self.days_by_year().items():
            if days > HOLIDAYS:
                raise BadRest(f"{year} would have {days} days of holiday; at most {HOLIDAYS} a year.")

    def days_by_year(self) -> dict[int, int]:
        """Return how many days of each year are holidays."""
        found: dict[int, int] = {}
        for day in sorted(self._days()):
            found[day.year] = found.get(day.year, 0) + 1
        return found

    def _days(self) -> set[date]:
        return {
            holiday.first + timedelta(days)
            for holiday in self.holidays
            for days in range((holiday.last - holiday.first).days + 1)
        }

    def today(self, at: float) -> date:
        """Return the day on which a moment falls here."""
        return datetime.fromtimestamp(at, ZoneInfo(self.zone)).date()

    def pauses(self, since: float, seconds: float) -> tuple[list[Pause], float]:
        """Return the pauses until this many seconds have run, and when they have."""
        if self.night is None and not self.holidays:
            return [], since + seconds
        found: list[Pause] = []
        at, left = since, seconds
        day = self.today(since) - timedelta(1)
        holidays = self._days()
        while True:
            for begins, ends, why in self._on(day, holidays):
                if ends <= at:
                    continue
                if begins - at >= left:
                    return found, at + left
                left -= max(0.0, begins - at)
                _add(found, (max(begins, at), ends, why))
                at = ends
            day += timedelta(1)

    def _on(self, day: date, holidays: set[date]) -> list[Pause]:
        """Return the pauses that begin on a day, in order and apart from each other."""
        if day in holidays:
            return [(self._moment(day, 0), self._moment(day + timedelta(1), 0), "holiday")]
        if self.night is None:
            return []
        begins, ends = self.night
        if begins > ends:  # over midnight: the morning's part belongs to the day before
            return self._apart(
                [
                    (self._moment(day, 0), self._moment(day, ends)),
                    (self._moment(day, begins), self._next(day)),
                ]
            )
        return self._apart([(self._moment(day, begins), self._moment(day, ends))])

    @staticmethod
    def _apart(nights: list[tuple[float, float]]) -> list[Pause]:
        return [(begins, ends, "night") for begins, ends in nights if ends > begins]

    def _next(self, day: date) -> float:
        return self._moment(day + timedelta(1), 0)

    def _moment(self, day: date, minute: int) -> float:
        at = datetime.combine(day, time(minute // 60, minute % 60), ZoneInfo(self.zone))
        return at.timestamp()


def _add(found: list[Pause], pause: Pause) -> None:
    """Add a pause, joined to the one before if they touch."""
    if found and found[-1][1:] == (pause[0], pause[2]):
        pause = (found.pop()[0], *pause[1:])
    found.append(pause)


@cache
def zones() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(available_timezones())


def changed(before: Rest, asked: Rest, at: float) -> Rest:
    """Return a player's new rest: holidays that are over stay, so that nobody takes the same days again.

    Raises ``BadRest``.
    """
    if asked.zone not in zones():
        asked.check()
    today = asked.today(at)
    over = [
        Holiday(one.first, min(one.last, today - timedelta(1)))
        for one in before.holidays
        if one.first < today and one.first.year >= today.year
    ]
    coming: list[Holiday] = []
    for one in asked.holidays:
        if one.last.year > today.year + AHEAD:
            raise BadRest(f"Holidays can be noted for {AHEAD} years ahead.")
        if one.last < one.first:
            raise BadRest("A holiday ends before it begins.")
        if one.last >= today:
            coming.append(Holiday(max(one.first, today), one.last))
    after = Rest(asked.zone, asked.night, tuple(sorted({*over, *coming}, key=lambda one: one.first)))
    after.check()
    return after
