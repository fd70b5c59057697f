"""Quick match: seats people at a waiting table that fits, or opens one that bots join later.

The bots join by a job in the database, so their time survives restarts and is shown at the table. People who
do not want to wait leave the table like any other.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from . import open_tables
from .botplay import KIND as BOT
from .botplay import is_bot, owner_of
from .clock.clocks import BOTS_JOIN, BOTS_JOIN_BY_TURNS, PACES
from .database.game_rows import Job, NewJob, SeatRow
from .database.storage import StaleWrite, Storage
from .hall import Hall
from .hints import HINT_BOT
from .hosted import HostedGame, Viewer
from .jobs import TryLater
from .lobby import joined, new_game
from .lobby_messages import Joined, QuickWait
from .notices.outbox import after_joining
from .problems import Trouble
from .requests import NewGame, NewSeat, QuickMatch

KIND: Final = "fill"
LOOKED_AT: Final = 50  # tables that fit, the oldest
NAMES: Final = (
    "Brindley",
    "Telford",
    "Stephenson",
)  # canal and railway engineers


def wait_of(pace: str | None) -> float:
    """Return how many seconds a new table waits for people."""
    return BOTS_JOIN_BY_TURNS if pace is not None and PACES[pace].by_turns else BOTS_JOIN


def _listed(storage: Storage, asked: QuickMatch) -> list[tuple[str, str]]:
    return storage.lists.fitting_tables(asked.ruleset, asked.players, asked.pace, LOOKED_AT)


class QuickMatches:
    """Matches people who want the same game."""

    def __init__(self, hall: Hall) -> None:
        self._hall: Final = hall
        self._one_at_a_time: Final = asyncio.Lock()  # so that two who come at once meet
        hall.jobs.lane(KIND, 2, self._fill)

    async def match(self, player: str, asked: QuickMatch) -> Joined:
        """Take a seat at a table that fits, the longest waiting first, or open one."""
        async with self._one_at_a_time:
            while True:
                tables, seen = await self._tables(player, asked)
                taken = await self._sit(player, asked, tables)
                if taken is not None:
                    return taken
                with suppress(StaleWrite):  # another worker has opened such a table meanwhile
                    return await self._open(player, asked, seen)

    async def _sit(self, player: str, asked: QuickMatch, tables: list[HostedGame]) -> Joined | None:
        """Take a seat at the first table that still has one. If two workers try, one gets it."""
        for hosted in tables:
            if Viewer(hosted, player).holds:
                return joined(self._hall, hosted, player)
            for _ in hosted.row.seats:
                try:
                    return await open_tables.sit_down(self._hall, hosted.id, player, asked.name)
                except Trouble as trouble:
                    # Another worker took this seat, but the table may have another one.
                    if trouble.problem.error not in ("stale", "link_used"):
                        break
        return None

    async def _open(self, player: str, asked: QuickMatch, seen: set[str]) -> Joined:
        """Open a table. Raises ``StaleWrite`` if one that fits is not among those ``seen``."""
        seats = [NewSeat(kind="me", name=asked.name)]
        seats += [NewSeat(kind="open")] * (asked.players - 1)
        wait = wait_of(asked.pace)

        def first(storage: Storage, id: str) -> None:
            # One worker at a time, so that the second of two people finds the first.
            storage.lock(KIND)
            if not {id for id, _ in _listed(storage, asked)} <= seen:
                raise StaleWrite(id)
            storage.add_job(NewJob(KIND, id, run_at=storage.time() + wait))

        wanted = NewGame(ruleset=asked.ruleset, seats=seats, pace=asked.pace, open_in=asked.language)
        made = await new_game(self._hall, player, wanted, first)
        self._hall.jobs.wake(KIND)
        return made

    async def _tables(self, player: str, asked: QuickMatch) -> tuple[list[HostedGame], set[str]]:
        """Return the open tables with this game, number of players and pace, the player's own language
        first. Tables where a player blocks another are left out. The set holds the ids of all tables
        checked.
        """
        hall = self._hall
        listed, apart = await hall.journal.read(
            lambda storage: (_listed(storage, asked), storage.circles.apart(player))
        )
        found: list[tuple[bool, int, HostedGame]] = []
        for id, language in listed:
            with suppress(Trouble):  # a game that is gone, or that cannot be read
                hosted = await hall.find(id)
                if not open_tables.sits_there(hosted, apart):
                    found.append((language != asked.language, hosted.row.created, hosted))
        tables = [hosted for _, _, hosted in sorted(found, key=lambda one: one[:2])]
        return tables, {id for id, _ in listed}

    async def waits(self, id: str) -> QuickWait:
        """Return when bots take the free seats of a game, or None."""
        await self._hall.find(id)
        at, now = await self._hall.journal.read(lambda storage: (storage.job_at(KIND, id), storage.time()))
        return QuickWait(bots_at=at, now=now)

    async def _fill(self, job: Job) -> bool:
        """Give the free seats to bots."""
        hall = self._hall
        try:
            async with hall.hold(job.key) as hosted:
                if hosted.row.over or hosted.row.ended is not None:
                    return True
                await self._let_bots_join(hosted)
        except Trouble as trouble:  # the game is gone, or nobody can read it
            if trouble.problem.error == "stale":
                raise TryLater("a seat is being taken elsewhere", 1.0) from trouble
        return True

    async def _let_bots_join(self, hosted: HostedGame) -> None:
        hall = self._hall
        names = [name for name in NAMES if all(seat.name != name for seat in hosted.row.seats)]
        for number, seat in enumerate(hosted.row.seats):
            if seat.kind == "open":
                taken = SeatRow(
                    names.pop(0) if names else HINT_BOT,
                    seat.colour,
                    "bot",
                    HINT_BOT,
                    None,
                    seat.generation + 1,
                )
                told = after_joining(hosted, number, taken)
                await hall.store_seat(hosted, number, taken, told)
        if is_bot(hosted.row.seats, hosted.game.state.to_act):
            work = NewJob(BOT, hosted.id, owner=owner_of(hosted.row.seats))
            await hall.journal.run(lambda storage: storage.ensure_job(work))
            hall.jobs.wake(BOT)
