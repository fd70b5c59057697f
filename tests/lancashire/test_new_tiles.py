"""L-22 to L-24, LX-15: what happens when a tile is built."""

from __future__ import annotations

import pytest

from tests.lancashire.table import both, on, told
from tests.support import flipped, holds, play, refused, seen


@pytest.mark.rule("L-22")
@pytest.mark.parametrize(
    ("coal", "gone", "paid", "kept"),
    [
        (8, 1, [], 3),  # the track is full
        (7, 1, [1], 2),
        (5, 1, [2, 1, 1], 0),  # next £2: three empty spaces pay 1 + 1 + 2 = £4
        (2, 1, [3, 3, 2], 0),
        (0, 1, [4, 4, 3], 0),
        (5, 3, [2, 1, 1], 1),  # a mine III with four cubes
    ],
)
@both
def test_a_mine_connected_to_a_port_fills_the_track(
    ruleset: str, coal: int, gone: int, paid: list[int], kept: int
) -> None:
    state = on(
        f"""
        hand A wigan iron
        market coal {coal} iron 8
        mat A coal {gone}
        tile preston.1 B port.1
        links B preston--wigan
        """,
        ruleset,
    )
    events = play(state, "build coal wigan.1 card wigan" + (" iron market" if gone == 3 else ""))
    assert [amount for *_, amount in seen(events, "sold_cube")] == paid
    assert state.pounds[0] == 30 - (7 if gone == 1 else 9) + sum(paid)
    assert state.market[0] == coal + len(paid)
    assert (holds(state, "wigan.1"), flipped(state, "wigan.1")) == (kept, kept == 0)


@pytest.mark.rule("L-22", "L-19", "L-38", "LX-12")
@pytest.mark.parametrize(
    ("board", "sold"),
    [
        ("", 0),
        ("links B preston--wigan", 0),  # an empty port space
        ("tile preston.1 B port.1", 0),  # not connected
        ("tile preston.1 B port.1 flipped\nlinks B preston--wigan", 2),
        ("tile liverpool.1 C port.1\nlinks A liverpool--wigan", 2),
        ("links B blackburn--wigan blackburn--burnley burnley--colne colne--yorkshire", 2),
    ],
)
def test_only_a_mine_connected_to_a_built_port_sells(board: str, sold: int) -> None:
    state = on(f"hand A wigan iron\nmarket coal 4 iron 8\n{board}")
    events = play(state, "build coal wigan.1 card wigan")
    assert len(seen(events, "sold_cube")) == sold
    assert state.market[0] == 4 + sold


@pytest.mark.rule("L-22", "L-38")
def test_a_port_in_the_same_town_suffices() -> None:
    state = on("hand A warrington_runcorn iron\nmarket coal 6 iron 8\ntile warrington_runcorn.2 B port.1")
    play(state, "build coal warrington_runcorn.1 card warrington_runcorn")
    assert (state.market[0], state.pounds[0]) == (8, 30 - 5 + 2)


@pytest.mark.rule("LE-31", "L-22")
@both
def test_a_later_connection_sells_nothing(ruleset: str) -> None:
    state = on("hand A wigan iron\nmarket coal 4 iron 8\ntile preston.1 B port.1", ruleset)
    play(state, "build coal wigan.1 card wigan")
    events = play(state, "link preston--wigan card iron")
    assert seen(events, "sold_cube") == []
    assert (holds(state, "wigan.1"), state.market[0]) == (2, 4)


@pytest.mark.rule("L-22", "L-40")
def test_the_sale_cannot_pay_for_the_mine() -> None:
    """Five pounds are due first, though the cubes would bring eight."""
    board = "hand A wigan iron\nmarket coal 0 iron 8\ntile preston.1 B port.1\nlinks B preston--wigan\n"
    assert refused(on(f"{board}seat A pounds 4"), "build coal wigan.1 card wigan") == "L-40"
    state = on(f"{board}seat A pounds 5")
    play(state, "build coal wigan.1 card wigan")
    assert (state.pounds[0], state.spent[0]) == (8, 5)


@pytest.mark.rule("LX-15", "L-22")
@both
def test_a_mine_emptied_when_built_flips_at_once(ruleset: str) -> None:
    state = on(
        "hand A wigan iron\nmarket coal 0 iron 8\ntile preston.1 B port.1\nlinks B preston--wigan", ruleset
    )
    play(state, "build coal wigan.1 card wigan")
    assert (flipped(state, "wigan.1"), state.income[0]) == (True, 14)
    state = on("hand A wigan iron\nmarket coal 0 iron 8", ruleset)
    play(state, "build coal wigan.1 card wigan")
    assert (flipped(state, "wigan.1"), state.income[0]) == (False, 10)


@pytest.mark.rule("LE-32", "L-23")
@pytest.mark.parametrize(
    ("iron", "paid"),
    [(8, []), (7, [1]), (6, [1, 1]), (4, [2, 2, 1, 1]), (3, [3, 2, 2, 1]), (0, [4, 4, 3, 3])],
)
@both
def test_iron_works_always_fill_the_track(ruleset: str, iron: int, paid: list[int]) -> None:
    """Four cubes, no port anywhere."""
    state = on(f"hand A bolton wigan\nmarket coal 8 iron {iron}\ntile bolton.1 B coal.1 holds 2", ruleset)
    events = play(state, "build iron bolton.3 card bolton coal bolton.1")
    assert [amount for *_, amount in seen(events, "sold_cube")] == paid
    assert told(state, "market") == [f"market coal 8 iron {iron + len(paid)}"]
    assert flipped(state, "bolton.3") == (len(paid) == 4)
    assert state.income[0] == (13 if len(paid) == 4 else 10)
    assert state.pounds[0] == 25 + sum(paid)


@pytest.mark.rule("L-24")
@both
def test_a_shipyard_flips_at_once(ruleset: str) -> None:
    state = on("hand A liverpool iron\nmat A shipyard 2\ntile liverpool.1 B port.1", ruleset)
    play(state, "build shipyard liverpool.3 card liverpool coal market iron market")
    assert (flipped(state, "liverpool.3"), state.income[0]) == (True, 12)


@pytest.mark.rule("L-24")
def test_mills_and_ports_wait_for_a_sale() -> None:
    state = on("hand A preston*2 bolton\ntile fleetwood.1 B port.1\nlinks B fleetwood--preston\nhand B coal")
    play(state, "build cotton preston.2 card preston")
    assert not flipped(state, "preston.2")
    play(state, "sell preston.2 port fleetwood.1 card bolton")
    assert flipped(state, "preston.2")
    assert flipped(state, "fleetwood.1")


@pytest.mark.rule("L-24")
@pytest.mark.parametrize("slot", ["wigan.1", "preston.1", "liverpool.3"])
def test_only_mills_are_sold(slot: str) -> None:
    state = on("""
        tile wigan.1 A coal.1 holds 2
        tile preston.1 A port.1
        tile liverpool.3 A shipyard.1 flipped
        tile fleetwood.1 B port.1
        links A fleetwood--preston preston--wigan liverpool--wigan
        """)
    assert refused(state, f"sell {slot} port fleetwood.1 card manchester") == "L-24"
