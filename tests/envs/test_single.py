"""Gymnasium's own checker, and what it does not look at."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import grandjunction as gj
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


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 0}, "birmingham needs 2, 3 or 4 players, not 0"),
        ({"players": 5}, "birmingham needs 2, 3 or 4 players, not 5"),
        ({"players": 2.0}, "the number of players is a whole number, not 2.0"),
        ({"players": None}, "the number of players is a whole number, not None"),
        ({"seat": 2}, "there is no seat 2 with 2 players"),
        ({"seat": "A"}, "a seat is a whole number, not 'A'"),
        (
            {"opponents": None},
            "opponents are a bot's name or a list .* not None; bots: random, noisy, greedy",
        ),
        ({"opponents": [None]}, "unknown bot 'None'"),
        ({"opponents": "deep"}, "unknown bot 'deep'; one of random"),
        ({"players": 3, "opponents": ["greedy"]}, "3 players need 2 opponents, not 1"),
        ({"opponents": "self"}, "one learner"),
        ({"illegal": "shrug"}, "'raise' or 'ignore', not 'shrug'"),
        ({"reward": None}, "unknown reward None; one of margin, win, vp"),
        ({"render_mode": "print"}, "unknown render mode 'print'; one of ansi, svg, rgb_array"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*render_mode")  # Gymnasium's own word on it comes first
def test_options_that_do_not_exist_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        make("birmingham", **options)


def test_bad_use_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="lancashire-2007 needs 3 or 4 players, not 2"):
        make("lancashire-2007", players=2)
    env = make("hamlet", render_mode="ansi").unwrapped
    for use in (lambda: env.step(4), env.render, env.view, env.candidates, lambda: env.step_move(None)):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) before"):
            use()
    env.reset(seed=1)
    env.step(np.array(env.action_space.sample()))  # a number in an array is a number
    while not env.step(env.action_space.sample())[2]:
        pass
    with pytest.raises(ResetNeeded, match="the game is over"):
        env.step(4)
    assert len(env.candidates()) == 0
    env.reset()
    env.step(env.action_space.sample())


@pytest.mark.parametrize("illegal", ["raise", "ignore"])
@pytest.mark.parametrize("action", ["build", None, 2.0, -1, 36, 2**63, 10**30, [4], np.array([4, 4])])
def test_actions_that_do_not_exist_are_refused_and_change_nothing(action: Any, illegal: str) -> None:
    env = make("hamlet", illegal=illegal)
    before, _ = env.reset(seed=1)
    with pytest.raises(IllegalAction, match="an action is a whole number from 0 to 35, not"):
        env.step(action)
    assert issubclass(IllegalAction, gymnasium.error.InvalidAction)
    assert np.array_equal(env.unwrapped.games.observe(0, 0), before["observation"])


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = make("hamlet")
    before, _ = env.reset(seed=1)
    for action in np.flatnonzero(before["action_mask"] == 0):
        with pytest.raises(
            IllegalAction, match="the verb of the move is asked for, and the action mask allows"
        ):
            env.step(action)
    assert np.array_equal(env.unwrapped.games.observe(0, 0), before["observation"])


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


@pytest.mark.parametrize("illegal", ["raise", "ignore"])
def test_a_whole_move_does_not_follow_half_of_another(illegal: str) -> None:
    env = make("birmingham", illegal=illegal).unwrapped
    env.reset(seed=4)
    move = env.candidates().move(0)
    env.step(env.games.actions.encode(env.view(), move)[0])
    before = env.games.observe(0, 0)
    with pytest.raises(IllegalAction, match="half said"):
        env.step_move(move)
    assert np.array_equal(env.games.observe(0, 0), before)
    env.reset(seed=5)
    for wrong in (None, "build", gj.new_game("hamlet", players=2, seed=1).legal_moves()[0]):
        with pytest.raises(IllegalAction, match="not a legal move here"):
            env.step_move(wrong)


def test_gymnasium_can_import_it_by_itself() -> None:
    """The module before the colon is imported by ``make``; nothing else needs to be."""
    code = (
        "import gymnasium; id = 'grandjunction.envs:grandjunction/Hamlet-v0'; "
        "gymnasium.make(id).reset(seed=1); gymnasium.make_vec(id, num_envs=2).reset(seed=1); print('made')"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout == "made\n", done.stderr
