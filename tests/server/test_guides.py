"""The guided games: their deal is fixed and known, and allows what the guide asks for."""

from __future__ import annotations

from typing import Final

import pytest

from tests.server.support import Browser, Json

# How the moves begin that the guide asks for, round by round.
MILL_FIRST: Final = [
    ["build cotton birmingham.1"],
    ["link birmingham--oxford", "sell birmingham.1"],
    ["loan 30", "build coal"],
]
PORT_FIRST: Final = [
    ["build port ellesmere_port.1"],
    ["build cotton warrington_runcorn.1", "link ellesmere_port--warrington_runcorn"],
    ["sell warrington_runcorn.1 port ellesmere_port.1", "develop shipyard"],
]


def start(anna: Browser, guide: str) -> Json:
    made = anna.ask("POST", "/api/guides", {"guide": guide, "name": "Anna"}, expect=201)
    table: Json = anna.wait_for_turn(made["game"])
    return table


@pytest.mark.parametrize(("guide", "rounds"), [("birmingham", MILL_FIRST), ("lancashire", PORT_FIRST)])
def test_the_deal_allows_what_the_guide_asks_for(anna: Browser, guide: str, rounds: list[list[str]]) -> None:
    table = start(anna, guide)
    game = table["game"]
    assert table["practice"]
    assert table["order"][0] == "A"
    for asked in rounds:
        for move in asked:
            found = [one for one in anna.choices(game) if one["move"].startswith(move)]
            assert found, f"{move} is not possible"
            table = anna.draft(table, f"{found[0]['move']} card {found[0]['cards'][0]}")
        anna.end(table)
        table = anna.wait_for_turn(game)
    mine = [tile for tile in table["tiles"] if tile["seat"] == "A"]
    assert any(tile["flipped"] and tile["tile"] == "cotton.1" for tile in mine)


def test_everyone_gets_the_same_deal(anna: Browser, ben: Browser) -> None:
    first, second = start(anna, "birmingham"), start(ben, "birmingham")
    assert first["hands"] == second["hands"]
    assert first["merchants"] == second["merchants"]
    assert anna.choices(first["game"]) == ben.choices(second["game"])


def test_there_is_no_other_guide(anna: Browser) -> None:
    anna.ask("POST", "/api/guides", {"guide": "hamlet"}, expect=422)
