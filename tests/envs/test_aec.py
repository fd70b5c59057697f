"""PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.env_registry.exceptions import NameNotFound
from pettingzoo.test import api_test, seed_test  # type: ignore[attr-defined]

import grandjunction as gj
from grandjunction.envs import NAMES, IllegalAction, env_id

from .games import EVERY, TABLES

CYCLES = 2000  # more steps than any game has


def make(id: str, **options: Any) -> Any:
    return pettingzoo.make("aec", env_id(id), **options)


def play(env: Any, seed: int) -> tuple[dict[str, float], Any]:
    """A game of random actions: what each agent got in all, and the last state."""
    env.reset(seed=seed)
    chooser = np.random.default_rng(seed)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        total[agent] += reward
        env.step(None if over else int(chooser.choice(np.flatnonzero(observation["action_mask"]))))
    return total, env.unwrapped.games.state()


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_pettingzoos_tests_pass_over_full_games(id: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # What PettingZoo says of every environment with a mask that it does not know by name.
        for text in ("Observation is not a NumPy array", "Observation space for each agent probably"):
            warnings.filterwarnings("ignore", message=text)
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")  # after the end
        env = make(id, players=players)
        left: list[str] = []
        leave = env.unwrapped._was_dead_step

        def note_who_leaves(action: None) -> None:
            left.append(env.agent_selection)
            leave(action)

        env.unwrapped._was_dead_step = note_who_leaves
        api_test(env, num_cycles=CYCLES)  # type: ignore[no-untyped-call]
        assert sorted(left) == env.possible_agents, "the game was played to its end"
        seed_test(lambda: make(id, players=players), num_cycles=CYCLES)  # type: ignore[no-untyped-call]


def test_every_ruleset_and_player_count_is_there() -> None:
    for id, players in EVERY:
        env = make(id, players=players)
        env.reset(seed=1)
        assert env.agents == [f"seat_{seat}" for seat in range(players)]
        assert f"grandjunction/{NAMES[id]}-v0" in pettingzoo.aec_registry


def test_the_mask_is_in_the_observation_and_in_the_info() -> None:
    env = make("birmingham", players=3)
    env.reset(seed=2)
    for agent in env.agents:
        observed = env.observe(agent)["action_mask"]
        assert np.array_equal(observed, env.infos[agent]["action_mask"])
        assert observed.any() == (agent == env.agent_selection)
        assert observed.dtype == np.int8


def test_rewards_are_as_documented() -> None:
    margins, state = play(make("hamlet", reward="margin"), 5)
    vp = [int(points) for points in state.vp]
    assert margins == {"seat_0": vp[0] - vp[1], "seat_1": vp[1] - vp[0]}
    wins, state = play(make("hamlet", reward="win"), 5)
    first = gj.standings(state)[0]
    assert wins == {f"seat_{seat}": float(seat in first) / len(first) for seat in range(2)}
    scored, state = play(make("birmingham-introductory", players=2, reward="vp"), 5)
    assert scored == {f"seat_{seat}": int(state.vp[seat]) for seat in range(2)}


def test_bad_use_is_refused_with_a_sentence() -> None:
    for players in (0, 5):
        with pytest.raises(ValueError, match=f"birmingham needs 2, 3 or 4 players, not {players}"):
            make("birmingham", players=players)
    with pytest.raises(ValueError, match="the number of players is a whole number, not None"):
        make("birmingham", players=None)
    with pytest.raises(ValueError, match="unknown reward 'fame'; one of margin, win, vp"):
        make("birmingham", reward="fame")
    with pytest.raises(ValueError, match="unknown render mode 'human'"):
        make("birmingham", render_mode="human")
    with pytest.raises(NameNotFound):
        pettingzoo.make("aec", "grandjunction/London-v0")


def test_actions_are_refused_and_change_nothing() -> None:
    env = make("birmingham")
    env.reset(seed=1)
    seat = env.agent_selection
    before = env.observe(seat)
    wrong = np.flatnonzero(before["action_mask"] == 0)[0]
    legal = int(before["action_mask"].argmax())
    for table in (env, env.unwrapped):
        with pytest.raises(IllegalAction, match=r"not legal now: the verb of the move.*'verb build'"):
            table.step(wrong)
        for action in (None, "build", 4.0, -1, 144, 2**63, 10**30):
            with pytest.raises(IllegalAction, match="an action is a whole number from 0 to 143, not"):
                table.step(action)
    after = env.observe(seat)
    assert env.agent_selection == seat
    assert np.array_equal(after["observation"], before["observation"])
    assert np.array_equal(after["action_mask"], before["action_mask"])
    env.step(legal)


def test_nothing_goes_before_reset() -> None:
    env = make("birmingham", render_mode="ansi")
    for table in (env, env.unwrapped):
        uses = (lambda: table.step(4), lambda: table.observe("seat_0"), table.render)  # noqa: B023
        for use in uses:
            with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before"):
                use()
    for use in (env.unwrapped.candidates, lambda: env.unwrapped.step_move(None)):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before"):
            use()
    env.reset(seed=1)
    for ask in (env.observe, env.action_space, env.observation_space, env.unwrapped.view):
        with pytest.raises(ValueError, match="there is no agent 'seat_9'; they are seat_0, seat_1"):
            ask("seat_9")


def test_after_the_end_only_none_is_an_action() -> None:
    whole = make("hamlet")
    whole.reset(seed=3)
    env = whole.unwrapped
    chooser = np.random.default_rng(3)
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(chooser.choice(np.flatnonzero(mask))))
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(4)
    assert len(env.agents) == 2
    for _ in range(2):
        env.step(None)
    for table in (env, whole):
        for action in (None, 4):
            with pytest.raises(ResetNeeded, match="the game is over and every agent has left"):
                table.step(action)
    whole.reset(seed=4)
    whole.step(int(whole.observe(whole.agent_selection)["action_mask"].argmax()))


def test_candidates_can_be_played_whole() -> None:
    env = make("birmingham", players=2).unwrapped
    env.reset(seed=4)
    for _ in range(10):
        found = env.candidates()
        env.step_move(found.move(len(found) // 2))
    assert env.games.state().round > 1
