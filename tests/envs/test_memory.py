"""Environments that are stepped for days do not grow."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

from grandjunction.core.compiled import is_compiled
from grandjunction.envs import env_id
from grandjunction.envs.speed import legal_actions

STEPS = 800 if is_compiled() else 80
A_STEP = 16  # bytes: less than any object that a step might leave behind


def growth(step: Callable[[], None]) -> float:
    """Bytes left behind by a step, in the mean: of Python's, NumPy's and the compiled code's memory."""
    tracemalloc.start(1)
    try:
        for _ in range(STEPS):  # until every buffer has its size
            step()
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(STEPS):
            step()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) / STEPS


def single(opponents: str) -> Callable[[], None]:
    env: Any = gymnasium.make(env_id("hamlet"), opponents=opponents)
    env.reset(seed=1)

    def step() -> None:
        if env.step(env.action_space.sample())[2]:
            env.reset()

    return step


def many(opponents: str) -> Callable[[], None]:
    env: Any = gymnasium.make_vec(env_id("hamlet"), num_envs=4, opponents=opponents)
    seen = {"masks": env.reset(seed=1)[0]["action_mask"]}
    chooser = np.random.default_rng(1)

    def step() -> None:
        seen["masks"] = env.step(legal_actions(seen["masks"], chooser))[0]["action_mask"]

    return step


def table() -> Callable[[], None]:
    env: Any = pettingzoo.make("aec", env_id("hamlet"))
    env.reset(seed=1)

    def step() -> None:
        observation, _, over, _, _ = env.last()
        if over:
            env.reset()
        else:
            env.step(int(observation["action_mask"].argmax()))

    return step


def candidates() -> Callable[[], None]:
    env: Any = gymnasium.make(env_id("hamlet")).unwrapped
    env.reset(seed=1)

    def step() -> None:
        if env.step_move(env.candidates().move(0))[2]:
            env.reset()

    return step


USES = {
    "single": lambda: single("greedy"),
    "many": lambda: many("random"),
    "table": table,
    "candidates": candidates,
}


@pytest.mark.parametrize("use", USES)
def test_steps_leave_nothing_behind(use: str) -> None:
    assert growth(USES[use]()) < A_STEP


def test_what_is_left_behind_is_seen() -> None:
    kept: list[Any] = []
    step = many("random")

    def leak() -> None:
        step()
        kept.append(np.zeros(1))

    assert growth(leak) > A_STEP
