"""OpenSpiel's own tests of Python games, and its ISMCTS at the table."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import grandjunction as gj
from grandjunction.core.compiled import is_compiled

from .games import TABLES

pyspiel = pytest.importorskip("pyspiel", reason="the openspiel extra is not installed")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from grandjunction.envs import openspiel  # noqa: E402

# The fewest players of each game and one full table: OpenSpiel's checks take their time.
SOME = [table for table in TABLES if table[1] == min(gj.ruleset(table[0]).player_counts)] + TABLES[2:3]
each_table = pytest.mark.parametrize(("id", "players"), SOME)


def load(id: str, players: int = 2, reward: str = "margin") -> Any:
    return pyspiel.load_game(openspiel.short_name(id), {"players": players, "reward": reward})


def advance(state: Any, steps: int, seed: int) -> None:
    """Random actions and outcomes."""
    chooser = np.random.RandomState(seed)
    for _ in range(steps):
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chooser.choice(outcomes, p=chances))
        elif not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))


@each_table
def test_openspiels_simulation_passes(id: str, players: int) -> None:
    pyspiel.random_sim_test(load(id, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("id", ["birmingham", "lancashire-2018", "hamlet"])
def test_openspiels_python_test_of_games_passes(id: str) -> None:
    """The part of ``games_sim_test`` that is run for every registered game."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    np.random.seed(1)
    GamesSimTest().sim_game(load(id))


def test_chance_is_weighted_as_the_engine_weights_it() -> None:
    state = load("birmingham").new_initial_state()
    while not state.is_terminal() and not (state.is_chance_node() and len(state.chance_outcomes()) > 5):
        advance(state, 1, 1)
    table = state._at.state
    assert table.rules.decision_names[table.decision] == "draw"
    expected = {kind: int(count) / table.deck_size for kind, count in enumerate(table.deck) if count}
    assert dict(state.chance_outcomes()) == pytest.approx(expected)
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)


@each_table
def test_resampling_keeps_what_the_player_knows(id: str, players: int) -> None:
    game = load(id, players)
    state = game.new_initial_state()
    sampler = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    differs = False
    for part in range(6):
        advance(state, 10 if id == "hamlet" else 40, part)  # a hamlet is finished before 80
        for player in range(players):
            twin = state.resample_from_infostate(player, sampler)
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.observation_string(player) == state.observation_string(player)
            assert twin.information_state_tensor(player) == state.information_state_tensor(player)
            assert twin.history() == [], "the true history would tell"
            differs = differs or str(twin) != str(state)
            if player == state.current_player():
                assert twin.legal_actions() == state.legal_actions()
            for other in range(players):
                drawn = sorted(twin._at.draws[other])
                hand = twin._at.state.hand_of(other)
                ids = [twin._at.state.rules.cards.ids[kind] for kind in drawn]
                assert all(ids.count(card) >= hand.count(card) or "wild" in card for card in hand)
    assert differs


def test_clones_and_pickles_are_the_same_and_apart() -> None:
    game = load("birmingham")
    state = game.new_initial_state()
    advance(state, 90, 4)
    clone = state.clone()
    thawed = pickle.loads(pickle.dumps(state))
    again = game.deserialize_state(state.serialize())
    for twin in (clone, thawed, again):
        assert str(twin) == str(state)
        assert twin.history() == state.history()
        assert twin.legal_actions() == state.legal_actions()
        assert twin.information_state_string(0) == state.information_state_string(0)
    before = str(clone)
    advance(state, 5, 5)
    assert str(clone) == before


def test_observations_are_those_of_the_environments() -> None:
    game = load("birmingham")
    state = game.new_initial_state()
    advance(state, 120, 2)
    coder = game.observations
    for player in range(2):
        phrase = state._at.phrase if player == state.current_player() else None
        seen = coder.observe(state._at.state.view(player), phrase)
        assert np.array_equal(np.array(state.observation_tensor(player), dtype=np.float32), seen)
    observation = make_observation(game, pyspiel.IIGObservationType(public_info=True, perfect_recall=False))
    observation.set_from(state, 0)
    assert observation.dict["spaces"].shape[1] == 49


@pytest.mark.parametrize("id", ["hamlet", "birmingham-introductory"] if is_compiled() else ["hamlet"])
def test_ismcts_plays_a_game(id: str) -> None:
    game = load(id, reward="win")
    chooser = np.random.RandomState(1)
    searcher = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, chooser), 1.4, max_simulations=2, random_state=chooser
    )
    state = game.new_initial_state()
    decided = 0
    while not state.is_terminal():
        if state.current_player() == 0:
            state.apply_action(searcher.step(state))
            decided += 1
        else:
            advance(state, 1, int(chooser.randint(2**31)))
    assert decided > 5
    assert sum(state.returns()) == pytest.approx(1)


def test_bad_use_is_refused_with_a_sentence() -> None:
    with pytest.raises(Exception, match="hamlet needs 2 players, not 4"):
        load("hamlet", players=4)
    with pytest.raises(Exception, match="unknown reward 'vp'"):
        load("hamlet", reward="vp")
    state = load("hamlet").new_initial_state()
    with pytest.raises(Exception, match="no outcome that chance may have"):
        state.apply_action(15)
    advance(state, 20, 1)
    while state.is_chance_node():
        advance(state, 1, 1)
    with pytest.raises(ValueError, match="is not legal now"):
        state.apply_action(0)
    assert gj.ruleset("hamlet").player_counts == [2]
