"""The routes about time: choices when it runs out, seats given back, nights and holidays."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response

from ..asking import PROBLEMS, GameId, InHall, KnownPlayer, Player, json_answer
from ..messages import Table
from ..problems import Trouble
from . import overtime
from .clock_messages import GiveBack, NewRest, Overtime, RestInfo
from .rest import BadRest, Holiday, Rest

router: Final = APIRouter(prefix="/api", responses=PROBLEMS)


@router.post("/games/{game}/overtime", response_model=Table)
async def choose(hall: InHall, game: GameId, player: Player, asked: Overtime) -> Response:
    return json_answer(await overtime.choose(hall, game, player, asked))


@router.post("/games/{game}/back", response_model=Table)
async def give_back(hall: InHall, game: GameId, player: Player, asked: GiveBack) -> Response:
    return json_answer(await overtime.give_back(hall, game, player, asked))


@router.get("/rest")
async def rest(hall: InHall, player: Player) -> RestInfo:
    return await hall.journal.read(lambda storage: overtime.rest_info(storage, player or ""))


@router.put("/rest")
async def change_rest(hall: InHall, player: KnownPlayer, asked: NewRest) -> RestInfo:
    night = None if asked.night is None else (asked.night.begins, asked.night.ends)
    holidays = tuple(Holiday(one.first, one.last) for one in asked.holidays)
    try:
        await hall.time.change_rest(player, Rest(asked.zone, night, holidays))
    except BadRest as fault:
        raise Trouble(422, fault.key, str(fault)) from fault
    return await hall.journal.read(lambda storage: overtime.rest_info(storage, player))
