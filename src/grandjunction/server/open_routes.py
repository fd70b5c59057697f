"""The routes of open tables."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request

from . import open_tables
from .asking import PROBLEMS, Asker, GameId, InHall, KnownPlayer, Player
from .lobby_messages import Joined, OpenTable, QuickWait
from .quick_match import QuickMatches
from .requests import QuickMatch, TakeSeat

router: Final = APIRouter(prefix="/api", responses=PROBLEMS)


async def quick_of(request: Request) -> QuickMatches:
    quick: QuickMatches = request.app.state.quick
    return quick


Quick = Annotated[QuickMatches, Depends(quick_of)]


@router.get("/tables")
async def tables(hall: InHall, player: Player) -> list[OpenTable]:
    return await open_tables.tables(hall, player)


@router.post("/tables/{game}")
async def sit_down(hall: InHall, asker: Asker, player: KnownPlayer, game: GameId, asked: TakeSeat) -> Joined:
    await hall.limits.games.spend(asker)
    return await open_tables.sit_down(hall, game, player, asked.name)


@router.post("/quick", status_code=201)
async def quick_match(
    quick: Quick, hall: InHall, asker: Asker, player: KnownPlayer, asked: QuickMatch
) -> Joined:
    await hall.limits.games.spend(asker)
    return await quick.match(player, asked)


@router.get("/games/{game}/quick")
async def quick_wait(quick: Quick, game: GameId) -> QuickWait:
    return await quick.waits(game)
