"""Environments survive copying and pickling: both then play the same game, opponents included."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

import grandjunction.envs
from grandjunction.envs.aec import RawEnv
from grandjunction.envs.single import SingleEnv
from grandjunction.envs.vector import ManyEnv


def by_ray(thing: Any) -> Any:
    """What arrives in another process of Ray."""
    ray = pytest.importorskip("ray.cloudpickle")
    return ray.loads(ray.dumps(thing))


WAYS: list[Callable[[Any], Any]] = [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing)), by_ray]
each_way = pytest.mark.parametrize("again", WAYS, ids=["deepcopy", "pickle", "ray"])


def legal(mask: Any) -> int:
    return int(np.flatnonzero(mask)[-1])


@each_way
@pytest.mark.parametrize("opponents", ["random", "noisy", "greedy", "planner"])
def test_a_single_game_goes_on_as_it_would_have(opponents: str, again: Callable[[Any], Any]) -> None:
    env = SingleEnv("hamlet", opponents=opponents)
    observation, _ = env.reset(seed=3)
    for _ in range(7):  # in the middle of a move
        observation, *_ = env.step(legal(observation["action_mask"]))
    twin = again(env)
    over = False
    while not over:
        token = legal(observation["action_mask"])
        observation, reward, over, _, info = env.step(token)
        same, too, ended, _, told = twin.step(token)
        assert np.array_equal(same["observation"], observation["observation"])
        assert np.array_equal(same["action_mask"], observation["action_mask"])
        assert (too, ended, told["vp"], told["asked"]) == (reward, over, info["vp"], info["asked"])
    assert twin.reset()[0]["observation"].tolist() == env.reset()[0]["observation"].tolist()


@each_way
def test_actions_are_sampled_by_the_mask_of_the_copy(again: Callable[[Any], Any]) -> None:
    env = SingleEnv("birmingham")
    env.reset(seed=1)
    env.action_space.seed(5)
    for _ in range(30):
        twin = again(env)
        token = env.action_space.sample()
        assert twin.action_space.sample() == token
        env.step(token)
        assert twin._observe()["action_mask"][twin.action_space.sample()] == 1


@each_way
def test_many_games_go_on_as_they_would_have(again: Callable[[Any], Any]) -> None:
    env = ManyEnv("hamlet", 5, opponents=["greedy"])
    observation, _ = env.reset(seed=2)
    for _ in range(9):
        observation, *_ = env.step(np.array([legal(mask) for mask in observation["action_mask"]]))
    twin = again(env)
    for _ in range(120):  # games end on the way, and others begin
        tokens = np.array([legal(mask) for mask in observation["action_mask"]])
        observation, rewards, over, _, _ = env.step(tokens)
        same, too, ended, _, _ = twin.step(tokens)
        assert np.array_equal(same["observation"], observation["observation"])
        assert np.array_equal(same["action_mask"], observation["action_mask"])
        assert np.array_equal(too, rewards)
        assert np.array_equal(ended, over)
    env.action_space.seed(1)
    twin.action_space.seed(1)
    assert np.array_equal(env.action_space.sample(), twin.action_space.sample())


@each_way
def test_a_table_goes_on_as_it_would_have(again: Callable[[Any], Any]) -> None:
    env = RawEnv("lancashire-2018", players=3)
    env.reset(seed=4)
    for _ in range(11):
        env.step(legal(env.infos[env.agent_selection]["action_mask"]))
    twin = again(env)
    for _ in range(60):
        agent = env.agent_selection
        assert twin.agent_selection == agent
        token = legal(env.infos[agent]["action_mask"])
        env.step(token)
        twin.step(token)
        assert twin.games.state() == env.games.state()
    env.reset()
    twin.reset()
    assert twin.games.state() == env.games.state()


@each_way
def test_what_the_libraries_make_is_copied_too(again: Callable[[Any], Any]) -> None:
    """In the wrappers that Gymnasium and PettingZoo put around the environments, begun or not."""
    id = grandjunction.envs.env_id("hamlet")
    for make in (
        lambda: gymnasium.make(id, opponents="random"),
        lambda: gymnasium.make_vec(id, num_envs=2, opponents="random"),
        lambda: pettingzoo.make("aec", id),
    ):
        env: Any = make()
        fresh = again(env)
        fresh.reset(seed=1)
        env.reset(seed=1)
        twin = again(env)
        assert type(twin) is type(env)
        assert twin.unwrapped.games.state() == env.unwrapped.games.state()
        assert fresh.unwrapped.games.state() == env.unwrapped.games.state()
