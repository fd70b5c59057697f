"""Same seed, same trajectory: in another process, on another machine, compiled or not."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from grandjunction.envs import env_id

ROOT = Path(__file__).resolve().parents[2]

# What the trajectories below come to, everywhere. A change of rules or of an encoding changes them; then,
# and only then, these are to be replaced by what the test says.
DIGESTS = {
    ("birmingham", "random"): "b48404db620c7935",
    ("lancashire-2018", "random"): "58266438d02ddbe5",
}


def digest(id: str, opponents: str) -> str:
    """What a game of masked actions comes to: actions, masks, observations, rewards."""
    env = gymnasium.make(env_id(id), players=2, opponents=opponents, reward="vp")
    observation, _ = env.reset(seed=2024)
    sums = hashlib.sha256()
    over, number = False, 0
    while not over:
        allowed = np.flatnonzero(observation["action_mask"])
        action = int(allowed[(number * 7919) % len(allowed)])
        observation, reward, over, _, _ = env.step(action)
        sums.update(f"{action} {reward} {allowed.tolist()}".encode())
        sums.update(observation["observation"].tobytes())
        number += 1
    return sums.hexdigest()[:16]


@pytest.mark.parametrize(("id", "opponents"), DIGESTS)
def test_trajectories_are_the_same_everywhere(id: str, opponents: str) -> None:
    assert digest(id, opponents) == DIGESTS[id, opponents]


@pytest.mark.parametrize("opponents", ["random", "noisy", "greedy"])
def test_another_process_plays_the_same(opponents: str) -> None:
    """It runs the sources uncompiled, whichever build is tested here, and hashes otherwise."""
    code = (
        "from grandjunction.core.compiled import is_compiled; assert not is_compiled();"
        f"from tests.envs.test_determinism import digest; print(digest('hamlet', {opponents!r}))"
    )
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), *sys.path])
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "7"},
        cwd=ROOT,
    )
    assert done.stdout.split()[-1:] == [digest("hamlet", opponents)], done.stderr
