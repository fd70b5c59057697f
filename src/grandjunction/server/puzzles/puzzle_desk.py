"""Serves puzzles: boards, questions and answers. Nothing is stored."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ...core.seats import seat_name
from ...puzzling import Puzzle, UnfinishedTurn, daily, find, shipped, today
from ...puzzling.grading import grade_by_id, reasons_by_id
from ...puzzling.themes import THEMES
from ...reviews.estimates import Estimate
from ...reviews.sentences import Teller
from .. import turn_board
from ..describe import words_in
from ..lobby import COLOURS
from ..messages import Answer, SeatInfo
from ..problems import Trouble
from ..requests import Why
from ..review_messages import Spread
from .puzzle_messages import (
    PuzzleAnswer,
    PuzzleList,
    PuzzleSolution,
    PuzzleSummary,
    PuzzleTable,
)

if TYPE_CHECKING:
    from ..hall import Hall

VP_DIGITS: Final = 2
SHARE_DIGITS: Final = 4


def found(id: str) -> Puzzle:
    """Return a puzzle. Raises ``Trouble`` if there is none."""
    if id not in shipped():
        raise Trouble(404, "no_such_puzzle", "There is no puzzle with this id.")
    return find(id)


@lru_cache(maxsize=1)
def _summaries() -> list[PuzzleSummary]:
    return [_summary(one) for one in shipped().values()]


def _summary(one: Puzzle) -> PuzzleSummary:
    known = one.view.known
    return PuzzleSummary.model_validate(
        {
            "id": one.id,
            "ruleset": one.ruleset,
            "players": one.players,
            "era": known.rules.eras[known.era],
            "round": int(known.round),
            "themes": one.themes,
            "rating": one.rating,
        }
    )


def listed() -> PuzzleList:
    """Return all puzzles, and the one of today."""
    day = today()
    used = {theme for one in shipped().values() for theme in one.themes}
    return PuzzleList(
        day=day.isoformat(),
        daily=daily(day).id,
        themes=[theme for theme in THEMES if theme in used],
        puzzles=_summaries(),
    )


# -- the table of a puzzle ----------------------------------------------------------------------------------


def table(puzzle: Puzzle, units: list[str]) -> PuzzleTable:
    """Return the table of a puzzle after some moves, and the legal next ones."""
    draft = turn_board.tried(puzzle.view.known, units)
    seat = int(puzzle.view.known.seat)
    ends = draft.may_end or (bool(units) and not turn_board.decides(draft))
    return PuzzleTable(
        table=turn_board.table(puzzle.id, draft, seat, _seats(puzzle, seat), ends),
        choices=turn_board.choices(puzzle.id, draft, seat),
    )


def _seats(puzzle: Puzzle, seat: int) -> list[SeatInfo]:
    """Return the seats, named by their letters."""
    return [
        SeatInfo(
            seat=seat_name(number),
            name=seat_name(number),
            colour=COLOURS[number],
            kind="person" if number == seat else "bot",
            bot=None if number == seat else "planner",
            is_mine=number == seat,
            resigned=False,
            was_mine=False,
            back=None,
            connected=True,
        )
        for number in range(puzzle.players)
    ]


def why(puzzle: Puzzle, units: list[str], asked: Why, lang: str) -> Answer:
    """Return why something is not possible, after some moves."""
    draft = turn_board.tried(puzzle.view.known, units)
    return turn_board.why(draft, int(puzzle.view.known.seat), asked, lang)


# -- answers ----------------------------------------------------------------------------------------------


def _teller(puzzle: Puzzle, lang: str) -> Teller:
    names = [seat_name(number) for number in range(puzzle.players)]
    return Teller(puzzle.view.rules, list(names), words_in(lang))


def _spread(one: Estimate, digits: int) -> Spread:
    return Spread(**one.as_dict(digits))


async def answer(hall: Hall, puzzle: Puzzle, units: list[str], asker: str, lang: str) -> PuzzleAnswer:
    """Grade a turn, in a worker process beside the bots' turns."""
    try:
        graded = await hall.thinkers.work(f"puzzle {asker}", grade_by_id, puzzle.id, units)
    except UnfinishedTurn as error:
        raise Trouble(422, "turn_open", "This turn has decisions left: make them, or pass.") from error
    except ValueError as error:
        raise Trouble(422, "line", str(error)) from error
    tell = _teller(puzzle, lang)
    return PuzzleAnswer.model_validate(
        {
            "verdict": graded.verdict,
            "text": tell.moves(graded.moves),
            "loss_vp": _spread(graded.loss_vp, VP_DIGITS),
            "loss_share": _spread(graded.loss_share, SHARE_DIGITS),
            "harm": tell.harm(graded.harm),
            "reasons": tell.hints(graded.reasons),
        }
    )


async def solution(hall: Hall, puzzle: Puzzle, asker: str, lang: str) -> PuzzleSolution:
    """Return the solution and its reasons, which a worker process finds."""
    why = await hall.thinkers.work(f"puzzle {asker}", reasons_by_id, puzzle.id)
    tell = _teller(puzzle, lang)
    proof = puzzle.proof
    return PuzzleSolution.model_validate(
        {
            "moves": puzzle.solution,
            "text": tell.moves(puzzle.solution),
            "second": tell.other_moves(puzzle.second, puzzle.solution),
            "gain_vp": proof.vp[0],
            "gain_share": proof.share[0],
            "method": proof.method,
            "deals": proof.deals,
            "reasons": [tell.reason(one) for one in why],
        }
    )
