"""The routes of the analysis board; ``analysis_messages`` lists them."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Path

from ..asking import PROBLEMS, Asker, AtPly, InHall, KnownPlayer, Lang, Looked, Player
from ..messages import Answer
from ..requests import GAME_ID
from . import analysis_boards, kept_studies
from .analysis_messages import (
    BestTurns,
    KeptStudy,
    Paste,
    Sight,
    StudyMoment,
    StudySummary,
    Tree,
    Unworded,
    Wanted,
    WhyThere,
    Written,
)

router: Final = APIRouter(prefix="/api", responses=PROBLEMS)
StudyId = Annotated[str, Path(pattern=GAME_ID)]


@router.post("/analysis/open")
async def open_text(hall: InHall, asker: Asker, asked: Paste) -> Tree:
    await hall.limits.boards.spend(asker)
    return await asyncio.to_thread(analysis_boards.opened, asked.text)


@router.get("/analysis/games/{game}")
async def open_game(hall: InHall, asker: Asker, looked: Looked, ply: AtPly = None) -> Tree:
    await hall.limits.boards.spend(asker)
    may = hall.reviews.may(*looked)
    return await asyncio.to_thread(analysis_boards.of_game, *looked, ply, may)


@router.post("/analysis/look")
async def look(hall: InHall, asker: Asker, asked: StudyMoment, lang: Lang = "en") -> Sight:
    await hall.limits.boards.spend(asker)
    return await asyncio.to_thread(analysis_boards.look, asked, lang)


@router.post("/analysis/why")
async def why_there(hall: InHall, asker: Asker, asked: WhyThere, lang: Lang = "en") -> Answer:
    await hall.limits.boards.spend(asker)
    return await asyncio.to_thread(analysis_boards.why_there, asked, lang)


@router.post("/analysis/words")
async def in_words(hall: InHall, asker: Asker, asked: Unworded, lang: Lang = "en") -> list[str]:
    await hall.limits.boards.spend(asker)
    return await asyncio.to_thread(analysis_boards.in_words, asked, lang)


@router.post("/analysis/best")
async def best(hall: InHall, asker: Asker, asked: Wanted, lang: Lang = "en") -> BestTurns:
    await hall.limits.analyses.spend(asker)
    view = await asyncio.to_thread(analysis_boards.open_view, asked)
    owner = asker.player or asker.address or ""
    return await hall.best.ask(owner, view, asked.depth, asked.names, lang)


@router.post("/analysis/write")
async def write(hall: InHall, asker: Asker, asked: Tree) -> Written:
    await hall.limits.boards.spend(asker)
    _, text = await asyncio.to_thread(kept_studies.written, asked)
    return Written(text=text)


# -- studies that are kept --------------------------------------------------------------------------------


@router.get("/studies")
async def studies(hall: InHall, player: Player) -> list[StudySummary]:
    return await kept_studies.listed(hall, player)


@router.post("/studies", status_code=201)
async def new_study(hall: InHall, asker: Asker, player: KnownPlayer, asked: Tree) -> KeptStudy:
    await hall.limits.studies.spend(asker)
    return await kept_studies.add(hall, player, asked)


@router.get("/studies/{study}")
async def study(hall: InHall, asker: Asker, player: Player, study: StudyId) -> KeptStudy:
    await hall.limits.boards.spend(asker)
    return await kept_studies.show(hall, study, player)


@router.put("/studies/{study}")
async def save_study(hall: InHall, asker: Asker, player: Player, study: StudyId, asked: Tree) -> KeptStudy:
    await hall.limits.studies.spend(asker)
    return await kept_studies.save(hall, study, player, asked)


@router.delete("/studies/{study}")
async def delete_study(hall: InHall, player: Player, study: StudyId) -> StudySummary:
    return await kept_studies.delete(hall, study, player)
