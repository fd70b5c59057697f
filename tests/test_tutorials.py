"""The tutorials run, and print what they say they print."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import grandjunction

ROOT = Path(__file__).resolve().parents[1]
TUTORIALS = sorted((ROOT / "examples" / "tutorials").glob("*.ipynb"))
LARGEST = 40_000  # bytes; pictures are not kept


def cells(path: Path) -> list[dict[str, Any]]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    found: list[dict[str, Any]] = notebook["cells"]
    return found


def test_there_are_tutorials() -> None:
    assert [path.stem for path in TUTORIALS] == [
        "1-a-first-game",
        "2-a-position-study",
        "3-your-own-bot",
        "4-analysing-a-record",
    ]


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_a_tutorial_is_small_and_begins_with_words(path: Path) -> None:
    assert path.stat().st_size < LARGEST
    first, *_ = cells(path)
    assert first["cell_type"] == "markdown"
    assert first["source"][0].startswith("# ")


def test_every_tutorial_prints_what_it_shows() -> None:
    package = str(Path(grandjunction.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-P", str(ROOT / "tools" / "notebooks.py"), "--check"],
        env={**os.environ, "PYTHONPATH": package},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
