"""The golden games in records/ replay to their checksums and scores, and write back byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

import grandjunction as gj
from tests.golden_games import RARE

RECORDS = Path(__file__).resolve().parent.parent / "records"
NAMES = sorted(path.stem for path in RECORDS.glob("*.gj"))


@pytest.mark.parametrize("name", NAMES)
def test_replays_to_the_same_text(name: str) -> None:
    text = (RECORDS / f"{name}.gj").read_text(encoding="utf-8")
    game = gj.read_record(text)
    assert game.state.is_over
    assert game.to_record() == text


def test_every_ruleset_and_player_count_has_one() -> None:
    wanted = {f"{id}-{n}" for id in gj.RULESETS for n in gj.ruleset(id).player_counts}
    assert wanted <= set(NAMES)


@pytest.mark.parametrize(("event", "id", "players"), [rare[:3] for rare in RARE])
def test_every_rare_event_has_one_in_which_it_happens(event: str, id: str, players: int) -> None:
    happened = next(rare[3] for rare in RARE if rare[:3] == (event, id, players))
    assert happened(gj.load_game(RECORDS / f"rare-{event}-{id}-{players}.gj"))
