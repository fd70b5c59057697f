"""All games of the server: loaded on demand, changed one request at a time, shown to everyone who watches."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Hashable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from secrets import choice, token_hex
from string import ascii_letters, digits
from typing import Any, Final, TypeVar

from pydantic_core import to_json

from ..core.rng import Rng
from ..core.seats import seat_name
from ..record.game import Game, texts
from ..rulesets import RULESETS, ruleset
from .analysis.best_jobs import BestJobs
from .botplay import KIND, BotPlay, has_room, is_bot, owner_of, too_many_games
from .clock.clocks import Clock
from .clock.timekeeping import Timekeeper
from .colleagues import Colleagues
from .crowd import Crowd
from .database.game_rows import GameRow, NewJob, NewNotice, SeatRow, StoredGame
from .database.journal import Journal
from .database.storage import StaleWrite, Storage, StorageFailed
from .edge.rate_limits import Limits
from .edge.site import Site
from .hints import Hints
from .hosted import HostedGame, Viewer
from .jobs import Jobs
from .keys import Keys
from .mail import Post
from .messages import SeatInfo, Table
from .notices.outbox import Notices, after_moves, ended
from .online import Online
from .people.letters import Letters
from .people.visitors import Door
from .plans.planning import Planning
from .problems import Trouble, no_game
from .reviews import Reviews
from .tables import places_of
from .thinkers import Thinkers
from .undo import Draft

T = TypeVar("T")
SHOWN: Final = 500  # tables cached as text, over all games: everyone at a table asks within moments
OTHER_RULES: Final = "other_rules"  # the key of a game that this server cannot play
IDLE: Final = 400  # games kept in memory; beyond that, those nobody watches are dropped
log: Final = logging.getLogger("grandjunction.server")


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
        self._shown: Final[dict[Hashable, str]] = {}  # tables as text (see ``table_json``)
        self.last_said: Final[dict[str, int]] = {}  # the latest chat line of each game, while it is live
        self._games: Final[dict[str, HostedGame]] = {}
        # Games that another worker has changed since we read them, with the number of the notification.
        self._doubted: Final[dict[str, int]] = {}
        self._heard: Final = count()
        self._locks: Final[dict[str, asyncio.Lock]] = {}
        self._loading: Final[dict[str, asyncio.Task[HostedGame]]] = {}
        self._reading: Final = asyncio.Lock()  # more threads at it would only keep everybody else waiting
        self.bots: Final = BotPlay(self)
        self.notices: Final = Notices(self)
        self.hints: Final = Hints(self)
        self.letters: Final = Letters(self)
        self.reviews: Final = Reviews(self)
        self.best: Final = BestJobs(self)
        self.time: Final = Timekeeper(self)
        self.plans: Final = Planning(self)
        self._colleagues = Colleagues(self) if storage.shared else None

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

    async def find(self, id: str) -> HostedGame:
        """Return a game as it is stored now, for somebody who watches it. A bot that failed tries again, and
        one that paused goes on.
        """
        hosted = await self.find_unseen(id)
        self.bots.look(hosted)
        return hosted

    async def find_told(self, id: str) -> HostedGame:
        """Return a game for a live line: from memory, unless another worker has changed it.

        Workers notify each other of every change, so the database is read only after a notification.
        """
        if id not in self._games or id in self._doubted:
            return await self.find(id)
        hosted = await self._remember(id)
        self.bots.look(hosted)
        return hosted

    def doubt(self, id: str) -> None:
        """Mark a game that another worker has changed: it is read again before it is next shown."""
        if id in self._games or id in self._loading:
            self._doubted[id] = next(self._heard)

    def doubt_all(self) -> None:
        """Mark every game, because notifications may have been missed."""
        for id in (*self._games, *self._loading):
            self.doubt(id)

    async def find_unseen(self, id: str) -> HostedGame:
        """Return a game for a job, which does not count as watching it."""
        if self._colleagues is None:
            return await self._remember(id)
        async with self._lock(id):
            return await self._current(id)

    async def _remember(self, id: str) -> HostedGame:
        """Return a game from memory, or from storage if it is not there."""
        found = self._games.pop(id, None)
        if found is None:
            # Everyone who asks meanwhile waits for the same task, so there is never a second copy.
            loading = self._loading.get(id)
            if loading is None:
                loading = asyncio.create_task(self._load(id))
                self._loading[id] = loading
            return await asyncio.shield(loading)
        self._games[id] = found  # the dict is ordered by last use
        return found

    async def _current(self, id: str) -> HostedGame:
        """Return a game that other workers may have changed. The caller holds its lock."""
        if id not in self._games:
            return await self._remember(id)
        hosted = await self._remember(id)
        doubt, version, ply = self._doubted.get(id), hosted.version, hosted.game.ply
        changed, news = await self.journal.read(lambda storage: _news(storage, id, version, ply))
        if changed:
            self._catch_up(hosted, news)
        if self._doubted.get(id) == doubt:  # else there was another change meanwhile
            self._doubted.pop(id, None)
        return hosted

    def _catch_up(self, hosted: HostedGame, news: StoredGame | None) -> None:
        """Follow what another worker has stored."""
        if news is None:
            self._drop(hosted.id)
            raise no_game()
        try:
            hosted.catch_up(news)
        except BaseException:
            self._drop(hosted.id)  # it is read again, from its beginning
            raise
        self.bots.went_on(hosted.id)

    def _drop(self, id: str) -> None:
        """Take a game out of memory."""
        self._games.pop(id, None)
        self._doubted.pop(id, None)

    @asynccontextmanager
    async def _lock(self, id: str) -> AsyncIterator[None]:
        """Hold a game's lock. A game outside memory has none."""
        lock = self._locks.setdefault(id, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            if id not in self._games and not lock.locked():
                self._locks.pop(id, None)

    async def _load(self, id: str) -> HostedGame:
        try:
            stored = await self.journal.read(lambda storage: storage.load(id))
            if stored is None:
                raise no_game()
            try:
                async with self._reading:
                    hosted = await asyncio.to_thread(self._read, stored)
            except Trouble:
                if is_outdated(stored.row):
                    await self._end_outdated(id)
                raise
            if hosted.row.ended is None and is_bot(hosted.row.seats, hosted.game.state.to_act):
                job = NewJob(KIND, id, owner=owner_of(hosted.row.seats))
                await self.journal.run(lambda storage: storage.ensure_job(job))
                self.jobs.wake(KIND)
            self._games[id] = hosted
            self._forget_idle()
            return hosted
        finally:
            del self._loading[id]
            if id not in self._games:
                self._doubted.pop(id, None)

    async def _end_outdated(self, id: str) -> None:
        """End a running game whose moves the rules of today do not allow. Its record stays."""
        with suppress(StaleWrite, StorageFailed):  # it has ended meanwhile, or ends at the next load
            await self.journal.run(lambda storage: storage.end_game(id, OTHER_RULES, now()))
            log.warning("game %s has ended: the rules have changed, and its moves do not fit them", id)

    def _read(self, stored: StoredGame) -> HostedGame:
        try:
            return HostedGame(stored)
        except Exception as error:  # whatever it is, it is this game's alone
            log.error("game %s cannot be read: %s: %s", stored.row.id, type(error).__name__, error)
            message = "This game was played by other rules than this server's and cannot be shown."
            raise Trouble(409, OTHER_RULES, message) from error

    async def find_unreadable(self, id: str) -> StoredGame | None:
        """Return a game as it is stored if it cannot be played here, and None if it can."""
        try:
            await self.find(id)
        except Trouble as trouble:
            if trouble.problem.error != OTHER_RULES:
                raise
            return await self.journal.read(lambda storage: storage.load(id))
        return None

    def _forget_idle(self) -> None:
        for id in list(self._games)[: max(0, len(self._games) - IDLE)]:
            busy = self.crowd.is_watched(id) or self.bots.plays(id)
            lock = self._locks.get(id)
            if not busy and (lock is None or not lock.locked()):
                self._drop(id)
                self._locks.pop(id, None)

    @asynccontextmanager
    async def hold(self, id: str) -> AsyncIterator[HostedGame]:
        """Lock a game for a change."""
        if self._colleagues is None:
            await self.find(id)  # raises if there is no such game, before a lock is kept for it
        async with self._lock(id):
            yield await (self._remember(id) if self._colleagues is None else self._current(id))

    @asynccontextmanager
    async def hold_told(self, id: str) -> AsyncIterator[HostedGame]:
        """Lock a game to change its turn. It is read again only if we know of another worker's change.

        If there was one after all, the change is refused as stale, and ``has_changed`` says so.
        """
        if self._colleagues is None or id in self._doubted or id not in self._games:
            async with self.hold(id) as hosted:
                yield hosted
        else:
            async with self._lock(id):
                yield await self._remember(id)

    async def has_changed(self, id: str) -> bool:
        """Read a game anew. Return whether another worker has changed it since we last did."""
        if self._colleagues is None:
            return False
        async with self._lock(id):
            known = self._games.get(id)
            version = None if known is None else known.version
            return (await self._current(id)).version != version

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

    async def store(self, hosted: HostedGame, write: Callable[[Storage], T]) -> T:
        """Change a game, and drop it from memory if that fails. The caller holds the game's lock."""
        try:
            answer = await self.journal.run(write)
        except BaseException:
            self._drop(hosted.id)
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

        def write(storage: Storage) -> None:
            storage.save_draft(hosted.id, ply, moves, before, version)
            if not before:  # a move by hand drops the stored turn
                storage.plans.drop(hosted.id, int(hosted.game.state.to_act))

        try:
            await self.store(hosted, write)
        except StaleWrite:
            raise Trouble(409, "stale", "The game has moved on.") from None
        hosted.keep(draft)
        self.tell_drafted(hosted)

    async def store_seat(
        self, hosted: HostedGame, number: int, seat: SeatRow, notices: Sequence[NewNotice] = ()
    ) -> None:
        """Change a seat: stored first, then shown."""
        before = hosted.row.seats[number].generation
        seats = [seat if n == number else one for n, one in enumerate(hosted.row.seats)]

        def write(storage: Storage) -> Clock | None:
            storage.save_seat(hosted.id, number, seat, before, notices)
            storage.plans.drop(hosted.id, number)
            if hosted.clock is None:
                return None
            was_bot = hosted.row.seats[number].kind == "bot"
            back = number if was_bot and seat.kind == "person" else None
            return self.time.follow(storage, hosted.id, seats, hosted.game.state, back=back)

        try:
            hosted.clock = await self.store(hosted, write)
        except StaleWrite:
            raise Trouble(409, "stale", "The seat has changed hands.") from None
        hosted.row.seats[number] = seat
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
        self._drop(id)
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
        hosted = self._games.get(id)
        if hosted is None or hosted.game.ply != ply:  # we do not know who is to act
            self.tell(id)
        else:
            self.tell_drafted(hosted)

    @property
    def games_in_memory(self) -> int:
        return len(self._games)

    # -- what is shown -------------------------------------------------------------------------------

    def seats(self, hosted: HostedGame, viewer: Viewer) -> list[SeatInfo]:
        """Return who sits where, and who is connected."""
        return [SeatInfo.model_validate(seat) for seat in self._seats(hosted, viewer)]

    def _seats(self, hosted: HostedGame, viewer: Viewer) -> list[dict[str, Any]]:
        """Return the fields of every ``SeatInfo``."""
        here = self.crowd.players(hosted.id)
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
        return seat if is_bot(hosted.row.seats, seat) and self.bots.thinks(hosted.id) else None

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
        here = self.crowd.players(hosted.id)
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


def _news(storage: Storage, id: str, version: int, ply: int) -> tuple[bool, StoredGame | None]:
    """Return whether a game has another version now, and if so what is stored since a ply."""
    if storage.version_of(id) == version:
        return False, None
    return True, storage.load(id, since=ply)


def _time_of(clock: Clock | None) -> Hashable:
    """Return a value that changes whenever the clock does."""
    if clock is None:
        return None
    return (clock.seat, clock.since, clock.due, clock.warned, clock.out, *clock.left, *clock.votes)


def is_outdated(row: GameRow) -> bool:
    """Whether a running game was begun under an earlier revision of its rules."""
    running = not row.over and row.ended is None
    return running and row.ruleset in RULESETS and row.revision < ruleset(row.ruleset).revision


def now() -> int:
    """Return the time in seconds since 1970."""
    return int(time.time())
