"""Bots at the tables. A bot's turn is a job: it is stored with the move before it.

A game of bots alone pauses when nobody has watched it for a minute, and goes on when somebody does.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from ..record.game import Game
from .database.game_rows import DoneJob, GameRow, Job, NewJob, SeatRow
from .database.storage import Storage, StorageFailed
from .jobs import AT_LEAST, Lane
from .problems import Trouble

if TYPE_CHECKING:
    from .hall import Hall
    from .hosted import HostedGame

KIND: Final = "bot"
MOST: Final = 100  # limit of unfinished games with bots per browser
LOOKED: Final = "looked"  # the finding that stores when a game of bots alone was last watched
RESTS: Final = 60.0  # seconds its bots go on after that
REMEMBERED: Final = 10_000  # looks
log: Final = logging.getLogger("grandjunction.server")


class BotPlay:
    """The games in which bots are to act. The key of a job is the game's id."""

    def __init__(self, hall: Hall) -> None:
        self._hall: Final = hall
        self._lane: Final[Lane] = hall.jobs.lane(KIND, hall.thinkers.at_once, self._turn, hall.tell)
        self._looked: Final[dict[str, float]] = {}  # when a failed bot was last told so
        self._hurrying: Final[set[asyncio.Task[None]]] = set()
        self.waiting = 0  # turns that nobody is at; see ``count``

    def jobs_after(self, hosted: HostedGame, game: Game) -> list[NewJob | DoneJob]:
        """Return the job changes to store with a later moment of a game."""
        seats = hosted.row.seats
        if is_bot(seats, game.state.to_act):
            return [NewJob(KIND, hosted.id, owner=owner_of(seats))]
        return [DoneJob(KIND, hosted.id)] if is_bot(seats, hosted.game.state.to_act) else []

    def look(self, hosted: HostedGame) -> None:
        """Resume a bot that failed or pauses, because somebody watches its game."""
        if hosted.row.ended is not None or not is_bot(hosted.row.seats, hosted.game.state.to_act):
            return
        id, at = hosted.id, time.monotonic()
        alone = not is_attended(hosted.row.seats)
        if not alone and not self._hall.journal.storage.shared and self.thinks(id):
            return
        if at - self._looked.get(id, -AT_LEAST) < AT_LEAST:
            return
        if len(self._looked) >= REMEMBERED:
            self._looked.clear()
        self._looked[id] = at
        task = asyncio.create_task(self._go_on(id, alone))
        self._hurrying.add(task)
        task.add_done_callback(self._hurrying.discard)

    async def _go_on(self, id: str, alone: bool) -> None:
        if alone:
            with suppress(StorageFailed):  # the next look will do
                await self._hall.journal.run(lambda storage: _note_look(storage, id))
            self._hall.jobs.wake(KIND)
        await self._hall.jobs.hurry(KIND, id)

    def plays(self, id: str) -> bool:
        """Whether this worker is computing a bot's turn in a game."""
        return id in self._lane.running

    def thinks(self, id: str) -> bool:
        """Whether the bot to act is thinking rather than waiting after a failure."""
        return id not in self._lane.failed

    def went_on(self, id: str) -> None:
        """Clear a failure, because another worker went on with the game."""
        self._lane.failed.discard(id)

    @property
    def failed(self) -> int:
        """In how many games a bot waits to try again."""
        return len(self._lane.failed)

    @property
    def playing(self) -> int:
        """The number of games in which bots are thinking at this worker."""
        return len(self._lane.running)

    async def count(self) -> None:
        """Count the waiting turns for the metrics."""
        all_ = len(await self._hall.journal.read(lambda storage: storage.job_keys(KIND)))
        self.waiting = max(0, all_ - self.playing)

    # -- a turn -------------------------------------------------------------------------------------

    async def _turn(self, job: Job) -> bool:
        """Play a bot's turn up to the next chance outcome. Return True if no bot is to act."""
        hall, id = self._hall, job.key
        try:
            hosted = await hall.find_unseen(id)
        except Trouble as error:  # the game is gone, or nobody can read it
            log.error("game %s: %s", id, error)
            return True
        seat, ply = hosted.game.state.to_act, hosted.game.ply
        if hosted.row.ended is not None or not is_bot(hosted.row.seats, seat):
            return True
        if not is_attended(hosted.row.seats) and await hall.journal.run(lambda storage: _rest(storage, id)):
            return True
        if job.attempts:
            hall.tell(id)  # it had failed, and thinks now
        moves = await self._think(hosted, seat, job.owner)
        async with hall.hold(id) as hosted:
            if hosted.row.ended is not None:
                return True
            if hosted.game.ply != ply or not is_bot(hosted.row.seats, seat):
                return not is_bot(hosted.row.seats, hosted.game.state.to_act)
            game = hosted.game.copy()
            game.replay(moves)
            game.settle(hosted.rng())
            await hall.store_moves(hosted, game)
        return False  # the job has changed with the moves

    async def _think(self, hosted: HostedGame, seat: int, owner: str) -> list[str]:
        hall, name = self._hall, hosted.row.seats[seat].bot or ""
        position = hosted.game.state.view(seat).to_position()
        # A seed for each ply, so that a bot thinks the same again after a restart.
        seed = f"{hosted.row.bot_seed}/{seat}/{hosted.game.ply}"
        try:
            known = name if name in hall.thinkers.bots else "random"
            return await hall.thinkers.turn(owner, known, seed, position)
        except RuntimeError:
            raise
        except Exception:
            log.exception("game %s: %s could not decide at ply %d", hosted.id, name, hosted.game.ply)
            return await hall.thinkers.turn(owner, "random", seed, position)


def has_room(storage: Storage, row: GameRow) -> bool:
    """Whether the player who starts a game may have another unfinished game with bots."""
    with_bots = any(seat.kind == "bot" for seat in row.seats)
    return not with_bots or row.creator is None or storage.count_bot_games(row.creator) < MOST


def too_many_games() -> Trouble:
    message = f"You have begun {MOST} games with bots that are not over. Finish, leave or delete one first."
    return Trouble(429, "too_many_games", message)


def is_bot(seats: list[SeatRow], seat: int) -> bool:
    """Whether a seat, which may be nature's, is a bot's."""
    return seat >= 0 and seats[seat].kind == "bot"


def is_attended(seats: list[SeatRow]) -> bool:
    """Whether a person sits at the table. Without one, bots think only while somebody watches."""
    return any(seat.kind == "person" for seat in seats)


def _note_look(storage: Storage, id: str) -> None:
    storage.save_finding(id, LOOKED, "", str(storage.time()))
    storage.ensure_job(NewJob(KIND, id))


def _rest(storage: Storage, id: str) -> bool:
    """End the job of an unattended game. Return False if somebody has watched it recently."""
    looked = storage.findings(id, LOOKED).get("")
    if looked is None:
        _note_look(storage, id)
    if looked is None or storage.time() - float(looked) < RESTS:
        return False
    storage.drop_job(KIND, id)
    return True


def owner_of(seats: list[SeatRow]) -> str:
    """Return the owner of a game's bot turns: the first browser that sits there.

    All games at which nobody sits share one owner, unless it is known who began them.
    """
    return next((seat.holder for seat in seats if seat.holder is not None), "")
