"""The interface of the storage. A game is stored as its moves in notation, chance included.

Implementations are used from one thread. Everything done inside ``transaction`` is durable when it ends, or
rolled back if it raises.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol, cast

from ..analysis.study_rows import Studies
from ..people.people_rows import People
from .game_rows import Changes, ChatRow, GameRow, Job, JobChanges, NewJob, SeatRow, Stats, StoredGame

if TYPE_CHECKING:
    from ..clock.clock_store import ClockStore
    from ..notices.notice_store import NoticeStore
    from ..people.belongings_sql import BelongingsSql
    from ..people.circles_sql import CirclesSql
    from ..people.oversight_sql import OversightSql
    from ..people.sessions_sql import SessionsSql
    from ..plans.plan_store import PlanStore
    from .allowance_store import AllowanceStore
    from .list_store import ListStore


class StaleWrite(Exception):
    """The game has changed since the writer read it."""


class StorageFailed(Exception):
    """The storage could not do what it was asked, such as on a full disk. Nothing of it is stored."""


class Interrupted(StorageFailed):
    """Raised if the connection was lost before anything was stored: a retry may succeed."""


class Unusable(StorageFailed):
    """Raised while nothing can be stored: another program locks the database, or its file is gone."""


class WrongDatabase(ValueError):
    """Raised for a file that is not our database, or that we cannot use."""


class NewerSchema(WrongDatabase):
    """Raised for a database made by a later version."""


class Storage(Protocol):
    """What a storage must be able to do."""

    @property
    def shared(self) -> bool:
        """Whether several workers share this storage."""

    @property
    def worker(self) -> str:
        """This worker's name."""

    @property
    def allowances(self) -> AllowanceStore:
        """The stored rate limits."""

    @property
    def circles(self) -> CirclesSql:
        """Whom players follow and block, and their invitations."""

    @property
    def clocks(self) -> ClockStore:
        """The clocks, nights and holidays."""

    @property
    def lists(self) -> ListStore:
        """The lists of players' games."""

    @property
    def people(self) -> People:
        """What is known about players: the same connection, the same transaction."""

    @property
    def plans(self) -> PlanStore:
        """The turns that people have stored while they wait."""

    @property
    def studies(self) -> Studies:
        """What is kept for the analysis board."""

    @property
    def sessions(self) -> SessionsSql:
        """How players sign in: devices, passkeys, tickets."""

    @property
    def oversight(self) -> OversightSql:
        """What the operator sees: players, reports, bans."""

    @property
    def belongings(self) -> BelongingsSql:
        """All that belongs to a player."""

    @property
    def notices(self) -> NoticeStore:
        """The outbox, and whom its notices reach."""

    def others(self) -> Sequence[Storage]:
        """Open more connections to the same games, for as many threads. There may be none."""

    def time(self) -> float:
        """Return the time that all workers go by."""

    def transaction(self, single: bool = False) -> AbstractContextManager[None]:
        """Store all that is done inside, or nothing. ``single``: it reads, or writes with one statement."""

    def lock(self, what: str) -> None:
        """Acquire a lock shared by all workers, until the transaction ends."""

    def add_game(
        self, row: GameRow, moves: list[str], jobs: JobChanges = (), acts: int | None = None
    ) -> None:
        """Add a game. ``acts`` is the seat it waits for, -1 for none."""

    def load(self, game: str, since: int = 0) -> StoredGame | None:
        """Return a game, with its moves from a ply on."""

    def append(
        self,
        game: str,
        ply: int,
        moves: list[str],
        over: bool,
        at: int,
        jobs: JobChanges = (),
        acts: int | None = None,
        version: int | None = None,
    ) -> None:
        """Add moves after the first ``ply`` ones, and the jobs that follow from them. Drops the draft.

        ``acts`` is the seat that the game waits for then, -1 for none.

        Raises ``StaleWrite`` unless exactly ``ply`` moves are stored and the game has this version, if any.
        """

    def save_draft(
        self,
        game: str,
        ply: int,
        draft: list[str],
        before: list[str],
        version: int | None = None,
        unplanned: int = -1,
    ) -> None:
        """Replace the draft, and drop the turn that the seat ``unplanned`` has stored. It is one statement.

        Raises ``StaleWrite`` unless it is ``before``, ``ply`` moves are stored and the game has this version,
        if any.
        """

    def touch(self, game: str) -> None:
        """Raise a game's version, and lock it until the transaction ends.

        Raises ``StaleWrite`` if it is gone.
        """

    def save_seat(self, game: str, seat: int, row: SeatRow, before: int, jobs: JobChanges = ()) -> None:
        """Replace a seat, with the jobs that follow from it. An open seat of that colour gets its old one.

        Raises ``StaleWrite`` unless the stored one is of generation ``before``, or if a taken seat has the
        same colour.
        """

    def has_games(self) -> bool: ...

    def count_bot_games(self, creator: str) -> int:
        """Return how many unfinished games with bots a player has started."""

    def games_of(self, holder: str, most: int, archived: bool = False) -> list[str]:
        """Return the games in which a browser holds a seat, archived or not, the latest changed first."""

    def end_game(self, game: str, how: str, at: int) -> None:
        """End an unfinished game as it is."""

    def delete_game(self, game: str) -> None:
        """Delete a game and everything that belongs to it."""

    def archive(self, game: str, holder: str, away: bool) -> None:
        """Archive a game in a browser's list, or take it back."""

    def is_archived(self, game: str, holder: str) -> bool: ...

    def expire(self, waiting_since: int, unfinished_since: int, most: int) -> list[str]:
        """Delete unfinished games that nobody has changed since a time, earlier with an open seat.

        Returns their ids.
        """

    def move_notes(self, game: str, holder: str, to: str) -> None:
        """Give a browser's notes to the one that took its seat, which may have some already."""

    def say(
        self,
        game: str,
        seat: int | None,
        name: str,
        text: str,
        at: int,
        jobs: JobChanges = (),
        watcher: str | None = None,
    ) -> ChatRow: ...

    def chat(self, game: str, since: int, most: int, spectators: bool = True) -> list[ChatRow]:
        """Return the latest ``most`` lines with an id greater than ``since``, the oldest first.

        Without ``spectators``, only those of the people at the table.
        """

    def save_notes(self, game: str, holder: str, text: str) -> None: ...

    def notes(self, game: str, holder: str) -> str: ...

    def save_review(self, game: str, judge: str, document: str) -> None:
        """Store the review of a game, replacing an earlier one."""

    def review(self, game: str) -> tuple[str, str] | None:
        """Return the version of the judge and the review, if the game has one."""

    def save_finding(self, game: str, kind: str, part: str, text: str) -> None:
        """Store a result of a job about a game, or a part of it."""

    def findings(self, game: str, kind: str) -> dict[str, str]:
        """Return the stored results about a game, by part."""

    def count_findings(self, game: str, kind: str) -> int: ...

    def drop_findings(self, game: str, kind: str) -> None: ...

    # Jobs. Times are in seconds since 1970.

    def add_job(self, job: NewJob) -> None:
        """Add a job, or reschedule the one with the same kind and key. Its owner stays."""

    def ensure_job(self, job: NewJob) -> None:
        """Add a job if there is none of the same kind and key."""

    def drop_job(self, kind: str, key: str) -> None: ...

    def take_job(self, kind: str, worker: str, now: float, lease_until: float) -> Job | None:
        """Lease a due job to a worker and return it. The owner who was served longest ago comes first."""

    def finish_job(self, job: Job, worker: str) -> bool:
        """Remove a job that is done, unless it was changed meanwhile or another worker has it.

        Returns whether it was removed.
        """

    def retry_job(self, job: Job, worker: str, run_at: float) -> None:
        """Give a job back, to be tried again at a time."""

    def hurry_job(self, kind: str, key: str, now: float, tried_before: float) -> bool:
        """Retry a failed job now. Return whether there was one."""

    def prove_writable(self) -> None:
        """Write something that means nothing. Raises if the database cannot be written to."""

    def free_jobs(self, worker: str) -> None:
        """Give back all jobs of a worker."""

    def keep_leases(self, worker: str, lease_until: float) -> None:
        """Extend the leases of a worker's jobs."""

    def next_job_at(self, kind: str) -> float | None:
        """Return when the next job of a kind is due, or its lease ends."""

    def job_keys(self, kind: str) -> list[str]:
        """Return the keys of all jobs of a kind."""

    def job_at(self, kind: str, key: str) -> float | None:
        """Return when a job is due, or None if there is no such job."""

    def job_payload(self, kind: str, key: str) -> str | None:
        """Return a job's payload, or None if there is no such job."""

    def count_jobs(self, kind: str, owner: str) -> int: ...

    # For the operator.

    def all_games(self) -> list[str]: ...

    def prune(self, before: int, finished: bool) -> int:
        """Delete games unchanged since a time: unfinished ones, or all. Return how many."""

    def stats(self) -> Stats: ...

    def close(self) -> None: ...


class News(Protocol):
    """A connection that hears of other workers' changes, and reads them."""

    async def changes(self, game: str, version: int, since: int) -> Changes | None:
        """As ``SharedStorage.changes``. Raises ``Interrupted`` if there is no connection."""

    async def close(self) -> None: ...


class SharedStorage(Storage, Protocol):
    """A storage that several workers share."""

    def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> News:
        """Call ``heard`` with other workers' changes, and ``missed`` whenever some may be lost."""

    def changes(self, game: str, version: int, since: int) -> Changes | None:
        """Return what is new of a game since a version, with the moves since a ply.

        None if there is no such game.
        """

    def beat(self) -> list[str]:
        """Send a heartbeat, and return the live workers. Remove what dead ones left behind."""

    def leave(self) -> None:
        """Sign this worker off."""

    def set_lines(
        self, game: str, who: tuple[str, str], player: str | None, number: int, looking: int
    ) -> None:
        """Store how many live connections a browser at an address has to this worker in a game. ``looking``
        counts those whose page is visible.
        """

    def is_looking(self, game: str, player: str) -> bool:
        """Whether a player has a visible page of a game, at any worker."""

    def lines_elsewhere(self, game: str) -> list[tuple[str | None, int]]:
        """Return who is connected to a game at other workers, with the number of connections."""

    def lines_of(self, who: str) -> int:
        """Return the number of live connections of a browser or an address, over all workers."""


def shared(storage: Storage) -> SharedStorage:
    """Return the storage typed as shared; it must be."""
    assert storage.shared
    return cast(SharedStorage, storage)
