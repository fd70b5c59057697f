"""The routes of the what-if board and of stored turns; ``plan_messages`` lists them."""

from __future__ import annotations

import asyncio
from typing import Final

from fastapi import APIRouter

from ..asking import PROBLEMS, Asker, InHall, Lang, Looked
from ..messages import Answer
from . import what_if
from .plan_messages import PlanState, WhatIf, WhatIfUnits, WhatIfWhy

router: Final = APIRouter(prefix="/api/games/{game}", responses=PROBLEMS)


@router.post("/whatif")
async def what_if_board(hall: InHall, asker: Asker, looked: Looked, asked: WhatIfUnits) -> WhatIf:
    await hall.limits.boards.spend(asker)
    return await asyncio.to_thread(what_if.look, *looked, hall.seats(*looked), asked.units)


@router.post("/whatif/why")
async def what_if_why(
    hall: InHall, asker: Asker, looked: Looked, asked: WhatIfWhy, lang: Lang = "en"
) -> Answer:
    await hall.limits.boards.spend(asker)
    return await asyncio.to_thread(what_if.ask, *looked, asked, lang)


@router.get("/plan")
async def plan(hall: InHall, looked: Looked, lang: Lang = "en") -> PlanState:
    return await hall.plans.show(*looked, lang)


@router.put("/plan")
async def store_plan(
    hall: InHall, asker: Asker, looked: Looked, asked: WhatIfUnits, lang: Lang = "en"
) -> PlanState:
    await hall.limits.boards.spend(asker)
    return await hall.plans.store(*looked, asked.units, lang)


@router.delete("/plan")
async def remove_plan(hall: InHall, looked: Looked) -> PlanState:
    return await hall.plans.remove(*looked)
