"""L-25, LX-08, LX-14, LE-50: building over tiles."""

from __future__ import annotations

import pytest

from tests.lancashire.table import FEWEST, OLD, both, on, told
from tests.support import flipped, holds, late, play, reason, refused, seen, tile


@pytest.mark.rule("L-25", "LX-14")
@both
def test_an_own_mine_is_replaced_with_its_cubes(ruleset: str) -> None:
    """Its two cubes go to the supply: no flip, no income for the old mine, nothing on the track."""
    state = on(
        "hand A wigan iron\nmarket coal 3 iron 8\nmat A coal 1\ntile wigan.1 A coal.1 holds 2", ruleset
    )
    events = play(state, "build coal wigan.1 card wigan")
    assert seen(events, "flipped") == seen(events, "income_moved") == []
    assert (tile(state, "wigan.1"), holds(state, "wigan.1")) == ("A coal.2", 3)
    assert told(state, "market") == ["market coal 3 iron 8"]
    assert (state.pounds[0], state.income[0]) == (23, 10)
    assert told(state, "mat A") == ["mat A coal 2"]


@pytest.mark.rule("L-25")
@pytest.mark.parametrize("side", ["", " flipped"])
@both
def test_own_tiles_are_overbuilt_either_side_up(ruleset: str, side: str) -> None:
    """Cubes elsewhere do not matter for an own tile, and income once gained stays."""
    state = on(f"hand A preston iron\nseat A income 13\nmat A port 2\ntile preston.1 A port.1{side}", ruleset)
    play(state, "build port preston.1 card preston")
    assert (tile(state, "preston.1"), flipped(state, "preston.1"), state.income[0]) == ("A port.2", False, 13)


@pytest.mark.rule("L-25")
@both
def test_the_same_industry_and_a_higher_level(ruleset: str) -> None:
    state = on("hand A preston iron\ntile preston.1 A port.1\nmat A port 1", ruleset)
    assert refused(state, "build port preston.1 card preston") == "L-25"
    assert reason(state, "build port preston.1 card preston") == "overbuild_not_higher"
    state = on("hand A manchester iron\nmat A coal 1 cotton 1\ntile manchester.1 A cotton.1", ruleset)
    assert refused(state, "build coal manchester.1 card manchester") == "L-15"


@pytest.mark.rule("L-25")
def test_the_replaced_tile_supplies_nothing() -> None:
    """Iron works II needs a coal, mine III an iron: never from the tile below."""
    state = on("hand A wigan iron\nmat A coal 3\nmarket coal 8 iron 0\ntile wigan.1 A coal.1 holds 2")
    assert refused(state, "build coal wigan.1 card wigan iron wigan.1") == "L-17"
    play(state, "build coal wigan.1 card wigan iron market")
    assert state.spent[0] == 13


RIVAL = """
    hand A bolton wigan
    mat A iron 1 coal 1
    tile bolton.1 C cotton.1
    tile bolton.3 B iron.1 {works}
    tile wigan.1 B coal.1 {mine}
    tile blackburn.1 C coal.2 {elsewhere}
    market coal {coal} iron {iron}
"""
DRY = {"works": "flipped", "mine": "flipped", "elsewhere": "flipped", "coal": 0, "iron": 0}
OVER_MINE = "build coal wigan.1 card wigan"


@pytest.mark.rule("L-25", "LE-50", "LX-08")
@both
def test_a_rivals_mine_once_no_coal_is_left(ruleset: str) -> None:
    state = on(RIVAL.format_map(DRY), ruleset, 3)
    before = state.income[1]
    play(state, OVER_MINE)
    assert (tile(state, "wigan.1"), state.income[1]) == ("A coal.2", before)
    assert told(state, "mat B") == ["mat B coal 1 iron 1"]


@pytest.mark.rule("L-25", "LE-50", "LX-08")
@pytest.mark.parametrize("left", [{"mine": "holds 1"}, {"elsewhere": "holds 1"}, {"coal": 1}])
@both
def test_not_while_coal_is_left_anywhere(ruleset: str, left: dict[str, object]) -> None:
    state = on(RIVAL.format_map(DRY | left), ruleset, 3)
    assert refused(state, OVER_MINE) == "L-25"
    assert reason(state, OVER_MINE) == "overbuild_rival_supplied"


@pytest.mark.rule("L-25", "LE-50")
@pytest.mark.parametrize(
    ("left", "allowed"), [({}, True), ({"works": "holds 1"}, False), ({"iron": 1}, False)]
)
@both
def test_a_rivals_works_once_no_iron_is_left(ruleset: str, left: dict[str, object], allowed: bool) -> None:
    text = RIVAL.format_map(DRY | {"mine": "holds 2"} | left)
    state = on(
        text + "links C bolton--manchester manchester--warrington_runcorn warrington_runcorn--wigan",
        ruleset,
        3,
    )
    move = "build iron bolton.3 card bolton coal wigan.1"
    if allowed:
        play(state, move)
        assert tile(state, "bolton.3") == "A iron.2"
    else:
        assert refused(state, move) == "L-25"


@pytest.mark.rule("L-25", "LE-50")
@both
def test_a_rivals_tile_needs_a_higher_level(ruleset: str) -> None:
    state = on(RIVAL.format_map(DRY).replace("mat A iron 1 coal 1", "mat A iron 1"), ruleset, 3)
    assert refused(state, OVER_MINE) == "L-25"


@pytest.mark.rule("L-25", "LE-50")
@pytest.mark.parametrize(
    ("there", "move"),
    [
        ("preston.1 B port.1 flipped", "build port preston.1 card preston"),
        ("preston.2 B cotton.1 flipped", "build cotton preston.2 card preston coal market"),
        (
            "liverpool.3 B shipyard.1 flipped",
            "build shipyard liverpool.3 card liverpool coal market iron market",
        ),
    ],
)
@both
def test_no_other_industry_of_a_rival(ruleset: str, there: str, move: str) -> None:
    """All cubes are gone; still only mines and works may be built over."""
    state = on(
        f"hand A preston liverpool\nmat A port 2 cotton 3 shipyard 2\nmarket coal 0 iron 0\ntile {there}",
        ruleset,
    )
    assert refused(state, move) == "L-25"
    assert reason(state, move) == "overbuild_rival"


@pytest.mark.rule("LX-08", "L-25")
def test_the_condition_is_tested_before_building() -> None:
    """The rival's own last cube forbids it, though building would remove it."""
    state = on("hand A wigan iron\nmat A coal 1\nmarket coal 0 iron 8\ntile wigan.1 B coal.1 holds 1")
    assert refused(state, OVER_MINE) == "L-25"


@pytest.mark.rule("LX-08")
@both
def test_a_replaced_tile_no_longer_counts(ruleset: str) -> None:
    """B's flipped mine gives a ring and 2 VP; A's new one on top of it, unflipped, gives neither."""
    position = """
        order B A
        turn A 1
        hand A wigan
        mat A coal 3
        market coal 0 iron 8
        tile wigan.1 B coal.2 flipped
        links B preston--wigan
        """
    if ruleset == OLD:
        position = position.replace("order B A", "order B C A")
    for move, points in (("pass card wigan", 1 + 2), ("build coal wigan.1 card wigan iron market", 0)):
        state = late(position, ruleset, FEWEST[ruleset], "canal")
        play(state, move)
        assert (state.era, state.vp[1]) == (1, points)
