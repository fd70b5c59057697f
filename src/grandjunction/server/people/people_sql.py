"""Players in both stores."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from sqlalchemy import bindparam, select, update

from ..database.sql_base import Connected, Kind, SubjectStore, folded
from .people_rows import PlayerRow, Standing
from .people_tables import DEVICES, PLAYERS

COLUMNS: Final = [field.name for field in fields(PlayerRow)]


class _Statements:
    def __init__(self, kind: Kind) -> None:
        p = PLAYERS.c
        row = select(*(p[name] for name in COLUMNS))
        self.find = kind.sql(row.where(p.id == bindparam("its_id")))
        self.by_email = kind.sql(row.where(p.email == bindparam("its_email")))
        self.by_discord = kind.sql(row.where(p.discord == bindparam("its_discord")))
        self.devices = kind.sql(select(DEVICES.c.id).where(DEVICES.c.player == bindparam("its_id")))
        self.see_device = kind.sql(
            update(DEVICES).where(DEVICES.c.id == bindparam("its_device")).values(seen=bindparam("seen"))
        )
        self.add = kind.sql(kind.insert(PLAYERS).on_conflict_do_nothing(), "id", "created", "seen")
        its = update(PLAYERS).where(p.id == bindparam("its_id"))
        self.change = {
            name: kind.sql(its.values({name: bindparam(name)}))
            for name in (*COLUMNS, "folded")
            if name != "id"
        }


class PeopleSql(SubjectStore[_Statements]):
    """``People`` on the connection of a storage."""

    def __init__(self, storage: Connected, kind: str) -> None:
        super().__init__(storage, kind, _Statements)

    def find(self, player: str) -> PlayerRow | None:
        return self._one(self._sql.find, {"its_id": player})

    def settings(self, player: str) -> PlayerRow:
        return self.find(player) or PlayerRow(player)

    def standing(self, player: str) -> Standing:
        row = self.find(player)
        if row is None:
            return Standing()
        devices = self._storage.db.execute(self._sql.devices, {"its_id": player})
        return Standing(row.promoted is not None, row.banned, frozenset(id for (id,) in devices))

    def by_email(self, email: str) -> PlayerRow | None:
        return self._one(self._sql.by_email, {"its_email": email})

    def by_discord(self, id: str) -> PlayerRow | None:
        return self._one(self._sql.by_discord, {"its_discord": id})

    def _one(self, sql: str, values: dict[str, str]) -> PlayerRow | None:
        found = self._storage.db.execute(sql, values).fetchone()
        return None if found is None else PlayerRow(*found)

    def see(self, player: str, device: str, at: int) -> None:
        self._storage.db.execute(self._sql.change["seen"], {"its_id": player, "seen": at})
        self._storage.db.execute(self._sql.see_device, {"its_device": device, "seen": at})

    def add(self, player: str, at: int) -> None:
        self._storage.db.execute(self._sql.add, {"id": player, "created": at, "seen": at})

    def change(self, player: str, **values: str | int | None) -> None:
        if "name" in values:
            values["folded"] = folded(str(values["name"] or ""))
        for name, value in values.items():
            self._storage.db.execute(self._sql.change[name], {"its_id": player, name: value})
        self._storage.tell("player", player, 0)
