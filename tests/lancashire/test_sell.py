"""L-32, L-33, LX-10 to LX-13, LX-22: selling cotton through ports and to the distant market."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.lancashire.table import NEW, OLD, both, chances, end_era, on, told
from tests.support import flipped, legal, play, refused, seen, slot, units

# -- through ports --------------------------------------------------------------------------------------

PORTS = """
    hand A bolton wigan
    hand B coal
    tile preston.2 A cotton.1
    tile lancaster.1 A port.1
    tile liverpool.2 B port.2
    links C lancaster--preston preston--wigan liverpool--wigan
"""


@pytest.mark.rule("L-32", "LE-14", "L-24", "LX-22")
@both
def test_both_flip_and_both_owners_gain(ruleset: str) -> None:
    """Mill I moves its owner 5 spaces, B's port II moves B 3, without asking."""
    state = on(PORTS, ruleset, 3)
    events = play(state, "sell preston.2 port liverpool.2 card bolton")
    assert seen(events, "sold_to_port") == [(0, slot(state, "preston.2"), slot(state, "liverpool.2"))]
    assert flipped(state, "preston.2")
    assert flipped(state, "liverpool.2")
    assert not flipped(state, "lancaster.1")
    assert (state.income[0], state.income[1], state.pounds[0]) == (15, 13, 30)


@pytest.mark.rule("LX-22", "L-32")
@both
def test_an_own_port_pays_its_owner_too(ruleset: str) -> None:
    state = on(PORTS, ruleset, 3)
    play(state, "sell preston.2 port lancaster.1 card bolton")
    assert state.income[0] == 10 + 5 + 3


@pytest.mark.rule("L-32")
def test_a_port_need_not_be_the_nearest() -> None:
    """Liverpool is two links away, past nearer ports; an unconnected one is no choice."""
    state = on(PORTS + "tile preston.1 C port.1\ntile fleetwood.1 C port.1")
    ports = {unit.split()[-1] for unit in units(state, "sell preston.2")}
    assert ports == {"lancaster.1", "liverpool.2", "preston.1", "distant"}
    assert refused(state, "sell preston.2 port fleetwood.1 card bolton") == "L-32"


@pytest.mark.rule("L-32")
@pytest.mark.parametrize(
    ("mill", "port", "rule"),
    [
        ("colne.1", "lancaster.1", "L-32"),  # a rival's mill
        ("bury.1", "lancaster.1", "L-32"),  # sold already
        ("preston.2", "liverpool.1", "L-32"),  # a flipped port
        ("preston.2", "liverpool.4", "L-19"),  # a printed space without a port
        ("preston.2", "wigan.1", "L-19"),
    ],
)
def test_what_cannot_be_sold(mill: str, port: str, rule: str) -> None:
    state = on(
        f"{PORTS}tile colne.1 B cotton.1\ntile bury.1 A cotton.1 flipped\ntile liverpool.1 C port.1 flipped"
    )
    assert refused(state, f"sell {mill} port {port} card bolton") == rule


TWO = """
    hand A bolton wigan
    hand B coal
    tile preston.2 A cotton.1
    tile warrington_runcorn.1 A cotton.2
    tile preston.1 B port.1
    tile warrington_runcorn.2 B port.1
    links B preston--wigan warrington_runcorn--wigan
"""


@pytest.mark.rule("L-32")
@both
def test_any_number_of_mills_in_any_order(ruleset: str) -> None:
    state = on(TWO, ruleset)
    assert len(units(state, "sell")) == 6
    play(
        state,
        "sell warrington_runcorn.1 port preston.1 card bolton",
        "sell preston.2 port warrington_runcorn.2",
    )
    assert (state.income[0], state.income[1], state.actions_left) == (10 + 4 + 5, 10 + 3 + 3, 1)
    assert told(state, "hand A") == ["hand A wigan"], "one card for the whole action"
    state = on(TWO, ruleset)
    play(state, "sell preston.2 port preston.1 card bolton", "stop")
    assert (state.actions_left, flipped(state, "warrington_runcorn.1")) == (1, False)


@pytest.mark.rule("LE-16", "L-32")
@both
def test_one_mill_a_port(ruleset: str) -> None:
    state = on(TWO.replace("tile preston.1 B port.1\n", ""), ruleset)
    play(state, "sell preston.2 port warrington_runcorn.2 card bolton")
    assert refused(state, "sell warrington_runcorn.1 port warrington_runcorn.2") == "L-32"
    assert legal(state, "sell") == {"sell warrington_runcorn.1 port distant"}


@pytest.mark.rule("LE-17", "LX-11", "L-38")
@pytest.mark.parametrize(
    ("mill", "port"),
    [
        ("preston.2", "preston.1"),
        ("lancaster.2", "lancaster.1"),
        ("warrington_runcorn.1", "warrington_runcorn.2"),
    ],
)
@both
def test_mill_and_port_in_one_town(ruleset: str, mill: str, port: str) -> None:
    state = on(f"hand A bolton wigan\ntile {mill} A cotton.1\ntile {port} B port.1", ruleset)
    play(state, f"sell {mill} port {port} card bolton")
    assert flipped(state, mill)
    assert flipped(state, port)


@pytest.mark.rule("LE-19", "LX-13", "L-38")
def test_cotton_passes_external_regions_and_the_places_between() -> None:
    """Stockport–Macclesfield–The Midlands–Northwich–Ellesmere Port."""
    state = on("""
        hand A bolton wigan
        tile stockport.1 A cotton.1
        tile ellesmere_port.1 B port.1
        links B macclesfield--stockport macclesfield--the_midlands
        links C northwich--the_midlands ellesmere_port--northwich
        """)
    play(state, "sell stockport.1 port ellesmere_port.1 card bolton")
    assert flipped(state, "stockport.1")


@pytest.mark.rule("L-40", "L-32")
def test_selling_needs_something_to_sell() -> None:
    state = on("hand A bolton wigan\ntile bury.1 A cotton.1\ntile preston.1 B port.1")
    assert legal(state, "sell") == set()
    refusal = gj.why_not_sell(state, "bury.1")
    assert refusal is not None
    assert refusal.rule == "L-32"


# -- to the distant market ------------------------------------------------------------------------------

ABROAD = """
    hand A bolton wigan
    hand B coal
    tile rochdale.1 A cotton.1
    tile oldham.1 A cotton.2
    links B rochdale--yorkshire oldham--rochdale
"""
SALE = "sell rochdale.1 port distant card bolton"

# Distant-market tiles that move the marker to a row, and all of them by edition with the fewest players.
DRAWN = [[], [1], [2], [3], [2, 2], [3, 2], [3, 3], [3, 2, 2], [3, 3, 2]]
STACK = {OLD: [2, 2, 4, 3, 1], NEW: [0, 1, 3, 3, 1]}


def demand(row: int, stack: list[int]) -> str:
    """The line of the position that has the marker in this row."""
    left = [count - DRAWN[row].count(value) for value, count in enumerate(stack)]
    return f"demand {row} left " + " ".join(map(str, left))


@pytest.mark.rule("LE-01", "LE-02", "LE-13", "L-33", "LX-22")
@pytest.mark.parametrize(
    ("row", "value", "bonus"),
    [
        (0, 0, 3), (0, 1, 3), (0, 2, 2), (0, 3, 2), (0, 4, 1), (1, 4, 1), (2, 4, 0), (3, 4, 0),
        (5, 0, 1), (5, 2, 0), (6, 0, 0), (6, 1, 0), (7, 0, 0),
    ],
)  # fmt: skip
def test_the_bonus_of_the_row_reached(row: int, value: int, bonus: int) -> None:
    """Rows 3, 3, 2, 2, 1, 1, 0, 0: income spaces besides the mill's five, and no cash."""
    state = on(ABROAD + demand(row, STACK[OLD]))
    play(state, SALE, f"reveal {value}")
    assert (state.income[0], state.pounds[0]) == (10 + 5 + bonus, 30)
    assert flipped(state, "rochdale.1")
    assert told(state, "demand")[0].startswith(f"demand {row + value} ")


@pytest.mark.rule("L-33", "L-39")
@pytest.mark.parametrize(
    ("ruleset", "players", "weights"),
    [
        (OLD, 3, [2, 2, 4, 3, 1]),
        (NEW, 4, [2, 2, 4, 3, 1]),
        (NEW, 3, [1, 1, 4, 3, 1]),
        (NEW, 2, [0, 1, 3, 3, 1]),
    ],
)
def test_the_tile_is_revealed_by_chance(ruleset: str, players: int, weights: list[int]) -> None:
    state = on(ABROAD, ruleset, players)
    play(state, SALE)
    assert state.is_chance
    assert chances(state) == {f"reveal {value}": n for value, n in enumerate(weights) if n}


@pytest.mark.rule("L-33", "LX-10", "LE-05")
@pytest.mark.parametrize(("row", "value"), [(4, 4), (5, 3), (6, 2), (7, 1), (5, 4), (7, 4), (6, 3)])
@both
def test_reaching_the_bottom(ruleset: str, row: int, value: int) -> None:
    """The mill stays, the action ends; overshooting is no different."""
    state = on(ABROAD + demand(row, STACK[ruleset]), ruleset)
    play(state, SALE, f"reveal {value}")
    assert not flipped(state, "rochdale.1")
    assert (state.income[0], state.actions_left) == (10, 1)
    assert told(state, "demand")[0].startswith("demand 8 ")
    assert told(state, "hand A") == ["hand A wigan"]


@pytest.mark.rule("LX-10", "L-33")
def test_a_zero_on_the_last_row_still_sells() -> None:
    state = on(ABROAD + demand(7, STACK[OLD]))
    play(state, SALE, "reveal 0")
    assert (flipped(state, "rochdale.1"), state.income[0]) == (True, 15)


@pytest.mark.rule("LE-04", "L-33")
@both
def test_after_a_failure_no_other_mill_in_this_action(ruleset: str) -> None:
    ports = "tile preston.1 B port.1\ntile preston.2 A cotton.2\n"
    state = on(ABROAD + ports + demand(7, STACK[ruleset]), ruleset)
    play(state, SALE, "reveal 1")
    assert state.actions_left == 1
    play(state, "sell preston.2 port preston.1 card wigan")
    assert flipped(state, "preston.2")


@pytest.mark.rule("LE-07", "L-33")
@both
def test_a_closed_market_is_closed_to_everyone(ruleset: str) -> None:
    state = on(ABROAD.replace("hand B coal", "hand B coal*2") + demand(8, STACK[ruleset]), ruleset)
    assert refused(state, SALE) == "L-33"
    assert legal(state, "sell") == set()
    refusal = gj.why_not_sell(state, "rochdale.1")
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("L-33", "no_more_demand")
    rival = ABROAD.replace("hand A bolton wigan", "turn B 1\nhand A wigan").replace("A cotton", "B cotton")
    state = on(rival + demand(8, STACK[ruleset]), ruleset)
    assert refused(state, "sell rochdale.1 port distant card coal") == "L-33"


@pytest.mark.rule("LE-07", "L-36")
@pytest.mark.parametrize(
    ("ruleset", "players", "tiles"),
    [(OLD, 3, [2, 2, 4, 3, 1]), (NEW, 2, [0, 1, 3, 3, 1]), (NEW, 3, [1, 1, 4, 3, 1])],
)
def test_a_new_period_reopens_it_with_all_tiles(ruleset: str, players: int, tiles: list[int]) -> None:
    state, _ = end_era(demand(8, tiles), ruleset, players)
    assert told(state, "demand") == [demand(0, tiles)]


@pytest.mark.rule("LE-08", "L-33", "L18-10")
@both
def test_a_revealed_tile_does_not_come_again(ruleset: str) -> None:
    """The two editions lay it in different places; within a period it is out of play in both."""
    state = on(ABROAD, ruleset)
    play(state, SALE, "reveal 4")
    *others, _ = STACK[ruleset]
    assert told(state, "demand") == ["demand 4 left " + " ".join(map(str, [*others, 0]))]
    play(state, "sell oldham.1 port distant")
    assert chances(state) == {f"reveal {value}": count for value, count in enumerate(others) if count}
    assert refused(state, "reveal 4") == {OLD: "L-33", NEW: "L18-10"}[ruleset]


@pytest.mark.rule("LE-08")
def test_the_tiles_cannot_run_out_within_a_period() -> None:
    """The seven lowest tiles drive the marker to the bottom, so the first tile never comes up again."""
    line = demand(0, STACK[OLD])
    for value in (0, 0, 1, 1, 2, 2, 2):
        state = on(ABROAD + line)
        play(state, SALE, f"reveal {value}")
        line = told(state, "demand")[0]
    assert line == "demand 8 left 0 0 1 3 1"


@pytest.mark.rule("LE-10", "L-33")
@both
def test_one_port_serves_any_number_of_distant_sales(ruleset: str) -> None:
    state = on(
        """
        hand A bolton wigan
        tile preston.2 A cotton.1
        tile lancaster.2 A cotton.1
        tile fleetwood.1 B port.1
        links B fleetwood--preston lancaster--preston
        """,
        ruleset,
    )
    play(state, "sell preston.2 port distant card bolton", "reveal 1")
    play(state, "sell lancaster.2 port distant", "reveal 2")
    assert flipped(state, "preston.2")
    assert flipped(state, "lancaster.2")
    assert not flipped(state, "fleetwood.1"), "the distant market does not flip the port"
    assert (state.income[0], state.income[1]) == (10 + 5 + 3 + 5 + 2, 10)


@pytest.mark.rule("LE-11", "LX-12", "L-19", "L-33")
@pytest.mark.parametrize(
    ("board", "allowed"),
    [
        ("tile fleetwood.1 B port.1 flipped\nlinks B fleetwood--preston", True),
        ("tile preston.1 B port.1 flipped", True),
        ("tile fleetwood.1 B port.1 flipped", False),
        ("links B fleetwood--preston", False),
        ("tile fleetwood.1 B port.1\nlinks B lancaster--preston", False),
    ],
)
@both
def test_access_to_the_distant_market(ruleset: str, board: str, allowed: bool) -> None:
    state = on(f"hand A bolton wigan\ntile preston.2 A cotton.1\n{board}", ruleset)
    move = "sell preston.2 port distant card bolton"
    if allowed:
        play(state, move)
        assert state.is_chance
    else:
        assert refused(state, move) == "L-33"


@pytest.mark.rule("LX-13", "LE-68", "L-33")
def test_blackpool_is_no_port_for_cotton() -> None:
    state = on(
        "hand A bolton wigan\ntile preston.2 A cotton.2\nlinks B blackpool--preston preston--southport",
        era="rail",
    )
    assert refused(state, "sell preston.2 port distant card bolton") == "L-33"


@pytest.mark.rule("L-40", "L-33")
def test_a_failed_distant_sale_counts_as_the_action() -> None:
    state = on(ABROAD + demand(7, STACK[OLD]))
    play(state, SALE)
    events = play(state, "reveal 4")
    assert seen(events, "income_moved") == []
    assert (state.actions_left, seen(events, "demand_moved")) == (1, [(4, 8)])


@pytest.mark.parametrize(
    ("text", "row", "bonus"), [("demand 2 left 2 2 3 3 1", 2, 2), ("demand 8 left 1 2 3 2 0", 8, None)]
)
def test_the_demand_track_shows_marker_and_stack(text: str, row: int, bonus: int | None) -> None:
    state = on(text, OLD)
    (track,) = state.rules.marker_tracks
    assert (track.row(state), track.bonus(state)) == (row, bonus)
    assert track.left(state) == [int(number) for number in text.split()[3:]]
    assert state.rules.stall_rows == []
