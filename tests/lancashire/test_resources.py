"""L-16 to L-19, L-38, LX-11 to LX-13, LD-10: coal, iron, ports and what is connected."""

from __future__ import annotations

import pytest

from tests.lancashire.table import both, on
from tests.support import flipped, holds, legal, play, reason, refused, seen, units

WORKS = "build iron {} card {} coal {}"


def coal_for(text: str, slot: str = "bolton.3", ruleset: str = "lancashire-2007") -> set[str]:
    """Where the coal of A's iron works may come from."""
    town = slot.split(".")[0]
    state = on(f"hand A {town} shipyard\n{text}", ruleset, 3)
    return {unit.split(" coal ")[1] for unit in units(state, f"build iron {slot}")}


# -- coal -----------------------------------------------------------------------------------------------


@pytest.mark.rule("L-16")
@both
def test_the_nearest_mine_by_links(ruleset: str) -> None:
    """Bolton: a mine at 1 link (Manchester), one at 2 (Oldham); then only the far one has coal."""
    board = "links B bolton--manchester\nlinks C manchester--oldham\ntile oldham.1 C coal.1 holds 2\n"
    assert coal_for(board + "tile manchester.1 B coal.1 holds 1", ruleset=ruleset) == {"manchester.1"}
    assert coal_for(board + "tile manchester.1 B coal.1 flipped", ruleset=ruleset) == {"oldham.1"}


@pytest.mark.rule("L-16")
def test_equally_near_mines_are_a_choice() -> None:
    board = """
        links B bolton--manchester bolton--bury
        tile manchester.1 B coal.1 holds 2
        tile bury.1 C coal.1 holds 1
        tile manchester.2 C cotton.1
        """
    assert coal_for(board) == {"manchester.1", "bury.1"}


@pytest.mark.rule("L-16", "L-38")
def test_the_same_location_is_nearest() -> None:
    board = "links B bolton--manchester\ntile manchester.1 B coal.1 holds 2\ntile bolton.1 B coal.2 holds 3"
    assert coal_for(board) == {"bolton.1"}
    assert coal_for("tile bolton.2 B coal.1 holds 1") == {"bolton.2"}


@pytest.mark.rule("L-16")
def test_parallel_routes_count_by_the_shortest() -> None:
    """Manchester to Bolton directly or by Bury; the mine in Bury is as near as the one in Bolton."""
    board = """
        links B bolton--manchester bolton--bury bury--manchester
        tile bolton.1 B coal.1 holds 1
        tile bury.1 C coal.1 holds 1
        """
    assert coal_for(board, "manchester.4") == {"bolton.1", "bury.1"}


@pytest.mark.rule("L-16")
@both
def test_coal_from_mines_is_free_over_rivals_links(ruleset: str) -> None:
    state = on(
        "hand A bolton iron\nseat A pounds 5\nlinks B bolton--manchester\ntile manchester.1 B coal.1 holds 2",
        ruleset,
    )
    play(state, WORKS.format("bolton.3", "bolton", "manchester.1"))
    assert (state.pounds[0], state.spent[0], state.pounds[1], holds(state, "manchester.1")) == (0, 5, 30, 1)


@pytest.mark.rule("L-16", "LE-19", "L-38")
def test_coal_passes_through_external_regions_and_the_places_between() -> None:
    """Rochdale–Yorkshire–Colne, and Ellesmere Port–Northwich–The Midlands."""
    yorkshire = "links B rochdale--yorkshire colne--yorkshire burnley--colne\ntile burnley.1 B coal.1 holds 2"
    assert coal_for(yorkshire, "rochdale.3") == {"burnley.1"}
    midlands = """
        links B ellesmere_port--northwich northwich--the_midlands macclesfield--the_midlands
        links C macclesfield--stockport manchester--stockport ellesmere_port--warrington_runcorn
        tile warrington_runcorn.1 B coal.1 holds 2
        """
    assert coal_for(midlands, "manchester.4") == {"warrington_runcorn.1"}


@pytest.mark.rule("LE-25", "L-16")
@both
def test_no_track_coal_while_a_connected_mine_has_coal(ruleset: str) -> None:
    state = on(
        """
        hand A preston iron
        tile preston.1 B port.1
        tile wigan.1 B coal.1 holds 1
        links B preston--wigan
        """,
        ruleset,
    )
    move = WORKS.format("preston.3", "preston", "market")
    assert refused(state, move) == "L-16"
    assert reason(state, move) == "coal_market_early"


@pytest.mark.rule("LE-26", "L-16")
@both
def test_coal_that_is_not_connected_does_not_bar_the_track(ruleset: str) -> None:
    board = "tile preston.1 B port.1\ntile wigan.1 B coal.1 holds 2"
    assert coal_for(board, "preston.3", ruleset) == {"market"}


@pytest.mark.rule("L-16", "L-19", "LE-20")
@pytest.mark.parametrize(
    ("board", "found"),
    [
        ("", set()),  # the printed port spaces of Preston are no ports
        ("links B fleetwood--preston", set()),
        ("tile preston.1 B port.1", {"market"}),
        ("tile preston.1 B port.1 flipped", {"market"}),
        ("tile fleetwood.1 C port.1\nlinks B fleetwood--preston", {"market"}),
    ],
)
@both
def test_track_coal_needs_a_built_port(ruleset: str, board: str, found: set[str]) -> None:
    assert coal_for(board, "preston.3", ruleset) == found


@pytest.mark.rule("L-19", "L-38", "LE-67")
def test_external_regions_are_ports_and_way_points() -> None:
    assert coal_for("links B rochdale--yorkshire", "rochdale.3") == {"market"}
    state = on("hand A manchester iron\nlinks A rochdale--yorkshire")
    ids = state.rules.board.slot_ids
    assert [id for id in ids if id.split(".")[0] in ("yorkshire", "the_midlands", "scotland")] == []


@pytest.mark.rule("LX-12", "LE-11", "L-19")
@both
def test_a_flipped_port_still_gives_track_coal(ruleset: str) -> None:
    assert coal_for("tile preston.1 B port.1 flipped", "preston.3", ruleset) == {"market"}


@pytest.mark.rule("LX-13", "LE-68")
def test_the_three_places_without_spaces_are_no_ports() -> None:
    """Wigan–Southport–Liverpool conducts coal; Southport itself gives no access to the track."""
    rail = "hand A liverpool iron\nmat A shipyard 4\nlinks B liverpool--southport southport--wigan\n"
    move = "build shipyard liverpool.3 card liverpool coal {} iron market"
    assert refused(on(rail, era="rail"), move.format("market")) == "L-16"
    state = on(rail + "tile wigan.1 B coal.2 holds 3", era="rail")
    play(state, move.format("wigan.1"))
    state = on("hand A preston iron\nmat A iron 1\nlinks B blackpool--preston", era="rail")
    assert refused(state, WORKS.format("preston.3", "preston", "market")) == "L-16"
    state = on("hand A warrington_runcorn iron\nmarket coal 0\nlinks B ellesmere_port--warrington_runcorn"
               " ellesmere_port--northwich")  # fmt: skip
    events = play(state, "build coal warrington_runcorn.1 card warrington_runcorn")
    assert seen(events, "sold_cube") == []


@pytest.mark.rule("L-16")
@pytest.mark.parametrize(
    ("cubes", "price"), [(8, 1), (7, 1), (6, 2), (5, 2), (4, 3), (3, 3), (2, 4), (1, 4), (0, 5)]
)
@both
def test_the_price_of_track_coal(ruleset: str, cubes: int, price: int) -> None:
    state = on(f"hand A preston iron\nmarket coal {cubes} iron 8\ntile preston.1 B port.1", ruleset)
    play(state, WORKS.format("preston.3", "preston", "market"))
    assert (state.spent[0], state.market[0]) == (5 + price, max(cubes - 1, 0))


@pytest.mark.rule("L-16")
def test_nothing_reaches_the_site() -> None:
    state = on("hand A bolton wigan\ntile manchester.1 B coal.1 holds 2\ntile fleetwood.1 B port.1")
    assert refused(state, WORKS.format("bolton.3", "bolton", "manchester.1")) == "L-16"
    assert refused(state, WORKS.format("bolton.3", "bolton", "market")) == "L-16"
    assert legal(state, "build iron") == set()


# -- iron -----------------------------------------------------------------------------------------------


@pytest.mark.rule("L-17")
@both
def test_iron_comes_from_any_works_and_is_free(ruleset: str) -> None:
    state = on(
        """
        hand A manchester bury
        seat A pounds 0
        tile bolton.3 B iron.1 holds 2
        tile rochdale.3 A iron.1 holds 1
        """,
        ruleset,
    )
    assert units(state, "develop cotton") == {
        "develop cotton iron bolton.3",
        "develop cotton iron rochdale.3",
    }
    assert refused(state, "develop cotton card bury iron market") == "L-17"
    play(state, "develop cotton card bury iron bolton.3")
    assert (state.pounds[0], state.spent[0], holds(state, "bolton.3")) == (0, 0, 1)


@pytest.mark.rule("L-17")
@pytest.mark.parametrize(("cubes", "price"), [(8, 1), (6, 2), (4, 3), (1, 4), (0, 5)])
@both
def test_the_price_of_track_iron(ruleset: str, cubes: int, price: int) -> None:
    """No port is needed; nothing of anybody's is on the board."""
    state = on(f"hand A manchester bury\nmarket coal 8 iron {cubes}\ntile bolton.3 B iron.1 flipped", ruleset)
    play(state, "develop cotton card bury iron market")
    assert (state.spent[0], state.market[1]) == (price, max(cubes - 1, 0))


# -- the last cube --------------------------------------------------------------------------------------


@pytest.mark.rule("L-18")
@both
def test_the_last_cube_flips_the_tile_for_its_owner(ruleset: str) -> None:
    state = on(
        "hand A bolton manchester bury\ntile bolton.1 B coal.1 holds 2\ntile rochdale.3 B iron.1 holds 1",
        ruleset,
    )
    play(state, WORKS.format("bolton.3", "bolton", "bolton.1"))
    assert (flipped(state, "bolton.1"), state.income[1]) == (False, 10)
    state = on("hand A bolton manchester bury\ntile bolton.1 B coal.1 holds 1", ruleset)
    events = play(state, WORKS.format("bolton.3", "bolton", "bolton.1"))
    assert (flipped(state, "bolton.1"), state.income[1], state.income[0]) == (True, 14, 10)
    assert seen(events, "income_moved") == [(1, 10, 14)]
    state = on("hand A bolton manchester\ntile rochdale.3 B iron.1 holds 1", ruleset)
    play(state, "develop cotton card bolton iron rochdale.3")
    assert (flipped(state, "rochdale.3"), state.income[1]) == (True, 13)


@pytest.mark.rule("L-18")
def test_a_flipped_tile_supplies_nothing() -> None:
    state = on("hand A bolton manchester\ntile bolton.1 B coal.1 flipped\ntile bolton.2 C coal.1 holds 1")
    assert refused(state, WORKS.format("bolton.3", "bolton", "bolton.1")) == "L-16"


# -- connected ------------------------------------------------------------------------------------------


@pytest.mark.rule("L-38")
def test_connected_is_an_unbroken_chain() -> None:
    """Wigan–Preston–Lancaster; with the middle canal missing there is no chain."""
    board = "tile wigan.1 B coal.1 holds 2\nlinks B preston--wigan\nlinks C lancaster--preston\n"
    mill = "hand A lancaster iron\nmat A cotton 3\n"
    play(on(mill + board), "build cotton lancaster.2 card lancaster coal wigan.1")
    broken = board.replace("links B preston--wigan", "links B liverpool--wigan")
    assert refused(on(mill + broken), "build cotton lancaster.2 card lancaster coal wigan.1") == "L-16"


# -- supplies -------------------------------------------------------------------------------------------


@pytest.mark.rule("LD-10")
@both
def test_the_supply_of_cubes_has_no_limit(ruleset: str) -> None:
    """The track is full and 30 coal cubes lie on mines, more than any box holds: a new mine gets its own."""
    state = on(
        """
        hand A wigan iron
        mat A coal 1
        tile blackburn.1 B coal.4 holds 5
        tile bolton.1 B coal.4 holds 5
        tile burnley.1 C coal.4 holds 5
        tile bury.1 C coal.4 holds 5
        tile manchester.1 D coal.4 holds 5
        tile oldham.1 D coal.4 holds 5
        """,
        ruleset,
        4,
        "rail",
    )
    play(state, "build coal wigan.2 card wigan")
    assert holds(state, "wigan.2") == 3


@pytest.mark.rule("LD-10")
def test_the_supply_of_money_has_no_limit() -> None:
    state = on("hand A wigan iron\n" + "\n".join(f"seat {seat} pounds 9000" for seat in "ABC"))
    play(state, "loan 30 card wigan")
    assert state.pounds[0] == 9030
    state = on("hand A manchester bury\nmarket coal 8 iron 0")
    play(state, "develop cotton card bury iron market", "develop cotton iron market")
    assert state.spent[0] == 10
