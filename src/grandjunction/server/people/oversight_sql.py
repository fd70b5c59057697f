"""The operator's data in both stores: players, reports, bans and waiting jobs."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final

from sqlalchemy import bindparam, case, delete, func, insert, literal_column, or_, select, update

from ..database.sql_base import Connected, Kind, SubjectStore, containing
from ..database.sql_tables import GAMES, JOBS, SEATS
from .people_rows import PlayerRow
from .people_sql import COLUMNS
from .people_tables import ADDRESSES, BANS, PLAYERS, REPORTS

KEPT: Final = 30 * 24 * 3600  # seconds for which an address is kept after its last use
MOST: Final = 20  # addresses of one player, the latest
_ZERO: Any = literal_column("0")
_ONE: Any = literal_column("1")


@dataclass(frozen=True)
class ReportRow:
    """What a player has told the operator about another, or about a line of the chat."""

    at: int
    reporter: str
    about: str | None
    game: str
    seat: int | None
    line: int | None
    quote: str
    text: str
    closed: int | None = None
    id: int = 0


@dataclass(frozen=True)
class BanRow:
    """A banned address."""

    address: str
    reason: str
    at: int


@dataclass(frozen=True)
class AddressRow:
    """An address from which a player came."""

    address: str
    at: int  # the last time


@dataclass(frozen=True)
class QueueRow:
    """The waiting jobs of one kind."""

    kind: str
    waiting: int
    failing: int  # of these, retries
    oldest: float


def _names(row: type) -> list[str]:
    return [field.name for field in fields(row)]


class _Statements:
    def __init__(self, kind: Kind) -> None:
        sql, p, r, b, j, g = kind.sql, PLAYERS.c, REPORTS.c, BANS.c, JOBS.c, GAMES.c
        text: Any = bindparam("text")
        s = SEATS.c
        seated = (s.kind == literal_column("'person'"), s.holder.is_not(None))
        called = select(s.holder).where(*seated, s.folded.like(text, escape="/"))
        self.players = sql(
            select(*(p[name] for name in COLUMNS))
            .where(
                or_(
                    p.id == bindparam("exactly"),
                    p.folded.like(text, escape="/"),
                    func.coalesce(p.email, literal_column("''")).like(text, escape="/"),
                    p.id.in_(called),
                )
            )
            .order_by(p.seen.desc(), p.id)
            .limit(bindparam("most"))
            .offset(_ZERO)
        )
        unknown = s.holder.not_in(select(p.id))
        self.guests = sql(
            select(s.holder, func.max(s.name), func.min(g.created), func.max(g.changed))
            .join(GAMES, g.id == s.game)
            .where(*seated, unknown, or_(s.holder == bindparam("exactly"), s.folded.like(text, escape="/")))
            .group_by(s.holder)
            .order_by(func.max(g.changed).desc(), s.holder)
            .limit(bindparam("most"))
            .offset(_ZERO)
        )
        self.count_guests = sql(select(func.count(s.holder.distinct())).where(*seated, unknown))
        self.seat_name = sql(
            select(s.name)
            .join(GAMES, g.id == s.game)
            .where(s.holder == bindparam("its_player"))
            .order_by(g.changed.desc(), g.id)
            .limit(_ONE)
            .offset(_ZERO)
        )
        self.operators = sql(
            select(*(p[name] for name in COLUMNS)).where(p.role == bindparam("its_role")).order_by(p.id)
        )
        self.count = sql(select(func.count()).select_from(PLAYERS))
        self.add_report = sql(
            insert(REPORTS).returning(r.id), *(name for name in _names(ReportRow) if name != "id")
        )
        self.reports = sql(
            select(*(r[name] for name in _names(ReportRow)))
            .order_by(r.closed.is_not(None), r.id.desc())
            .limit(bindparam("most"))
            .offset(_ZERO)
        )
        self.close_report = sql(
            update(REPORTS)
            .where(r.id == bindparam("its_id"), r.closed.is_(None))
            .values(closed=bindparam("closed"))
        )
        self.bans = sql(select(b.address, b.reason, b.at).order_by(b.at.desc(), b.address))
        self.ban = sql(kind.insert(BANS).on_conflict_do_nothing(), "address", "reason", "at")
        self.unban = sql(delete(BANS).where(b.address == bindparam("its_address")))
        a, player = ADDRESSES.c, bindparam("its_player", type_=ADDRESSES.c.player.type)
        came = kind.insert(ADDRESSES)
        self.note_address = sql(
            came.on_conflict_do_update(index_elements=[a.player, a.address], set_={"at": came.excluded.at}),
            "player", "address", "at",
        )  # fmt: skip
        latest = select(a.address).where(a.player == player).order_by(a.at.desc(), a.address)
        self.addresses = sql(latest.with_only_columns(a.address, a.at).where(a.at >= bindparam("since")))
        kept = latest.limit(literal_column(str(MOST))).offset(_ZERO)
        self.drop_addresses = [
            sql(delete(ADDRESSES).where(a.at < bindparam("since"))),
            sql(delete(ADDRESSES).where(a.player == player, a.address.not_in(kept))),
        ]
        failing = func.sum(case((j.attempts > _ZERO, _ONE), else_=_ZERO))
        self.queues = sql(
            select(j.kind, func.count(), failing, func.min(j.run_at)).group_by(j.kind).order_by(j.kind)
        )
        self.games = sql(select(g.id).order_by(g.changed.desc(), g.id).limit(bindparam("most")).offset(_ZERO))


class OversightSql(SubjectStore[_Statements]):
    """The operator's part of a storage."""

    def __init__(self, storage: Connected, kind: str) -> None:
        super().__init__(storage, kind, _Statements)

    def players(self, text: str, most: int) -> list[PlayerRow]:
        """Return players by a part of their name or address or by their id, the latest seen first.

        A guest has the name of a seat. Most guests have no row: they were seen when their game last changed.
        """
        wanted = {"text": containing(text), "exactly": text, "most": most}
        found = [PlayerRow(*row) for row in self._run(self._sql.players, **wanted)]
        found = [one if one.name else replace(one, name=self._seat_name(one.id)) for one in found]
        for id, name, created, changed in self._run(self._sql.guests, **wanted):
            found.append(PlayerRow(id, name, created=created, seen=changed))
        return sorted(found, key=lambda one: -one.seen)[:most]

    def _seat_name(self, player: str) -> str | None:
        row = self._run(self._sql.seat_name, its_player=player).fetchone()
        return None if row is None else str(row[0])

    def operators(self) -> list[PlayerRow]:
        return [PlayerRow(*row) for row in self._run(self._sql.operators, its_role="operator")]

    def count_players(self) -> int:
        known, guests = self._run(self._sql.count).fetchone(), self._run(self._sql.count_guests).fetchone()
        return int(known[0]) + int(guests[0])

    def add_report(self, report: ReportRow) -> int:
        values = {name: value for name, value in vars(report).items() if name != "id"}
        return int(self._run(self._sql.add_report, **values).fetchone()[0])

    def reports(self, most: int) -> list[ReportRow]:
        """Return reports, those that are open first."""
        return [ReportRow(*row) for row in self._run(self._sql.reports, most=most)]

    def close_report(self, id: int, at: int) -> bool:
        return self._run(self._sql.close_report, its_id=id, closed=at).rowcount > 0

    def bans(self) -> list[BanRow]:
        return [BanRow(*row) for row in self._run(self._sql.bans)]

    def ban(self, ban: BanRow) -> None:
        self._run(self._sql.ban, **vars(ban))
        self._storage.tell("bans", "-", 0)

    def unban(self, address: str) -> bool:
        lifted = self._run(self._sql.unban, its_address=address).rowcount > 0
        self._storage.tell("bans", "-", 0)
        return lifted

    def note_address(self, player: str, address: str, at: int) -> None:
        """Store that a player came from an address, and drop those that are too old or too many."""
        self._run(self._sql.note_address, player=player, address=address, at=at)
        for sql in self._sql.drop_addresses:
            self._run(sql, its_player=player, since=at - KEPT)

    def addresses(self, player: str) -> list[AddressRow]:
        """Return the addresses from which a player came in the time for which they are kept, latest first."""
        since = int(self._storage.time()) - KEPT
        return [AddressRow(*row) for row in self._run(self._sql.addresses, its_player=player, since=since)]

    def queues(self) -> list[QueueRow]:
        return [QueueRow(*row) for row in self._run(self._sql.queues)]

    def games(self, most: int) -> list[str]:
        """Return the games that were changed last."""
        return [id for (id,) in self._run(self._sql.games, most=most)]
