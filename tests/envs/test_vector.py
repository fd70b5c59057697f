"""Many games in one call play as single ones do."""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import grandjunction as gj
from grandjunction.bots import SeatedBot, bot, play_game
from grandjunction.core.batch import Batch
from grandjunction.core.compiled import is_compiled
from grandjunction.core.learning.lanes import Lanes
from grandjunction.core.learning.tokens import encode
from grandjunction.envs import IllegalAction, ObservationCoder, env_id
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
    observer = ObservationCoder(rules, 2).observer
    lanes = [Lanes(rules, observer, 1) for _ in range(3)]
    for number, lane in enumerate(lanes):
        lane.begin(0, f"same {number}", [None, None])
    for _ in range(40):
        choices = [(batch.first[n + 1] - batch.first[n]) // 2 for n in range(3)]
        codes = [int(batch.codes[batch.first[n] + choices[n]]) for n in range(3)]
        for lane, code, state in zip(lanes, codes, batch.states, strict=True):
            assert lane.states[0] == state
            for token in encode(observer.vocabulary, state, code):
                assert lane.first_refused([token]) == -1
                lane.step([token])
        batch.step(choices)


@pytest.mark.parametrize(("id", "opponents"), [("hamlet", "noisy"), ("birmingham-introductory", "random")])
def test_each_of_the_many_is_the_single_environment_of_its_seed(id: str, opponents: str) -> None:
    """Equal seeds, equal actions, equal observations: in the first game and in those that follow it."""
    many = ManyEnv(id, 3, opponents=opponents, reward="vp")
    singles = [gymnasium.make(env_id(id), opponents=opponents, reward="vp") for _ in range(3)]
    seen, _ = many.reset(seed=9)
    for number, single in enumerate(singles):
        alone, _ = single.reset(seed=9 + number)
        assert np.array_equal(seen["observation"][number], alone["observation"])
    chooser = np.random.default_rng(9)
    ended = 0
    while ended < 5:
        action = legal(seen["action_mask"], chooser)
        seen, rewards, over, _, info = many.step(action)
        for number, single in enumerate(singles):
            alone, reward, end, _, last = single.step(int(action[number]))
            assert (rewards[number], over[number]) == (reward, end)
            if end:
                ended += 1
                assert np.array_equal(info["final_obs"][number]["observation"], alone["observation"])
                assert info["final_info"]["vp"][number].tolist() == last["vp"]
                alone, _ = single.reset()
            assert np.array_equal(seen["observation"][number], alone["observation"])
            assert np.array_equal(seen["action_mask"][number], alone["action_mask"])


def lines_run(id: str, players: int, games: int) -> int:
    """How many lines of plain Python a step runs, NumPy's included."""
    env = make(id, games, players=players, opponents="random")
    seen, _ = env.reset(seed=1)
    actions = seen["action_mask"].argmax(axis=1)
    lines = 0

    def count(frame: Any, event: str, _: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        env.step(actions)
    finally:
        sys.settrace(before)
    return lines


@pytest.mark.skipif(not is_compiled(), reason="uncompiled, the loops of the core are Python's too")
def test_a_step_has_no_python_loop_over_games_or_cells() -> None:
    """A board eight times as large, and many games, run not one line more."""
    small = lines_run("hamlet", 2, 1)
    assert 0 < small < 100
    assert lines_run("birmingham", 4, 1) == small
    assert lines_run("lancashire-2018", 4, 50) == small


@pytest.mark.parametrize("name", ["greedy", "noisy"])
def test_bots_within_the_step_play_as_bots_do(name: str) -> None:
    """With a bot in every seat, a lane plays the whole game as it begins."""
    for id, players in (("hamlet", 2), ("birmingham-introductory", 2)):
        lanes = Lanes(gj.ruleset(id), ObservationCoder(id, players).observer, 1)
        lanes.begin(0, "table", [SeatedBot(bot(name, seat)) for seat in range(players)])
        game = play_game(id, [bot(name, seat) for seat in range(players)], "table")
        assert lanes.over[0] == 1
        assert lanes.states[0] == game.state


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


def test_the_mask_is_in_the_observation_and_in_the_info() -> None:
    env = make("hamlet", 3, opponents="random")
    observation, info = env.reset(seed=1)
    for _ in range(60):
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        observation, _, _, _, info = env.step(env.action_space.sample())


def test_seeds_one_for_each_game() -> None:
    env = make("birmingham", 3, opponents="random")
    counted, _ = env.reset(seed=7)
    listed, _ = env.reset(seed=[7, 8, 9])
    assert np.array_equal(counted["observation"], listed["observation"])
    some, _ = env.reset(seed=[8, None, 7])
    assert np.array_equal(some["observation"][0], counted["observation"][1])
    assert np.array_equal(some["observation"][2], counted["observation"][0])
    assert not np.array_equal(some["observation"][1], counted["observation"][1])
    for bad in ([1, 2], -1, "seven", [1, 2.5, 3]):
        with pytest.raises(ValueError, match="seed"):
            env.reset(seed=bad)


def test_a_reset_may_be_for_some_games() -> None:
    env = make("hamlet", 3, opponents="random")
    with pytest.raises(gymnasium.error.ResetNeeded, match="for all games"):
        env.reset(options={"reset_mask": np.array([True, False, False])})
    first, _ = env.reset(seed=1)
    before = first
    for _ in range(4):
        before = env.step(env.action_space.sample())[0]
    after, _ = env.reset(seed=1, options={"reset_mask": np.array([False, True, False])})
    for number, expected in enumerate((before, first, before)):
        assert np.array_equal(after["observation"][number], expected["observation"][number])
    with pytest.raises(ValueError, match="reset_mask is an array of 3 bools"):
        env.reset(options={"reset_mask": [1, 0, 0]})


def test_ignored_actions_change_nothing() -> None:
    env = make("hamlet", 2, opponents="random", illegal="ignore")
    before, _ = env.reset(seed=1)
    actions = before["action_mask"].argmax(axis=1)
    actions[1] = before["action_mask"][1].argmin()
    after, rewards, over, _, _ = env.step(actions)
    assert not np.array_equal(after["observation"][0], before["observation"][0])
    assert np.array_equal(after["observation"][1], before["observation"][1])
    assert (rewards[1], over[1]) == (0, False)
    with pytest.raises(ValueError, match="'raise' or 'ignore', not 'shrug'"):
        make("hamlet", 2, illegal="shrug")


WRONG: list[tuple[Any, str]] = [
    (np.zeros(3, dtype=np.int64), "2 games need 2 actions, not 3"),
    (np.zeros((2, 1), dtype=np.int64), r"2 games need 2 actions, not an array of shape \(2, 1\)"),
    (4, r"2 games need 2 actions, not an array of shape \(\)"),
    (None, r"2 games need 2 actions, not an array of shape \(\)"),
    ([[1], [2, 3]], "2 games need 2 actions, one whole number each"),
    ([4.0, 4.0], r"2 games need 2 actions, whole numbers from 0 to 35, not 4.0 \(float64\)"),
    ([4, None], "whole numbers from 0 to 35, not None"),
    (["build", "sell"], "whole numbers from 0 to 35, not 'build'"),
    ([4, 10**30], "whole numbers from 0 to 35, not 10"),
    (
        np.array([4, 2**63], dtype=np.uint64),
        "game 1: an action is a whole number from 0 to 35, not 9223372036854775808",
    ),
    ([4, -1], "game 1: an action is a whole number from 0 to 35, not -1"),
    ([4, 36], "game 1: an action is a whole number from 0 to 35, not 36"),
    ([4, 0], r"game 1: action 0 \('none'\) is not legal now"),
]


@pytest.mark.parametrize(("actions", "sentence"), WRONG)
def test_wrong_actions_are_refused_and_change_nothing(actions: Any, sentence: str) -> None:
    env = make("hamlet", 2, opponents="self")
    observation, _ = env.reset(seed=1)
    assert observation["action_mask"][:, 4].all()
    with pytest.raises(IllegalAction, match=sentence):
        env.step(actions)
    assert [lane.said for lane in env.games.lanes.phrases] == [0, 0]
    again, _, _, _, _ = env.step(np.array([4, 4], dtype=np.uint8))
    expected = make("hamlet", 2, opponents="self")
    expected.reset(seed=1)
    assert np.array_equal(expected.step([4, 4])[0]["observation"], again["observation"])


def test_bad_use_is_refused_with_a_sentence() -> None:
    env = make("hamlet", 2, opponents="self", render_mode="svg")
    for use in (env.render, lambda: env.step(np.zeros(2, dtype=np.int64))):
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"reset\(\) before"):
            use()
    env.reset(seed=1)
    assert [frame[:4] for frame in env.render()] == ["<svg", "<svg"]
    env.close()
    bad: list[tuple[Any, str]] = [
        (0, "at least one game, not 0"),
        (1.5, "the number of games is a whole number"),
    ]
    for games, sentence in bad:
        with pytest.raises(ValueError, match=sentence):
            make("hamlet", games)
    with pytest.raises(ValueError, match="hamlet needs 2 players, not 0"):
        make("hamlet", 2, players=0)
