"""The example learns: a few seconds of it, where PyTorch is installed."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "train_ppo.py"


@pytest.mark.parametrize("needed", ["torch", "matplotlib", "tqdm"])
def test_what_the_example_needs_is_named(needed: str) -> None:
    """The extra ``learn`` brings it, the tests' own environment need not."""
    extras = (EXAMPLE.parents[1] / "pyproject.toml").read_text(encoding="utf-8")
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
