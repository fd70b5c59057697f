"""Events on the wire are typed by the fields that the core and the rulesets declare."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from pydantic import ValidationError

import grandjunction as gj
from grandjunction.core.events import HIDDEN, Log
from grandjunction.server.event_types import EVENT
from grandjunction.server.messages import LogLine
from grandjunction.server.schema import schema

RECORDS: Final = sorted((Path(__file__).resolve().parents[2] / "records").glob("*.gj"))
PLACED: Final[dict[str, Any]] = {"event": "placed", "seat": "A", "slot": "derby.1", "tile": "cotton.1"}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_event_of_a_game_has_its_type(path: Path) -> None:
    told = gj.load_game(path)
    state = gj.State(told.rules, told.state.players)
    log = Log()
    state.advance(log)
    for move in told.moves:
        state.apply_code(move.code, log)
    assert len(log.events) > 100
    for event in log.events:
        said = event.as_dict(told.rules)
        assert EVENT.validate_python(said, strict=True) == said
        if event.kind in HIDDEN:
            del said["card"]
            assert EVENT.validate_python(said, strict=True) == said


@pytest.mark.parametrize(
    "event",
    [
        {**PLACED, "event": "conjured"},
        {**PLACED, "seat": "E"},
        {**PLACED, "slot": 7},
        {**PLACED, "vp": 1},
        {name: value for name, value in PLACED.items() if name != "tile"},
        {"event": "discarded", "seat": "A"},  # only hidden cards may be left out
        {"event": "consumed", "seat": "A", "resource": "tea", "slot": "derby.1"},
        {"event": "era_began", "era": "steam"},
    ],
)
def test_what_is_no_event_is_refused(event: dict[str, Any]) -> None:
    EVENT.validate_python(PLACED, strict=True)
    with pytest.raises(ValidationError):
        EVENT.validate_python(event, strict=True)


def test_the_schema_has_a_type_for_each_kind() -> None:
    schemas = schema()["components"]["schemas"]
    union = schemas["Event"]
    assert union["discriminator"]["propertyName"] == "event"
    declared: dict[str, tuple[str, ...]] = {}
    for rules in map(gj.ruleset, gj.RULESETS):
        for kind, fields in rules.event_fields.items():
            assert declared.setdefault(kind, fields) == fields  # games agree on the kinds they share
    shown = {kind: schemas[ref.split("/")[-1]] for kind, ref in union["discriminator"]["mapping"].items()}
    assert {kind: tuple(one["properties"]) for kind, one in shown.items()} == {
        kind: ("event", *fields) for kind, fields in declared.items()
    }
    left_out = {kind for kind, one in shown.items() if set(one["required"]) != set(one["properties"])}
    assert left_out == set(HIDDEN)
    assert schemas["LogLine"]["properties"]["events"]["items"] == {"$ref": "#/components/schemas/Event"}


def test_events_are_sent_as_they_are() -> None:
    line = LogLine(ply=1, seat="A", move="pass", events=[PLACED, {"event": "drew", "seat": "B"}])
    assert json.loads(line.model_dump_json())["events"] == [PLACED, {"event": "drew", "seat": "B"}]
    assert line.events[0] is PLACED  # neither checked nor copied: thousands are sent
