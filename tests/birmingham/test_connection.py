"""B-CONN: what is connected, and how far apart."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.support import at, legal, play, refused, seen, slot, units

# Cotton II (one coal) is A's lowest mill; every distance shows in the coal it may use.
MILL = "mat A cotton 3\n seat A pounds 40\n"


@pytest.mark.rule("B-CONN-01")
def test_links_of_any_owners_connect() -> None:
    state = at(
        MILL
        + """
        hand A worcester
        tile dudley.1 B coal.1 holds 2
        links A birmingham--worcester
        links B dudley--birmingham
    """
    )
    assert units(state, "build") == {
        "build cotton worcester.1 coal dudley.1",
        "build cotton worcester.2 coal dudley.1",
    }
    cut = at(MILL + "hand A worcester\n tile dudley.1 B coal.1 holds 2\n links A birmingham--worcester")
    assert refused(cut, "build cotton worcester.1 card worcester coal dudley.1") == "B-COAL-05"


@pytest.mark.rule("B-CONN-01", "BE-71")
def test_a_town_is_connected_to_itself() -> None:
    """No links at all: the mine in the same town serves."""
    state = at("hand A dudley\n tile dudley.1 B coal.1 holds 2")
    play(state, "build iron dudley.2 coal dudley.1")


@pytest.mark.rule("B-CONN-02")
def test_routes_pass_through_merchants() -> None:
    state = at(
        MILL
        + """
        hand A worcester
        tile redditch.1 B coal.1 holds 2
        links B worcester--gloucester gloucester--redditch
    """
    )
    assert {text.split(" coal ")[1] for text in units(state, "build cotton")} == {"redditch.1"}


@pytest.mark.rule("B-CONN-02")
def test_routes_pass_through_a_farm() -> None:
    """Kidderminster, the southern farm and Worcester lie on one route, whatever stands on the farm."""
    state = at(
        MILL
        + """
        hand A worcester
        tile farm_brewery_south.1 B brewery.1 holds 1
        tile kidderminster.1 B coal.1 holds 2
        links B kidderminster--worcester
    """
    )
    assert {text.split(" coal ")[1] for text in units(state, "build cotton")} == {"kidderminster.1"}


CHAIN = ["stone--stafford", "stafford--cannock", "cannock--wolverhampton", "wolverhampton--dudley"]


@pytest.mark.rule("B-CONN-03")
@pytest.mark.parametrize("order", list(permutations(range(4)))[::5])
def test_connection_is_mutual_and_transitive_however_it_grew(order: tuple[int, ...]) -> None:
    links = " ".join(CHAIN[n] for n in order)
    there = at(f"hand A dudley\n tile stone.2 B coal.1 holds 2\n links B {links}")
    assert units(there, "build iron") == {"build iron dudley.2 coal stone.2"}
    back = at(MILL + f"hand A wild_location\n tile dudley.1 B coal.1 holds 2\n links B {links}")
    assert "build cotton stone.1 coal dudley.1" in units(back)


@pytest.mark.rule("B-CONN-03")
def test_a_link_joins_all_that_was_joined_on_either_side() -> None:
    """Dudley–Wolverhampton and Stafford–Stone are apart until Cannock joins them."""
    text = """
        hand A dudley*2
        tile stone.2 B coal.1 holds 2
        tile cannock.1 A coal.1 flipped
        links B stone--stafford wolverhampton--dudley
        links A stafford--cannock
    """
    state = at(text)
    assert legal(state, "build iron") == set()
    play(state, "link cannock--wolverhampton card dudley")
    assert units(state, "build iron") == {"build iron dudley.2 coal stone.2"}


@pytest.mark.rule("B-CONN-04")
def test_the_three_way_link_is_one_step_between_each_pair() -> None:
    """Kidderminster is one link from Worcester; Dudley, two links away, has to wait."""
    text = """
        tile kidderminster.1 B coal.1 holds 2
        tile dudley.1 B coal.2 holds 2
        links B kidderminster--worcester birmingham--worcester dudley--birmingham
    """
    state = at(MILL + "hand A worcester\n" + text)
    assert {text.split(" coal ")[1] for text in units(state, "build cotton")} == {"kidderminster.1"}
    assert refused(state, "build cotton worcester.1 card worcester coal dudley.1") == "B-COAL-03"


@pytest.mark.rule("B-CONN-04", "B-FARM-04")
@pytest.mark.parametrize("mill", ["kidderminster.2", "worcester.1"])
def test_the_three_way_link_reaches_the_farm_from_both_towns(mill: str) -> None:
    state = at(f"""
        tile {mill} A cotton.1
        tile farm_brewery_south.1 B brewery.1 holds 1
        links B kidderminster--worcester worcester--gloucester
        merchant gloucester.1 cotton
    """)
    play(state, f"sell {mill} to gloucester.1 beer farm_brewery_south.1 card birmingham")


@pytest.mark.rule("B-CONN-05", "B-COAL-09", "BE-73")
def test_a_link_is_connected_to_what_its_ends_are() -> None:
    """Birmingham–Oxford touches the merchant itself; Birmingham–Worcester does not."""
    state = at("tile birmingham.3 A iron.2 flipped", era="rail")
    assert "link birmingham--oxford coal market" in units(state)
    assert refused(state, "link birmingham--worcester card birmingham coal market") == "B-COAL-05"
    linked = at("tile birmingham.3 A iron.2 flipped\n links B worcester--gloucester", era="rail")
    assert "link birmingham--worcester coal market" in units(linked)


@pytest.mark.rule("B-CONN-05", "B-COAL-09", "BE-74")
def test_a_link_reaches_the_mine_it_connects() -> None:
    """The mine at Dudley is reached only through the rail being laid, over its far end."""
    state = at("""
        tile birmingham.3 A iron.2 flipped
        tile dudley.1 B coal.2 holds 3
    """, era="rail")  # fmt: skip
    assert {text for text in units(state, "link") if "coal dudley" in text} == {
        "link dudley--birmingham coal dudley.1"
    }
    play(state, "link dudley--birmingham card birmingham coal dudley.1")


@pytest.mark.rule("B-CONN-06", "BE-178")
def test_the_shorter_of_two_routes_counts() -> None:
    """From Birmingham, Cannock is two links by Walsall and three by Dudley and Wolverhampton: it is at 2.
    Burton-on-Trent is at 5, or, once Walsall has a link to it, at 2 as well."""
    routes = "links B walsall--birmingham cannock--walsall dudley--birmingham wolverhampton--dudley"
    text = f"""
        hand A birmingham
        tile cannock.2 B coal.2 holds 3
        tile burton_on_trent.1 B coal.2 holds 3
        {routes} cannock--wolverhampton stafford--cannock stone--stafford stone--burton_on_trent
    """
    state = at(text)
    assert {text.split(" coal ")[1] for text in units(state, "build iron")} == {"cannock.2"}
    nearer = at(text.replace("stone--burton_on_trent", "walsall--burton_on_trent"))
    assert {text.split(" coal ")[1] for text in units(nearer, "build iron")} == {
        "cannock.2",
        "burton_on_trent.1",
    }


@pytest.mark.rule("B-CONN-06")
def test_distance_from_a_rail_is_from_its_nearest_end() -> None:
    """Wolverhampton–Dudley: the mine at Dudley is at 0, the one at Cannock at 1 from the other end."""
    text = """
        tile wolverhampton.1 A manufacturer.2
        tile dudley.1 B coal.2 holds 1
        tile cannock.2 B coal.2 holds 3
        links B cannock--wolverhampton
    """
    state = at(text, era="rail")
    assert "link wolverhampton--dudley coal dudley.1" in units(state)
    assert refused(state, "link wolverhampton--dudley card birmingham coal cannock.2") == "B-COAL-03"
    both = at(text + "tile wolverhampton.2 B coal.3 holds 4", era="rail")
    assert {text.split(" coal ")[1] for text in units(both, "link wolverhampton--dudley")} == {
        "dudley.1",
        "wolverhampton.2",
    }
    events = play(both, "link wolverhampton--dudley card birmingham coal dudley.1")
    assert seen(events, "consumed") == [(0, 0, slot(both, "dudley.1"))]
