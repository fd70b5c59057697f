"""L-28 to L-30, LD-02, LD-08, LX-01, LX-02, LX-13, LX-17, LX-18: canals and railways."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.core.notation import parse_move
from tests.lancashire.table import NEW, OLD, both, end_era, on, told
from tests.support import at, flipped, holds, legal, play, reason, refused, seen, units


def lines(state: gj.State) -> set[str]:
    return {unit.split()[1] for unit in units(state, "link")}


def coal_for(state: gj.State, line: str) -> set[str]:
    """Where the coal of a rail may come from."""
    return {unit.split(" coal ")[1] for unit in units(state, f"link {line} ")}


OUT = {OLD: "L-28", NEW: "L18-06"}
RAIL_COAL = {OLD: "LD-02", NEW: "L18-06"}  # which end of a rail gets its coal

# -- where, when, how many ------------------------------------------------------------------------------


@pytest.mark.rule("L-28", "L18-06", "L-30")
@both
def test_a_canal_touches_an_own_tile_or_an_own_link(ruleset: str) -> None:
    """A tile in Bury; a canal Preston–Wigan. A rival's canal and mill in Oldham do not help."""
    state = on(
        """
        hand A manchester wigan
        tile bury.1 A cotton.1
        tile oldham.1 B cotton.1
        links A preston--wigan
        links B oldham--rochdale
        """,
        ruleset,
    )
    assert lines(state) == {
        "bolton--bury", "bury--manchester", "fleetwood--preston", "lancaster--preston",
        "blackburn--wigan", "liverpool--wigan", "warrington_runcorn--wigan",
    }  # fmt: skip
    assert refused(state, "link manchester--oldham card wigan") == OUT[ruleset]
    assert refused(state, "link oldham--rochdale card wigan") == "L-28"
    play(state, "link bury--manchester card wigan")
    assert (state.pounds[0], state.spent[0]) == (27, 3)


@pytest.mark.rule("L-28", "LE-70")
@both
def test_one_canal_an_action(ruleset: str) -> None:
    state = on("hand A manchester wigan bolton\ntile bury.1 A cotton.1\nhand B coal", ruleset)
    play(state, "link bury--manchester card bolton")
    assert state.actions_left == 1, "the action is over"
    assert all(" card " in text for text in legal(state, "link")), "a further canal takes another card"
    play(state, "link bolton--bury card wigan")
    assert state.spent[0] == 6


@pytest.mark.rule("L-28")
@pytest.mark.parametrize(
    ("era", "wrong", "right"),
    [
        ("canal", "burnley--bury", "bury--manchester"),
        ("rail", "ellesmere_port--liverpool", "ellesmere_port--northwich"),
    ],
)
@both
def test_canals_by_canal_and_rails_by_rail(ruleset: str, era: str, wrong: str, right: str) -> None:
    """Bury–Rochdale and Burnley–Bury are railways only, Ellesmere Port–Liverpool is a canal only."""
    state = on(
        "hand A manchester wigan\ntile bury.1 A cotton.2\ntile ellesmere_port.1 A port.2",
        ruleset,
        era=era,
    )
    assert refused(state, f"link {wrong} card wigan") == "L-28"
    assert reason(state, f"link {wrong} card wigan") == "line_wrong_era"
    play(state, f"link {right} card wigan")


@pytest.mark.rule("L-28", "LE-19", "LE-68", "LX-13")
@both
def test_links_go_on_from_external_regions_and_places_without_spaces(ruleset: str) -> None:
    state = on("hand A manchester wigan\nlinks A rochdale--yorkshire ellesmere_port--northwich", ruleset)
    assert {"colne--yorkshire", "northwich--the_midlands"} <= lines(state)
    state = on(
        "hand A manchester wigan\nlinks A liverpool--southport\ntile liverpool.1 B port.2",
        ruleset,
        era="rail",
    )
    assert {"preston--southport", "southport--wigan"} <= lines(state)


@pytest.mark.rule("LX-17", "LE-47", "LD-03", "L18-06")
@pytest.mark.parametrize("era", ["canal", "rail"])
@both
def test_no_link_with_nothing_on_the_board(ruleset: str, era: str) -> None:
    state = on("hand A manchester wigan\ntile manchester.1 B coal.2 holds 3", ruleset, era=era)
    assert lines(state) == set()
    assert refused(state, "link bury--manchester card wigan coal manchester.1" if era == "rail" else
                   "link bury--manchester card wigan") == OUT[ruleset]  # fmt: skip


FOURTEEN = (
    "blackburn--burnley blackburn--wigan bolton--bury bolton--manchester burnley--colne bury--manchester"
    " colne--yorkshire warrington_runcorn--wigan lancaster--preston liverpool--wigan manchester--oldham"
    " manchester--stockport manchester--warrington_runcorn oldham--rochdale"
)


@pytest.mark.rule("LD-08", "LX-18", "LE-49", "L-30", "L-02")
@pytest.mark.parametrize("era", ["canal", "rail"])
@both
def test_fourteen_links_and_no_more(ruleset: str, era: str) -> None:
    coal = "" if era == "canal" else " coal market"
    state = on(f"hand A manchester wigan\nlinks A {FOURTEEN}", ruleset, era=era, round=10)
    assert lines(state) == set()
    assert refused(state, f"link rochdale--yorkshire card wigan{coal}") == "LD-08"
    thirteen = FOURTEEN.replace(" oldham--rochdale", "")
    state = on(f"hand A manchester wigan bolton\nlinks A {thirteen}\nhand B coal", ruleset, era=era, round=10)
    play(state, f"link oldham--rochdale card wigan{coal}")
    assert state.actions_left == 1, "the last marker: no second rail follows"


@pytest.mark.rule("L-30", "LD-08", "L-36")
@both
def test_canals_come_back_after_the_canal_period(ruleset: str) -> None:
    state, _ = end_era(f"links A {FOURTEEN}", ruleset)
    assert told(state, "links") == []
    assert state.links[0] == state.laid == 0


# -- rails ----------------------------------------------------------------------------------------------

RAILS = """
    hand A manchester wigan bolton
    hand B coal
    mat A cotton 6
    tile bury.1 A cotton.2
    tile manchester.1 B coal.3 holds 4
    tile colne.1 A cotton.2
    tile burnley.1 B coal.2 holds 3
"""


@pytest.mark.rule("L-28", "L-29", "LX-02", "LE-70", "L-40")
@both
def test_two_rails_for_fifteen_pounds(ruleset: str) -> None:
    """They need not touch; each takes its own coal; no beer. £5, then £10."""
    state = on(RAILS, ruleset, era="rail")
    play(state, "link bury--manchester card wigan coal manchester.1")
    assert (state.spent[0], holds(state, "manchester.1"), state.actions_left) == (5, 3, 2)
    play(state, "link burnley--colne coal burnley.1")
    assert (state.spent[0], holds(state, "burnley.1"), state.actions_left) == (15, 2, 1)
    assert told(state, "hand A") == ["hand A bolton manchester"], "one card for both"


@pytest.mark.rule("L-28", "L-40")
@both
def test_the_second_rail_is_optional_and_there_is_no_third(ruleset: str) -> None:
    state = on(RAILS, ruleset, era="rail")
    play(state, "link bury--manchester card wigan coal manchester.1", "stop")
    assert (state.spent[0], state.actions_left) == (5, 1)
    state = on(RAILS, ruleset, era="rail")
    play(state, "link bury--manchester card wigan coal manchester.1", "link bolton--bury coal manchester.1")
    assert state.actions_left == 1
    assert all(" card " in text for text in legal(state, "link")), "a further rail takes another card"


@pytest.mark.rule("L-40", "L-28")
@pytest.mark.parametrize(("pounds", "second"), [(14, False), (15, True)])
def test_the_second_rail_must_be_payable(pounds: int, second: bool) -> None:
    state = on(f"{RAILS}seat A pounds {pounds}", era="rail")
    play(state, "link bury--manchester card wigan coal manchester.1")
    assert state.actions_left == (2 if second else 1)
    assert refused(
        on(f"{RAILS}seat A pounds 4", era="rail"), "link bury--manchester card wigan coal manchester.1"
    ) == ("L-40")


@pytest.mark.rule("LX-02", "LE-70")
@both
def test_the_second_rail_goes_on_from_the_first_and_over_it(ruleset: str) -> None:
    """Oldham–Rochdale touches A only through the first rail, and its coal comes over it."""
    state = on(RAILS, ruleset, era="rail")
    assert "manchester--oldham" not in lines(state)
    state = on(RAILS.replace("tile bury.1", "tile oldham.1"), ruleset, era="rail")
    assert coal_for(state, "oldham--rochdale") == set()
    play(state, "link manchester--oldham card wigan coal manchester.1")
    assert coal_for(state, "oldham--rochdale") == {"manchester.1"}
    play(state, "link manchester--stockport coal manchester.1")


@pytest.mark.rule("LX-02", "L-29")
def test_track_coal_for_two_rails_is_bought_one_at_a_time() -> None:
    """Two cubes at £2 and £3 besides £5 and £10."""
    state = on(
        "hand A manchester wigan\nmarket coal 5 iron 8\nmat A port 4\ntile preston.1 A port.2", era="rail"
    )
    events = play(
        state, "link fleetwood--preston card wigan coal market", "link blackpool--preston coal market"
    )
    assert [price for *_, price in seen(events, "bought")] == [2, 3]
    assert state.spent[0] == 20


@pytest.mark.rule("L-29")
@both
def test_the_last_cube_for_a_rail_flips_the_mine(ruleset: str) -> None:
    state = on(RAILS.replace("coal.3 holds 4", "coal.3 holds 1"), ruleset, era="rail")
    play(state, "link bury--manchester card wigan coal manchester.1")
    assert (flipped(state, "manchester.1"), state.income[1]) == (True, 16)


@pytest.mark.rule("L-29", "LD-02")
@both
def test_no_rail_without_coal(ruleset: str) -> None:
    """No mine, no port at either end; a mine elsewhere does not help."""
    state = on("hand A wigan bolton\nmat A cotton 6\ntile bury.1 A cotton.2\ntile wigan.1 B coal.2 holds 3",
               ruleset, era="rail")  # fmt: skip
    assert lines(state) == set()
    for source in ("wigan.1", "market"):
        assert refused(state, f"link bury--manchester card wigan coal {source}") == RAIL_COAL[ruleset]
    refusal = gj.why_not_link(state, "bury--manchester")
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == (RAIL_COAL[ruleset], "no_coal")


@pytest.mark.rule("L-29", "LD-02", "L18-06")
@both
def test_the_wrong_coal_for_a_rail(ruleset: str) -> None:
    """The rule of the edition; where only the number of cubes is wrong, the one that tells it."""
    state = on(RAILS, ruleset, era="rail")
    move = "link bury--manchester card wigan"
    assert refused(state, f"{move} coal market") == RAIL_COAL[ruleset]
    assert refused(state, f"{move} coal manchester.1 manchester.1") == "L-29"
    assert refused(state, f"{move} coal bury.1") == "L-16"  # no mine at all


@pytest.mark.rule("L-29")
@both
def test_a_rail_into_manchester_on_track_coal(ruleset: str) -> None:
    """Manchester is connected to the port of Warrington & Runcorn, so the track serves the new rail."""
    state = on(
        """
        hand A wigan bolton
        tile bury.1 A cotton.2
        tile warrington_runcorn.2 B port.2
        links B manchester--warrington_runcorn
        """,
        ruleset,
        era="rail",
    )
    play(state, "link bury--manchester card wigan coal market")
    assert (state.spent[0], state.market[0]) == (6, 7)


# -- which end gets the coal ----------------------------------------------------------------------------

ENDS = """
    hand A wigan bolton
    tile bury.1 A cotton.2
    tile manchester.1 B coal.2 holds 3
    tile blackburn.1 B coal.2 holds 3
    links B burnley--bury blackburn--burnley
"""


@pytest.mark.rule("LD-02", "LX-01", "LE-29", "L18-06")
@pytest.mark.parametrize(
    ("ruleset", "sources"), [(OLD, {"manchester.1", "blackburn.1"}), (NEW, {"manchester.1"})]
)
def test_both_ends_reach_a_mine(ruleset: str, sources: set[str]) -> None:
    """Bury–Manchester: a mine in Manchester itself, another two links beyond Bury."""
    state = on(ENDS, ruleset, era="rail")
    assert coal_for(state, "bury--manchester") == sources
    move = "link bury--manchester card wigan coal blackburn.1"
    if ruleset == NEW:
        assert refused(state, move) == "L18-06"
        assert reason(state, move) == "coal_not_nearest"
    else:
        play(state, move)
        assert holds(state, "blackburn.1") == 2


@pytest.mark.rule("LD-02")
@both
def test_the_nearest_mine_of_an_end(ruleset: str) -> None:
    """Once an end is chosen, its nearest mine gives the coal: never Blackburn's while Burnley's has some."""
    state = on(f"{ENDS}tile burnley.1 C coal.2 holds 1", ruleset, 3, "rail")
    assert coal_for(state, "bury--manchester") == (
        {"manchester.1", "burnley.1"} if ruleset == OLD else {"manchester.1"}
    )


@pytest.mark.rule("LD-02")
def test_coal_does_not_cross_the_rail_being_placed_in_2007() -> None:
    """Bury reaches no mine before the rail lies; delivered to Manchester, the coal is Manchester's."""
    state = on("hand A wigan bolton\ntile bury.1 A cotton.2\ntile manchester.1 B coal.2 holds 3\n"
               "tile oldham.1 B coal.2 holds 3\nlinks B manchester--oldham", era="rail")  # fmt: skip
    assert legal(state, "link bury--manchester card wigan") == {
        "link bury--manchester card wigan coal manchester.1"
    }


@pytest.mark.rule("LE-28", "LD-02", "L-29", "LX-01")
@pytest.mark.parametrize(("ruleset", "sources"), [(OLD, {"market", "rochdale.1"}), (NEW, {"rochdale.1"})])
def test_a_rail_to_an_external_region(ruleset: str, sources: set[str]) -> None:
    """Rochdale has a mine; Yorkshire is a port. By the old reading the builder may deliver to Yorkshire."""
    state = on("hand A wigan bolton\ntile rochdale.1 A coal.2 holds 3", ruleset, era="rail")
    assert coal_for(state, "rochdale--yorkshire") == sources
    state = on("hand A wigan bolton\ntile rochdale.1 A coal.2 flipped", ruleset, era="rail")
    assert coal_for(state, "rochdale--yorkshire") == {"market"}
    play(state, "link rochdale--yorkshire card wigan coal market")
    assert state.spent[0] == 6


@pytest.mark.rule("LE-68", "LX-13")
@both
def test_a_rail_to_a_place_without_spaces_finds_no_port_there(ruleset: str) -> None:
    state = on("hand A wigan bolton\nmat A iron 2\ntile preston.3 A iron.2 flipped", ruleset, era="rail")
    assert refused(state, "link blackpool--preston card wigan coal market") == RAIL_COAL[ruleset]


@pytest.mark.rule("L-30", "L-16")
def test_links_carry_coal_and_cotton_for_everyone() -> None:
    state = on("""
        hand A bolton preston
        tile wigan.1 B coal.1 holds 2
        tile preston.2 A cotton.1
        tile liverpool.1 B port.1
        links C preston--wigan liverpool--wigan
        """)
    assert units(state, "sell") >= {"sell preston.2 port liverpool.1"}
    state = on("hand A preston bolton\ntile wigan.1 B coal.1 holds 2\nlinks C preston--wigan")
    play(state, "build iron preston.3 card preston coal wigan.1")


@pytest.mark.rule("L-16", "L-29")
def test_a_refused_rail_names_the_end_that_a_mine_supplies() -> None:
    """The mine is at Wigan; nothing is connected to Bolton."""
    state = at(
        "hand A bolton wigan\ntile wigan.1 A coal.2 holds 3", ruleset="lancashire-2018", players=3, era="rail"
    )
    refusal = state.check(parse_move(state.rules, "link bolton--wigan card wigan coal market"))
    assert refusal is not None
    assert (refusal.reason, refusal.params["place"]) == ("coal_market_early", "wigan")
