"""Forecasts: shares that add up, and what a finished game leaves no doubt about."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.bots import bot
from grandjunction.bots.forecast import Forecaster, NoForecast, forecaster, win_shares
from grandjunction.bots.horizon import Course, Horizon
from grandjunction.bots.nets import BY_HAND, SHIPPED

from .test_judge import TABLES, positions, some_nets


def test_shares_follow_what_is_expected() -> None:
    assert win_shares([100.0, 100.0], [10.0, 10.0]) == pytest.approx([0.5, 0.5])
    first, second = win_shares([110.0, 100.0], [10.0, 10.0])
    assert first == pytest.approx(0.7602, abs=0.001)  # a normal distribution of √2 · 10 at 10
    assert first + second == pytest.approx(1.0)
    one, *others = win_shares([100.0] * 4, [12.0] * 4)
    assert others == pytest.approx([one] * 3)
    sure = win_shares([150.0, 100.0, 90.0], [1.0, 1.0, 1.0])
    assert sure[0] == pytest.approx(1.0, abs=1e-6)


def test_every_seat_is_forecast() -> None:
    table = Forecaster(some_nets("birmingham", 3))
    for state in positions("birmingham", 3, 12):
        found = table.of(state.view(state.to_act))
        assert len(found.vp) == len(found.deviation) == len(found.share) == 3
        assert sum(found.share) == pytest.approx(1.0)
        for seat, parts in enumerate(found.parts):
            assert sum(parts.values()) == pytest.approx(found.vp[seat])
            assert parts.get("scored", 0) == state.vp[seat]


def test_a_finished_game_is_told_as_it_is() -> None:
    game = gj.new_game("birmingham-introductory", players=2, seed=1)
    while not game.state.is_over:
        game.play(bot("greedy").choose(game.state.view(game.state.to_act)))
    found = Forecaster(some_nets("birmingham-introductory", 2)).of(game.state.view())
    assert found.vp == [float(vp) for vp in game.state.vp]
    assert sorted(found.share) == [0.0, 1.0]


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_every_table_has_forecasts(id: str, players: int) -> None:
    """A table has nets or, without them, a file that corrects the hand-made evaluation by its usual error."""
    rules = gj.ruleset(id)
    learned, by_hand = SHIPPED.nets(rules, players), BY_HAND.nets(rules, players)
    assert learned is not None or by_hand is not None, "calibrate it: grandjunction train --rounds 0"
    state = gj.new_game(id, players=players, seed=1).state
    found = gj.evaluate(state.view(0))
    assert sum(found.share) == pytest.approx(1.0)
    assert max(found.share) < 0.7, "nobody has won before the first move"
    assert ("learned" in found.parts[0]) == (learned is not None and learned.eras[0].width > 0)
    if learned is None and by_hand is not None:
        assert found.parts[0]["usual"] == by_hand.offset(0, Horizon(Course(rules), state, 0).all_actions)


def test_evaluate() -> None:
    found = gj.evaluate(gj.new_game("birmingham", players=4, seed=1).state.view(0))
    assert repr(found).startswith("<Forecast A ")
    assert all(80 < vp < 200 for vp in found.vp)
    assert "learned" in found.parts[0]


def test_a_state_shows_too_much_to_be_evaluated() -> None:
    with pytest.raises(TypeError, match=r"a view is evaluated, such as state\.view\(0\), not a State"):
        gj.evaluate(gj.new_game("hamlet", players=2, seed=1).state)  # type: ignore[arg-type]


def test_a_table_that_nobody_calibrated_says_how_to() -> None:
    rules = gj.ruleset("hamlet")
    with pytest.raises(
        NoForecast, match=r"hamlet, revision 1, with 9 players; `grandjunction train .* --rounds 0"
    ):
        forecaster(rules, 9)


def test_hidden_cards_do_not_change_an_evaluation() -> None:
    view = gj.new_game("birmingham", players=4, seed=3).state.view(2)
    other = view.determinize(gj.Rng(9)).view(2)
    assert gj.evaluate(view).vp == gj.evaluate(other).vp
