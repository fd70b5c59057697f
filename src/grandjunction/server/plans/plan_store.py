"""Stored turns in the database, for both stores."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, bindparam, delete, select, update

from ..database.sql_base import Connected, Kind, SubjectStore
from ..database.sql_tables import GAMES
from .plan_tables import PLANS

Terms = list[list[dict[str, Any]]]  # for each unit, the events that count


@dataclass(frozen=True)
class PlanRow:
    """A seat's next turn, as it was when it was stored."""

    units: list[str]
    terms: Terms
    dropped: str | None = None  # why it was not played: illegal, changed
    unit: int | None = None  # the number of the unit at fault


class _Statements:
    def __init__(self, kind: Kind) -> None:
        p = PLANS.c
        its_game = p.game == bindparam("its_game")
        its = and_(its_game, p.seat == bindparam("its_seat"))
        self.lock = kind.sql(
            select(GAMES.c.plies).where(GAMES.c.id == bindparam("its_game")).with_for_update()
        )
        new = kind.insert(PLANS)
        columns = [column.name for column in p]
        self.save = kind.sql(
            new.on_conflict_do_update(
                index_elements=[p.game, p.seat], set_={name: new.excluded[name] for name in columns[2:]}
            ),
            *columns,
        )
        self.find = kind.sql(select(p.units, p.terms, p.dropped, p.unit).where(its))
        self.note = kind.sql(
            update(PLANS).where(its).values(dropped=bindparam("dropped"), unit=bindparam("unit"))
        )
        self.exists = kind.sql(select(p.seat).where(its_game))
        self.drop = kind.sql(delete(PLANS).where(its))
        self.clear = kind.sql(delete(PLANS).where(its_game))


class PlanStore(SubjectStore[_Statements]):
    """The stored turns in a storage. Calls are part of its transaction. Changes neither raise the game's
    version nor reach other workers, so that nobody else can notice them.
    """

    def __init__(self, storage: Connected, kind: str) -> None:
        super().__init__(storage, kind, _Statements)

    def save(self, game: str, seat: int, plies: int, plan: PlanRow) -> bool:
        """Store a seat's next turn. Return False if the game has moved on.

        The game is locked, so that a move of another worker either comes before or finds the plan.
        """
        db = self._storage.db
        if db.execute(self._sql.lock, {"its_game": game}).fetchone() != (plies,):
            return False
        values = {
            "game": game, "seat": seat, "units": json.dumps(plan.units), "terms": json.dumps(plan.terms),
            "dropped": plan.dropped, "unit": plan.unit,
        }  # fmt: skip
        db.execute(self._sql.save, values)
        return True

    def find(self, game: str, seat: int) -> PlanRow | None:
        found = self._storage.db.execute(self._sql.find, {"its_game": game, "its_seat": seat}).fetchone()
        if found is None:
            return None
        units, terms, dropped, unit = found
        return PlanRow(json.loads(units), json.loads(terms), dropped, unit)

    def note_dropped(self, game: str, seat: int, why: str, unit: int) -> None:
        """Store why a turn was not played, until its player has seen it or moves."""
        values = {"its_game": game, "its_seat": seat, "dropped": why, "unit": unit}
        self._storage.db.execute(self._sql.note, values)

    def drop(self, game: str, seat: int) -> None:
        self._storage.db.execute(self._sql.drop, {"its_game": game, "its_seat": seat})

    def exists(self, game: str) -> bool:
        """Whether any seat of a game has stored a turn."""
        return self._storage.db.execute(self._sql.exists, {"its_game": game}).fetchone() is not None

    def clear(self, game: str) -> None:
        """Drop what all seats of a game have stored."""
        self._storage.db.execute(self._sql.clear, {"its_game": game})
