"""The outbox, channels and notice settings, in both stores."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import bindparam, delete, func, insert, literal_column, select, update

from ..database.game_rows import Job, NewJob, NewNotice
from ..database.sql_base import kind_of
from ..database.sql_tables import JOBS
from .notice_tables import CHANNELS, LETTERS, WISHES

if TYPE_CHECKING:
    from ..database.sql import SqlStorage

TELL: Final = "tell"  # the kind of the jobs that are the outbox
LATER: Final = 30  # minutes before a mail, by default
_ONE: Any = literal_column("1")
_NULL: Any = literal_column("NULL")


@dataclass(frozen=True)
class Channel:
    """A channel that reaches a player."""

    id: str
    player: str
    kind: str  # push, mail, webhook
    target: str
    label: str
    origin: str
    created: float
    failing: float | None = None
    off: float | None = None
    device: str | None = None


@dataclass(frozen=True)
class Wishes:
    """A player's notice settings. ``switches`` holds only those that differ from the default."""

    switches: Mapping[str, bool] = field(default_factory=dict)  # by "EVENT CHANNEL"
    mail_after: int = LATER
    digest: int | None = None
    mailed: float | None = None


@dataclass(frozen=True)
class Letter:
    """A notice that waits for the next mail."""

    tag: str
    id: str
    notice: str
    at: float


class _Statements:
    def __init__(self, dialect: str) -> None:
        sql, insert_or_update = kind_of(dialect).sql, kind_of(dialect).insert
        c, w, letter, j = CHANNELS.c, WISHES.c, LETTERS.c, JOBS.c
        player: Any = bindparam("its_player")
        its_id = c.id == bindparam("its_id")
        reachable = select(_ONE).where(c.player == player, c.off.is_(None)).exists()
        fields = ("kind", "key", "owner", "payload", "run_at", "attempts", "tried_at")
        new = insert_or_update(JOBS).from_select(
            list(fields), select(*(bindparam(name, type_=j[name].type) for name in fields)).where(reachable)
        )
        self.tell = sql(
            new.on_conflict_do_update(
                index_elements=[j.kind, j.key],
                set_={
                    "run_at": new.excluded.run_at, "payload": new.excluded.payload,
                    "lease_until": _NULL, "worker": _NULL, "attempts": literal_column("0"),
                },
            )
        )  # fmt: skip
        self.any = sql(select(_ONE).select_from(CHANNELS).limit(_ONE).offset(literal_column("0")))
        self.channels = sql(select(*c).where(c.player == player).order_by(c.created, c.id))
        self.channel = sql(select(*c).where(its_id))
        self.add_channel = sql(insert(CHANNELS), *(column.name for column in c))
        self.drop_channel = sql(delete(CHANNELS).where(its_id, c.player == player))
        browsers = (c.player == player, c.kind == literal_column("'push'"), c.device.is_(None))
        self.adopt = sql(update(CHANNELS).where(*browsers).values(device=bindparam("its_device")))
        self.drop_guest = sql(delete(CHANNELS).where(*browsers))
        self.drop_target = sql(
            delete(CHANNELS).where(c.kind == bindparam("its_kind"), c.target == bindparam("its_target"))
        )
        self.note_channel = sql(
            update(CHANNELS).where(its_id).values(failing=bindparam("failing"), off=bindparam("off"))
        )
        self.wishes = sql(select(w.switches, w.mail_after, w.digest, w.mailed).where(w.player == player))
        wish = insert_or_update(WISHES)
        kept = {name: wish.excluded[name] for name in ("switches", "mail_after", "digest")}
        self.save_wishes = sql(
            wish.on_conflict_do_update(index_elements=[w.player], set_=kept),
            *(column.name for column in w),
        )
        self.mailed = sql(update(WISHES).where(w.player == player).values(mailed=bindparam("mailed")))
        note = insert_or_update(LETTERS)
        self.add_letter = sql(
            note.on_conflict_do_update(
                index_elements=[letter.player, letter.tag],
                set_={name: note.excluded[name] for name in ("id", "notice", "at")},
            ),
            *(column.name for column in letter),
        )
        self.letters = sql(
            select(letter.tag, letter.id, letter.notice, letter.at)
            .where(letter.player == player)
            .order_by(letter.at, letter.tag)
        )
        self.drop_letter = sql(
            delete(LETTERS).where(letter.player == player, letter.id == bindparam("its_id"))
        )
        self.drop_letters = sql(delete(LETTERS).where(letter.player == player))
        self.forget = [
            sql(delete(table).where(table.c.player == player)) for table in (CHANNELS, WISHES, LETTERS)
        ]
        self.newer = sql(
            select(_ONE).select_from(JOBS).where(j.kind == bindparam("kind"), j.key == bindparam("its_key"))
        )
        self.bring_forward = sql(
            update(JOBS)
            .where(
                j.kind == bindparam("kind"),
                j.key == bindparam("its_key"),
                j.run_at > bindparam("run_at"),
                j.lease_until.is_(None),
            )
            .values(run_at=bindparam("run_at"))
        )
        self.waiting = sql(select(func.count()).select_from(JOBS).where(j.kind == bindparam("kind")))


_statements: Final = cache(_Statements)


class NoticeStore:
    """The notices in a storage. Calls are part of its transaction."""

    def __init__(self, storage: SqlStorage, dialect: str) -> None:
        self._storage: Final = storage
        self._sql: Final = _statements(dialect)

    def _run(self, sql: str, **values: Any) -> Any:
        return self._storage.db.execute(sql, values)

    # -- the outbox ---------------------------------------------------------------------------------

    def tell(self, notice: NewNotice) -> bool:
        """Put a notice into the outbox, replacing an older one of its game. Return False for a player
        without a channel: nothing is written for most players.
        """
        now = self._storage.time()
        payload = {
            "id": notice.id, "event": notice.event, "game": notice.game, "ply": notice.ply,
            "who": notice.who, "at": now,
        }  # fmt: skip
        added = self._run(
            self._sql.tell, kind=TELL, key=f"{notice.player} {notice.tag}", owner=notice.player,
            payload=json.dumps(payload), run_at=now + notice.wait, attempts=0, tried_at=0.0,
            its_player=notice.player,
        )  # fmt: skip
        told = bool(added.rowcount)
        if told:
            self._storage.tell("job", TELL, 0)
        return told

    def pass_on(self, job: Job, jobs: Sequence[NewJob], letter: Letter | None, mail: NewJob | None) -> bool:
        """Replace a notice in the outbox by its follow-up jobs, all or nothing.

        Returns False, and changes nothing, if a newer notice or another worker has taken its place.
        """
        if not self._storage.finish_job(job, self._storage.worker):
            return False
        for one in jobs:
            self._storage.add_job(one)
        if letter is not None:
            self._run(self._sql.add_letter, player=job.owner, **vars(letter))
        if mail is not None:
            self.ensure_mail(mail)
        return True

    def ensure_mail(self, mail: NewJob) -> None:
        """Have a mail sent by its time at the latest. One that is being sent stays as it is."""
        self._storage.ensure_job(mail)
        self._run(self._sql.bring_forward, kind=mail.kind, its_key=mail.key, run_at=mail.run_at)

    def has_newer(self, player: str, tag: str) -> bool:
        """Whether a newer notice of a tag waits in the outbox."""
        return self._run(self._sql.newer, kind=TELL, its_key=f"{player} {tag}").fetchone() is not None

    def count(self, kind: str) -> int:
        return int(self._run(self._sql.waiting, kind=kind).fetchone()[0])

    # -- channels -----------------------------------------------------------------------------------

    def any(self) -> bool:
        """Whether any player has a channel."""
        return self._run(self._sql.any).fetchone() is not None

    def channels(self, player: str) -> list[Channel]:
        return [Channel(*row) for row in self._run(self._sql.channels, its_player=player)]

    def channel(self, id: str) -> Channel | None:
        row = self._run(self._sql.channel, its_id=id).fetchone()
        return None if row is None else Channel(*row)

    def add_channel(self, channel: Channel) -> None:
        """Add a channel. A device has only one, whoever used it before. This wakes the workers' lanes."""
        if channel.kind == "push":
            self._run(self._sql.drop_target, its_kind=channel.kind, its_target=channel.target)
        self._run(self._sql.add_channel, **vars(channel))
        self._storage.tell("job", TELL, 0)

    def drop_channel(self, player: str, id: str) -> bool:
        return bool(self._run(self._sql.drop_channel, its_player=player, its_id=id).rowcount)

    def adopt(self, guest: str, device: str) -> None:
        """A guest's browser is signed in on a device now: its channel ends when the device is signed out."""
        self._run(self._sql.adopt, its_player=guest, its_device=device)

    def drop_guest(self, guest: str) -> None:
        """Remove the browser of a guest who is nobody's any more."""
        self._run(self._sql.drop_guest, its_player=guest)

    def note_channel(self, id: str, failing: float | None, off: float | None = None) -> None:
        """Store that a channel fails, works again, or is switched off."""
        self._run(self._sql.note_channel, its_id=id, failing=failing, off=off)

    # -- wishes -------------------------------------------------------------------------------------

    def wishes(self, player: str) -> Wishes | None:
        row = self._run(self._sql.wishes, its_player=player).fetchone()
        return None if row is None else replace(Wishes(*row), switches=json.loads(row[0]))

    def save_wishes(self, player: str, wishes: Wishes) -> None:
        """Store a player's settings; the time of the last mail stays."""
        values = {**vars(wishes), "switches": json.dumps(dict(wishes.switches)), "player": player}
        self._run(self._sql.save_wishes, **values)

    # -- mail ---------------------------------------------------------------------------------------

    def letters(self, player: str) -> list[Letter]:
        return [Letter(*row) for row in self._run(self._sql.letters, its_player=player)]

    def mailed(self, player: str, letters: Sequence[Letter], at: float | None) -> None:
        """Store that a mail was sent with these notices, so that no other follows until the player returns.

        With ``at`` None the notices are dropped, and nothing was sent.
        """
        for letter in letters:
            self._run(self._sql.drop_letter, its_player=player, its_id=letter.id)
        if at is not None:
            self._run(self._sql.mailed, its_player=player, mailed=at)

    def came_back(self, player: str) -> None:
        """Delete the waiting notices of a player who is here and sees them."""
        self._run(self._sql.mailed, its_player=player, mailed=None)
        self._run(self._sql.drop_letters, its_player=player)
        self._storage.drop_job("mail", player)

    def forget(self, player: str) -> None:
        """Delete all that is kept about a player."""
        for sql in self._sql.forget:
            self._run(sql, its_player=player)
