"""Follow and block. Nobody learns that they are followed or blocked."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from ...core.seats import Seat
from ..database.storage import Storage
from ..hosted import HostedGame, Viewer
from ..problems import Trouble
from .circle_messages import Acquaintance, Circle, Regard, Regarded, Tied
from .circles_sql import BLOCK, FOLLOW, Tie
from .pointing import check, pointed_at
from .signing_in import accounts_off

if TYPE_CHECKING:
    from ..hall import Hall
    from .visitors import Visitor

MOST = 500  # ties of one player


async def circle(hall: Hall, visitor: Visitor) -> Circle:
    """Return whom a player follows and blocks, by their current names."""
    player = visitor.player
    if player is None or not hall.online.accounts:
        return Circle(offered=hall.online.accounts, signed_in=False, followed=[], blocked=[])

    def look(storage: Storage) -> Circle:
        ties = storage.circles.ties(player)
        named = {
            kind: [
                Acquaintance(id=one.id, name=storage.people.settings(one.other).name or one.name)
                for one in ties
                if one.kind == kind
            ]
            for kind in (FOLLOW, BLOCK)
        }
        return Circle(
            offered=True,
            signed_in=visitor.device is not None,
            followed=named[FOLLOW],
            blocked=named[BLOCK],
        )

    return await hall.journal.read(look)


async def regarded(
    hall: Hall, hosted: HostedGame, viewer: Viewer, seat: Seat | None, line: int | None
) -> Regarded:
    """Return who holds a seat or wrote a line, and whether the viewer follows or blocks them."""
    if not hall.online.accounts:
        raise accounts_off()
    check(seat, line)

    def look(storage: Storage) -> Regarded | None:
        found = pointed_at(storage, hosted, viewer, seat, line)
        if found is None or found.player is None:
            return None
        tie = None if viewer.player is None else storage.circles.between(viewer.player, found.player)
        kind: Tied | None = None if tie is None else "block" if tie.kind == BLOCK else "follow"
        return Regarded(name=found.name, tie=kind)

    answer = await hall.journal.read(look)
    if answer is None:
        raise _nobody()
    return answer


async def regard(hall: Hall, hosted: HostedGame, player: str, asked: Regard) -> Regarded:
    """Follow somebody, block them, or end both."""
    if not hall.online.accounts:
        raise accounts_off()
    check(asked.seat, asked.line)
    viewer = Viewer(hosted, player)

    def store(storage: Storage) -> Regarded | None:
        found = pointed_at(storage, hosted, viewer, asked.seat, asked.line)
        if found is None or found.player is None or found.player == player:
            return None
        circles = storage.circles
        before = circles.between(player, found.player)
        if asked.tie is None:
            if before is not None:
                circles.untie(player, before.id)
        elif before is not None or len(circles.ties(player)) < MOST:
            now = int(storage.time())
            circles.tie(Tie(secrets.token_urlsafe(16), player, found.player, asked.tie, found.name, now))
        return Regarded(name=found.name, tie=asked.tie)

    answer = await hall.journal.run(store)
    if answer is None:
        raise _nobody()
    return answer


async def untie(hall: Hall, player: str | None, id: str) -> None:
    """Stop following or blocking somebody."""
    if player is None or not await hall.journal.run(lambda storage: storage.circles.untie(player, id)):
        raise _nobody()


def _nobody() -> Trouble:
    return Trouble(404, "no_player", "There is no such player.")
