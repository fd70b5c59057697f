"""Keeps the games' clocks: with every move and every change of a seat, and by a job when time runs out.

A clock is written in the transaction of the change that moves it, by the database's time. The job of a
game's clock waits for its next event: 80 % of a turn's time used, out of time, or no choice made.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from ...core.state import State
from ..database.game_rows import Job, NewJob, NewNotice, SeatRow
from ..database.storage import StaleWrite, Storage
from ..notices.outbox import ended, people
from ..problems import Trouble
from .clocks import Clock
from .rest import BETWEEN, BadRest, Rest, changed

if TYPE_CHECKING:
    from ..hall import Hall
    from ..hosted import HostedGame

KIND: Final = "clock"
AT_ONCE: Final = 4
ABANDONED: Final = "abandoned"
log: Final = logging.getLogger("grandjunction.server")


class Timekeeper:
    """The clocks of all games."""

    def __init__(self, hall: Hall) -> None:
        self._hall: Final = hall
        hall.jobs.lane(KIND, AT_ONCE, self._event)

    # -- with a change of the game ------------------------------------------------------------------

    def follow(
        self,
        storage: Storage,
        game: str,
        seats: list[SeatRow],
        state: State,
        turn_over: bool = False,
        back: int | None = None,
    ) -> Clock:
        """Start the time of the seat to act, in the transaction that changed the game.

        ``back`` is a seat whose person plays again, and gets the extra time for it.
        """
        clock, at = storage.clocks.load(game), storage.time()
        if back is not None:
            clock.left[back] = max(clock.left[back], clock.gives.extra)
        runs = whose_time(seats, state)
        holder = None if runs is None else seats[runs].holder
        if clock.seat is not None and (turn_over or (clock.seat, clock.holder) != (runs, holder)):
            clock.stop(at, turn_over)
        if runs is not None and clock.seat is None:
            clock.start(runs, holder, at, storage.clocks.rest(holder)[0])
        self.keep(storage, game, clock)
        return clock

    def keep(self, storage: Storage, game: str, clock: Clock) -> None:
        """Store a clock, and the job of its next event."""
        storage.clocks.save(game, clock)
        at = clock.next_event
        if at is None:
            storage.drop_job(KIND, game)
        else:
            storage.add_job(NewJob(KIND, game, run_at=at))

    def wake(self) -> None:
        """Check at once when the next event is due."""
        self._hall.jobs.wake(KIND)

    # -- when time is up ----------------------------------------------------------------------------

    async def _event(self, job: Job) -> bool:
        """Handle a clock's due event. Return True if no other event will follow."""
        hall, id = self._hall, job.key
        try:
            async with hall.hold(id) as hosted:
                if hosted.clock is None or hosted.row.over or hosted.row.ended is not None:
                    return True
                clock, ended = await hall.store(hosted, lambda storage: self._pass_time(storage, hosted))
                hosted.clock = clock
                if ended is not None:
                    hosted.version += 1  # ``end_game`` raised the stored version once more
                    hosted.row.ended, hosted.row.changed = ABANDONED, int(ended)
        except (StaleWrite, Trouble):
            return True  # the game is gone, or nobody can read it
        hall.tell(id)
        hall.notices.wake()
        self.wake()
        return False  # the job has changed with the clock

    def _pass_time(self, storage: Storage, hosted: HostedGame) -> tuple[Clock, float | None]:
        """Apply the due event. Return the clock, and when the game was abandoned, if it was."""
        game = hosted.id
        storage.touch(game)
        clock, at = storage.clocks.load(game), storage.time()
        due = clock.next_event
        if due is not None and at >= due:
            if clock.out is not None:
                storage.end_game(game, ABANDONED, int(at))
                for notice in ended(hosted):
                    storage.notices.tell(notice)
                return clock, at
            if at < clock.due:
                clock.warned = True
            else:
                clock.run_out(at)
                if clock.holder is not None and clock.seat is not None:
                    storage.clocks.time_out(clock.holder, game, clock.seat, at)
            for notice in _notices(hosted, clock):
                storage.notices.tell(notice)
        self.keep(storage, game, clock)
        return clock, None

    # -- rests --------------------------------------------------------------------------------------

    async def change_rest(self, player: str, asked: Rest) -> None:
        """Change a player's night and holidays. Raises ``BadRest``."""
        hall = self._hall
        fault, games = await hall.journal.run(lambda storage: _change_rest(storage, player, asked))
        if fault is not None:
            raise fault
        for id in games:
            with suppress(StaleWrite, Trouble):  # a game that is gone
                async with hall.hold(id) as hosted:
                    hosted.clock = await hall.store(hosted, partial(self._rest, id))
                hall.tell(id)
        self.wake()

    def _rest(self, game: str, storage: Storage) -> Clock:
        storage.touch(game)
        clock = storage.clocks.load(game)
        clock.rest(storage.time(), storage.clocks.rest(clock.holder)[0])
        self.keep(storage, game, clock)
        return clock


def _change_rest(storage: Storage, player: str, asked: Rest) -> tuple[BadRest | None, list[str]]:
    before, since = storage.clocks.rest(player)
    at = storage.time()
    moved = (asked.zone, asked.night) != (before.zone, before.night)
    if moved and since and at < since + BETWEEN:
        return RestTooSoon(since + BETWEEN), []
    try:
        rest = changed(before, asked, at)
    except BadRest as fault:
        return fault, []
    storage.people.add(player, int(at))
    storage.people.change(player, zone=rest.zone)
    storage.clocks.save_rest(player, rest, at if moved else since)
    return None, storage.clocks.running(player)


def note_zone(storage: Storage, player: str, zone: str) -> None:
    """Store the time zone of a player's browser, unless the player has set a night or holidays. Otherwise a
    journey, or a trick, could move the night more often than once a day.
    """
    if not storage.clocks.has_rest(player):
        storage.people.change(player, zone=zone)


def _notices(hosted: HostedGame, clock: Clock) -> list[NewNotice]:
    """Return the notices: a warning to the player, or to the others that time ran out."""
    if clock.seat is None or clock.holder is None:
        return []
    ply, name = hosted.game.ply, hosted.row.seats[clock.seat].name
    if clock.out is None:
        return [NewNotice(clock.holder, "alarm", hosted.id, ply)]
    others = sorted(people(hosted.row.seats) - {clock.holder})
    return [NewNotice(player, "timeout", hosted.id, ply, name) for player in others]


class RestTooSoon(BadRest):
    """Raised if the night was changed too recently."""

    key = "rest_too_soon"

    def __init__(self, until: float) -> None:
        super().__init__("The night and the time zone can be changed once a day.")
        self.until: Final = until


def whose_time(seats: list[SeatRow], state: State) -> int | None:
    """Return the seat whose time runs; none while a seat is open, in a bot's turn or after the end."""
    seat = int(state.to_act)
    if state.is_over or seat < 0 or any(one.kind == "open" for one in seats):
        return None
    return seat if seats[seat].kind == "person" else None
