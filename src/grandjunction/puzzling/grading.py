"""Grades an answer to a puzzle: the solution, as good as it, or worse and by how much and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from ..core.moves import unit
from ..core.notation import read_move
from ..core.ruleset import MORE
from ..core.state import State
from ..core.view import View
from ..reviews.comparison import Line, Turns, play_deals
from ..reviews.continuation import Outcome, ended
from ..reviews.estimates import NOTHING, Estimate
from ..reviews.grades import EQUAL, FINE, grade
from ..reviews.idea import idea
from ..reviews.reason import Reason
from ..reviews.reasons import reasons
from .checking import codes_of
from .proving import NEARLY_SHARE, NEARLY_VP, PROOF, gain, is_final, table_of
from .puzzle import Puzzle, find

DEALS: Final = 16
BEST: Final = "best"
AS_GOOD: Final = "equal"
WORSE: Final = "worse"


class UnfinishedTurn(ValueError):
    """The moves are legal, but the turn has decisions left."""

    def __init__(self) -> None:
        super().__init__("the turn has decisions left: make them, or pass")

    def __reduce__(self) -> tuple[type[UnfinishedTurn], tuple[()]]:
        return UnfinishedTurn, ()


@dataclass(frozen=True, slots=True)
class Graded:
    """What an answer is worth. The losses are against the solution."""

    verdict: str  # BEST, AS_GOOD or WORSE
    moves: list[str]  # as they were read
    loss_vp: Estimate
    loss_share: Estimate
    harm: str  # the harm that a beginner sees in the answer; ""
    reasons: list[Reason]  # what speaks for the solution


def read_turn(view: View, texts: list[str]) -> list[int]:
    """Return the codes of a whole turn; an action that could go on is stopped.

    Raises ``UnfinishedTurn``, ``NotationError`` or ``IllegalMove``.
    """
    state = view.known.copy()
    codes: list[int] = []
    for text in texts:
        if not same_turn(view.known, state):
            raise ValueError(f"the turn is over before {text!r}")
        move = read_move(state, text)
        state.apply(move)
        codes.append(move.code)
    if state.decision == MORE and state.actions_left == 1 and same_turn(view.known, state):
        stop = state.rules.stop
        assert stop is not None
        codes.append(unit(stop.id, -1, -1, 0, 0))
        state.apply_code(codes[-1], None)
    if same_turn(view.known, state):
        raise UnfinishedTurn
    return codes


def same_turn(root: State, state: State) -> bool:
    """Return whether the root's seat still decides in the same turn. Chance ends a puzzle."""
    if state.is_over or state.is_chance:
        return False
    return (state.era, state.round, state.step, state.cursor, state.seat) == (
        root.era,
        root.round,
        root.step,
        root.cursor,
        root.seat,
    )


def grade_answer(puzzle: Puzzle, texts: list[str]) -> Graded:
    """Grade a turn. Raises ``ValueError`` if it is not a whole, legal turn."""
    view = puzzle.view
    codes = read_turn(view, texts)
    answer = Line(codes, [False] * len(codes))
    known = [_line(view, moves) for moves in (puzzle.solution, *puzzle.equal)]
    moves = answer.moves(view)
    key = answer.key(view)
    if key == known[0].key(view):
        return Graded(BEST, moves, NOTHING, NOTHING, "", [])
    if any(key == line.key(view) for line in known[1:]):
        return Graded(AS_GOOD, moves, NOTHING, NOTHING, "", [])
    solution = known[0]
    loss_vp, loss_share = _losses(puzzle, view, solution, answer)
    same = idea(view.rules, codes) == idea(view.rules, solution.codes)
    if _is_as_good(loss_vp, loss_share, same):
        return Graded(AS_GOOD, moves, loss_vp, loss_share, "", [])
    table = table_of(view, PROOF.budget)
    return Graded(
        WORSE,
        moves,
        loss_vp,
        loss_share,
        Turns(table, PROOF, view).harm(answer),
        reasons(view, solution.sure(), answer.sure(), solution.outcomes, answer.outcomes),
    )


def _is_as_good(vp: Estimate, share: Estimate, same: bool) -> bool:
    """Return whether a loss does not count. Another idea than the solution's must lose nearly nothing."""
    if same:
        return grade(vp, share) in (EQUAL, FINE)
    return vp.mean < NEARLY_VP and share.mean < NEARLY_SHARE


def _losses(puzzle: Puzzle, view: View, solution: Line, answer: Line) -> tuple[Estimate, Estimate]:
    seat = int(view.known.seat)
    if is_final(view):
        outcomes = [_final(view, line) for line in (solution, answer)]
        if None not in outcomes:
            for line, outcome in zip((solution, answer), outcomes, strict=True):
                assert outcome is not None
                line.outcomes.extend([outcome, outcome])
    if not answer.outcomes:
        depth = replace(PROOF, fresh=DEALS)
        table = table_of(view, depth.budget)
        play_deals(table, depth, view, [solution, answer], f"answer/{puzzle.id}", DEALS)
    return gain(seat, solution.outcomes, answer.outcomes)


def _final(view: View, line: Line) -> Outcome | None:
    """Return the result of the game after its last turn; None if chance still has a say."""
    state = view.known.copy()
    for code in line.codes:
        state.apply_code(code, None)
    return ended(state) if state.is_over else None


def _line(view: View, moves: list[str]) -> Line:
    codes = codes_of(view, moves)
    return Line(codes, [False] * len(codes))


def solution_reasons(puzzle: Puzzle) -> list[Reason]:
    """Return what speaks for the solution against the next best idea.

    If the moves themselves do not say it, both are played forward, which takes a moment.
    """
    view = puzzle.view
    best, second = _line(view, puzzle.solution), _line(view, puzzle.second)
    found = reasons(view, best.codes, second.codes)
    if not found:
        _losses(puzzle, view, best, second)
        found = reasons(view, best.sure(), second.sure(), best.outcomes, second.outcomes)
    return found


@lru_cache(maxsize=512)
def reasons_by_id(id: str) -> list[Reason]:
    """Return what speaks for the solution of a shipped puzzle. Runs in a worker."""
    return solution_reasons(find(id))


def grade_by_id(id: str, texts: list[str]) -> Graded:
    """Grade an answer to a shipped puzzle. Runs in a worker."""
    return grade_answer(find(id), texts)
