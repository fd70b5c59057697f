"""Rate limits in the database, for both stores: shared by all workers, or kept over a restart."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from sqlalchemy import and_, bindparam, delete, select, update

from .sql_base import Connected, kind_of
from .sql_tables import ALLOWANCES

DAY: Final = 24 * 3600.0


class _Statements:
    def __init__(self, dialect: str) -> None:
        kind, a = kind_of(dialect), ALLOWANCES.c
        its: Any = and_(a.kind == bindparam("its_kind"), a.who == bindparam("its_who"))
        self.add = kind.sql(kind.insert(ALLOWANCES).on_conflict_do_nothing(), "kind", "who", "tokens", "at")
        self.left = kind.sql(select(a.tokens, a.at).where(its).with_for_update())
        self.note = kind.sql(
            update(ALLOWANCES).where(its).values(tokens=bindparam("tokens"), at=bindparam("at"))
        )
        self.forget = kind.sql(delete(ALLOWANCES).where(a.at < bindparam("before")))


_statements: Final = cache(_Statements)


class AllowanceStore:
    """The remaining allowances. Calls are part of the storage's transaction."""

    def __init__(self, storage: Connected, dialect: str) -> None:
        self._storage: Final = storage
        self._sql: Final = _statements(dialect)

    def spend(self, kind: str, who: str, at_once: int, a_second: float) -> bool:
        """Use one unit of an allowance. Return False if nothing is left."""
        db, now = self._storage.db, self._storage.time()
        db.execute(self._sql.add, {"kind": kind, "who": who, "tokens": float(at_once), "at": now})
        its = {"its_kind": kind, "its_who": who}
        tokens, at = db.execute(self._sql.left, its).fetchone()  # locked until the transaction ends
        left = min(float(at_once), tokens + max(0.0, now - at) * a_second)
        enough = bool(left >= 1)
        db.execute(self._sql.note, {**its, "tokens": left - 1 if enough else left, "at": now})
        return enough

    def forget_old(self) -> None:
        """Delete allowances unused for a day: by then they are full again."""
        self._storage.db.execute(self._sql.forget, {"before": self._storage.time() - DAY})
