"""All games of the server: loaded on demand, changed one request at a time, shown to everyone who watches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from secrets import choice, token_hex
from string import ascii_letters, digits
from typing import Final, TypeVar

from ..core.rng import Rng
from ..record.game import Game, texts
from .analysis.best_jobs import BestJobs
from .botplay import KIND, BotPlay, has_room, is_bot, too_many_games
from .clock.clocks import Clock
from .clock.timekeeping import Timekeeper
from .colleagues import Colleagues
from .crowd import Crowd
from .database.game_rows import GameRow, NewJob, NewNotice, SeatRow
from .database.journal import Journal
from .database.storage import StaleWrite, Storage
from .edge.rate_limits import Limits
from .edge.site import Site
from .hints import Hints
from .hosted import HostedGame
from .jobs import Jobs
from .keys import Keys
from .mail import Post
from .memory import GameMemory
from .notices.outbox import Notices, after_moves, ended
from .online import Online
from .people.letters import Letters
from .people.visitors import Door
from .plans.planning import Planning
from .problems import Trouble
from .reviews import Reviews
from .showing import Showing
from .tables import places_of
from .thinkers import Thinkers
from .undo import Draft

T = TypeVar("T")


def new_id() -> str:
    """Return an id that nobody can guess. It has no dash, so no command takes it for an option."""
    return "".join(choice(ascii_letters + digits) for _ in range(16))


class Hall:
    """The server's games, its watchers and its bots."""

    def __init__(
        self,
        storage: Storage,
        keys: Keys,
        thinkers: Thinkers,
        online: Online = Online(),  # noqa: B008 - it never changes
        site: Site = Site(),  # noqa: B008
    ) -> None:
        self.keys: Final = keys
        self.online: Final = online
        self.site: Final = site
        self.post: Final = Post(online.mail)
        self.journal: Final = Journal(storage)
        self.limits: Final = Limits(self.journal)
        self.jobs: Final = Jobs(self.journal)
        self.crowd: Final = Crowd(self.journal)
        self.door: Final = Door(
            keys, self.journal, self.crowd, online.accounts or site.public_url is not None
        )
        self.thinkers: Final = thinkers
        self.last_said: Final[dict[str, int]] = {}  # the latest chat line of each game, while it is live
        self.bots: Final = BotPlay(self)
        self._colleagues: Final = Colleagues(self) if storage.shared else None
        memory = GameMemory(self.journal, self.jobs, self.crowd, self.bots, self._colleagues)
        self._memory: Final = memory
        self.find: Final = memory.find
        self.find_told: Final = memory.find_told
        self.find_unseen: Final = memory.find_unseen
        self.find_unreadable: Final = memory.find_unreadable
        self.hold: Final = memory.hold
        self.hold_told: Final = memory.hold_told
        self.has_changed: Final = memory.has_changed
        self.doubt: Final = memory.doubt
        self.doubt_all: Final = memory.doubt_all
        showing = Showing(self.crowd, self.bots)
        self.seats: Final = showing.seats
        self.table: Final = showing.table
        self.table_json: Final = showing.table_json
        self.answer_json: Final = showing.answer_json
        self.notices: Final = Notices(self)
        self.hints: Final = Hints(self)
        self.letters: Final = Letters(self)
        self.reviews: Final = Reviews(self)
        self.best: Final = BestJobs(self)
        self.time: Final = Timekeeper(self)
        self.plans: Final = Planning(self)

    async def open(self) -> None:
        """Let bots go on where the last server stopped."""
        if self._colleagues is not None:
            await self._colleagues.open()
        await self.notices.open()
        await self.jobs.open()

    async def close(self) -> None:
        """Stop the bots, finish all writes and close the storage."""
        await self.jobs.close()
        if self._colleagues is not None:
            await self._colleagues.close()
        await asyncio.to_thread(self.thinkers.close)
        self.journal.close()

    # -- games --------------------------------------------------------------------------------------

    async def new_game(
        self,
        game: Game,
        seats: list[SeatRow],
        owner: str,
        seed: str | None = None,
        pace: str | None = None,
        open_in: str | None = None,
        first: Callable[[Storage, str], None] | None = None,
    ) -> HostedGame:
        """Deal a game up to its first decision, store it, and let its bots begin.

        ``open_in`` is the language of an open table. ``first`` is called with the game's id before it is
        stored, in the same transaction: if it raises ``StaleWrite``, there is no game.
        Raises ``Trouble`` if whoever begins it has too many unfinished games with bots.
        """
        game.settle(Rng(token_hex(32) if seed is None else seed))
        row = GameRow(
            id=new_id(),
            ruleset=game.rules.id,
            revision=game.rules.revision,
            seed=seed,
            bot_seed=token_hex(16) if seed is None else seed,
            created=now(),
            seats=seats,
            over=game.state.is_over,
            pace=pace,
            open_in=open_in,
            creator=owner,
        )
        moves = texts(game.played)
        jobs = [NewJob(KIND, row.id, owner=owner)] if is_bot(seats, game.state.to_act) else []

        def write(storage: Storage) -> bool:
            if not has_room(storage, row):
                return False
            if first is not None:
                first(storage, row.id)
            storage.add_game(row, moves, jobs, int(game.state.to_act))
            if pace is not None:
                self.time.follow(storage, row.id, seats, game.state)
            return True

        if not await self.journal.run(write):
            raise too_many_games()
        self.jobs.wake(KIND)
        self.time.wake()
        return await self.find(row.id)

    # -- storing ------------------------------------------------------------------------------------

    async def store(self, hosted: HostedGame, write: Callable[[Storage], T], single: bool = False) -> T:
        """Change a game, and drop it from memory if that fails. The caller holds the game's lock."""
        try:
            answer = await self.journal.run(write, single)
        except BaseException:
            self._memory.drop(hosted.id)
            raise
        hosted.version += 1
        return answer

    def _shared_version(self, hosted: HostedGame) -> int | None:
        """Return the version that a change must find, where other workers may change the game too."""
        return None if self._colleagues is None else hosted.version

    async def store_moves(self, hosted: HostedGame, game: Game) -> None:
        """Make a later moment of the game final: stored first, then shown."""
        ply, at = hosted.game.ply, now()
        moves, over = texts(game.played[ply:]), game.state.is_over
        jobs = [*self.bots.jobs_after(hosted, game), *after_moves(hosted, game)]
        turn_over, version = hosted.ends_turn(game), self._shared_version(hosted)

        def write(storage: Storage) -> tuple[Clock | None, bool]:
            storage.append(hosted.id, ply, moves, over, at, jobs, int(game.state.to_act), version)
            if over:
                storage.lists.note(hosted.id, -1, places_of(game.state))
            planned = self.plans.follow(storage, hosted, game)
            if hosted.clock is None:
                return None, planned
            return self.time.follow(storage, hosted.id, hosted.row.seats, game.state, turn_over), planned

        try:
            hosted.clock, planned = await self.store(hosted, write)
        except StaleWrite:
            raise Trouble(409, "stale", "The game has moved on.") from None
        hosted.row.changed = at
        hosted.commit(game)
        self.tell(hosted.id)
        if planned:
            self.plans.wake()
        if any(isinstance(job, NewJob) for job in jobs):
            self.jobs.wake(KIND)
        if jobs:
            self.notices.wake()
        if hosted.clock is not None:
            self.time.wake()

    async def store_draft(self, hosted: HostedGame, draft: Draft) -> None:
        """Keep a draft: stored first, then shown to its seat."""
        ply, moves, before = hosted.game.ply, texts(draft.units), hosted.kept_draft
        version = self._shared_version(hosted)
        unplanned = -1 if before else int(hosted.game.state.to_act)  # a move by hand drops the stored turn

        def write(storage: Storage) -> None:
            storage.save_draft(hosted.id, ply, moves, before, version, unplanned)

        try:
            await self.store(hosted, write, single=True)
        except StaleWrite:
            raise Trouble(409, "stale", "The game has moved on.") from None
        hosted.keep(draft)
        self.tell_drafted(hosted)

    async def store_seat(
        self, hosted: HostedGame, number: int, seat: SeatRow, notices: Sequence[NewNotice] = ()
    ) -> None:
        """Change a seat: stored first, then shown. An open seat of the same colour gets its old one."""
        was = hosted.row.seats[number]
        before = was.generation
        seats = [
            seat if n == number else replace(one, colour=was.colour) if one.colour == seat.colour else one
            for n, one in enumerate(hosted.row.seats)
        ]

        def write(storage: Storage) -> Clock | None:
            storage.save_seat(hosted.id, number, seat, before, notices)
            storage.plans.drop(hosted.id, number)
            if hosted.clock is None:
                return None
            back = number if was.kind == "bot" and seat.kind == "person" else None
            return self.time.follow(storage, hosted.id, seats, hosted.game.state, back=back)

        try:
            hosted.clock = await self.store(hosted, write)
        except StaleWrite:
            raise Trouble(409, "stale", "The seat has changed hands.") from None
        hosted.row.seats[:] = seats
        self.tell(hosted.id)
        self.notices.wake()
        if hosted.clock is not None:
            self.time.wake()

    async def end_game(self, hosted: HostedGame, how: str, by: str | None) -> None:
        """End an unfinished game as it is: stored first, then shown. All players but one get a notice."""
        at = now()

        def write(storage: Storage) -> None:
            storage.end_game(hosted.id, how, at)
            for notice in ended(hosted, by):
                storage.notices.tell(notice)

        await self.store(hosted, write)
        hosted.row.ended, hosted.row.changed = how, at
        self.tell(hosted.id)
        self.notices.wake()

    def forget(self, id: str) -> None:
        """Drop a deleted game, and tell everyone who watches it."""
        self._memory.drop(id)
        self.tell(id)

    def tell(self, id: str) -> None:
        """Wake everyone who watches a game."""
        self.crowd.tell(id)

    def tell_drafted(self, hosted: HostedGame) -> None:
        """Wake those who see the draft of a game: the lines of whoever is to act."""
        seat = hosted.game.state.to_act
        self.crowd.tell_one(hosted.id, hosted.row.seats[seat].holder if seat >= 0 else None)

    def hear_drafted(self, id: str, ply: int) -> None:
        """Handle the notification that another worker has stored a draft at this ply."""
        self.doubt(id)
        hosted = self._memory.known(id)
        if hosted is None or hosted.game.ply != ply:  # we do not know who is to act
            self.tell(id)
        else:
            self.tell_drafted(hosted)

    @property
    def games_in_memory(self) -> int:
        return len(self._memory)


def now() -> int:
    """Return the time in seconds since 1970."""
    return int(time.time())
