"""Measures environment steps a second, ours and other projects': ``python benchmarks/environments.py``

Projects that are not installed are left out; ``pip install "grandjunction[openspiel]" catanatron_gym``
installs all. Every line is random legal play through the public Python interface of a project. A step is one
decision; what it includes differs, as the notes say. Seconds are CPU time.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from grandjunction.core.compiled import is_compiled
from grandjunction.envs import speed

Measured = tuple[str, float, str]


def ours(seconds: float) -> list[Measured]:
    build = "compiled" if is_compiled() else "INTERPRETED"
    rows: list[Measured] = []
    for ruleset, players in (("birmingham", 2), ("birmingham", 4), ("lancashire-2018", 4)):
        name = f"grandjunction {ruleset}, {players} players"
        rows.append((f"{name}, {speed.GAMES} at once", speed.vector_steps(ruleset, players, seconds), build))
        against = speed.vector_steps(ruleset, players, seconds, "greedy")
        rows.append((f"{name}, {speed.GAMES} at once against greedy", against, "greedy's moves within"))
        rows.append(
            (f"{name}, Gymnasium", speed.single_steps(ruleset, players, seconds), "opponents' moves within")
        )
        rows.append((f"{name}, PettingZoo", speed.aec_steps(ruleset, players, seconds), build))
    return rows


def catanatron(seconds: float) -> list[Measured]:
    import catanatron_gym  # noqa: F401 - registers it
    import gymnasium

    env = gymnasium.make("catanatron-v1")
    random.seed(1)
    env.reset(seed=1)

    def step() -> int:
        env_actions: Any = env.unwrapped
        _, _, over, truncated, _ = env.step(random.choice(env_actions.get_valid_actions()))
        if over or truncated:
            env.reset()
        return 1

    return [("catanatron_gym catanatron-v1, Gymnasium", rate(step, seconds), "an opponent's moves within")]


def openspiel(name: str, seconds: float) -> list[Measured]:
    import pyspiel

    game = pyspiel.load_game(name)
    chooser = np.random.RandomState(1)

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chooser.choice(outcomes, p=chances))
                continue
            legal = state.legal_actions()
            np.array(state.observation_tensor() if game.get_type().provides_observation_tensor else [])
            state.apply_action(legal[chooser.randint(len(legal))])
            decisions += 1
        return decisions

    return [(f"OpenSpiel {name}", rate(play, seconds), "observation_tensor at each decision")]


def openspiel_ours(seconds: float) -> list[Measured]:
    from grandjunction.envs.openspiel import short_name

    return openspiel(short_name("birmingham"), seconds)


def rate(play: Callable[[], int], seconds: float) -> float:
    """Return decisions a second over whole games."""
    play()
    steps = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        steps += play()
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU time for each measurement")
    seconds = parser.parse_args().seconds
    others: list[Callable[[float], list[Measured]]] = [
        catanatron,
        lambda seconds: openspiel("gin_rummy", seconds),
        lambda seconds: openspiel("backgammon", seconds),
        openspiel_ours,
    ]
    load = ", ".join(f"{mean:.1f}" for mean in os.getloadavg())
    print(f"load averages {load}\n")
    print(f"| {'environment':66} | {'steps/s':>9} | note\n|---|---|---")
    jobs: list[Any] = [ours, *others]
    for job in jobs:
        try:
            rows = job(seconds)
        except ImportError as error:
            print(f"left out: {error.name} is not installed")
            continue
        for name, steps, note in rows:
            print(f"| {name:66} | {steps:9,.0f} | {note}")


if __name__ == "__main__":
    main()
