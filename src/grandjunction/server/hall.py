"""All games of the server: loaded when needed, changed one request at a time, told to everyone who looks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from secrets import token_hex, token_urlsafe
from typing import Final, TypeVar

from ..core.rng import Rng
from .choices import seat_name
from .course import Course, Happening, texts
from .journal import Journal
from .keys import Keys
from .limits import Limits
from .match import Match, Viewer
from .messages import SeatInfo, Table
from .problems import Trouble, no_game
from .storage import GameRow, SeatRow, StaleWrite, Storage, StoredGame
from .thinkers import Thinkers

T = TypeVar("T")
SHOWN: Final = 6  # tables kept as text for each game
IDLE: Final = 400  # games kept in memory that nobody looks at
log: Final = logging.getLogger("grandjunction.server")


class Watcher:
    """A connection: what it was told last, and that there is something new."""

    def __init__(self, player: str | None, who: str) -> None:
        self.player: Final = player
        self.who: Final = who  # for the limits: the player, or the address of a browser without a cookie
        self.news: Final = asyncio.Event()


class Hall:
    def __init__(self, storage: Storage, keys: Keys, thinkers: Thinkers) -> None:
        self.keys: Final = keys
        self.limits: Final = Limits()
        self.journal: Final = Journal(storage)
        self.thinkers: Final = thinkers
        self.watchers: Final[dict[str, set[Watcher]]] = {}
        self.last_said: Final[dict[str, int]] = {}  # the latest chat line of each game, while it is live
        self._matches: Final[dict[str, Match]] = {}
        self._locks: Final[dict[str, asyncio.Lock]] = {}
        self._loading: Final[dict[str, asyncio.Task[Match]]] = {}
        self._thinking: Final[dict[str, asyncio.Task[None]]] = {}

    async def open(self) -> None:
        """Bots go on where the last server stopped."""
        for id in await self.journal.run(lambda storage: storage.unfinished_with_bots()):
            self.wake_bots(id)

    async def close(self) -> None:
        for task in self._thinking.values():
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        self.thinkers.close()
        self.journal.close()

    # -- games --------------------------------------------------------------------------------------

    async def match(self, id: str) -> Match:
        """A game by its id, from memory or storage."""
        found = self._matches.pop(id, None)
        if found is None:
            # Whoever asks meanwhile waits for the same loading: there is never a second, older copy.
            loading = self._loading.get(id)
            if loading is None:
                loading = asyncio.create_task(self._load(id))
                self._loading[id] = loading
            return await asyncio.shield(loading)
        self._matches[id] = found  # the latest used stands last
        return found

    async def _load(self, id: str) -> Match:
        try:
            stored = await self.journal.run(lambda storage: storage.load(id))
            if stored is None:
                raise no_game()
            match = await asyncio.to_thread(self._read, stored)
            self._matches[id] = match
            self._forget_idle()
            return match
        finally:
            del self._loading[id]

    def _read(self, stored: StoredGame) -> Match:
        try:
            return Match(stored)
        except ValueError as error:
            log.error("%s", error)
            message = "This game was played by other rules than this server's and cannot be shown."
            raise Trouble(409, "other_rules", message) from error

    def _forget_idle(self) -> None:
        for id in list(self._matches)[: max(0, len(self._matches) - IDLE)]:
            busy = self.watchers.get(id) or id in self._thinking
            lock = self._locks.get(id)
            if not busy and (lock is None or not lock.locked()):
                del self._matches[id]
                self._locks.pop(id, None)

    @asynccontextmanager
    async def hold(self, id: str) -> AsyncIterator[Match]:
        """A game to change: nobody else changes it meanwhile."""
        await self.match(id)  # or there is no such game, and no lock need be kept for it
        async with self._locks.setdefault(id, asyncio.Lock()):
            yield await self.match(id)

    async def new_match(
        self, ruleset_id: str, revision: int, course: Course, moves: list[str], seats: list[SeatRow],
        seed: str | None = None,
    ) -> Match:  # fmt: skip
        """Store a new game, dealt up to its first decision."""
        rng = Rng(token_hex(32) if seed is None else seed)
        dealt = [*moves, *texts(course.rules, course.settle(rng))]
        row = GameRow(
            token_urlsafe(12),
            ruleset_id,
            revision,
            seed,
            token_hex(16) if seed is None else seed,
            now(),
            seats,
        )
        row.over = course.state.is_over
        await self.journal.run(lambda storage: storage.add_game(row, dealt))
        match = await self.match(row.id)
        self.wake_bots(row.id)
        return match

    # -- storing ------------------------------------------------------------------------------------

    async def store(self, match: Match, write: Callable[[Storage], T]) -> T:
        """Write, and distrust what is in memory if that fails. The caller holds the game's lock."""
        try:
            return await self.journal.run(write)
        except BaseException:
            self._matches.pop(match.id, None)
            raise

    async def store_moves(self, match: Match, happenings: list[Happening]) -> None:
        """Make moves final: stored first, then shown."""
        moves = texts(match.rules, happenings)
        course = match.after(happenings)
        over = course.state.is_over
        at = now()
        try:
            await self.store(match, lambda storage: storage.append(match.id, match.base.ply, moves, over, at))
        except StaleWrite:
            raise Trouble(409, "stale", "The game has moved on.") from None
        match.row.changed = at
        match.commit(happenings)
        self.tell(match.id)

    async def store_draft(self, match: Match, draft: list[Happening]) -> None:
        moves = texts(match.rules, draft)
        await self.store(match, lambda storage: storage.save_draft(match.id, match.base.ply, moves))
        match.set_draft(draft)
        self.tell(match.id)

    def tell(self, id: str) -> None:
        """Something is new for everyone who looks."""
        for watcher in self.watchers.get(id, ()):
            watcher.news.set()

    def lines_of(self, who: str) -> int:
        """How many live lines a browser, or an address, has open."""
        return sum(one.who == who for watchers in self.watchers.values() for one in watchers)

    # -- pictures -----------------------------------------------------------------------------------

    def seats(self, match: Match, viewer: Viewer) -> list[SeatInfo]:
        here = {watcher.player for watcher in self.watchers.get(match.id, ())}
        return [
            SeatInfo.model_validate(
                {
                    "seat": seat_name(number),
                    "name": seat.name,
                    "colour": seat.colour,
                    "kind": seat.kind,
                    "bot": seat.bot,
                    "is_mine": number in viewer.seats,
                    "connected": seat.kind == "bot" or (seat.holder is not None and seat.holder in here),
                }
            )
            for number, seat in enumerate(match.row.seats)
        ]

    def _thinker(self, match: Match) -> int | None:
        seat = match.base.state.to_act
        thinks = match.id in self._thinking and seat >= 0 and match.row.seats[seat].kind == "bot"
        return seat if thinks else None

    def table(self, match: Match, viewer: Viewer) -> Table:
        return match.table(viewer, self.seats(match, viewer), self._thinker(match))

    def table_json(self, match: Match, viewer: Viewer) -> str:
        """The table as it is sent. It is made once for an answer and all lines that show the same."""
        seats, thinker = self.seats(match, viewer), self._thinker(match)
        key = (match.stamp(viewer), tuple(seats), thinker, viewer.player)
        text = match.sent.get(key)
        if text is None:
            text = match.table(viewer, seats, thinker).model_dump_json()
            while len(match.sent) >= SHOWN:
                del match.sent[next(iter(match.sent))]
            match.sent[key] = text
        return text

    # -- bots ---------------------------------------------------------------------------------------

    def wake_bots(self, id: str) -> None:
        """Let bots move as long as it is theirs to."""
        if id not in self._thinking:
            task = asyncio.create_task(self._play_bots(id))
            self._thinking[id] = task

    async def _play_bots(self, id: str) -> None:
        try:
            while await self._bot_turn(id):
                pass
        except asyncio.CancelledError:
            raise
        except Trouble as error:
            log.error("game %s: %s", id, error)
        except Exception:
            log.exception("game %s: its bot does not move", id)
        finally:
            self._thinking.pop(id, None)
            self.tell(id)

    async def _bot_turn(self, id: str) -> bool:
        """One turn of a bot, or the part of it before nature answers; False if it is nobody's."""
        match = await self.match(id)
        seat = match.base.state.to_act
        if seat < 0 or match.row.seats[seat].kind != "bot":
            return False
        ply = match.base.ply
        position = match.base.state.view(seat).to_position()
        name = match.row.seats[seat].bot or ""
        # A seed for each ply: the same thoughts come again after a restart.
        seed = f"{match.row.bot_seed}/{seat}/{ply}"
        try:
            moves = await self.thinkers.turn(name if name in self.thinkers.bots else "random", seed, position)
        except RuntimeError:
            raise
        except Exception:
            log.exception("game %s: %s could not decide at ply %d", id, name, ply)
            moves = await self.thinkers.turn("random", seed, position)
        async with self.hold(id) as match:
            if match.base.ply == ply:
                drafted = match.base.copy().replay(moves)
                await self.store_moves(match, match.finish(drafted, match.rng()))
        return True


def now() -> int:
    return int(time.time())
