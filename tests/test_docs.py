"""The examples in the documents are what the engine reads and writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import grandjunction as gj

DOCS = Path(__file__).resolve().parents[1] / "docs"
FENCE = re.compile(r"^```(?P<kind>\w+)(?P<more>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(kind: str, more: str = "") -> list[str]:
    """The fenced examples of a kind in all documents."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md"))]
    return [
        found["text"]
        for text in texts
        for found in FENCE.finditer(text)
        if found["kind"] == kind and found["more"].strip() == more
    ]


def test_there_are_examples() -> None:
    assert len(examples("record")) == 2
    assert len(examples("record", "study")) == 1
    assert len(examples("position")) == 1
    assert len(examples("position", "canonical")) == 2


@pytest.mark.parametrize("text", examples("record"))
def test_records_replay_and_are_canonical(text: str) -> None:
    assert gj.read_record(text).to_record() == text


def test_the_study_is_canonical() -> None:
    (text,) = examples("record", "study")
    assert gj.read_study(text).to_record() == text


@pytest.mark.parametrize("text", examples("position", "canonical"))
def test_positions_are_canonical(text: str) -> None:
    assert gj.read_position(text).to_position() == text


def test_the_short_position_is_the_long_one() -> None:
    short, long = examples("position")[0], examples("position", "canonical")[0]
    assert gj.read_position(short) == gj.read_position(long)


def test_every_verb_and_line_is_described() -> None:
    record = (DOCS / "record-format.md").read_text(encoding="utf-8")
    position = (DOCS / "position-format.md").read_text(encoding="utf-8")
    for id in gj.RULESETS:
        rules = gj.ruleset(id)
        for verb in rules.verbs:
            assert re.search(rf"`{verb.name}\b", record), verb.name
        for step in rules.steps:
            assert not step.name or f"`{step.name}`" in position, step.name
        for decision in rules.decision_names[1:]:
            assert decision == "over" or f"`decision {decision}" in position, decision
