"""The coach warns of a turn that throws much away, and is silent about a good one."""

from __future__ import annotations

from dataclasses import replace

import pytest

import grandjunction as gj
from grandjunction.bots import Bot, bot
from grandjunction.core.moves import Move
from grandjunction.core.view import View
from grandjunction.puzzling import shipped
from grandjunction.reviews import coaching
from grandjunction.reviews.coaching import coach
from grandjunction.reviews.comparison import Decision
from grandjunction.reviews.depth import Depth
from grandjunction.reviews.points import points
from grandjunction.reviews.strong_play import compared, strong_play


def test_the_coach_warns_of_passing_and_not_of_the_best_turn() -> None:
    puzzle = next(one for one in shipped().values() if one.proof.vp[1] > 2.0)
    view = puzzle.view
    passes = [move for move in view.legal_moves() if move.verb == "pass"]
    state = view.known.copy()
    state.apply(passes[0])
    again = next(move for move in state.legal_moves() if move.verb == "pass")
    warned = coach(view, [str(passes[0]), str(again)])
    assert warned is not None
    assert warned.grade in ("mistake", "blunder")
    assert warned.harm == "idle_pass" or warned.alternatives[warned.best].reasons
    assert coach(view, puzzle.solution) is None


class Passing(Bot):
    """Gives the hint to pass with the first card."""

    def choose(self, view: View, budget: int = 0) -> Move:
        return next(move for move in view.legal_moves() if move.verb == "pass")


def passing_twice() -> tuple[View, list[str]]:
    view = next(one for one in shipped().values() if one.proof.vp[1] > 2.0).view
    state = view.known.copy()
    moves: list[str] = []
    for _ in range(2):
        move = Passing("passing", 1).choose(View.of(state, int(state.seat)))
        moves.append(str(move))
        state.apply(move)
    return view, moves


def test_the_coach_does_not_contradict_the_hints() -> None:
    view, moves = passing_twice()
    assert coach(view, moves, lambda: bot("planner", 1)) is not None
    assert coach(view, moves, lambda: Passing("passing", 1)) is None


def test_the_coach_looks_twice_before_it_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    view, moves = passing_twice()
    looked: list[str] = []

    warned = coach(view, moves)
    assert warned is not None
    answers = [warned, replace(warned, grade="fine")]

    def fine_at_the_second(table: object, depth: Depth, task: object, seed: str) -> Decision:
        looked.append(depth.name)
        return answers[len(looked) - 1]

    monkeypatch.setattr(coaching, "compare", fine_at_the_second)
    assert coach(view, moves) is None
    assert looked == ["quick", "normal"]


def test_a_game_is_compared_with_strong_play() -> None:
    game = gj.load_game("records/birmingham-4.gj")
    listed = compared(points(game), game.rules)
    strong = strong_play(game.rules, 4)
    assert strong is not None
    assert strong["seats"] == 4 * strong["games"]
    for one, usual in listed:
        assert len(one.values) == 4
        assert usual is not None
        low, middle, high = usual
        assert low <= middle <= high
    vp = [sum(one.values[seat] for one, _ in listed if one.source) for seat in range(4)]
    assert vp == [int(game.state.vp[seat]) for seat in range(4)], "the sources add up"
    assert set(strong["slots"]) <= set(game.rules.board.slot_ids)
    assert set(strong["lines"]) <= set(game.rules.board.line_ids)
    assert strong_play(game.rules, 5) is None  # no such table
