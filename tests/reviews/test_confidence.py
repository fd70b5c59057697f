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
    shares = [Confidence((one,), 1.0).forecast_shares(ahead, wide, 0, 5)[0] for one in (1.0, 2.0, 4.0)]
    assert 0.9 > shares[0] > shares[1] > shares[2] > 0.5
    early = Confidence((1.0,), 1.0, 2.0)
    assert early.forecast_shares(ahead, wide, 0, 2)[0] == shares[1]
    assert (
        early.forecast_shares(ahead, wide, 0, 5)[0]
        == early.forecast_shares(ahead, wide, 1, 2)[0]
        == shares[0]
    )
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
    assert sum(played.share) == pytest.approx(1.0)
    ahead = confidence(game.rules, 2).played_shares([100.0, 99.0], [int(left) for left in played.spread])
    assert 0.5 < ahead[0] < 0.9  # one point ahead, with turns left that others may play otherwise
    assert played.vp == [float(early.vp[seat]) for seat in range(2)]


def test_every_table_has_its_figures() -> None:
    for table in review_data.ALL:
        assert f"{table.ruleset}-{table.players}" in _shipped()["tables"]
        found = confidence(gj.ruleset(table.ruleset), table.players)
        assert len(found.factors) == 2
        assert all(1.0 <= factor <= 4.0 for factor in found.factors)
        assert found.played_out > 0.0
        strong = strong_play(gj.ruleset(table.ruleset), table.players)
        assert strong is not None
        assert strong["games"] >= 100
    assert set(review_data.ALL) > set(TABLES)
    usual = _shipped()["others"]
    assert usual["played_out"] >= 1.0, "for rulesets of one's own: games played to their end are not certain"


@pytest.mark.parametrize("short", ["b2", "bp2", "li3"])
def test_shares_are_better_than_even_and_than_counted_wins_in_games_not_used_for_the_fit(short: str) -> None:
    """Late turns of games, with nets and without, where few deals played to their end are easily too sure."""
    table = next(one for one in review_data.ALL if one.short == short)
    seats = range(table.players)
    given: list[Said] = []
    counted: list[Said] = []
    even: list[Said] = []
    for number in range(14):
        game = play(table, 1000 + number)
        won = review_data.winners(game)
        late = [task for task in tasks(game) if isinstance(task, DecisionTask)][-8:-1:2]
        for outcomes in map(review_data.played_on, late):
            deals = len(outcomes)
            given.append(([sum(one.share[seat] for one in outcomes) / deals for seat in seats], won))
            wins = [sum(one.vp[seat] == max(one.vp) for one in outcomes) / deals for seat in seats]
            counted.append((wins, won))
            even.append(([1 / table.players] * table.players, won))
    loss = review_data.log_loss
    assert loss(given) < loss(counted)
    assert loss(given) < loss(even)


def test_shares_come_true_at_a_table_without_nets() -> None:
    """Late in introductory games not used for the fit, as many favourites win as were told."""
    table = next(one for one in review_data.ALL if one.short == "bp2")
    given: list[Said] = []
    even: list[Said] = []
    for number in range(30):
        game = play(table, 2000 + number)
        won = review_data.winners(game)
        turns = [task for task in tasks(game) if isinstance(task, DecisionTask)]
        for outcomes in map(review_data.played_on, turns[-4:-1]):
            shares = [sum(one.share[seat] for one in outcomes) / len(outcomes) for seat in range(2)]
            given.append((shares, won))
            even.append(([0.5, 0.5], won))
    assert review_data.log_loss(given) < review_data.log_loss(even)
    told = [max(shares) for shares, _ in given]
    came = [won[shares.index(max(shares))] for shares, won in given]
    # Three turns of one game are hardly independent.
    spread = 3 * sum(one * (1.0 - one) for one in told) ** 0.5
    assert abs(sum(came) - sum(told)) < spread
