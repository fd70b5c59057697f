"""Studies and analyses in both stores."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Final

from sqlalchemy import and_, bindparam, delete, func, insert, literal_column, select, update

from ..database.sql_base import Connected, Kind, SubjectStore
from .study_rows import StudyRow
from .study_tables import ANALYSES, STUDIES

COLUMNS: Final = [field.name for field in fields(StudyRow)]


class _Statements:
    def __init__(self, kind: Kind) -> None:
        s, a = STUDIES.c, ANALYSES.c
        its = s.id == bindparam("its_id")
        own = and_(its, s.maker == bindparam("its_maker"))
        self.add = kind.sql(insert(STUDIES), *COLUMNS)
        self.find = kind.sql(select(*(s[name] for name in COLUMNS)).where(its))
        self.save = kind.sql(
            update(STUDIES)
            .where(own)
            .values({name: bindparam(name) for name in ("title", "text", "changed")})
        )
        self.delete = kind.sql(delete(STUDIES).where(own))
        self.of = kind.sql(
            select(*(literal_column("''") if name == "text" else s[name] for name in COLUMNS))
            .where(s.maker == bindparam("its_maker"))
            .order_by(s.changed.desc(), s.id)
            .limit(bindparam("most"))
            .offset(literal_column("0"))
        )
        self.count = kind.sql(select(func.count()).where(s.maker == bindparam("its_maker")))
        new = kind.insert(ANALYSES)
        self.keep = kind.sql(
            new.on_conflict_do_update(
                index_elements=[a.key], set_={"text": new.excluded.text, "at": new.excluded.at}
            ),
            "key",
            "text",
            "at",
        )
        self.analysis = kind.sql(select(a.text).where(a.key == bindparam("its_key")))
        self.forget = kind.sql(delete(ANALYSES).where(a.at < bindparam("before")))


class StudiesSql(SubjectStore[_Statements]):
    """``Studies`` on the connection of a storage."""

    def __init__(self, storage: Connected, kind: str) -> None:
        super().__init__(storage, kind, _Statements)

    def add(self, row: StudyRow) -> None:
        self._storage.db.execute(self._sql.add, asdict(row))

    def find(self, id: str) -> StudyRow | None:
        found = self._storage.db.execute(self._sql.find, {"its_id": id}).fetchone()
        return None if found is None else StudyRow(*found)

    def save(self, id: str, maker: str, title: str, text: str, at: int) -> bool:
        values = {"its_id": id, "its_maker": maker, "title": title, "text": text, "changed": at}
        return self._storage.db.execute(self._sql.save, values).rowcount == 1

    def delete(self, id: str, maker: str) -> bool:
        values = {"its_id": id, "its_maker": maker}
        return self._storage.db.execute(self._sql.delete, values).rowcount == 1

    def of(self, maker: str, most: int) -> list[StudyRow]:
        rows = self._storage.db.execute(self._sql.of, {"its_maker": maker, "most": most})
        return [StudyRow(*row) for row in rows]

    def count(self, maker: str) -> int:
        return int(self._storage.db.execute(self._sql.count, {"its_maker": maker}).fetchone()[0])

    def keep_analysis(self, key: str, text: str, at: int) -> None:
        self._storage.db.execute(self._sql.keep, {"key": key, "text": text, "at": at})
        self._storage.tell("found", key, 0)

    def analysis(self, key: str) -> str | None:
        found = self._storage.db.execute(self._sql.analysis, {"its_key": key}).fetchone()
        return None if found is None else str(found[0])

    def forget_analyses(self, before: int) -> None:
        self._storage.db.execute(self._sql.forget, {"before": before})
