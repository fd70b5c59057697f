"""Invitations by name to a seat of a game, for players with an account or players one follows.

The answer is the same whether the name exists, is wrong, or belongs to somebody who blocks the inviter. A
job finds that out later, so that not even the response time reveals it. If several accounts share the name,
those the inviter follows are invited, or else all of them.
"""

from __future__ import annotations

import json
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from ...core.seats import seat_name
from ..clock.clock_messages import pace_info
from ..database.game_rows import Job, NewJob, NewNotice
from ..database.storage import Storage
from ..hosted import HostedGame, Viewer
from ..lobby import first_invite, join, joined
from ..lobby_messages import Invited, Joined
from ..problems import Trouble, not_yours
from ..requests import Join
from ..texts import clean_name
from .accounts import not_signed_in
from .circle_messages import NewInvitation
from .circles_sql import FOLLOW, InvitationRow
from .signing_in import accounts_off

if TYPE_CHECKING:
    from ..hall import Hall
    from .visitors import Visitor

KIND: Final = "invite"
NAMESAKES: Final = 5  # most players invited by one name
LISTED: Final = 20


class Invitations:
    """Delivers invitations to players."""

    def __init__(self, hall: Hall) -> None:
        self._hall: Final = hall
        hall.jobs.lane(KIND, 2, self._deliver)

    async def invite(self, hosted: HostedGame, visitor: Visitor, asked: NewInvitation) -> None:
        """Invite a player by name to a game with an open seat. A job looks for the player later."""
        if not self._hall.online.accounts:
            raise accounts_off()
        if visitor.player is None or visitor.device is None:
            raise not_signed_in()
        if not Viewer(hosted, visitor.player).holds:
            raise not_yours()
        if (asked.name is None) == (asked.followed is None):
            raise Trouble(422, "malformed", "Name a player, or one whom you follow.")
        if not _has_room(hosted):
            raise Trouble(409, "table_full", "Every seat of this table is taken.")
        payload = {
            "by": visitor.player,
            "game": hosted.id,
            "name": clean_name(asked.name),
            "followed": asked.followed,
        }
        job = NewJob(KIND, secrets.token_urlsafe(16), owner=visitor.player, payload=json.dumps(payload))
        await self._hall.journal.run(lambda storage: storage.add_job(job))
        self._hall.jobs.wake(KIND)

    async def _deliver(self, job: Job) -> bool:
        asked = json.loads(job.payload)
        by: str = asked["by"]
        try:
            hosted = await self._hall.find_unseen(asked["game"])
        except Trouble:  # the game is gone, or nobody can read it
            return True
        inviter = _name_of(hosted, by)
        if inviter is None or not _has_room(hosted):
            return True
        seated = {seat.holder for seat in hosted.row.seats}

        def write(storage: Storage) -> None:
            circles = storage.circles
            for player in _meant(storage, by, asked["name"], asked["followed"]):
                if player in seated or by in circles.blocked(player):
                    continue
                row = InvitationRow(secrets.token_urlsafe(16), hosted.id, player, by, int(storage.time()))
                if circles.invite(row):
                    storage.notices.tell(NewNotice(player, "invited", hosted.id, 0, inviter))

        await self._hall.journal.run(write)
        self._hall.notices.wake()
        return True

    # -- answers --------------------------------------------------------------------------------------

    async def accept(self, player: str | None, id: str, name: str | None) -> Joined:
        """Take the first open seat of the game that an invitation is for."""
        row = await self._find(player, id)
        hosted = await self._hall.find(row.game)
        if Viewer(hosted, row.player).holds:
            answer = joined(self._hall, hosted, row.player)
        else:
            token = first_invite(self._hall, hosted) if is_open(hosted, row) else None
            if token is None:
                raise Trouble(409, "table_full", "Every seat of this table is taken.")
            known = await self._hall.journal.read(lambda storage: storage.people.settings(row.player).name)
            answer = await join(self._hall, row.player, Join(token=token, name=name or known))
        await self._hall.journal.run(lambda storage: storage.circles.drop_invitation(row.player, id))
        return answer

    async def decline(self, player: str | None, id: str) -> None:
        """Remove an invitation. Nobody is told."""
        row = await self._find(player, id)
        await self._hall.journal.run(lambda storage: storage.circles.drop_invitation(row.player, id))

    async def _find(self, player: str | None, id: str) -> InvitationRow:
        rows: list[InvitationRow] = []
        if player is not None:
            rows = await self._hall.journal.read(lambda storage: storage.circles.invitations(player, LISTED))
        found = next((one for one in rows if one.id == id), None)
        if found is None:
            raise Trouble(404, "no_invitation", "There is no such invitation.")
        return found


def _meant(storage: Storage, by: str, name: str, tie: str | None) -> list[str]:
    """Return the players an invitation is for."""
    followed = {one.id: one.other for one in storage.circles.ties(by) if one.kind == FOLLOW}
    if tie is not None:
        return [followed[tie]] if tie in followed else []
    called = [one for one in storage.circles.called(name, NAMESAKES) if one != by]
    return [one for one in called if one in followed.values()] or called


def _has_room(hosted: HostedGame) -> bool:
    closed = hosted.row.over or hosted.row.ended is not None
    return not closed and any(seat.kind == "open" for seat in hosted.row.seats)


def _name_of(hosted: HostedGame, player: str) -> str | None:
    """Return a player's name at a table; None if they do not sit there."""
    return next((seat.name for seat in hosted.row.seats if seat.holder == player), None)


def is_open(hosted: HostedGame, row: InvitationRow) -> bool:
    """Whether an invitation can still be accepted: a seat is open, and the inviter still plays."""
    return _has_room(hosted) and _name_of(hosted, row.by) is not None


async def invited(hall: Hall, player: str) -> list[Invited]:
    """Return a player's invitations, the newest first."""
    if not hall.online.accounts:
        return []
    rows, blocked = await hall.journal.read(
        lambda storage: (storage.circles.invitations(player, LISTED), storage.circles.blocked(player))
    )
    found: list[Invited] = []
    for row in rows:
        with suppress(Trouble):  # a game that is gone, or that cannot be read
            hosted = await hall.find_unseen(row.game)
            viewer = Viewer(hosted, player)
            if row.by not in blocked and is_open(hosted, row) and not viewer.holds:
                found.append(_message(hall, hosted, viewer, row))
    return found


def _message(hall: Hall, hosted: HostedGame, viewer: Viewer, row: InvitationRow) -> Invited:
    (number, *_) = [n for n, seat in enumerate(hosted.row.seats) if seat.holder == row.by]
    return Invited(
        id=row.id,
        game=hosted.id,
        ruleset=hosted.rules.id,
        by=seat_name(number),
        seats=hall.seats(hosted, viewer),
        pace=None if hosted.row.pace is None else pace_info(hosted.row.pace),
        at=row.at,
    )
