"""The example learns: a few seconds of it, where PyTorch is installed; and its page tells its run."""

from __future__ import annotations

import ast
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import gymnasium
import pytest

from grandjunction.envs import env_id

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "train_ppo.py"
RUN: dict[str, Any] = json.loads((ROOT / "docs" / "img" / "train_ppo.json").read_text(encoding="utf-8"))


def settings_by_default() -> dict[str, Any]:
    """What the example is set to, read without running it."""
    tree = ast.parse(EXAMPLE.read_text(encoding="utf-8"))
    (settings,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Settings")
    return {
        node.target.id: ast.literal_eval(node.value)
        for node in settings.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None
    }


def test_the_run_on_the_page_is_the_examples() -> None:
    """Its numbers are those in the file, and the file's settings those of the example, time apart."""
    changed = {name for name, value in settings_by_default().items() if RUN["settings"][name] != value}
    assert changed <= {"minutes"}
    assert RUN["random"]["win_share"] > 0.9, "it beats random"
    page = (ROOT / "docs" / "envs.md").read_text(encoding="utf-8")
    games = RUN["settings"]["final"]
    random, greedy = RUN["random"], RUN["greedy"]
    assert f"{RUN['steps']:,} | **{random['win_share']:.1%} of {games}**".replace("%", " %") in page
    assert f"{random['vp']:.0f} to {random['best_opponent_vp']:.0f} |" in page
    assert f"**{greedy['win_share']:.1%}** of {games} games".replace("%", " %") in page
    assert f"{greedy['vp']:.0f} VP to {greedy['best_opponent_vp']:.0f}" in page


def test_the_games_the_example_learns_from_are_there() -> None:
    settings = settings_by_default()
    env = gymnasium.make_vec(
        env_id(settings["ruleset"]), num_envs=2, players=settings["players"], opponents="random", reward="vp"
    )
    observation, _ = env.reset(seed=settings["seed"])
    assert observation["action_mask"].any(axis=1).all()


@pytest.mark.parametrize("needed", ["torch", "matplotlib", "tqdm"])
def test_what_the_example_needs_is_named(needed: str) -> None:
    """The extra ``learn`` brings it, the tests' own environment need not."""
    extras = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (learn,) = [line for line in extras.splitlines() if line.startswith("learn =")]
    assert f'"{needed}' in learn


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = [name for name in ("torch", "matplotlib", "tqdm") if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"NOT RUN: the example training needs {', '.join(missing)} (the extra 'learn')")
    spec = importlib.util.spec_from_file_location("train_ppo", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "train_ppo", example)
    spec.loader.exec_module(example)
    settings = example.Settings(
        ruleset="hamlet", minutes=0.03, games=4, steps=16, batch=32, width=16, measured=4, final=4,
        out=str(tmp_path),
    )  # fmt: skip
    result = example.train(settings)
    assert result["steps"] > 0
    assert len(result["curve"]) > 1
    assert 0 <= result["greedy"]["win_share"] <= 1
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "policy.pt").exists()
