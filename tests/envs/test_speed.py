"""The measurements measure."""

from __future__ import annotations

import json

from grandjunction.envs.speed import measure

from ..cli.run import run


def test_steps_are_counted() -> None:
    found = measure("hamlet", 2, 0.05)
    assert {name for name, value in found.items() if value > 0} == {
        "single_steps_per_s", "aec_steps_per_s", "vector_steps_per_s",
        "vector_greedy_steps_per_s", "vector_games",
    }  # fmt: skip


def test_bench_reports_them() -> None:
    found = json.loads(run("bench", "-r", "hamlet", "--seconds", "0.05", "--json").stdout)
    assert found["rulesets"]["hamlet/2"]["environment"]["vector_steps_per_s"] > 0
