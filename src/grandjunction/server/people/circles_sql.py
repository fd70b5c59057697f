"""Whom players follow and block, and their invitations by name, in both stores."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final

from sqlalchemy import and_, bindparam, delete, literal_column, or_, select

from ..database.sql_base import Connected, Kind, SubjectStore, folded
from .people_tables import INVITATIONS, PLAYERS, TIES

FOLLOW: Final = "follow"
BLOCK: Final = "block"
_ZERO: Any = literal_column("0")


@dataclass(frozen=True)
class Tie:
    """One player follows or blocks another."""

    id: str
    player: str
    other: str
    kind: str  # follow, block
    name: str  # of the other, when it was made
    created: int


@dataclass(frozen=True)
class InvitationRow:
    """A seat that is offered to a player."""

    id: str
    game: str
    player: str
    by: str
    at: int


def _names(row: type) -> list[str]:
    return [field.name for field in fields(row)]


class _Statements:
    def __init__(self, kind: Kind) -> None:
        sql, t, i, p = kind.sql, TIES.c, INVITATIONS.c, PLAYERS.c
        player: Any = bindparam("its_player")
        tie = select(*(t[name] for name in _names(Tie)))
        self.ties = sql(tie.where(t.player == player).order_by(t.created, t.id))
        self.about = sql(tie.where(t.other == player).order_by(t.created, t.id))
        self.between = sql(tie.where(t.player == player, t.other == bindparam("its_other")))
        new = kind.insert(TIES)
        newer = {name: new.excluded[name] for name in ("kind", "name", "created")}
        self.tie = sql(
            new.on_conflict_do_update(index_elements=[t.player, t.other], set_=newer), *_names(Tie)
        )
        self.untie = sql(delete(TIES).where(t.id == bindparam("its_id"), t.player == player))
        blocks = t.kind == literal_column(f"'{BLOCK}'")
        self.blocked = sql(select(t.other).where(t.player == player, blocks))
        self.blockers = sql(select(t.player).where(t.other == player, blocks))
        called = and_(p.folded == bindparam("its_name"), p.promoted.is_not(None), p.banned.is_(None))
        self.called = sql(
            select(p.id).where(called).order_by(p.created, p.id).limit(bindparam("most")).offset(_ZERO)
        )
        row = select(*(i[name] for name in _names(InvitationRow)))
        self.invite = sql(
            kind.insert(INVITATIONS).on_conflict_do_nothing(), *_names(InvitationRow)
        )  # the first invitation counts
        self.invitations = sql(
            row.where(i.player == player).order_by(i.at.desc(), i.id).limit(bindparam("most")).offset(_ZERO)
        )
        self.sent = sql(row.where(i.by == player).order_by(i.at, i.id))
        self.invitation = sql(row.where(i.player == player, i.game == bindparam("its_game")))
        self.drop_invitation = sql(delete(INVITATIONS).where(i.id == bindparam("its_id"), i.player == player))
        self.forget = [
            sql(delete(TIES).where(or_(t.player == player, t.other == player))),
            sql(delete(INVITATIONS).where(or_(i.player == player, i.by == player))),
        ]


class CirclesSql(SubjectStore[_Statements]):
    """Ties and invitations on the connection of a storage."""

    def __init__(self, storage: Connected, kind: str) -> None:
        super().__init__(storage, kind, _Statements)

    # -- follow and block ---------------------------------------------------------------------------

    def ties(self, player: str) -> list[Tie]:
        """Return whom a player follows and has blocked."""
        return [Tie(*row) for row in self._run(self._sql.ties, its_player=player)]

    def between(self, player: str, other: str) -> Tie | None:
        """Return whether one player follows or blocks another."""
        row = self._run(self._sql.between, its_player=player, its_other=other).fetchone()
        return None if row is None else Tie(*row)

    def tie(self, tie: Tie) -> None:
        """Follow or block a player, replacing an earlier tie."""
        self._run(self._sql.tie, **vars(tie))

    def untie(self, player: str, id: str) -> bool:
        """End a tie. Return whether there was one."""
        return self._run(self._sql.untie, its_player=player, its_id=id).rowcount > 0

    def blocked(self, player: str) -> frozenset[str]:
        """Return whom a player has blocked."""
        return frozenset(id for (id,) in self._run(self._sql.blocked, its_player=player))

    def blockers(self, player: str) -> frozenset[str]:
        """Return who has blocked a player."""
        return frozenset(id for (id,) in self._run(self._sql.blockers, its_player=player))

    def apart(self, player: str) -> frozenset[str]:
        """Return whom a player must not meet, because one of the two blocks the other."""
        return self.blocked(player) | self.blockers(player)

    # -- invitations --------------------------------------------------------------------------------

    def called(self, name: str, most: int) -> list[str]:
        """Return the accounts with a name, in upper or lower case; several players may share it."""
        return [id for (id,) in self._run(self._sql.called, its_name=folded(name), most=most)]

    def invite(self, invitation: InvitationRow) -> bool:
        """Keep an invitation. Return False if the player is invited to this game already."""
        return self._run(self._sql.invite, **vars(invitation)).rowcount > 0

    def invitations(self, player: str, most: int) -> list[InvitationRow]:
        """Return a player's invitations, the newest first."""
        rows = self._run(self._sql.invitations, its_player=player, most=most)
        return [InvitationRow(*row) for row in rows]

    def invitation(self, player: str, game: str) -> InvitationRow | None:
        row = self._run(self._sql.invitation, its_player=player, its_game=game).fetchone()
        return None if row is None else InvitationRow(*row)

    def drop_invitation(self, player: str, id: str) -> bool:
        return self._run(self._sql.drop_invitation, its_player=player, its_id=id).rowcount > 0

    # -- all of a player ----------------------------------------------------------------------------

    def merge(self, player: str, to: str) -> None:
        """Give all ties of one player to another. If both have one to the same player, a block wins."""
        own = [replace(one, player=to) for one in self.ties(player)]
        others = [replace(Tie(*row), other=to) for row in list(self._run(self._sql.about, its_player=player))]
        got = [replace(one, player=to) for one in self.invitations(player, 1000)]
        sent = [
            replace(InvitationRow(*row), by=to) for row in list(self._run(self._sql.sent, its_player=player))
        ]
        self.forget(player)
        for tie in own + others:
            known = self.between(tie.player, tie.other)
            if tie.player != tie.other and (known is None or tie.kind == BLOCK):
                self.tie(tie)
        for invitation in got + sent:
            if invitation.player != invitation.by:
                self.invite(invitation)

    def forget(self, player: str) -> None:
        """Delete a player's ties, those to them, and their invitations."""
        for sql in self._sql.forget:
            self._run(sql, its_player=player)
