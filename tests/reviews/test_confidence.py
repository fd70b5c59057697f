"""Shares of the win are as sure as they come true; `make review-data` proves it at length."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import grandjunction as gj
from grandjunction.puzzling.mining import TABLES, play
from grandjunction.reviews.confidence import Confidence, _shipped, confidence
from grandjunction.reviews.continuation import PLAYED_OUT, continuation
from grandjunction.reviews.strong_play import strong_play
from grandjunction.reviews.timeline import DecisionTask, tasks
from tests.reviews.games import golden

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import review_data

Said = tuple[list[float], list[float]]  # shares, and who won


def test_more_spread_is_nearer_to_even() -> None:
    ahead, wide = [100.0, 90.0], [8.0, 8.0]
    shares = [Confidence((one,), 1.0).forecast_shares(ahead, wide, 0)[0] for one in (1.0, 2.0, 4.0)]
    assert 0.9 > shares[0] > shares[1] > shares[2] > 0.5
    played = [Confidence((1.0,), root).played_shares(ahead, [2, 4])[0] for root in (1.0, 4.0, 16.0)]
    assert played[0] > 0.99 > played[1] > played[2] > 0.5
    assert sum(Confidence((1.5,), 3.0).played_shares([80.0, 90.0, 70.0], [2, 0, 2])) == pytest.approx(1.0)


def test_a_game_played_out_leaves_room_for_other_play_and_one_that_is_over_does_not() -> None:
    game = golden("birmingham-2")
    table = continuation("birmingham", 2, 20)
    over = table.play_turns(game.state.copy(), 0, 1, gj.Rng(1))
    assert sorted(over.share) == [0.0, 1.0]
    assert not over.spread
    early = next(
        state.copy()
        for state, _, _ in game.positions()
        if (state.era_name, state.round, state.decision_name) == ("rail", 9, "action")
    )
    played = table.play_turns(early, int(early.seat), 9, gj.Rng(1))
    assert early.is_over
    assert played.era == PLAYED_OUT
    assert all(0.0 < share < 1.0 for share in played.share)
    assert played.vp == [float(early.vp[seat]) for seat in range(2)]


def test_every_table_has_its_figures() -> None:
    for table in TABLES:
        assert f"{table.ruleset}-{table.players}" in _shipped()["tables"]
        found = confidence(gj.ruleset(table.ruleset), table.players)
        assert len(found.factors) == 2
        assert all(1.0 <= factor <= 4.0 for factor in found.factors)
        assert found.played_out > 0.0
        strong = strong_play(gj.ruleset(table.ruleset), table.players)
        assert strong is not None
        assert strong["games"] >= 100
    assert len(confidence(gj.ruleset("hamlet"), 2).factors) >= 1


def test_shares_are_better_than_even_and_than_counted_wins_in_games_not_used_for_the_fit() -> None:
    """Late turns of games with two players, where few deals played to their end are easily too sure."""
    table = next(one for one in TABLES if (one.ruleset, one.players) == ("birmingham", 2))
    given: list[Said] = []
    counted: list[Said] = []
    even: list[Said] = []
    for number in range(14):
        game = play(table, 1000 + number)
        won = review_data.winners(game)
        late = [task for task in tasks(game) if isinstance(task, DecisionTask)][-8:-1:2]
        for outcomes in map(review_data.played_on, late):
            deals = len(outcomes)
            given.append(([sum(one.share[seat] for one in outcomes) / deals for seat in range(2)], won))
            wins = [sum(one.vp[seat] > one.vp[1 - seat] for one in outcomes) / deals for seat in range(2)]
            counted.append((wins, won))
            even.append(([0.5, 0.5], won))
    loss = review_data.log_loss
    assert loss(given) < loss(counted)
    assert loss(given) < loss(even)
