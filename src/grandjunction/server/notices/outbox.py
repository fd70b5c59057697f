"""Delivers notices from the outbox to the channels of their players.

A notice is written into the outbox in the transaction of what it is about: among the ``jobs`` of a change, or
by ``storage.notices.tell``; then ``Notices.wake`` is called. Some seconds later a worker checks that it
still holds and that its player is not watching the game. Then it adds a job for each channel that the player
wants, so the channels do not wait for each other.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ...record.game import Game
from ..database.game_rows import Job, NewJob, NewNotice, SeatRow
from ..database.storage import StorageFailed
from ..jobs import TryLater
from ..problems import Trouble
from .notice_store import TELL, Channel, Letter, NoticeStore, Wishes
from .notice_words import Message, write

if TYPE_CHECKING:
    from ..hall import Hall
    from ..hosted import HostedGame

# The events. ``off`` (a webhook was switched off) has no switch.
EVENTS: Final = ("turn", "began", "ended", "alarm", "timeout", "chat", "invited")
URGENT: Final = ("alarm",)  # mailed at once, even if a mail was sent and its reader has not come back
KINDS: Final = ("push", "mail", "webhook")
DAY: Final = 24 * 3600.0
STALE: Final = 12 * 3600.0  # seconds after which a push is not tried again
LONGEST: Final = 3600.0  # seconds between two tries
AT_ONCE: Final = {TELL: 8, "push": 16, "webhook": 16, "mail": 4}
log: Final = logging.getLogger("grandjunction.server")


class Gone(Exception):
    """Raised if a channel has ended for good."""


@dataclass(frozen=True)
class Notice:
    """A notice being delivered."""

    player: str
    id: str
    event: str
    game: str
    ply: int
    who: str
    at: float

    @staticmethod
    def of(player: str, payload: str) -> Notice:
        return Notice(player=player, **json.loads(payload))


Send = Callable[[Channel, Message], Awaitable[None]]  # raises ``Gone`` or ``TryLater``


def is_on(wishes: Wishes, event: str, kind: str) -> bool:
    """Whether a player wants to be told of an event by a kind of channel. Chat is off unless switched on."""
    return event not in EVENTS or wishes.switches.get(f"{event} {kind}", event != "chat")


# -- what is raised -------------------------------------------------------------------------------------


def people(seats: Iterable[SeatRow]) -> set[str]:
    """Return who sits at a table."""
    return {seat.holder for seat in seats if seat.holder is not None and seat.kind == "person"}


def after_moves(hosted: HostedGame, game: Game) -> list[NewNotice]:
    """Return the notices to store with a later moment of a game; none for a game with bots alone."""
    seats = hosted.row.seats
    if len(people(seats)) < 2:
        return []
    mover = _holder(seats, hosted.game.state.to_act)
    if game.state.is_over:
        return ended(hosted, mover)
    next_ = _holder(seats, game.state.to_act)
    if next_ is None or next_ == mover:
        return []
    return [NewNotice(next_, "turn", hosted.id, game.ply)]


def ended(hosted: HostedGame, by: str | None = None) -> list[NewNotice]:
    """Return the notices that a game has ended, for everyone but whoever ended it."""
    told = sorted(people(hosted.row.seats) - {by})
    return [NewNotice(player, "ended", hosted.id, hosted.game.ply) for player in told]


def after_joining(hosted: HostedGame, number: int, seat: SeatRow) -> list[NewNotice]:
    """Return the notices that somebody took a seat, for everyone else at the table."""
    told = sorted(people(hosted.row.seats) - {seat.holder})
    return [NewNotice(player, "began", hosted.id, number, seat.name) for player in told]


def after_chat(hosted: HostedGame, seat: int, player: str) -> list[NewNotice]:
    """Return the notices about a chat line, for everyone else at the table."""
    name = hosted.row.seats[seat].name
    told = sorted(people(hosted.row.seats) - {player})
    return [NewNotice(other, "chat", hosted.id, 0, name) for other in told]


def _holder(seats: Sequence[SeatRow], seat: int) -> str | None:
    return seats[seat].holder if seat >= 0 and seats[seat].kind == "person" else None


# -- delivery -------------------------------------------------------------------------------------------


class Notices:
    """Takes notices from the outbox to the channels of their players."""

    def __init__(self, hall: Hall) -> None:
        self._hall: Final = hall
        self._senders: Final[dict[str, Send]] = {}
        self.counts: Final[Counter[tuple[str, str]]] = Counter()  # by channel and outcome, since the start
        self.waiting: Final[dict[str, int]] = {}  # see ``count``
        self.used = False  # whether any player has a channel
        hall.jobs.lane(TELL, AT_ONCE[TELL], self._tell, rests=True)
        for kind in ("push", "webhook"):
            hall.jobs.lane(kind, AT_ONCE[kind], self._deliver, rests=True)

    def by(self, kind: str, send: Send) -> None:
        """Register how a kind of channel sends messages."""
        self._senders[kind] = send

    def can(self, kind: str) -> bool:
        """Whether this server has a kind of channel."""
        return kind in self._senders

    async def send(self, channel: Channel, message: Message) -> None:
        """Send a message by a channel at once. Raises ``Gone`` or ``TryLater``."""
        await self._senders[channel.kind](channel, message)

    async def open(self) -> None:
        self.used = await self._hall.journal.read(lambda storage: storage.notices.any())

    def heard(self, kind: str) -> None:
        """React to another worker's new job, which may be the first notice."""
        self.used = self.used or kind == TELL

    def wake(self) -> None:
        """Check the outbox for new notices."""
        if self.used:
            self._hall.jobs.wake(TELL)

    async def count(self) -> None:
        """Count the waiting notices for the metrics."""
        found = await self._hall.journal.read(
            lambda storage: {kind: storage.notices.count(kind) for kind in AT_ONCE}
        )
        self.waiting.update(found)

    async def came_back(self, player: str | None) -> None:
        """Drop the waiting mail of a player who is here."""
        if player is None or not self.used:
            return
        with suppress(StorageFailed):  # the next visit will do it
            if await self._hall.journal.read(lambda storage: _expects_mail(storage.notices, player)):
                await self._hall.journal.run(lambda storage: storage.notices.came_back(player))

    # -- is it still true -----------------------------------------------------------------------------

    async def holds(self, notice: Notice) -> bool:
        """Whether a notice is still true and its player is not watching the game."""
        if not notice.game:
            return True
        try:
            hosted = await self._hall.find(notice.game)
        except Trouble:  # the game is gone, or nobody can read it
            return False
        seats, acting = hosted.row.seats, hosted.game.state.to_act
        if notice.event == "invited":
            return await self._is_invited(notice, hosted)
        if notice.player not in people(seats):
            return False
        closed = hosted.row.over or hosted.row.ended is not None
        if closed and notice.event not in ("ended", "chat"):
            return False
        if notice.event in ("turn", "alarm") and _holder(seats, acting) != notice.player:
            return False
        return not await self._hall.crowd.is_looking(notice.game, notice.player)

    async def _is_invited(self, notice: Notice, hosted: HostedGame) -> bool:
        """Whether an invitation is unanswered and a seat is still open."""
        closed = hosted.row.over or hosted.row.ended is not None
        if closed or all(seat.kind != "open" for seat in hosted.row.seats):
            return False
        row = await self._hall.journal.read(
            lambda storage: storage.circles.invitation(notice.player, notice.game)
        )
        return row is not None and notice.player not in people(hosted.row.seats)

    async def message(self, notice: Notice) -> Message:
        """Return a notice in its reader's language."""
        hosted = await self._hall.find(notice.game) if notice.game else None
        reader, waiting = await self._hall.journal.read(
            lambda storage: (
                storage.people.settings(notice.player),
                storage.lists.count_waiting(notice.player),
            )
        )
        return write(notice, hosted, reader.reads, waiting)

    # -- from the outbox to the channels ---------------------------------------------------------------

    async def _tell(self, job: Job) -> bool:
        """Add a job for each channel that the player wants this notice on."""
        notice = Notice.of(job.owner, job.payload)
        if not await self.holds(notice):
            self.counts["tell", "dropped"] += 1
            return True
        channels, wishes, zone, now = await self._hall.journal.read(
            lambda storage: (
                storage.notices.channels(notice.player),
                storage.notices.wishes(notice.player) or Wishes(),
                storage.people.settings(notice.player).lives_in,
                storage.time(),
            )
        )
        tag = job.key.partition(" ")[2]
        wanted = [one for one in channels if one.off is None and is_on(wishes, notice.event, one.kind)]
        jobs = [
            NewJob(one.kind, f"{one.id} {tag}", owner=notice.player, payload=job.payload)
            for one in wanted
            if one.kind in self._senders and one.kind != "mail"
        ]
        by_mail = (
            self.can("mail")
            and any(one.kind == "mail" for one in wanted)
            and (wishes.mailed is None or wishes.digest is not None or notice.event in URGENT)
        )
        letter = Letter(tag, notice.id, job.payload, notice.at) if by_mail else None
        at = now if notice.event in URGENT else mail_at(wishes, zone, now)
        mail = NewJob("mail", notice.player, at, notice.player) if by_mail else None
        await self._hall.journal.run(lambda storage: storage.notices.pass_on(job, jobs, letter, mail))
        for kind in {one.kind for one in jobs} | ({"mail"} if mail else set()):
            self._hall.jobs.wake(kind)
        return False  # the job has changed with what follows from it

    # -- by one channel -------------------------------------------------------------------------------

    async def _deliver(self, job: Job) -> bool:
        """Send a notice by one channel, if it still holds."""
        journal = self._hall.journal
        notice = Notice.of(job.owner, job.payload)
        id, _, tag = job.key.partition(" ")
        channel, newer, now = await journal.read(
            lambda storage: (
                storage.notices.channel(id),
                storage.notices.has_newer(notice.player, tag),
                storage.time(),
            )
        )
        if channel is None or channel.off is not None or newer or not await self.holds(notice):
            self.counts[job.kind, "dropped"] += 1
            return True
        try:
            await self.send(channel, await self.message(notice))
        except Gone:
            self.counts[job.kind, "gone"] += 1
            await journal.run(lambda storage: storage.notices.drop_channel(channel.player, id))
            return True
        except TryLater as error:
            self.counts[job.kind, "failed"] += 1
            return await self._failed(job, channel, notice, now, error)
        self.counts[job.kind, "sent"] += 1
        if channel.failing is not None:
            await journal.run(lambda storage: storage.notices.note_channel(id, None))
        return True

    async def _failed(self, job: Job, channel: Channel, notice: Notice, now: float, error: TryLater) -> bool:
        """Retry later, or give up: a push after half a day, a webhook after a day of failures."""
        if job.kind == "push":
            if now - notice.at > STALE:
                return True
            raise TryLater(str(error), max(error.wait, later(10.0, job.attempts)))
        since = now if channel.failing is None else channel.failing
        if now - since >= DAY:
            await self._switch_off(channel, since, now)
            return True
        await self._hall.journal.run(lambda storage: storage.notices.note_channel(channel.id, since))
        raise TryLater(str(error), max(error.wait, later(60.0, job.attempts)))

    async def _switch_off(self, channel: Channel, since: float, now: float) -> None:
        """Switch off a channel that failed for a day, and tell its player by the others."""
        told = NewNotice(channel.player, "off", "", who=channel.label, wait=0.0)

        def write_(store: NoticeStore) -> None:
            store.note_channel(channel.id, since, now)
            store.tell(told)

        self.counts[channel.kind, "off"] += 1
        await self._hall.journal.run(lambda storage: write_(storage.notices))
        self.wake()


def later(first: float, failures: int) -> float:
    """Return how many seconds to wait after this many earlier failures."""
    return min(first * 2.0 ** min(failures, 20), LONGEST)


def mail_at(wishes: Wishes, zone: str, now: float) -> float:
    """Return when a mail is due: after the delay, or at the next hour of the digest in its reader's time."""
    if wishes.digest is None:
        return now + wishes.mail_after * 60.0
    try:
        lives_in = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        lives_in = ZoneInfo("UTC")
    here = datetime.fromtimestamp(now, lives_in)
    due = here.replace(hour=wishes.digest, minute=0, second=0, microsecond=0)
    if due.timestamp() <= now:
        due += timedelta(days=1)
    return due.timestamp()


def _expects_mail(store: NoticeStore, player: str) -> bool:
    wishes = store.wishes(player)
    return wishes is not None and (wishes.mailed is not None or bool(store.letters(player)))
