"""Sign-in data in both stores: devices, passkeys, and single-use tickets."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from ..database.sql_base import Connected, Kind, SubjectStore
from ..notices.notice_tables import CHANNELS
from .people_tables import DEVICES, PASSKEYS, TICKETS


@dataclass(frozen=True)
class DeviceRow:
    """A device on which a player is signed in."""

    id: str
    player: str
    name: str
    created: int
    seen: int


@dataclass(frozen=True)
class PasskeyRow:
    """A passkey: the public half."""

    id: str
    player: str
    name: str
    public_key: str
    sign_count: int
    created: int
    used: int | None = None


@dataclass(frozen=True)
class TicketRow:
    """A single-use permission that expires."""

    id: str
    purpose: str
    player: str | None  # who asked
    subject: str | None
    created: int
    expires: int
    used: int | None = None


def _names(row: type) -> list[str]:
    return [field.name for field in fields(row)]


class _Statements:
    def __init__(self, kind: Kind) -> None:
        sql = kind.sql
        its_id: Any = bindparam("its_id")
        player: Any = bindparam("its_player")
        d, p, t = DEVICES.c, PASSKEYS.c, TICKETS.c
        self.add_device = sql(insert(DEVICES), *_names(DeviceRow))
        self.devices = sql(
            select(*(d[name] for name in _names(DeviceRow)))
            .where(d.player == player)
            .order_by(d.created, d.id)
        )
        self.drop_device = sql(delete(DEVICES).where(d.id == its_id, d.player == player))
        c = CHANNELS.c
        self.drop_channel = sql(delete(CHANNELS).where(c.device == its_id, c.player == player))
        passkey = select(*(p[name] for name in _names(PasskeyRow)))
        self.add_passkey = sql(kind.insert(PASSKEYS).on_conflict_do_nothing(), *_names(PasskeyRow))
        self.passkeys = sql(passkey.where(p.player == player).order_by(p.created, p.id))
        self.passkey = sql(passkey.where(p.id == its_id))
        self.use_passkey = sql(
            update(PASSKEYS).where(p.id == its_id).values(
                sign_count=bindparam("sign_count"), used=bindparam("used")
            )
        )  # fmt: skip
        self.drop_passkey = sql(delete(PASSKEYS).where(p.id == its_id, p.player == player))
        self.add_ticket = sql(insert(TICKETS), *_names(TicketRow))
        self.ticket = sql(select(*(t[name] for name in _names(TicketRow))).where(t.id == its_id))
        self.use_ticket = sql(
            update(TICKETS)
            .where(t.id == its_id, t.used.is_(None), t.expires > bindparam("now"))
            .values(used=bindparam("now"))
        )
        later = t.created > bindparam("since")
        self.about = sql(select(func.count()).where(t.subject == bindparam("its_subject"), later))
        self.for_purpose = sql(select(func.count()).where(t.purpose == bindparam("its_purpose"), later))
        self.drop_old = sql(delete(TICKETS).where(t.expires < bindparam("before")))


class SessionsSql(SubjectStore[_Statements]):
    """Devices, passkeys and tickets on the connection of a storage."""

    def __init__(self, storage: Connected, kind: str) -> None:
        super().__init__(storage, kind, _Statements)

    # -- devices ------------------------------------------------------------------------------------

    def add_device(self, device: DeviceRow) -> None:
        self._run(self._sql.add_device, **vars(device))
        self._storage.tell("player", device.player, 0)

    def devices(self, player: str) -> list[DeviceRow]:
        return [DeviceRow(*row) for row in self._run(self._sql.devices, its_player=player)]

    def drop_device(self, player: str, id: str) -> bool:
        """End a session, and the notices to its browser. Return whether there was one."""
        ended = self._run(self._sql.drop_device, its_id=id, its_player=player).rowcount > 0
        self._run(self._sql.drop_channel, its_id=id, its_player=player)
        self._storage.tell("player", player, 0)
        return ended

    # -- passkeys -----------------------------------------------------------------------------------

    def add_passkey(self, passkey: PasskeyRow) -> bool:
        """Add a passkey. Return False if it belongs to somebody already."""
        return self._run(self._sql.add_passkey, **vars(passkey)).rowcount > 0

    def passkeys(self, player: str) -> list[PasskeyRow]:
        return [PasskeyRow(*row) for row in self._run(self._sql.passkeys, its_player=player)]

    def passkey(self, id: str) -> PasskeyRow | None:
        row = self._run(self._sql.passkey, its_id=id).fetchone()
        return None if row is None else PasskeyRow(*row)

    def use_passkey(self, id: str, sign_count: int, at: int) -> None:
        self._run(self._sql.use_passkey, its_id=id, sign_count=sign_count, used=at)

    def drop_passkey(self, player: str, id: str) -> bool:
        return self._run(self._sql.drop_passkey, its_id=id, its_player=player).rowcount > 0

    # -- tickets ------------------------------------------------------------------------------------

    def add_ticket(self, ticket: TicketRow) -> None:
        self._run(self._sql.add_ticket, **vars(ticket))

    def ticket(self, id: str) -> TicketRow | None:
        row = self._run(self._sql.ticket, its_id=id).fetchone()
        return None if row is None else TicketRow(*row)

    def use_ticket(self, id: str, now: int) -> bool:
        """Use a ticket. Return False if it was used before or has expired."""
        return self._run(self._sql.use_ticket, its_id=id, now=now).rowcount > 0

    def count_about(self, subject: str, since: int) -> int:
        """Return how many tickets were made about something since a time."""
        return int(self._run(self._sql.about, its_subject=subject, since=since).fetchone()[0])

    def count_for(self, purpose: str, since: int) -> int:
        return int(self._run(self._sql.for_purpose, its_purpose=purpose, since=since).fetchone()[0])

    def drop_old_tickets(self, before: int) -> None:
        self._run(self._sql.drop_old, before=before)
