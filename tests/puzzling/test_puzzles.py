"""The shipped puzzles: they load, are legal, hold under a deeper judge, and answers are graded."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from math import isclose
from pathlib import Path

import pytest

import grandjunction as gj
from grandjunction.core.rng import Rng
from grandjunction.core.seats import seat_name
from grandjunction.puzzling import (
    AS_GOOD,
    BEST,
    THEMES,
    WORSE,
    Puzzle,
    UnfinishedTurn,
    UnknownPuzzle,
    daily,
    find,
    grade_answer,
    mining,
    shipped,
)
from grandjunction.puzzling.checking import check, codes_of
from grandjunction.puzzling.grading import read_turn, solution_reasons
from grandjunction.puzzling.mining import name_of
from grandjunction.puzzling.proving import SHARE, VP
from grandjunction.puzzling.rating import SOLVERS, expected, rating
from grandjunction.puzzling.themes import may_have
from grandjunction.reviews.idea import idea
from grandjunction.reviews.reasons import reasons
from grandjunction.reviews.sentences import Teller
from grandjunction.words import Words

RECORDS = Path(__file__).resolve().parents[2] / "records"
SAMPLE = 2  # puzzles that are proved again here; ``make puzzles-check`` proves all


def sample(seed: str, number: int) -> list[Puzzle]:
    """Some puzzles, chosen by a seed."""
    left = list(shipped().values())
    rng = Rng(seed)
    return [left.pop(rng.below(len(left))) for _ in range(min(number, len(left)))]


def test_every_puzzle_is_a_legal_position_with_a_legal_solution() -> None:
    for one in gj.puzzles():
        view = one.view
        assert view.seat is not None
        assert view.may_act, one.id
        assert view.known.rules.id == one.ruleset
        assert view.known.players == one.players
        assert view.to_position() == one.position, "the text is canonical"
        solution, second = codes_of(view, one.solution), codes_of(view, one.second)
        assert idea(view.rules, solution) != idea(view.rules, second), one.id
        for equal in one.equal:
            assert idea(view.rules, codes_of(view, equal)) == idea(view.rules, solution), one.id
        assert one.themes
        assert set(one.themes) <= set(THEMES)


def test_a_puzzle_shows_only_what_its_seat_knows() -> None:
    for one in gj.puzzles():
        known = one.view.known
        for seat in range(one.players):
            if seat != known.seat:
                hand = known.hand_of(seat)
                assert not [card for card in hand if not known.rules.cards.kinds[_kind(one, card)].wild]


def _kind(one: Puzzle, card: str) -> int:
    return one.view.rules.cards.ids.index(card)


def test_every_proof_is_clear_of_the_margin() -> None:
    for one in gj.puzzles():
        (vp, vp_low), (share, share_low) = one.proof.vp, one.proof.share
        assert (vp_low >= VP and share >= 0.0) or (share_low >= SHARE and vp >= 0.0), one.id
        assert (one.proof.deals == 0) == (one.proof.method == "exhaustive")


def test_some_solutions_hold_on_other_deals_under_a_deeper_judge() -> None:
    for one in sample("hold", SAMPLE):
        assert check(one, "test") == "holds", one.id


def test_answers_are_graded() -> None:
    one = next(iter(shipped().values()))
    view = one.view
    assert grade_answer(one, one.solution).verdict == BEST
    for equal in one.equal:
        assert grade_answer(one, equal).verdict == AS_GOOD
    wrong = grade_answer(one, one.second)
    assert wrong.verdict == WORSE
    assert wrong.loss_vp.mean > 0.0 or wrong.loss_share.mean > 0.0
    with pytest.raises(UnfinishedTurn):
        read_turn(view, [])
    with pytest.raises(ValueError, match="turn is over"):
        read_turn(view, [*one.solution, "loan 30"])


def test_a_solution_that_only_the_result_explains_has_a_reason() -> None:
    one = find("b3-30-245")  # the last turn; both builds score the same, but one costs the leader points
    view = one.view
    assert not reasons(view, codes_of(view, one.solution), codes_of(view, one.second))
    assert solution_reasons(one)


def test_hints_do_not_tell_the_solution() -> None:
    words = Words("en")
    hinted, told = set(), set()
    for one in shipped().values():
        view = one.view
        tell = Teller(view.rules, [seat_name(seat) for seat in range(one.players)], words)
        found = reasons(view, codes_of(view, one.solution), codes_of(view, one.second))
        names = {"borrow", "develop", *map(words.tile, view.rules.tiles.ids), *view.rules.board.place_names}
        hints = tell.hints([reason for reason in found if reason.key not in ("no_loan", "no_gift")])
        assert not [hint for hint in hints if any(name in hint for name in names)], one.id
        hinted |= set(hints)
        told |= {tell.reason(reason) for reason in found}
    assert hinted
    assert [why for why in told if "builds" in why], "the solution's own reasons do"


def test_puzzles_are_found_by_id_game_and_theme() -> None:
    every = gj.puzzles()
    assert [one.rating for one in every] == sorted(one.rating for one in every)
    assert find(every[0].id) is every[0]
    with pytest.raises(UnknownPuzzle, match="no puzzle 'x'"):
        find("x")
    with pytest.raises(ValueError, match="unknown theme"):
        gj.puzzles(theme="x")
    theme = every[0].themes[0]
    assert every[0] in gj.puzzles(theme=theme)
    assert {one.ruleset for one in gj.puzzles(ruleset="birmingham")} == {"birmingham"}


def test_every_day_has_its_puzzle_and_all_have_their_turn() -> None:
    first = date(2026, 11, 16)
    days = Counter(daily(first + timedelta(days=n)).id for n in range(len(shipped())))
    assert set(days) == set(shipped())


def test_recorded_games_are_mined(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn of a recorded game becomes a puzzle whose id says nothing about who played."""
    game = gj.load_game(RECORDS / "birmingham-4.gj")
    name = name_of(game)
    assert name == name_of(game.copy(names=["Anna", "Ben", "Carla", "Dan"])) != name_of(game.at(game.ply - 1))
    monkeypatch.setattr(mining, "LOOKED_AT", 0)  # only the last turns, which are proved fastest
    found = list(mining.mine(name, game))
    assert found
    for one in found:
        assert one.id.startswith(f"{name}-")
        assert "greedy" not in one.position
        assert check(one, "again") == "holds"
    theme = found[0].themes[0]
    again = next(mining.mine(name, game, {theme}))
    assert theme in again.themes
    assert not list(mining.mine(name, game.at(20), {"shipyard"}))  # Birmingham has none


def test_positions_without_a_theme_are_passed_over_at_once() -> None:
    """The quick test never excludes a theme that a puzzle has, and excludes some positions."""
    states = {one.id: one.view.known for one in shipped().values()}
    for one in shipped().values():
        assert all(may_have(states[one.id], theme) for theme in one.themes), one.id
    assert not all(may_have(state, "turn_order") for state in states.values())


def test_a_rating_is_where_the_solvers_do_as_expected() -> None:
    strong = [(float(strength), strength >= 1800) for _, strength, _ in SOLVERS]
    found = rating(strong)
    weak = rating([(strength, True) for strength, _ in strong])
    assert weak < found < rating([(strength, False) for strength, _ in strong])
    assert isclose(expected(found, found), 0.5)
