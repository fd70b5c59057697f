"""The routes about other players; ``circle_messages.py`` lists them."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query, Request

from ...core.seats import Seat
from ..asking import PROBLEMS, Asker, Asking, InHall, KnownPlayer, Looked, Player
from ..lobby_messages import Joined
from ..requests import TakeSeat
from . import circles
from .account_messages import Done
from .circle_messages import Circle, NewInvitation, Regard, Regarded
from .invitations import Invitations

router: Final = APIRouter(prefix="/api", responses=PROBLEMS)
Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{22}$")]


async def invitations_of(request: Request) -> Invitations:
    invitations: Invitations = request.app.state.invitations
    return invitations


By = Annotated[Invitations, Depends(invitations_of)]


@router.get("/people")
async def circle(hall: InHall, visitor: Asking) -> Circle:
    return await circles.circle(hall, visitor)


@router.delete("/people/{id}")
async def untie(hall: InHall, visitor: Asking, id: Id) -> Circle:
    await circles.untie(hall, visitor.player, id)
    return await circles.circle(hall, visitor)


@router.get("/games/{game}/people")
async def regarded(
    hall: InHall,
    looked: Looked,
    seat: Annotated[Seat | None, Query()] = None,
    line: Annotated[int | None, Query(ge=1, le=2**53)] = None,
) -> Regarded:
    return await circles.regarded(hall, *looked, seat, line)


@router.put("/games/{game}/people")
async def regard(hall: InHall, looked: Looked, player: KnownPlayer, asker: Asker, asked: Regard) -> Regarded:
    await hall.limits.talk.spend(asker)
    return await circles.regard(hall, looked[0], player, asked)


@router.post("/games/{game}/invitations", status_code=202)
async def invite(
    hall: InHall, by: By, looked: Looked, visitor: Asking, asker: Asker, asked: NewInvitation
) -> Done:
    await hall.limits.invitations.spend(asker)
    await by.invite(looked[0], visitor, asked)
    return Done()


@router.post("/invitations/{id}")
async def accept(hall: InHall, by: By, player: Player, asker: Asker, id: Id, asked: TakeSeat) -> Joined:
    await hall.limits.games.spend(asker)
    return await by.accept(player, id, asked.name)


@router.delete("/invitations/{id}")
async def decline(by: By, player: Player, id: Id) -> Done:
    await by.decline(player, id)
    return Done()
