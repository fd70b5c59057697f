"""Measures environment steps per second, including the choice of random legal actions.

Seconds are CPU time: everything runs in one thread, and a busy machine then distorts less.
``grandjunction bench --json`` reports the same numbers beside those of the engine;
``python -m grandjunction.envs.speed`` prints them alone.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
import pettingzoo

from ..core.compiled import is_compiled
from . import env_id

GAMES: Final = 64  # games side by side in the vectorised measurement


def legal_actions(masks: npt.NDArray[np.int8], chooser: np.random.Generator) -> npt.NDArray[np.int64]:
    """A random legal action for each row of masks."""
    return np.asarray((chooser.random(masks.shape, dtype=np.float32) * masks).argmax(axis=-1))


def single_steps(ruleset: str, players: int, seconds: float) -> float:
    """Gymnasium, one game; random opponents move within the step."""
    env = gymnasium.make(env_id(ruleset), players=players, opponents="random")
    chooser = np.random.default_rng(1)
    state: dict[str, Any] = {"mask": env.reset(seed=1)[0]["action_mask"]}

    def step() -> int:
        observation, _, over, _, _ = env.step(legal_actions(state["mask"], chooser))
        state["mask"] = (env.reset()[0] if over else observation)["action_mask"]
        return 1

    return _rate(step, seconds)


def aec_steps(ruleset: str, players: int, seconds: float) -> float:
    """PettingZoo, one game; every seat is observed at its turn."""
    env: Any = pettingzoo.make("aec", env_id(ruleset), players=players)
    chooser = np.random.default_rng(1)
    env.reset(seed=1)

    def step() -> int:
        observation, _, over, _, _ = env.last()
        if over:
            env.reset()
            return 0
        env.step(int(legal_actions(observation["action_mask"], chooser)))
        return 1

    return _rate(step, seconds)


def vector_steps(ruleset: str, players: int, seconds: float, opponents: str = "self") -> float:
    """Gymnasium, many games per call; with ``self``, the caller decides for all seats."""
    env = gymnasium.make_vec(
        env_id(ruleset), num_envs=GAMES, players=players, opponents=opponents, copy=False
    )
    chooser = np.random.default_rng(1)
    state: dict[str, Any] = {"mask": env.reset(seed=1)[0]["action_mask"]}

    def step() -> int:
        state["mask"] = env.step(legal_actions(state["mask"], chooser))[0]["action_mask"]
        return GAMES

    return _rate(step, seconds)


def _rate(step: Callable[[], int], seconds: float) -> float:
    """Steps per second."""
    for _ in range(3):
        step()
    steps = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        steps += step()
    return steps / spent


def measure(ruleset: str, players: int, seconds: float) -> dict[str, float]:
    """Environment steps per second; a step is one token."""
    return {
        "single_steps_per_s": round(single_steps(ruleset, players, seconds), 1),
        "aec_steps_per_s": round(aec_steps(ruleset, players, seconds), 1),
        "vector_steps_per_s": round(vector_steps(ruleset, players, seconds), 1),
        "vector_greedy_steps_per_s": round(vector_steps(ruleset, players, seconds, "greedy"), 1),
        "vector_games": GAMES,
    }


def main() -> None:
    ruleset = sys.argv[1] if len(sys.argv) > 1 else "birmingham"
    players = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 3.0
    print(json.dumps({"compiled": is_compiled(), "ruleset": ruleset, "players": players}
                     | measure(ruleset, players, seconds), indent=2))  # fmt: skip


if __name__ == "__main__":
    main()
