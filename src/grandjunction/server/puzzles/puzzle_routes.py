"""The routes of puzzles. Nobody needs a seat or an account for them.

| Method | Path | Takes | Gives |
|---|---|---|---|
| GET  | ``/api/puzzles``               |                       | ``PuzzleList`` |
| GET  | ``/api/puzzles/drill``         |                       | ``Drill`` |
| POST | ``/api/puzzles/{id}/table``    | ``PuzzleUnits``       | ``PuzzleTable`` |
| POST | ``/api/puzzles/{id}/why``      | ``PuzzleWhy``, ``?lang=`` | ``Answer`` |
| POST | ``/api/puzzles/{id}/answer``   | ``PuzzleUnits``, ``?lang=`` | ``PuzzleAnswer`` |
| GET  | ``/api/puzzles/{id}/solution`` | ``?lang=``            | ``PuzzleSolution`` |
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Path

from ..asking import PROBLEMS, Asker, InHall, Lang, Player
from ..messages import Answer
from . import drills, puzzle_desk
from .puzzle_messages import (
    PUZZLE_ID,
    Drill,
    PuzzleAnswer,
    PuzzleList,
    PuzzleSolution,
    PuzzleTable,
    PuzzleUnits,
    PuzzleWhy,
)

router: Final = APIRouter(prefix="/api/puzzles", responses=PROBLEMS)
PuzzleId = Annotated[str, Path(pattern=PUZZLE_ID)]


@router.get("")
async def puzzle_list() -> PuzzleList:
    return await asyncio.to_thread(puzzle_desk.listed)


@router.get("/drill")
async def drill(hall: InHall, player: Player) -> Drill:
    """Return the themes in which this browser's reviewed games lose most."""
    return await drills.drill(hall, player)


@router.post("/{id}/table")
async def puzzle_table(id: PuzzleId, asked: PuzzleUnits) -> PuzzleTable:
    return await asyncio.to_thread(puzzle_desk.table, puzzle_desk.found(id), asked.units)


@router.post("/{id}/why")
async def puzzle_why(id: PuzzleId, asked: PuzzleWhy, lang: Lang = "en") -> Answer:
    return await asyncio.to_thread(puzzle_desk.why, puzzle_desk.found(id), asked.units, asked.why, lang)


@router.post("/{id}/answer")
async def puzzle_answer(
    hall: InHall, asker: Asker, id: PuzzleId, asked: PuzzleUnits, lang: Lang = "en"
) -> PuzzleAnswer:
    await hall.limits.hints.spend(asker)
    return await puzzle_desk.answer(hall, puzzle_desk.found(id), asked.units, asker.player or "", lang)


@router.get("/{id}/solution")
async def puzzle_solution(hall: InHall, asker: Asker, id: PuzzleId, lang: Lang = "en") -> PuzzleSolution:
    return await puzzle_desk.solution(hall, puzzle_desk.found(id), asker.player or "", lang)
