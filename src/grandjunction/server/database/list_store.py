"""Lists of a player's games in both stores: chosen, ordered and cut into pages by the database."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

from sqlalchemy import and_, bindparam, case, exists, func, literal_column, or_, select, update

from .sql_base import Connected, containing, kind_of
from .sql_tables import ARCHIVED, CLOCKS, GAMES, SEATS

Show = Literal["waiting", "running", "open", "finished"]
Result = Literal["", "won", "lost", "ended"]
SHOWS: Final[tuple[Show, ...]] = ("waiting", "running", "open", "finished")
RESULTS: Final[tuple[Result, ...]] = ("", "won", "lost", "ended")
_ONE: Any = literal_column("1")
_ZERO: Any = literal_column("0")
_EMPTY: Any = literal_column("''")


@dataclass(frozen=True)
class Wanted:
    """Which of a player's games: ``waiting`` for the player, running, with an open seat, or finished."""

    show: Show
    ruleset: str = ""  # any
    player: str = ""  # part of the name of somebody at the table
    result: Result = ""


class _Statements:
    def __init__(self, dialect: str) -> None:
        kind = kind_of(dialect)
        self.mine = {(show, result): kind.sql(_list(show, result)) for show in SHOWS for result in RESULTS}
        self.waiting = kind.sql(_waiting())
        g, s = GAMES.c, SEATS.c
        its = g.id == bindparam("its_game")
        self.note = kind.sql(update(GAMES).where(its).values(acts=bindparam("acts")))
        self.place = kind.sql(
            update(SEATS)
            .where(s.game == bindparam("its_game"), s.seat == bindparam("its_seat"))
            .values(place=bindparam("place"))
        )
        seat = exists(select(_ONE).where(s.game == g.id, s.kind == literal_column("'open'")))
        there = and_(g.open_in.is_not(None), g.over == _ZERO, g.ended.is_(None))
        self.open_tables = kind.sql(
            select(g.id, g.open_in)
            .where(there, seat)
            .order_by(g.created.desc(), g.id)
            .limit(bindparam("most"))
            .offset(_ZERO)
        )
        chairs = select(func.count()).where(s.game == g.id).scalar_subquery()
        self.fitting_tables = kind.sql(
            select(g.id, g.open_in)
            .where(
                there, seat, g.seed.is_(None), g.ruleset == bindparam("ruleset"),
                func.coalesce(g.pace, _EMPTY) == bindparam("pace"), chairs == bindparam("players"),
            )
            .order_by(g.created, g.id)
            .limit(bindparam("most"))
            .offset(_ZERO)
        )  # fmt: skip
        self.is_open = kind.sql(select(_ONE).select_from(GAMES).where(its, there))
        self.unlisted = kind.sql(
            select(g.id).where(g.acts.is_(None)).order_by(g.id).limit(bindparam("most")).offset(_ZERO)
        )


def _waiting() -> Any:
    """Return a statement that counts the games with other people that wait for a player."""
    g, s, a = GAMES.c, SEATS.c, ARCHIVED.c
    me: Any = bindparam("holder")
    person: Any = literal_column("'person'")
    other = SEATS.alias("other")
    open_seat = exists(select(_ONE).where(other.c.game == g.id, other.c.kind == literal_column("'open'")))
    company = exists(select(_ONE).where(other.c.game == g.id, other.c.kind == person, other.c.holder != me))
    return (
        select(func.count())
        .select_from(GAMES)
        .join(SEATS, and_(s.game == g.id, s.seat == g.acts))
        .where(
            s.holder == me, s.kind == person, g.over == _ZERO, g.ended.is_(None), ~open_seat, company,
            g.id.not_in(select(a.game).where(a.holder == me)),
        )
    )  # fmt: skip


def _list(show: Show, result: Result) -> Any:
    g, s, c, a = GAMES.c, SEATS.c, CLOCKS.c, ARCHIVED.c
    me: Any = bindparam("holder")
    mine = or_(s.holder == me, and_(s.former == me, s.back != literal_column("'left'")))
    other = SEATS.alias("other")
    closed = or_(g.over == _ONE, g.ended.is_not(None))
    waits = and_(s.seat == g.acts, s.kind == literal_column("'person'"))
    open_seat = exists(select(_ONE).where(other.c.game == g.id, other.c.kind == literal_column("'open'")))
    shown: dict[Show, Any] = {
        "waiting": and_(~closed, ~open_seat, waits),
        "running": and_(~closed, ~open_seat),
        "open": and_(~closed, open_seat),
        "finished": closed,
    }
    results: dict[Result, Any] = {
        "": literal_column("1 = 1"),
        "won": s.place == _ONE,
        "lost": s.place > _ONE,
        "ended": g.ended.is_not(None),
    }
    text: Any = bindparam("name")
    named = exists(select(_ONE).where(other.c.game == g.id, other.c.folded.like(text, escape="/")))
    away = select(a.game).where(a.holder == me)
    first: Any = func.max(case((waits, _ONE), else_=_ZERO))
    due: Any = func.min(case((waits, c.due), else_=literal_column("NULL")))
    return (
        select(g.id)
        .join(SEATS, s.game == g.id)
        .outerjoin(CLOCKS, c.game == g.id)
        .where(
            mine, g.id.not_in(away), shown[show], results[result],
            or_(bindparam("ruleset") == _EMPTY, g.ruleset == bindparam("ruleset")),
            or_(bindparam("player") == _EMPTY, named),
        )
        .group_by(g.id, g.changed)
        .order_by(first.desc(), func.coalesce(due, literal_column("1e18")), g.changed.desc(), g.id)
        .limit(bindparam("most"))
        .offset(bindparam("skip"))
    )  # fmt: skip


_statements: Final = cache(_Statements)


class ListStore:
    """The lists of games in a storage. Calls are part of its transaction."""

    def __init__(self, storage: Connected, dialect: str) -> None:
        self._storage: Final = storage
        self._sql: Final = _statements(dialect)

    def mine(self, player: str, wanted: Wanted, most: int, skip: int = 0) -> list[str]:
        """Return a page of a player's games: those that wait for the player first, by time left."""
        values = {
            "holder": player, "ruleset": wanted.ruleset, "player": wanted.player,
            "name": containing(wanted.player), "most": most, "skip": skip,
        }  # fmt: skip
        sql = self._sql.mine[wanted.show, wanted.result]
        return [id for (id,) in self._storage.db.execute(sql, values)]

    def count_waiting(self, player: str) -> int:
        """Return how many games with other people wait for a player."""
        return int(self._storage.db.execute(self._sql.waiting, {"holder": player}).fetchone()[0])

    def note(self, game: str, acts: int, places: list[int]) -> None:
        """Store which seat a game waits for (-1: none), and each seat's place in a finished one."""
        self._storage.db.execute(self._sql.note, {"its_game": game, "acts": acts})
        for seat, place in enumerate(places):
            self._storage.db.execute(self._sql.place, {"its_game": game, "its_seat": seat, "place": place})

    def open_tables(self, most: int) -> list[tuple[str, str]]:
        """Return open tables with their languages, the newest first."""
        found = self._storage.db.execute(self._sql.open_tables, {"most": most})
        return [(id, language) for id, language in found]

    def fitting_tables(
        self, ruleset: str, players: int, pace: str | None, most: int
    ) -> list[tuple[str, str]]:
        """Return open tables of one kind with their languages, the oldest first. Practice games are none."""
        wanted = {"ruleset": ruleset, "players": players, "pace": pace or "", "most": most}
        found = self._storage.db.execute(self._sql.fitting_tables, wanted)
        return [(id, language) for id, language in found]

    def is_open(self, game: str) -> bool:
        return self._storage.db.execute(self._sql.is_open, {"its_game": game}).fetchone() is not None

    def unlisted(self, most: int) -> list[str]:
        """Return games stored by an earlier version, for which ``note`` was not called yet."""
        return [id for (id,) in self._storage.db.execute(self._sql.unlisted, {"most": most})]
