"""The ladder tool: it prints a table and how to reproduce it, and plays no row twice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.run import PACKAGE
from tests.outside.programs import ROOT


def tool(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", str(ROOT / "tools" / name), *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PACKAGE)},
    )


def ladder(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    words = ["random", "greedy", "--games", "6", "--rulesets", "hamlet", "--processes", "1", "--results"]
    done = tool("ladder.py", *words, str(folder), *more)
    assert done.returncode == 0, done.stderr
    return done


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


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("ladder.py", "random"), "a ladder has two bots or more"),
        (("ladder.py", "random", "oracle", "--results", "."), "unknown bot 'oracle'; one of random, "),
        (("ladder.py", "random", "greedy", "--rulesets", "chess"), "invalid choice: 'chess'"),
        (("ladder.py", "random", "greedy", "--games", "0"), "'0' is not a positive whole number"),
        (
            ("blunders.py", "hamlet", "--players", "2", "--bots", "oracle"),
            "unknown bot 'oracle'; one of random, ",
        ),
        (("blunders.py", "hamlet", "--players", "5"), "hamlet needs 2"),
        (("tune.py", "chess"), "invalid choice: 'chess'"),
        (("tune.py", "hamlet", "--players", "4"), "hamlet is not for 4 players"),
        (("tune.py", "hamlet", "--players", "2", "--check", "/nonexistent"), "/nonexistent holds no table"),
    ],
)
def test_the_tools_complain_in_a_sentence(words: tuple[str, ...], complaint: str) -> None:
    done = tool(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr


def test_a_check_of_weights_plays_no_weight_that_is_none(tmp_path: Path) -> None:
    """A misspelt weight would silently change nothing, so it is refused."""
    file = tmp_path / "table.toml"
    words = ("tune.py", "hamlet", "--players", "2", "--bot", "greedy", "--deals", "2", "--check", str(file))
    file.write_text("[[tuned]]\ndebth = 3.0\n", encoding="utf-8")
    assert "there is no weight debth" in tool(*words).stderr
    file.write_text('[[tuned]]\ntables = ["hamlet/2"]\ngift = 3.0\n', encoding="utf-8")
    assert "VP a seat in 4 games" in tool(*words).stdout


def test_harmful_turns_are_counted_per_bot() -> None:
    words = ["hamlet", "--players", "2", "--games", "2", "--search", "50", "--bots", "random", "level-1"]
    done = tool("blunders.py", *words)
    assert done.returncode == 0, done.stderr
    rows = [line.strip("| ").split(" | ") for line in done.stdout.splitlines()]
    assert [row[0] for row in rows[2:]] == ["`random`", "`level-1`"]
    passes = rows[0].index("a pass with a useful action left")
    assert int(rows[2][passes]) > 0  # a random bot does pass
    assert int(rows[3][passes]) == 0
