"""The ladder's tool: a table with what reproduces it, and rows that are not played twice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.cli.run import PACKAGE
from tests.outside.programs import ROOT


def ladder(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    words = ["random", "greedy", "--games", "6", "--rulesets", "hamlet", "--processes", "1", "--results"]
    return subprocess.run(
        [sys.executable, "-P", str(ROOT / "tools" / "ladder.py"), *words, str(folder), *more],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(PACKAGE)},
    )


def test_rows_are_kept_and_the_table_tells_how_to_repeat_them(tmp_path: Path) -> None:
    assert "greedy" not in ladder(tmp_path, "--only-table").stdout
    first = ladder(tmp_path)
    assert first.stdout.count("| `hamlet` | 2 | greedy | random |") == 1
    command = "grandjunction arena greedy random --ruleset hamlet --players 2 --games 6 --seed ladder"
    assert command in first.stdout
    assert first.stderr.startswith("1/1 ")
    again = ladder(tmp_path)
    assert (again.stdout, again.stderr) == (first.stdout, "")
    assert ladder(tmp_path, "--only-table").stdout == first.stdout
    other = ladder(tmp_path, "--seed", "other")
    assert other.stderr.startswith("1/1 ")
    assert "--seed other" in other.stdout
