"""L-11, L-14, L-15, L-21, L-27, LD-09: which tile may stand on which space."""

from __future__ import annotations

import pytest

from tests.lancashire.table import NEW, OLD, both, on
from tests.support import flipped, legal, play, reason, refused, tile, units

MILL = """
    hand A manchester stockport shipyard
    mat A cotton 6
    tile warrington_runcorn.2 B port.1
    links B manchester--warrington_runcorn
"""
BUILD = "build cotton manchester.1 card manchester coal market iron market"


@pytest.mark.rule("L-11", "L-40")
@pytest.mark.parametrize(("pounds", "allowed"), [(18, True), (17, False)])
@both
def test_what_a_build_needs(ruleset: str, pounds: int, allowed: bool) -> None:
    """Cotton mill III: £16, a coal at £1 and an iron at £1, all payable at once."""
    state = on(f"{MILL}seat A pounds {pounds}", ruleset, 3)
    if not allowed:
        assert refused(state, BUILD) == "L-40"
        return
    play(state, BUILD)
    assert (state.pounds[0], state.spent[0], tile(state, "manchester.1")) == (0, 18, "A cotton.3")
    assert (state.market[0], state.market[1]) == (7, 7)


@pytest.mark.rule("L-11")
@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("build cotton oldham.1 card manchester coal market iron market", "L-12"),
        ("build cotton oldham.1 card shipyard coal market iron market", "L-13"),
        ("build cotton manchester.4 card manchester coal market iron market", "L-11"),
        ("build cotton manchester.1 card manchester coal market market iron market", "L-16"),
        ("build cotton manchester.1 card manchester coal market iron market market", "L-17"),
        ("build cotton manchester.1 card wigan coal market iron market", "L-07"),
        ("build cotton stockport.1 card stockport coal market iron market", "L-16"),
    ],
)
def test_a_build_lacking_something(move: str, rule: str) -> None:
    state = on(f"{MILL}tile bolton.1 B coal.1 holds 2")
    assert refused(state, move) == rule


# -- levels ---------------------------------------------------------------------------------------------


@pytest.mark.rule("L-14")
@pytest.mark.parametrize(("gone", "level"), [(0, 1), (2, 1), (3, 2), (6, 3), (9, 4)])
def test_the_top_tile_is_used(gone: int, level: int) -> None:
    state = on(f"hand A manchester cotton\nmat A cotton {gone}\ntile manchester.2 B coal.1 holds 2")
    coal = " coal manchester.2" if level > 1 else ""
    iron = " iron market" if level > 2 else ""
    play(state, f"build cotton manchester.1 card manchester{coal}{iron}")
    assert tile(state, "manchester.1") == f"A cotton.{level}"


YARD = """
    hand A liverpool iron
    tile liverpool.1 B port.2
"""


@pytest.mark.rule("L-14", "LE-40")
@pytest.mark.parametrize("era", ["canal", "rail"])
@pytest.mark.parametrize("gone", [0, 1])
@both
def test_level_zero_is_never_built(ruleset: str, era: str, gone: int) -> None:
    state = on(f"{YARD}mat A shipyard {gone}", ruleset, era=era)
    assert refused(state, "build shipyard liverpool.3 card liverpool") == "L-14"
    assert legal(state, "build shipyard") == set()
    assert legal(state, "develop shipyard") != set()


@pytest.mark.rule("L-14", "LE-41")
@pytest.mark.parametrize(("gone", "era"), [(2, "canal"), (4, "rail")])
@both
def test_shipyards_by_period(ruleset: str, gone: int, era: str) -> None:
    """Shipyard I by canal only, shipyard II by rail only."""
    move = "build shipyard liverpool.3 card liverpool coal market iron market"
    play(on(f"{YARD}mat A shipyard {gone}", ruleset, era=era), move)
    other = "rail" if era == "canal" else "canal"
    state = on(f"{YARD}mat A shipyard {gone}", ruleset, era=other)
    assert refused(state, move) == "L-14"
    assert reason(state, move) == f"tile_barred_{other}"


@pytest.mark.rule("L-14")
@pytest.mark.parametrize(
    "move", ["cotton preston.2", "port preston.1", "iron preston.3 coal market", "coal wigan.1"]
)
@both
def test_no_level_one_in_the_rail_period(ruleset: str, move: str) -> None:
    industry, slot, *rest = move.split()
    text = f"build {industry} {slot} card {slot.split('.')[0]} {' '.join(rest)}".strip()
    position = "hand A preston wigan\ntile fleetwood.1 B port.2"
    state = on(position, ruleset, era="rail")
    assert refused(state, text) == "L-14"
    state = on(f"{position}\nlinks B fleetwood--preston", ruleset, era="canal")
    play(state, text)


# -- spaces ---------------------------------------------------------------------------------------------


@pytest.mark.rule("L-15")
@pytest.mark.parametrize("era", ["canal", "rail"])
def test_one_tile_a_space(era: str) -> None:
    state = on("hand A manchester coal\nmat A coal 1\ntile manchester.1 B cotton.2", era=era)
    assert refused(state, "build coal manchester.1 card manchester") == "L-15"
    play(state, "build coal manchester.2 card manchester")


@pytest.mark.rule("L-15")
@both
def test_one_own_tile_a_location_in_the_canal_period(ruleset: str) -> None:
    position = """
        hand A manchester coal
        mat A coal 1 cotton 6
        tile manchester.1 A cotton.2
        links A bury--manchester
        """
    state = on(position, ruleset)
    assert refused(state, "build coal manchester.2 card manchester") == "L-15"
    assert refused(state, "build coal manchester.2 card coal") == "L-15"
    state = on(position, ruleset, era="rail")
    play(state, "build coal manchester.2 card coal", "build coal manchester.3 card manchester")


@pytest.mark.rule("L-15", "L-25")
@both
def test_overbuilding_and_the_count_of_tiles(ruleset: str) -> None:
    """The own mine keeps the count at one; a rival's works would make it two."""
    own = "hand A wigan iron\nmat A coal 1\ntile wigan.1 A coal.1 holds 2"
    play(on(own, ruleset), "build coal wigan.1 card wigan")
    rival = """
        hand A bolton wigan
        market iron 0
        mat A iron 1 coal 1
        tile bolton.1 A coal.1 holds 2
        tile bolton.3 B iron.1 flipped
        """
    move = "build iron bolton.3 card bolton coal bolton.1"
    assert refused(on(rival, ruleset), move) == "L-15"
    later = rival.replace("iron.1 flipped", "iron.2 flipped").replace("iron 1 coal 1", "iron 2 coal 3")
    later = later.replace("A coal.1", "A coal.2")
    play(on(later, ruleset, era="rail"), move)


@pytest.mark.rule("L-21", "LE-38")
@pytest.mark.parametrize(
    "move",
    [
        "build shipyard barrow_in_furness.1 card barrow_in_furness coal {} iron market",
        "build shipyard birkenhead.1 card birkenhead coal {} iron market",
        "build iron barrow_in_furness.2 card barrow_in_furness coal {}",
    ],
)
def test_barrow_and_birkenhead_without_canals(move: str) -> None:
    """All canals of the coast are there, and coal in plenty: none reaches the two towns."""
    state = on(
        """
        hand A barrow_in_furness birkenhead liverpool
        mat A shipyard 2
        tile wigan.1 B coal.1 holds 2
        tile lancaster.1 B port.1
        links B preston--wigan lancaster--preston fleetwood--preston ellesmere_port--liverpool
        links C liverpool--wigan ellesmere_port--northwich ellesmere_port--warrington_runcorn
        """
    )
    for coal in ("market", "wigan.1"):
        assert refused(state, move.format(coal)) == "L-16"
    assert {unit.split()[2] for unit in units(state, "build shipyard")} == {"liverpool.3"}
    assert refused(state, "link barrow_in_furness--lancaster card liverpool") == "L-28"
    assert refused(state, "link birkenhead--ellesmere_port card liverpool") == "L-28"


@pytest.mark.rule("L-21")
def test_a_canal_shipyard_in_liverpool() -> None:
    state = on(f"{YARD}mat A shipyard 2")
    play(state, "build shipyard liverpool.3 card liverpool coal market iron market")
    assert flipped(state, "liverpool.3")


# -- the port space first -------------------------------------------------------------------------------

MIXED = [("preston", "preston.1", "preston.2"), ("lancaster", "lancaster.1", "lancaster.2")]


@pytest.mark.rule("L-27", "LE-22", "LE-23", "L18-06", "LX-26")
@pytest.mark.parametrize(("town", "first", "mixed"), MIXED)
@pytest.mark.parametrize("era", ["canal", "rail"])
@both
def test_a_port_goes_on_the_port_space_first(
    ruleset: str, era: str, town: str, first: str, mixed: str
) -> None:
    hand = f"hand A {town} iron\nmat A port 2 cotton 0"
    state = on(hand, ruleset, 3, era)
    assert refused(state, f"build port {mixed} card {town}") == ("L-27" if ruleset == OLD else "L18-06")
    assert units(state, "build port") == {f"build port {first}"}
    taken = on(f"{hand}\ntile {first} B port.2", ruleset, 3, era)
    assert units(taken, "build port") == {f"build port {mixed}"}


@pytest.mark.rule("L-27", "LX-26")
def test_the_mixed_space_is_kept_for_a_mill() -> None:
    """The rule goes by the kinds of space: cotton has no space of its own, so nothing binds it."""
    state = on("hand A preston lancaster")
    assert units(state, "build cotton") == {"build cotton preston.2", "build cotton lancaster.2"}


@pytest.mark.rule("LD-09", "LX-07", "LE-22")
@pytest.mark.parametrize(("town", "first", "mixed"), MIXED)
@both
def test_an_own_port_on_the_mixed_space_may_be_overbuilt(
    ruleset: str, town: str, first: str, mixed: str
) -> None:
    hand = f"hand A {town if (town, ruleset) != ('lancaster', NEW) else 'preston'} port"
    state = on(f"{hand}\nmat A port 2\ntile {mixed} A port.1", ruleset)
    assert tile(state, first) == ""
    play(state, f"build port {mixed} card port")
    assert tile(state, mixed) == "A port.2"


# -- the building example -------------------------------------------------------------------------------

OLDHAM = """
    hand A oldham cotton colne
    mat A cotton 3 coal 1
    seat A pounds 20
    tile bury.1 A coal.1 holds 2
    tile manchester.1 B coal.1 holds 2
    links A bury--manchester
    links B manchester--oldham
"""


@pytest.mark.rule("L-27", "L-16")
def test_the_oldham_mill_and_reds_mine() -> None:
    """Cotton mill II for £14 and a coal, which comes from red's mine because yours is farther."""
    state = on(OLDHAM)
    assert legal(state, "build cotton oldham.1") == {"build cotton oldham.1 card oldham coal manchester.1"}
    assert refused(state, "build cotton oldham.1 card oldham coal bury.1") == "L-16"
    assert {
        text.split()[2].split(".")[0] for text in legal(state, "build cotton") if "card cotton" in text
    } == {"manchester"}
    assert refused(state, "build cotton bury.2 card cotton coal bury.1") == "L-15"
    assert refused(state, "build cotton oldham.1 card cotton coal manchester.1") == "L-13"
    assert refused(state, "build cotton colne.1 card colne coal manchester.1") == "L-16"
    play(state, "build cotton oldham.1 card oldham coal manchester.1")
    assert (state.pounds[0], tile(state, "oldham.1")) == (6, "A cotton.2")
