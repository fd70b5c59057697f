"""Gymnasium's own checker, and what it does not look at."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import grandjunction as gj
from grandjunction.bots import UnknownBot
from grandjunction.envs import IllegalAction, env_id

from .games import EVERY


def make(id: str, **options: Any) -> Any:
    return gymnasium.make(env_id(id), **options)


@pytest.mark.parametrize(("id", "players"), EVERY)
def test_gymnasiums_checker_passes(id: str, players: int) -> None:
    """It takes actions without looking at the mask, which is what ``illegal="ignore"`` is for."""
    env = make(id, players=players, opponents="random", illegal="ignore", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@pytest.mark.parametrize("opponents", ["random", "greedy", "noisy"])
def test_a_game_against_bots(opponents: str) -> None:
    env = make("birmingham-introductory", players=3, opponents=opponents, seat=1, reward="vp")
    _, info = env.reset(seed=1)
    total, over, steps = 0.0, False, 0
    while not over:
        assert info["action_mask"].any()
        _, reward, over, truncated, info = env.step(env.action_space.sample())
        total += reward
        steps += 1
        assert not truncated
    assert total == info["vp"][1]
    assert 0 <= info["win_share"] <= 1
    assert steps > 15


def test_samples_of_the_action_space_are_legal() -> None:
    env = make("hamlet")
    observation, _ = env.reset(seed=1)
    assert all(observation["action_mask"][env.unwrapped.action_space.sample()] for _ in range(50))


def test_opponents_may_differ_by_seat() -> None:
    env = make("birmingham", players=4, opponents=["greedy", "random", "noisy"], seat=2).unwrapped
    assert env.games.plan == ["random", "noisy", "self", "greedy"]


def test_equal_seeds_give_equal_games() -> None:
    tracks: list[list[Any]] = []
    for _ in range(2):
        env = make("birmingham-introductory", opponents="greedy")
        observation, _ = env.reset(seed=11)
        chooser = np.random.default_rng(0)
        track: list[Any] = []
        over = False
        while not over:
            action = int(chooser.choice(np.flatnonzero(observation["action_mask"])))
            observation, reward, over, _, info = env.step(action)
            track.append((action, reward, info["vp"], observation["observation"].tobytes()))
        tracks.append(track)
    assert tracks[0] == tracks[1]


def test_bad_use_is_refused_with_a_sentence() -> None:
    with pytest.raises(UnknownBot, match="unknown bot 'deep'; one of random"):
        make("birmingham", opponents="deep")
    with pytest.raises(ValueError, match="3 players need 2 opponents, not 1"):
        make("birmingham", players=3, opponents=["greedy"])
    with pytest.raises(ValueError, match="there is no seat 2 with 2 players"):
        make("birmingham", seat=2)
    with pytest.raises(ValueError, match="lancashire-2007 is for 3, 4 players, not 2"):
        make("lancashire-2007", players=2)
    with pytest.raises(ValueError, match="one learner"):
        make("birmingham", opponents="self")
    with pytest.raises(ValueError, match="'raise' or 'ignore', not 'shrug'"):
        make("birmingham", illegal="shrug")
    env = make("hamlet").unwrapped
    with pytest.raises(ResetNeeded, match=r"call reset\(\) before"):
        env.step(4)
    with pytest.raises(ResetNeeded, match=r"call reset\(\) before"):
        env.render()
    observation, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction, match="the action mask allows"):
        env.step(wrong)
    with pytest.raises(gymnasium.error.InvalidAction, match="whole number"):
        env.step("build")
    with pytest.raises(ValueError, match="whole numbers from 0 to 37"):
        env.step(38)
    env.step(np.array(env.action_space.sample()))  # a number in an array is a number
    while not env.step(env.action_space.sample())[2]:
        pass
    with pytest.raises(ResetNeeded, match="the game is over"):
        env.step(4)
    env.reset()
    env.step(env.action_space.sample())


def test_ignored_actions_change_nothing() -> None:
    env = make("hamlet", illegal="ignore")
    observation, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    after, reward, over, _, _ = env.step(wrong)
    assert (reward, over) == (0.0, False)
    assert np.array_equal(after["observation"], observation["observation"])


def test_candidates_can_be_played_whole() -> None:
    env = make("birmingham", players=2, opponents="greedy").unwrapped
    env.reset(seed=4)
    for _ in range(5):
        found = env.candidates()
        assert [found.move(n) for n in range(len(found))] == list(env.view().legal_moves())
        env.step_move(found.move(0))
    assert gj.read_position(env.games.state().to_position()) == env.games.state()
