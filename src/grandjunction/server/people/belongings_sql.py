"""Everything that belongs to a player, in both stores: merged into another player, or deleted.

A table that names players must be named here: in ``merge``, in ``forget``, or in both.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, bindparam, delete, literal_column, or_, select, update

from ..analysis.study_tables import STUDIES
from ..database.sql_base import Kind, SubjectStore, folded
from ..database.sql_tables import ARCHIVED, CHAT, CLOCKS, GAMES, JOBS, NOTES, SEATS, TIMEOUTS
from ..notices.notice_tables import CHANNELS
from ..plans.plan_tables import PLANS
from .people_tables import ADDRESSES, DEVICES, PASSKEYS, PLAYERS, REPORTS, TICKETS

if TYPE_CHECKING:
    from ..database.sql import SqlStorage

_ONE: Any = literal_column("1")
_NULL: Any = literal_column("NULL")


class _Statements:
    def __init__(self, kind: Kind) -> None:
        sql, s, c, g = kind.sql, SEATS.c, CHAT.c, GAMES.c
        its: Any = bindparam("its_player")
        own = or_(s.holder == its, s.former == its)  # seats that a bot plays for the player, too
        held = select(s.game).where(own)
        self.touched = sql(select(s.game).distinct().where(own).order_by(s.game))
        self.games = sql(select(s.game).distinct().where(s.holder == its).order_by(s.game))
        self.noted = sql(select(NOTES.c.game).where(NOTES.c.holder == its).order_by(NOTES.c.game))
        self.archived = sql(select(ARCHIVED.c.game).where(ARCHIVED.c.holder == its))
        self.touch = sql(update(GAMES).where(g.id.in_(held)).values(version=g.version + _ONE))
        newer = {"generation": s.generation + _ONE}
        self.hand_over = sql(update(SEATS).where(s.holder == its).values(holder=bindparam("to"), **newer))
        called: dict[str, Any] = {"name": bindparam("name"), "folded": bindparam("folded")}
        self.rename = sql(update(SEATS).where(own).values(**called, **newer))
        self.vacate = sql(update(SEATS).where(s.holder == its).values(holder=_NULL, **newer))
        at_table = select(_ONE).where(s.game == c.game, s.seat == c.seat, own).exists()
        spoken = or_(at_table, c.watcher == its)
        self.said = sql(select(c.game, c.seat, c.text, c.at).where(spoken).order_by(c.id))
        pl = PLANS.c
        self.planned = sql(
            select(pl.game, pl.seat, pl.units)
            .join(SEATS, and_(s.game == pl.game, s.seat == pl.seat))
            .where(s.holder == its)
            .order_by(pl.game, pl.seat)
        )
        self.rename_lines = sql(update(CHAT).where(spoken).values(name=bindparam("name")))
        self.former = sql(update(SEATS).where(s.former == its).values(former=_NULL, back=_NULL))
        moved = [
            (SEATS, s.former), (CLOCKS, CLOCKS.c.holder), (TIMEOUTS, TIMEOUTS.c.player), (JOBS, JOBS.c.owner),
            (CHANNELS, CHANNELS.c.player), (REPORTS, REPORTS.c.about), (REPORTS, REPORTS.c.reporter),
            (STUDIES, STUDIES.c.maker), (CHAT, c.watcher), (GAMES, g.creator),
        ]  # fmt: skip
        self.moved = [
            sql(update(table).where(column == its).values({column.name: bindparam("to")}))
            for table, column in moved
        ]
        gone = [
            (TIMEOUTS, TIMEOUTS.c.player), (NOTES, NOTES.c.holder), (ARCHIVED, ARCHIVED.c.holder),
            (ADDRESSES, ADDRESSES.c.player), (DEVICES, DEVICES.c.player), (PASSKEYS, PASSKEYS.c.player),
            (STUDIES, STUDIES.c.maker), (PLAYERS, PLAYERS.c.id),
        ]  # fmt: skip
        self.gone = [sql(delete(table).where(column == its)) for table, column in gone]
        self.unnamed = [
            sql(update(REPORTS).where(column == its).values({column.name: value}))
            for column, value in ((REPORTS.c.about, _NULL), (REPORTS.c.reporter, literal_column("''")))
        ]
        self.unnamed.append(sql(update(CHAT).where(c.watcher == its).values(watcher=_NULL)))
        self.unnamed.append(sql(update(GAMES).where(g.creator == its).values(creator=_NULL)))
        self.asked = sql(delete(TICKETS).where(TICKETS.c.player == its))
        self.about = sql(delete(TICKETS).where(TICKETS.c.subject == bindparam("its_subject")))


class BelongingsSql(SubjectStore[_Statements]):
    """A player's belongings, on a storage's connection."""

    def __init__(self, storage: SqlStorage, kind: str) -> None:
        super().__init__(storage, kind, _Statements)
        self._whole: Final = storage

    def games(self, player: str) -> list[str]:
        """Return every game in which a player holds a seat."""
        return [id for (id,) in self._run(self._sql.games, its_player=player)]

    def _touched(self, player: str) -> list[str]:
        return [id for (id,) in self._run(self._sql.touched, its_player=player)]

    def notes(self, player: str) -> dict[str, str]:
        """Return a player's notes by game."""
        games = [id for (id,) in self._run(self._sql.noted, its_player=player)]
        return {game: self._whole.notes(game, player) for game in games}

    def said(self, player: str) -> list[tuple[str, int | None, str, int]]:
        """Return what a player has said: game, seat (None as a spectator), text and time."""
        return [
            (game, seat, text, at) for game, seat, text, at in self._run(self._sql.said, its_player=player)
        ]

    def plans(self, player: str) -> list[tuple[str, int, list[str]]]:
        """Return the turns that a player has stored: game, seat and units."""
        rows = self._run(self._sql.planned, its_player=player)
        return [(game, seat, json.loads(units)) for game, seat, units in rows]

    def merge(self, player: str, to: str) -> list[str]:
        """Give everything of one player to another: seats, notes, channels and the like. Return the games."""
        games = self._touched(player)
        for game in self.notes(player):
            self._whole.move_notes(game, player, to)
        for (game,) in list(self._run(self._sql.archived, its_player=player)):
            self._whole.archive(game, to, True)
        self._run(self._sql.touch, its_player=player)
        self._run(self._sql.hand_over, its_player=player, to=to)
        for sql in self._sql.moved:
            self._run(sql, its_player=player, to=to)
        self._whole.circles.merge(player, to)
        self._forget(player)
        self._tell(games, player, to)
        return games

    def rename(self, player: str, name: str) -> list[str]:
        """Give every seat of a player, and what was said there, another name. Return the games."""
        games = self._touched(player)
        self._run(self._sql.touch, its_player=player)
        self._run(self._sql.rename_lines, its_player=player, name=name)
        self._run(self._sql.rename, its_player=player, name=name, folded=folded(name))
        self._tell(games)
        return games

    def forget(self, player: str, subjects: list[str]) -> list[str]:
        """Delete everything about a player but the games. Return the games whose seats were freed."""
        games = self._touched(player)
        self._run(self._sql.touch, its_player=player)
        self._run(self._sql.vacate, its_player=player)
        self._run(self._sql.former, its_player=player)
        for sql in self._sql.unnamed:
            self._run(sql, its_player=player)
        self._run(self._sql.asked, its_player=player)
        for subject in subjects:
            self._run(self._sql.about, its_subject=subject)
        self._forget(player)
        self._tell(games, player)
        return games

    def _forget(self, player: str) -> None:
        self._whole.notices.forget(player)
        self._whole.clocks.forget(player)
        self._whole.circles.forget(player)
        for sql in self._sql.gone:
            self._run(sql, its_player=player)

    def _tell(self, games: list[str], *players: str) -> None:
        for game in games:
            self._storage.tell("game", game, 0)
        for player in players:
            self._storage.tell("player", player, 0)
