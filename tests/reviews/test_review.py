"""Reviews of the last turns of games: a blunder is found, secrets have no influence, equal seeds agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

import pytest

import grandjunction as gj
from grandjunction.arena import cluster
from grandjunction.core.state import State
from grandjunction.puzzling.proving import LOOK, PROOF
from grandjunction.reviews import Decision, Depth, UnknownDepth, judge_version
from grandjunction.reviews.advice import HINT
from grandjunction.reviews.continuation import Continuation, continuation
from grandjunction.reviews.depth import DEPTHS
from grandjunction.reviews.document import document
from grandjunction.reviews.estimates import Estimate
from grandjunction.reviews.luck import Chance
from grandjunction.reviews.reckoning import turning_point
from grandjunction.reviews.reviewing import work_on
from grandjunction.reviews.timeline import DecisionTask, Task, tasks

from .games import TINY, end_of, from_ply, golden


@cache
def hamlet_end() -> gj.Game:
    return end_of("hamlet-2", "rail", 3)


@cache
def blundered() -> gj.Game:
    """The last round of a game of Birmingham, in which a seat passes instead of scoring."""
    game = end_of("birmingham-2", "rail", 10)
    short = from_ply(game, 0)
    short.back_to(0)
    seat, rng = short.state.to_act, gj.Rng(1)
    while not short.state.is_over:
        moves = short.legal_moves()
        bad = next((move for move in moves if move.verb == "pass"), moves[0])
        short.make(bad.code if short.state.to_act == seat else moves[0].code)
        short.settle(rng)
    return short


def test_games_are_played_on_by_a_bot_that_finds_whole_turns() -> None:
    """With too few positions a turn the search ends before a sale is found: 41 VP a seat with 80 of them."""
    budget = min(one.budget for one in (*DEPTHS.values(), HINT, LOOK, PROOF))
    table = continuation("lancashire-2018", 3, budget)
    state, rng = State(table.rules, 3), gj.Rng("strong enough")
    state.advance(None)
    while not state.is_over:
        if state.is_chance:
            state.apply_code(state.chance_code(rng), None)
        else:
            table.take_turn(state)
    assert sum(int(state.vp[seat]) for seat in range(3)) / 3 > 120


def test_mistakes_are_listed_by_grade_first() -> None:
    """A turn whose certain loss is small is fine, and none of them."""
    (one,) = gj.review(blundered(), depth=TINY, seat=blundered().played[0].seat).decisions
    large, small = Estimate(0.3, 0.2, 0.4), Estimate(0.01, 0.005, 0.02)
    decisions = [
        replace(one, ply=1, grade="inaccuracy", loss_share=large),
        replace(one, ply=2, grade="blunder", loss_share=small),
        replace(one, ply=3, grade="blunder", loss_share=large),
        replace(one, ply=4, grade="equal", loss_share=large),
        replace(one, ply=5, grade="fine", loss_share=small),
    ]
    found = replace(gj.review(blundered(), depth=TINY, seat=one.seat), decisions=decisions)
    assert [each.ply for each in found.mistakes] == [3, 2, 1]


def test_a_planted_blunder_is_found_and_explained() -> None:
    game = blundered()
    seat = game.played[0].seat
    found = gj.review(game, depth=TINY, seat=seat)
    (one,) = found.decisions
    assert one.moves[0].startswith("pass")
    assert one.grade in ("mistake", "blunder")
    assert one.loss_vp.low > 2.0
    assert found.mistakes == [one]
    assert one.harm == "idle_pass"
    better = one.alternatives[one.best]
    assert not better.moves[0].startswith("pass")
    assert better.gain_vp == one.loss_vp
    state = game.start  # the better turn is one that can be played
    for move in better.moves:
        state.apply(move)


def test_equal_seeds_give_equal_reviews() -> None:
    game = end_of("hamlet-2", "rail", 1)  # cards are still drawn, so deals differ
    first = gj.review(game, depth=TINY)
    assert document(gj.review(game, depth=TINY)) == document(first)
    assert document(gj.review(game, depth=TINY, processes=2)) == document(first)
    other = gj.review(game, depth=TINY, seed="other")
    assert other.decisions != first.decisions
    assert other.chances != first.chances


def test_a_cluster_gives_the_same_review_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def backwards(work: Callable[[Task], object], todo: Iterable[Task], *where: object) -> list[object]:
        asked.extend(where)
        return [work(task) for task in reversed(list(todo))]

    monkeypatch.setattr(cluster, "spread", backwards)
    found = gj.review(hamlet_end(), depth=TINY, ray="ray://elsewhere:1", processes=2)
    assert document(found) == document(gj.review(hamlet_end(), depth=TINY))
    assert asked == ["ray://elsewhere:1", 2]


def test_a_review_of_a_whole_table() -> None:
    game = hamlet_end()
    steps: list[tuple[int, int]] = []
    found = gj.review(game, depth=TINY, progress=lambda done, of: steps.append((done, of)))
    count = len(found.decisions) + len(found.chances)
    assert steps == [(number, count) for number in range(1, count + 1)]
    assert [one.seat for one in found.seats] == [0, 1]
    for one in found.decisions:
        assert sum(share.mean for share in one.share) == pytest.approx(1.0)
        assert (one.best >= 0) == (one.loss_vp.margin > 0 or one.loss_share.margin > 0 or one.best == 0)
        if one.best < 0:
            assert (one.loss_vp.mean, one.loss_share.mean) == (0.0, 0.0)
    for chance in found.chances:
        assert sum(luck.mean for luck in chance.luck_share) == pytest.approx(0.0, abs=1e-9)
    for seat in found.seats:
        assert seat.vp == game.state.vp[seat.seat]
        assert sum(seat.grades.values()) == sum(one.seat == seat.seat for one in found.decisions)
        assert seat.real <= seat.decisions
    assert found.turning_point is None  # the winner leads to the end: its share hardly rises


def test_the_turning_point_is_the_costliest_error_or_the_luckiest_chance_for_the_winner() -> None:
    turn = gj.review(hamlet_end(), depth=TINY).decisions[0]

    def sure(value: float, margin: float = 0.01) -> Estimate:
        return Estimate(value, value - margin, value + margin)

    def error(ply: int, seat: int, before: float, after: float, margin: float = 0.01) -> Decision:
        """A turn after which seat 0 can expect ``after`` instead of ``before``."""
        then, now = ([sure(one), sure(1.0 - one)] for one in (before, after))
        loss = sure(abs(after - before), margin)
        return replace(
            turn, ply=ply, seat=seat, grade="mistake", before_share=then, share=now, loss_share=loss
        )

    def luck(ply: int, gain: float, margin: float = 0.01) -> Chance:
        lucky, share = [sure(gain, margin), sure(-gain, margin)], [sure(0.7), sure(0.3)]
        return Chance(ply, ply + 1, "draw", 0, 0, 1, [], lucky, lucky, share, share)

    found = turning_point([0], [error(1, 1, 0.4, 0.6), error(3, 1, 0.5, 0.8), error(5, 1, 0.6, 0.65)], [])
    assert found is not None
    assert (found.ply, found.seat, found.before.mean, found.after.mean) == (3, 1, 0.5, 0.8)
    by_chance = turning_point([0], [error(1, 1, 0.4, 0.6)], [luck(2, 0.3)])
    assert by_chance is not None
    assert (by_chance.ply, by_chance.by_chance) == (2, True)
    assert by_chance.before.mean == pytest.approx(0.4)
    # The share may differ from one step to the next as much as it likes: each is judged by another seat.
    apart = [error(1, 1, 0.1, 0.12), error(2, 0, 0.9, 0.9), error(3, 1, 0.95, 0.97)]
    assert turning_point([0], apart, []) is None
    # Nor does a step count that the samples cannot tell, or an error of the winner's own.
    assert turning_point([0], [error(1, 1, 0.4, 0.6, margin=0.3)], [luck(2, 0.3, margin=0.4)]) is None
    assert turning_point([0], [replace(error(1, 1, 0.4, 0.6), grade="equal")], []) is None
    assert turning_point([0], [error(1, 0, 0.6, 0.4)], []) is None
    assert turning_point([0, 1], [error(3, 1, 0.5, 0.8)], []) is None


def swapped(state: State, seat: int, seed: int) -> State:
    """The same position for a seat, with other cards wherever it cannot look."""
    other = state.view(seat).determinize(gj.Rng(seed))
    assert other != state
    assert other.view(seat) == state.view(seat)
    return other


@pytest.mark.parametrize(
    ("name", "era", "round"),
    [("birmingham-3", "rail", 8), ("lancashire-2007-4", "rail", 6), ("birmingham-4", "canal", 4)],
)
def test_hidden_cards_change_nothing(name: str, era: str, round: int) -> None:
    """A seat is told the same, whatever its rivals hold and whatever lies in the deck."""
    small = Depth("small", plans=2, planning=60, deals=2, shown=1, fresh=2, luck=2, budget=20, luck_turns=1)
    task = next(one for one in tasks(end_of(name, era, round)) if isinstance(one, DecisionTask))
    other = DecisionTask(swapped(task.state, task.seat, 3), task.seat, task.ply, task.codes)
    assert work_on(small, "secret", other) == work_on(small, "secret", task)
    # The hidden cards do matter: played on from where they are, the two positions come to other results.
    table = continuation(task.state.rules.id, int(task.state.players), small.budget)
    real, swap = (
        table.play_turns(state.copy(), task.seat, 9, gj.Rng(1)) for state in (task.state, other.state)
    )
    assert real != swap


def test_tables_without_nets_are_calibrated() -> None:
    table = continuation("hamlet", 2, 20)
    assert table.nets is None
    state = gj.new_game("hamlet", players=2, seed=1).state
    outcome = table.forecast(state)
    assert sum(outcome.share) == pytest.approx(1.0)
    assert all(0.2 < share < 0.8 for share in outcome.share)
    plain = Continuation(table.rules, 2, 20, None).values(state)
    assert outcome.vp != plain
    assert judge_version(table.rules, 2).startswith("review 8, hamlet 1, by hand, spread ")
    assert "nets" in judge_version(gj.ruleset("birmingham"), 4)


def test_what_cannot_be_reviewed() -> None:
    with pytest.raises(UnknownDepth, match="unknown depth 'abyssal'; one of quick, normal, deep"):
        gj.review(hamlet_end(), depth="abyssal")
    with pytest.raises(ValueError, match="there is no seat 2 with 2 players"):
        gj.review(hamlet_end(), seat=2)


def test_an_unfinished_game_has_no_turning_point() -> None:
    game = golden("hamlet-2").at(24)
    assert gj.review(from_ply(game, game.ply - 1), depth=TINY, seat=0).turning_point is None
