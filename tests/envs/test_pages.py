"""The page about the environments is true: its code runs, and it lists what there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import grandjunction as gj
from grandjunction.bots import BOTS
from grandjunction.envs import NAMES, REWARDS, ObservationCoder
from grandjunction.envs.render import MODES

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "envs.md").read_text(encoding="utf-8")


def test_the_code_runs() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 5
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "docs/envs.md", "exec"), names)


def test_it_lists_what_there_is() -> None:
    for word in [*REWARDS, *MODES, *BOTS, *NAMES.values()]:
        assert f"`{word}`" in PAGE or f"/{word}-v0`" in PAGE, word
    for section in ObservationCoder("birmingham", 2).sections:
        assert f"| `{section.name}` |" in PAGE
        for row in section.rows if len(section.rows) > 6 else []:
            known = row.startswith(("tile of", "industry", "word")) or row.split(" to ")[0] in PAGE
            assert known, row
    for id in ("birmingham", "lancashire-2018"):
        coder = ObservationCoder(gj.ruleset(id), 2)
        assert f"{coder.observer.vocabulary.size} " in PAGE
