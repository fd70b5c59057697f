"""Each ruleset has a revision of its own: raising one leaves the stored games of all others readable."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

import grandjunction as gj
from grandjunction import rulesets
from grandjunction.server.database.game_rows import GameRow, SeatRow, StoredGame
from grandjunction.server.hosted import HostedGame

RECORDS: Final = Path(__file__).resolve().parent.parent / "records"


def record(id: str) -> str:
    """The golden game of a ruleset with the fewest players."""
    return (RECORDS / f"{id}-{gj.ruleset(id).player_counts[0]}.gj").read_text(encoding="utf-8")


def stored(id: str, revision: int, over: bool = False) -> StoredGame:
    """The game as the server keeps it, just begun."""
    players = gj.ruleset(id).player_counts[0]
    seats = [SeatRow(f"P{number}", "red", "person") for number in range(players)]
    return StoredGame(GameRow("planted-" + "x" * 8, id, revision, None, "b", 1, seats, over=over))


@pytest.mark.parametrize("raised", ["birmingham-introductory", "lancashire-2018", "hamlet"])
def test_raising_one_revision_locks_only_its_own_games(raised: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {id: record(id) for id in gj.RULESETS}
    family = import_module(f"grandjunction.rulesets.{raised.split('-')[0]}.ruleset")
    monkeypatch.setitem(family.REVISIONS, raised, 2)
    monkeypatch.setattr(rulesets, "_loaded", {})
    for id, text in texts.items():
        position = f"grand junction position 1\nruleset {id} 1\n"
        if id == raised:
            with pytest.raises(gj.RecordError, match=f"revision 1 of {id} is not this engine's"):
                gj.read_record(text)
            with pytest.raises(gj.PositionError, match=f"revision 1 of {id} is not this engine's"):
                gj.read_position(position)
            with pytest.raises(ValueError, match="follows revision 1"):
                HostedGame(stored(id, 1, over=True))
            assert HostedGame(stored(id, 1)).rules.revision == 2, "a running game goes on"
        else:
            assert gj.read_record(text).to_record() == text
            assert HostedGame(stored(id, 1)).rules.id == id
    assert gj.ruleset(raised).revision == 2


def test_every_ruleset_declares_its_revision() -> None:
    declared: dict[str, int] = {}
    for family in {id.split("-")[0] for id in gj.RULESETS}:
        declared.update(import_module(f"grandjunction.rulesets.{family}.ruleset").REVISIONS)
    assert declared == {id: gj.ruleset(id).revision for id in gj.RULESETS}
