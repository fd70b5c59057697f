"""What both stores have in common: the same statements on SQLite and PostgreSQL."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Final

from ..analysis.study_sql import StudiesSql
from ..clock.clock_store import ClockStore
from ..clock.clocks import Clock
from ..notices.notice_store import NoticeStore
from ..people.belongings_sql import BelongingsSql
from ..people.circles_sql import CirclesSql
from ..people.oversight_sql import OversightSql
from ..people.people_sql import PeopleSql
from ..people.sessions_sql import SessionsSql
from ..plans.plan_store import PlanStore
from .allowance_store import AllowanceStore
from .game_rows import ChatRow, GameRow, Job, JobChanges, NewJob, NewNotice, SeatRow, Stats, StoredGame
from .list_store import ListStore
from .sql_base import Connection, Values, folded
from .sql_statements import statements
from .storage import StaleWrite, Storage

_OWN: Final = 14  # columns of a game's row; those of a seat follow


class SqlStorage:
    """A storage on one connection. Subclasses open it and end transactions."""

    shared = False

    def __init__(self, dialect: str, worker: str = "") -> None:
        self._sql: Final = statements(dialect)
        self._worker: Final = worker
        self.allowances: Final = AllowanceStore(self, dialect)
        self.circles: Final = CirclesSql(self, dialect)
        self.clocks: Final = ClockStore(self, dialect)
        self.lists: Final = ListStore(self, dialect)
        self.notices: Final = NoticeStore(self, dialect)
        self.people: Final = PeopleSql(self, dialect)
        self.plans: Final = PlanStore(self, dialect)
        self.studies: Final = StudiesSql(self, dialect)
        self.sessions: Final = SessionsSql(self, dialect)
        self.oversight: Final = OversightSql(self, dialect)
        self.belongings: Final = BelongingsSql(self, dialect)

    @property
    def worker(self) -> str:
        return self._worker

    def others(self) -> Sequence[Storage]:
        return []

    def time(self) -> float:
        return time.time()

    @property
    def db(self) -> Connection:
        """The open connection."""
        raise NotImplementedError

    def transaction(self, single: bool = False) -> AbstractContextManager[None]:
        raise NotImplementedError

    def tell(self, what: str, id: str, number: int) -> None:
        """Tell the other workers of a change, if there are any."""

    def lock(self, what: str) -> None:
        """Acquire a lock shared by all workers, until the transaction ends."""

    def size(self) -> int:
        """Return how many bytes the database takes."""
        raise NotImplementedError

    # -- games --------------------------------------------------------------------------------------

    def add_game(
        self, row: GameRow, moves: list[str], jobs: JobChanges = (), acts: int | None = None
    ) -> None:
        game = {
            "id": row.id, "ruleset": row.ruleset, "revision": row.revision, "seed": row.seed,
            "bot_seed": row.bot_seed, "created": row.created, "changed": row.changed or row.created,
            "plies": len(moves), "over": int(row.over), "draft": "", "ended": row.ended,
            "pace": row.pace, "acts": acts, "open_in": row.open_in, "creator": row.creator,
        }  # fmt: skip
        self.db.execute(self._sql.add_game, game)
        seats = [{"game": row.id, "seat": number, **_values(seat)} for number, seat in enumerate(row.seats)]
        self.db.cursor().executemany(self._sql.add_seat, seats)
        self._add_moves(row.id, 0, moves)
        if row.pace is not None:
            self.clocks.add(row.id, Clock.new(row.pace, len(row.seats)))
        self._change_jobs(jobs)

    def _add_moves(self, game: str, ply: int, moves: list[str]) -> None:
        rows = [{"game": game, "ply": ply + n, "move": move} for n, move in enumerate(moves)]
        if rows:
            self.db.cursor().executemany(self._sql.add_move, rows)

    def load(self, game: str, since: int = 0) -> StoredGame | None:
        its = {"its_game": game}
        found = list(self.db.execute(self._sql.game, its))
        if not found:
            return None
        (
            id, ruleset, revision, seed, bot_seed, created, changed, over, plies, draft, version, ended, pace,
            creator,
        ) = found[0][:_OWN]  # fmt: skip
        seats = [SeatRow(*row[_OWN:]) for row in found if row[_OWN] is not None]
        row = GameRow(
            id, ruleset, revision, seed, bot_seed, created, seats, changed, bool(over), ended, pace, creator
        )
        # Only the moves up to the row's ply: another worker may have added more meanwhile.
        later = {**its, "since": since, "plies": plies}
        moves = [move for (move,) in self.db.execute(self._sql.moves, later)] if plies > since else []
        clock = None if pace is None else self.clocks.load(id)
        return StoredGame(row, moves, lines_of(draft), version, clock)

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
        new = {"plies": ply + len(moves), "changed": at, "over": int(over), "acts": acts}
        self._append(game, moves, {"its_game": game, "ply": ply, "version": version, **new})
        self._change_jobs(jobs)

    def _append(self, game: str, moves: list[str], values: Values) -> None:
        self._once(self._sql.append, values, game)
        self._add_moves(game, values["ply"], moves)

    def save_draft(
        self,
        game: str,
        ply: int,
        draft: list[str],
        before: list[str],
        version: int | None = None,
        unplanned: int = -1,
    ) -> None:
        values = {
            "its_game": game, "ply": ply, "version": version,
            "draft": "\n".join(draft), "before": "\n".join(before),
        }  # fmt: skip
        self._save_draft(game, unplanned, values)

    def _save_draft(self, game: str, unplanned: int, values: Values) -> None:
        self._once(self._sql.save_draft, values, game)
        if unplanned >= 0:
            self.plans.drop(game, unplanned)

    def touch(self, game: str) -> None:
        self._once(self._sql.touch, {"its_game": game}, game)
        self.tell("game", game, 0)

    def save_seat(self, game: str, seat: int, row: SeatRow, before: int, jobs: JobChanges = ()) -> None:
        self._once(self._sql.touch, {"its_game": game}, game)
        its = {"its_game": game, "its_seat": seat, "its_colour": row.colour}
        self.db.execute(self._sql.swap_colour, its)
        self._once(self._sql.save_seat, {**its, "before": before, **_values(row)}, game)
        self._change_jobs(jobs)
        self.tell("game", game, 0)

    def _once(self, sql: str, values: Values, game: str) -> None:
        """Change one row. Raises ``StaleWrite`` if it is not in the expected state."""
        if self.db.execute(sql, values).rowcount != 1:
            raise StaleWrite(game)

    def has_games(self) -> bool:
        return self.db.execute(self._sql.any_game).fetchone() is not None

    def count_bot_games(self, creator: str) -> int:
        return int(self.db.execute(self._sql.bot_games, {"its_creator": creator}).fetchone()[0])

    def games_of(self, holder: str, most: int, archived: bool = False) -> list[str]:
        sql = self._sql.archived_of if archived else self._sql.games_of
        return self._ids(sql, {"holder": holder, "most": most})

    def end_game(self, game: str, how: str, at: int) -> None:
        self._once(self._sql.end_game, {"its_game": game, "ended": how, "changed": at}, game)
        self._drop_jobs(game)
        self.plans.clear(game)
        self.tell("game", game, 0)

    def delete_game(self, game: str) -> None:
        self._drop_jobs(game)
        for sql in self._sql.delete_game:
            self.db.execute(sql, {"its_game": game})
        self.tell("game", game, 0)

    def _drop_jobs(self, game: str) -> None:
        for kind in ("bot", "clock"):
            self.drop_job(kind, game)

    def archive(self, game: str, holder: str, away: bool) -> None:
        if away:
            self.db.execute(self._sql.archive, {"game": game, "holder": holder})
        else:
            self.db.execute(self._sql.unarchive, {"its_game": game, "holder": holder})

    def is_archived(self, game: str, holder: str) -> bool:
        found = self.db.execute(self._sql.is_archived, {"its_game": game, "holder": holder})
        return found.fetchone() is not None

    def expire(self, waiting_since: int, unfinished_since: int, most: int) -> list[str]:
        values = {"waiting": waiting_since, "unfinished": unfinished_since, "most": most}
        old = self._ids(self._sql.expired, values)
        for id in old:
            self.delete_game(id)
        return old

    def _ids(self, sql: str, values: Values | None = None) -> list[str]:
        return [id for (id,) in self.db.execute(sql, values or {})]

    # -- people's text ------------------------------------------------------------------------------

    def say(
        self,
        game: str,
        seat: int | None,
        name: str,
        text: str,
        at: int,
        jobs: JobChanges = (),
        watcher: str | None = None,
    ) -> ChatRow:
        # Lock, so that the lines of a game become visible in the order of their ids.
        self.db.execute(self._sql.lock_game, {"its_game": game})
        values = {
            "game": game,
            "seat": seat,
            "name": name,
            "text": text,
            "at": at,
            "watcher": watcher,
        }
        (id,) = self.db.execute(self._sql.say, values).fetchone()
        self._change_jobs(jobs)
        self.tell("chat", game, id)
        return ChatRow(id, seat, name, text, at, watcher)

    def chat(self, game: str, since: int, most: int, spectators: bool = True) -> list[ChatRow]:
        values = {"its_game": game, "since": since, "most": most, "spectators": int(spectators)}
        rows = self.db.execute(self._sql.chat, values)
        return [ChatRow(*row) for row in rows][::-1]

    def save_notes(self, game: str, holder: str, text: str) -> None:
        self.db.execute(self._sql.save_notes, {"game": game, "holder": holder, "text": text})

    def move_notes(self, game: str, holder: str, to: str) -> None:
        texts = [self.notes(game, to), self.notes(game, holder)]
        self.save_notes(game, to, "\n".join(text for text in texts if text))
        self.db.execute(self._sql.drop_notes, {"its_game": game, "holder": holder})

    def notes(self, game: str, holder: str) -> str:
        row = self.db.execute(self._sql.notes, {"its_game": game, "holder": holder}).fetchone()
        return "" if row is None else str(row[0])

    # -- reviews ------------------------------------------------------------------------------------

    def save_review(self, game: str, judge: str, document: str) -> None:
        self.db.execute(self._sql.save_review, {"game": game, "judge": judge, "document": document})

    def review(self, game: str) -> tuple[str, str] | None:
        row = self.db.execute(self._sql.review, {"its_game": game}).fetchone()
        return None if row is None else (str(row[0]), str(row[1]))

    def save_finding(self, game: str, kind: str, part: str, text: str) -> None:
        self.db.execute(self._sql.save_finding, {"game": game, "kind": kind, "part": part, "text": text})
        self.tell("found", game, 0)

    def findings(self, game: str, kind: str) -> dict[str, str]:
        return dict(self.db.execute(self._sql.findings, {"its_game": game, "kind": kind}))

    def count_findings(self, game: str, kind: str) -> int:
        found = self.db.execute(self._sql.count_findings, {"its_game": game, "kind": kind})
        return int(found.fetchone()[0])

    def drop_findings(self, game: str, kind: str) -> None:
        self.db.execute(self._sql.drop_findings, {"its_game": game, "kind": kind})

    # -- jobs ---------------------------------------------------------------------------------------

    def _change_jobs(self, jobs: JobChanges) -> None:
        for job in jobs:
            if isinstance(job, NewJob):
                self.add_job(job)
            elif isinstance(job, NewNotice):
                self.notices.tell(job)
            else:
                self.drop_job(job.kind, job.key)

    def add_job(self, job: NewJob) -> None:
        self.db.execute(self._sql.add_job, self._values(job))
        self.tell("job", job.kind, 0)

    def ensure_job(self, job: NewJob) -> None:
        self.db.execute(self._sql.ensure_job, self._values(job))
        self.tell("job", job.kind, 0)

    def _values(self, job: NewJob) -> Values:
        run_at = self.time() if job.run_at is None else job.run_at
        return {**vars(job), "run_at": run_at, "attempts": 0, "tried_at": 0.0}

    def drop_job(self, kind: str, key: str) -> None:
        self.db.execute(self._sql.drop_job, {"kind": kind, "its_key": key})

    def take_job(self, kind: str, worker: str, now: float, lease_until: float) -> Job | None:
        found = self.db.execute(self._sql.due_job, {"kind": kind, "now": now}).fetchone()
        if found is None:
            return None
        job = Job(*found)
        lease = {"its_id": job.id, "worker": worker, "lease_until": lease_until, "tried_at": now}
        self.db.execute(self._sql.lease_job, lease)
        self.db.execute(self._sql.note_served, {"kind": kind, "owner": job.owner, "at": now})
        return job

    def finish_job(self, job: Job, worker: str) -> bool:
        done = self.db.execute(self._sql.finish_job, {"its_id": job.id, "its_worker": worker})
        return done.rowcount > 0

    def retry_job(self, job: Job, worker: str, run_at: float) -> None:
        self.db.execute(self._sql.retry_job, {"its_id": job.id, "its_worker": worker, "run_at": run_at})
        self.tell("job", job.kind, 0)

    def hurry_job(self, kind: str, key: str, now: float, tried_before: float) -> bool:
        values = {"kind": kind, "its_key": key, "now": now, "tried_before": tried_before}
        hurried = self.db.execute(self._sql.hurry_job, values).rowcount > 0
        if hurried:
            self.tell("job", kind, 0)
        return hurried

    def prove_writable(self) -> None:
        self.db.execute(self._sql.note_served, {"kind": "health", "owner": self._worker, "at": self.time()})

    def free_jobs(self, worker: str) -> None:
        self.db.execute(self._sql.free_jobs, {"its_worker": worker})

    def keep_leases(self, worker: str, lease_until: float) -> None:
        self.db.execute(self._sql.keep_leases, {"its_worker": worker, "lease_until": lease_until})

    def next_job_at(self, kind: str) -> float | None:
        at: float | None = self.db.execute(self._sql.next_job_at, {"kind": kind}).fetchone()[0]
        return at

    def job_keys(self, kind: str) -> list[str]:
        return self._ids(self._sql.job_keys, {"kind": kind})

    def job_at(self, kind: str, key: str) -> float | None:
        found = self.db.execute(self._sql.job_at, {"kind": kind, "its_key": key}).fetchone()
        return None if found is None else float(found[0])

    def job_payload(self, kind: str, key: str) -> str | None:
        found = self.db.execute(self._sql.job_payload, {"kind": kind, "its_key": key}).fetchone()
        return None if found is None else str(found[0])

    def count_jobs(self, kind: str, owner: str) -> int:
        return int(self.db.execute(self._sql.jobs_of, {"kind": kind, "owner": owner}).fetchone()[0])

    # -- for the operator ---------------------------------------------------------------------------

    def all_games(self) -> list[str]:
        return self._ids(self._sql.all_games)

    def prune(self, before: int, finished: bool) -> int:
        old = self._ids(self._sql.old_games, {"before": before, "finished": int(finished)})
        for id in old:
            self.delete_game(id)
        self.db.execute(self._sql.forget_served)
        return len(old)

    def stats(self) -> Stats:
        games, unfinished, moves, chat, people = (
            int(self.db.execute(sql).fetchone()[0]) for sql in self._sql.figures
        )
        return Stats(games, unfinished, moves, chat, people, self.size())


def _values(seat: SeatRow) -> Values:
    return {**vars(seat), "folded": folded(seat.name)}


def lines_of(text: str) -> list[str]:
    return text.split("\n") if text else []
