"""Many games in one call play as single ones do."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import grandjunction as gj
from grandjunction.core.batch import Batch
from grandjunction.core.lanes import LEARNER, Lanes
from grandjunction.core.tokens import WHOLE
from grandjunction.envs import IllegalAction, env_id
from grandjunction.envs.vector import ManyEnv

from .games import TABLES


def make(id: str, num_envs: int, **options: Any) -> Any:
    return gymnasium.make_vec(env_id(id), num_envs=num_envs, **options)


def legal(masks: Any, chooser: np.random.Generator) -> Any:
    return (chooser.random(masks.shape) * masks).argmax(axis=1)


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_many_games_step_and_begin_anew(id: str, players: int) -> None:
    env = make(id, 6, players=players, opponents="self", reward="vp")
    assert isinstance(env, ManyEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observation, info = env.reset(seed=1)
    chooser = np.random.default_rng(1)
    scored = np.zeros((6, players))
    ended = 0
    while ended < 3:
        assert env.observation_space.contains(observation)
        assert observation["action_mask"].any(axis=1).all()
        seats = info["seat"]
        observation, rewards, over, truncated, info = env.step(legal(observation["action_mask"], chooser))
        assert np.array_equal(info["actor"], seats)
        assert np.array_equal(rewards, info["rewards"][np.arange(6), seats])
        assert not truncated.any()
        scored += info["rewards"]
        for number in np.flatnonzero(over).tolist():
            ended += 1
            assert scored[number].tolist() == info["final_info"]["vp"][number].tolist()
            assert info["final_info"]["win_share"][number].sum() == pytest.approx(1)
            assert info["final_obs"][number]["observation"].shape == observation["observation"][0].shape
            scored[number] = 0
            assert not env.games.state(number).is_over


def test_lanes_play_the_games_that_a_batch_plays() -> None:
    rules = gj.ruleset("birmingham")
    batch = Batch(rules, 2, 3, "same")
    env = ManyEnv("birmingham", 3, opponents="self")
    lanes = Lanes(rules, env.games.observations.observer, 3, [LEARNER, LEARNER])
    for number in range(3):
        lanes.begin(number, f"same {number}")
    for _ in range(40):
        for number in range(3):
            assert lanes.states[number] == batch.states[number]
        choices = [(batch.first[n + 1] - batch.first[n]) // 2 for n in range(3)]
        codes = [batch.codes[batch.first[n] + choices[n]] for n in range(3)]
        batch.step(choices)
        for number in range(3):
            phrase = lanes.phrases[number]
            while phrase.field != WHOLE:
                phrase.say(phrase.next_token(codes[number]))
            assert phrase.code() == codes[number]
            lanes.play(number, codes[number])


def test_the_single_environment_is_a_lane_of_the_many() -> None:
    """Equal seeds, equal actions, equal observations."""
    many = ManyEnv("birmingham", 1, opponents="greedy")
    one = gymnasium.make(env_id("birmingham"), opponents="greedy")
    for env in (many, one):
        env.reset(seed=9)
    seen, _ = many.reset(seed=9)
    chooser = np.random.default_rng(9)
    for _ in range(40):
        action = legal(seen["action_mask"], chooser)
        seen, rewards, over, _, _ = many.step(action)
        alone, reward, ended, _, _ = one.step(int(action[0]))
        assert np.array_equal(seen["observation"][0], alone["observation"])
        assert np.array_equal(seen["action_mask"][0], alone["action_mask"])
        assert (rewards[0], over[0]) == (reward, ended)


def test_arrays_are_preallocated_and_copied_only_when_asked() -> None:
    env = make("hamlet", 4, opponents="random", copy=False)
    first, _ = env.reset(seed=1)
    second = env.step(env.action_space.sample())[0]
    assert np.shares_memory(first["observation"], second["observation"])
    assert np.shares_memory(first["action_mask"], env.games.masks)
    env = make("hamlet", 4, opponents="random")
    first, _ = env.reset(seed=1)
    kept = first["observation"].copy()
    env.step(env.action_space.sample())
    assert np.array_equal(first["observation"], kept)


def test_bots_play_in_every_game() -> None:
    env = make("hamlet", 3, opponents="greedy", reward="win")
    observation, info = env.reset(seed=1)
    chooser = np.random.default_rng(1)
    shares: list[float] = []
    while len(shares) < 6:
        assert (info["seat"] == 0).all()
        observation, rewards, over, _, info = env.step(legal(observation["action_mask"], chooser))
        shares.extend(rewards[over].tolist())
    assert sum(shares) < 3, "random play against greedy"


def test_equal_seeds_give_equal_games() -> None:
    tracks = []
    for _ in range(2):
        env = make("birmingham-introductory", 3, opponents="random")
        observation, _ = env.reset(seed=5)
        chooser = np.random.default_rng(5)
        track = []
        for _ in range(150):
            observation, rewards, _, _, _ = env.step(legal(observation["action_mask"], chooser))
            track.append((observation["observation"].tobytes(), rewards.tobytes()))
        tracks.append(track)
    assert tracks[0] == tracks[1]


def test_bad_use_is_refused_with_a_sentence() -> None:
    env = make("hamlet", 2, opponents="self")
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"reset\(\) before"):
        env.step(np.zeros(2, dtype=np.int64))
    observation, _ = env.reset(seed=1)
    before = [env.games.state(number).key() for number in range(2)]
    actions = observation["action_mask"].argmax(axis=1)
    actions[1] = 0
    with pytest.raises(IllegalAction, match=r"game 1: action 0 \('none'\) is not legal now"):
        env.step(actions)
    with pytest.raises(ValueError, match="2 games need 2 actions, not 3"):
        env.step(np.zeros(3, dtype=np.int64))
    assert [env.games.state(number).key() for number in range(2)] == before
    assert np.array_equal(env.games.lanes.phrases[0].said, 0)
    with pytest.raises(ValueError, match="at least one game, not 0"):
        make("hamlet", 0)
    assert len(make_and_render("svg")) == 2


def make_and_render(mode: str) -> Any:
    env = make("hamlet", 2, render_mode=mode)
    env.reset(seed=1)
    frames = env.render()
    env.close()
    return frames
