"""The page about the environments lists what there is."""

from __future__ import annotations

from pathlib import Path

import grandjunction as gj
from grandjunction.bots import BOTS
from grandjunction.envs import NAMES, REWARDS, ObservationCoder
from grandjunction.envs.render import MODES

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "envs.md").read_text(encoding="utf-8")


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
