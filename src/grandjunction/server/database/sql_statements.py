"""The statements of both stores, compiled once for each kind of database."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from sqlalchemy import (
    Column,
    Integer,
    and_,
    bindparam,
    case,
    cast,
    delete,
    distinct,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from ..people.people_tables import INVITATIONS
from ..plans.plan_tables import PLANS
from .sql_base import Kind, kind_of
from .sql_tables import ARCHIVED, CHAT, CLOCKS, FINDINGS, GAMES, JOBS, MOVES, NOTES, REVIEWS, SEATS, SERVED

_ONE: Any = literal_column("1")
_ZERO: Any = literal_column("0")
_EMPTY: Any = literal_column("''")
_NULL: Any = literal_column("NULL")
_SEAT: Final = (
    "name", "colour", "kind", "bot", "holder", "generation", "resigned", "former", "back", "folded",
)  # fmt: skip
_LEFT: Any = literal_column("'left'")
_PARTS: Final = (MOVES, CHAT, NOTES, ARCHIVED, REVIEWS, CLOCKS, FINDINGS, PLANS, INVITATIONS)


class Statements:
    """Every statement as text."""

    def __init__(self, kind: Kind) -> None:
        self._sql: Final = kind.sql
        self._insert: Final = kind.insert
        self._about_games()
        self._about_seats()
        self._about_text()
        self._about_jobs()

    def _about_games(self) -> None:
        g, its = GAMES.c, _its(GAMES.c.id)
        version = func.coalesce(cast(bindparam("version"), Integer), g.version)  # None: whatever it is
        here = and_(its, g.plies == bindparam("ply"), g.version == version)
        newer = {"version": g.version + _ONE}
        self.add_game = self._sql(insert(GAMES), *(column.name for column in g if column.name != "version"))
        s = SEATS.c
        self.game = self._sql(  # a row for each seat, because every statement costs more than its work
            select(
                g.id, g.ruleset, g.revision, g.seed, g.bot_seed, g.created, g.changed, g.over,
                g.plies, g.draft, g.version, g.ended, g.pace, g.creator,
                s.name, s.colour, s.kind, s.bot, s.holder, s.generation, s.resigned, s.former, s.back,
            )
            .outerjoin(SEATS, s.game == g.id)
            .where(its)
            .order_by(s.seat)
        )  # fmt: skip
        self.append = self._sql(
            update(GAMES).where(here).values(
                plies=bindparam("plies"), changed=bindparam("changed"), over=bindparam("over"), draft=_EMPTY,
                acts=bindparam("acts"), **newer,
            )
        )  # fmt: skip
        self.save_draft = self._sql(
            update(GAMES)
            .where(here, g.draft == bindparam("before"))
            .values(draft=bindparam("draft"), **newer)
        )
        self.touch = self._sql(update(GAMES).where(its).values(**newer))
        self.lock_game = self._sql(select(g.id).where(its).with_for_update())
        self.add_move = self._sql(insert(MOVES), "game", "ply", "move")
        m = MOVES.c
        self.moves = self._sql(
            select(m.move)
            .where(_its(m.game), m.ply >= bindparam("since"), m.ply < bindparam("plies"))
            .order_by(m.ply)
        )
        running = and_(g.over == _ZERO, g.ended.is_(None))
        self.any_game = self._sql(select(_ONE).select_from(GAMES).limit(_ONE).offset(_ZERO))
        bot = select(_ONE).where(SEATS.c.game == g.id, SEATS.c.kind == literal_column("'bot'")).exists()
        self.bot_games = self._sql(
            select(func.count()).select_from(GAMES).where(g.creator == bindparam("its_creator"), running, bot)
        )
        self.all_games = self._sql(select(g.id).order_by(g.id))
        self.old_games = self._sql(
            select(g.id)
            .where(g.changed < bindparam("before"), or_(running, bindparam("finished") == _ONE))
            .order_by(g.id)
        )
        # Delete what belongs to a game before the game itself.
        self.delete_game = [
            self._sql(delete(table).where(_its(table.c.id if table is GAMES else table.c.game)))
            for table in (*_PARTS, SEATS, GAMES)
        ]
        self.figures = [
            self._sql(select(func.count()).select_from(GAMES)),
            self._sql(select(func.count()).select_from(GAMES).where(running)),
            self._sql(select(func.count()).select_from(MOVES)),
            self._sql(select(func.count()).select_from(CHAT)),
            self._sql(select(func.count(distinct(SEATS.c.holder)))),
        ]

    def _about_seats(self) -> None:
        s, g = SEATS.c, GAMES.c
        self.add_seat = self._sql(insert(SEATS), "game", "seat", *_SEAT)
        o = SEATS.alias().c
        its_seat: Any = bindparam("its_seat")
        its_colour: Any = bindparam("its_colour")
        has_it = select(_ONE).where(_its(o.game), o.seat != its_seat, o.colour == its_colour).exists()
        self.save_seat = self._sql(
            update(SEATS)
            .where(_its(s.game), s.seat == its_seat, s.generation == bindparam("before"), ~has_it)
            .values({name: bindparam(name) for name in _SEAT})
        )
        own = select(o.colour).where(_its(o.game), o.seat == its_seat).scalar_subquery()
        is_free = s.kind == literal_column("'open'")
        self.swap_colour = self._sql(
            update(SEATS)
            .where(_its(s.game), s.seat != its_seat, s.colour == its_colour, is_free)
            .values(colour=own)
        )
        a = ARCHIVED.c
        held = select(s.game).where(
            or_(s.holder == bindparam("holder"), and_(s.former == bindparam("holder"), s.back != _LEFT))
        )
        away = select(a.game).where(a.holder == bindparam("holder"))
        self.games_of, self.archived_of = (
            self._sql(
                select(g.id)
                .where(g.id.in_(held), chosen)
                .order_by(g.changed.desc(), g.id)
                .limit(bindparam("most"))
                .offset(_ZERO)
            )
            for chosen in (g.id.not_in(away), g.id.in_(away))
        )
        its_holder = and_(_its(a.game), a.holder == bindparam("holder"))
        self.archive = self._sql(self._insert(ARCHIVED).on_conflict_do_nothing(), "game", "holder")
        self.unarchive = self._sql(delete(ARCHIVED).where(its_holder))
        self.is_archived = self._sql(select(_ONE).select_from(ARCHIVED).where(its_holder))
        self.end_game = self._sql(
            update(GAMES)
            .where(_its(g.id), g.over == _ZERO, g.ended.is_(None))
            .values(ended=bindparam("ended"), changed=bindparam("changed"), version=g.version + _ONE)
        )
        open_seat = select(_ONE).where(s.game == g.id, s.kind == literal_column("'open'")).exists()
        self.expired = self._sql(
            select(g.id)
            .where(
                g.over == _ZERO,
                g.ended.is_(None),
                or_(g.changed < bindparam("unfinished"), and_(g.changed < bindparam("waiting"), open_seat)),
            )
            .order_by(g.id)
            .limit(bindparam("most"))
            .offset(_ZERO)
        )

    def _about_text(self) -> None:
        c, n = CHAT.c, NOTES.c
        self.say = self._sql(insert(CHAT).returning(c.id), "game", "seat", "name", "text", "at", "watcher")
        said_by_all = or_(c.seat.is_not(None), bindparam("spectators") == _ONE)
        self.chat = self._sql(
            select(c.id, c.seat, c.name, c.text, c.at, c.watcher)
            .where(_its(c.game), c.id > bindparam("since"), said_by_all)
            .order_by(c.id.desc())
            .limit(bindparam("most"))
            .offset(_ZERO)
        )
        new = self._insert(NOTES)
        self.save_notes = self._sql(
            new.on_conflict_do_update(index_elements=[n.game, n.holder], set_={"text": new.excluded.text}),
            "game", "holder", "text",
        )  # fmt: skip
        self.drop_notes = self._sql(delete(NOTES).where(_its(n.game), n.holder == bindparam("holder")))
        self.notes = self._sql(select(n.text).where(_its(n.game), n.holder == bindparam("holder")))
        r, found = REVIEWS.c, self._insert(REVIEWS)
        self.save_review = self._sql(
            found.on_conflict_do_update(
                index_elements=[r.game],
                set_={"judge": found.excluded.judge, "document": found.excluded.document},
            ),
            "game", "judge", "document",
        )  # fmt: skip
        self.review = self._sql(select(r.judge, r.document).where(_its(r.game)))
        f, fresh = FINDINGS.c, self._insert(FINDINGS)
        of_kind = and_(_its(f.game), f.kind == bindparam("kind"))
        self.save_finding = self._sql(
            fresh.on_conflict_do_update(
                index_elements=[f.game, f.kind, f.part], set_={"text": fresh.excluded.text}
            ),
            "game", "kind", "part", "text",
        )  # fmt: skip
        self.findings = self._sql(select(f.part, f.text).where(of_kind))
        self.count_findings = self._sql(select(func.count()).where(of_kind))
        self.drop_findings = self._sql(delete(FINDINGS).where(of_kind))

    def _about_jobs(self) -> None:
        j, its = JOBS.c, and_(JOBS.c.kind == bindparam("kind"), JOBS.c.key == bindparam("its_key"))
        new = self._insert(JOBS)
        self.add_job = self._sql(
            new.on_conflict_do_update(
                index_elements=[j.kind, j.key],
                set_={
                    "run_at": new.excluded.run_at, "payload": new.excluded.payload,
                    "lease_until": _NULL, "worker": _NULL, "attempts": _ZERO,
                },
            ),
            "kind", "key", "owner", "payload", "run_at", "attempts", "tried_at",
        )  # fmt: skip
        self.ensure_job = self._sql(
            new.on_conflict_do_nothing(), "kind", "key", "owner", "payload", "run_at", "attempts", "tried_at"
        )
        self.drop_job = self._sql(delete(JOBS).where(its))
        self.job_keys = self._sql(select(j.key).where(j.kind == bindparam("kind")).order_by(j.run_at, j.id))
        self.job_payload = self._sql(select(j.payload).where(its))
        self.job_at = self._sql(select(j.run_at).where(its))
        self.jobs_of = self._sql(
            select(func.count()).where(j.kind == bindparam("kind"), j.owner == bindparam("owner"))
        )
        free = or_(j.lease_until.is_(None), j.lease_until <= bindparam("now"))
        turns = and_(SERVED.c.kind == j.kind, SERVED.c.owner == j.owner)
        self.due_job = self._sql(
            select(j.id, j.kind, j.key, j.owner, j.payload, j.run_at, j.attempts)
            .outerjoin(SERVED, turns)
            .where(j.kind == bindparam("kind"), j.run_at <= bindparam("now"), free)
            .order_by(func.coalesce(SERVED.c.at, _ZERO), j.run_at, j.id)
            .limit(_ONE)
            .offset(_ZERO)
            .with_for_update(of=JOBS, skip_locked=True)
        )
        mine = and_(j.id == bindparam("its_id"), j.worker == bindparam("its_worker"))
        self.lease_job = self._sql(
            update(JOBS).where(j.id == bindparam("its_id")).values(
                lease_until=bindparam("lease_until"), worker=bindparam("worker"),
                tried_at=bindparam("tried_at"), attempts=j.attempts + _ONE,
            )
        )  # fmt: skip
        served = self._insert(SERVED)
        self.note_served = self._sql(
            served.on_conflict_do_update(
                index_elements=[SERVED.c.kind, SERVED.c.owner], set_={"at": served.excluded.at}
            ),
            "kind", "owner", "at",
        )  # fmt: skip
        self.finish_job = self._sql(delete(JOBS).where(mine))
        self.retry_job = self._sql(
            update(JOBS).where(mine).values(run_at=bindparam("run_at"), lease_until=_NULL, worker=_NULL)
        )
        self.hurry_job = self._sql(
            update(JOBS)
            .where(
                its, j.attempts > _ZERO, j.lease_until.is_(None), j.run_at > bindparam("now"),
                j.tried_at <= bindparam("tried_before"),
            )
            .values(run_at=bindparam("now"))
        )  # fmt: skip
        self.free_jobs = self._sql(
            update(JOBS).where(j.worker == bindparam("its_worker")).values(lease_until=_NULL, worker=_NULL)
        )
        self.keep_leases = self._sql(
            update(JOBS)
            .where(j.worker == bindparam("its_worker"), j.lease_until < bindparam("lease_until"))
            .values(lease_until=bindparam("lease_until"))
        )
        later = case(
            (and_(j.lease_until.is_not(None), j.lease_until > j.run_at), j.lease_until), else_=j.run_at
        )
        self.next_job_at = self._sql(select(func.min(later)).where(j.kind == bindparam("kind")))
        alone = ~select(_ONE).where(j.kind == SERVED.c.kind, j.owner == SERVED.c.owner).exists()
        self.forget_served = self._sql(delete(SERVED).where(alone))


def _its(column: Column[Any]) -> Any:
    """Return the condition that a row belongs to the game in question."""
    return column == bindparam("its_game")


@cache
def statements(dialect: str) -> Statements:
    """Return the statements for ``sqlite`` or ``postgresql``."""
    return Statements(kind_of(dialect))
