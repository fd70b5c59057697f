"""B-BEER: own breweries anywhere, rivals' where connected, the merchant's own barrel for a sale."""

from __future__ import annotations

import pytest

from grandjunction.core.notation import parse_move
from grandjunction.core.ruleset import ACTION
from tests.support import at, flipped, holds, legal, play, refused, units

# A mill at Worcester (cotton I, one beer), joined to Oxford.
MILL = """
    tile worcester.1 A cotton.1
    links A birmingham--worcester birmingham--oxford
    merchant oxford.1 cotton{}
"""
SELL = "sell worcester.1 to oxford.1 card birmingham"


def beer(text: str, tile: str = "worcester.1", era: str = "canal") -> set[str]:
    """The ways to drink for a sale of the tile to Oxford's first merchant."""
    found = units(at(text, era=era), f"sell {tile} to oxford.1")
    return {way.partition(" beer ")[2] for way in found}


@pytest.mark.rule("B-BEER-01")
@pytest.mark.parametrize(
    ("tile", "needed"),
    [
        ("manufacturer.1", 1), ("manufacturer.2", 1), ("manufacturer.3", 0), ("manufacturer.4", 1),
        ("manufacturer.5", 2), ("manufacturer.6", 1), ("manufacturer.7", 0), ("manufacturer.8", 1),
        ("cotton.1", 1), ("cotton.2", 1), ("cotton.3", 1), ("cotton.4", 1),
    ],
)  # fmt: skip
def test_a_sale_needs_beer_as_printed(tile: str, needed: int) -> None:
    first = tile.endswith(".1")  # cleared at the end of the Canal Era, in which a brewery gets one barrel
    text = f"""
        tile birmingham.1 A {tile}
        tile stafford.1 A brewery.2 holds {1 if first else 2}
        links A birmingham--oxford
        merchant oxford.1 all
    """
    state = at(text, era="canal" if first else "rail")
    play(state, "sell birmingham.1 to oxford.1 card birmingham")
    assert flipped(state, "birmingham.1")
    assert holds(state, "stafford.1") == (1 if first else 2) - needed


@pytest.mark.rule("B-BEER-01")
@pytest.mark.parametrize(("tile", "needed"), [(1, 1), (2, 1), (3, 2), (4, 1), (5, 2)])
def test_potteries_need_beer_as_printed(tile: int, needed: int) -> None:
    state = at(f"""
        tile coventry.1 A pottery.{tile}
        tile stafford.1 A brewery.2 holds 2
        links A birmingham--oxford birmingham--coventry
        merchant oxford.1 all
    """, era="rail")  # fmt: skip
    play(state, "sell coventry.1 to oxford.1 card birmingham")
    assert holds(state, "stafford.1") == 2 - needed


@pytest.mark.rule("B-BEER-01")
def test_one_rail_needs_no_beer_two_need_one() -> None:
    state = at("""
        seat A pounds 40
        tile birmingham.3 A iron.2 flipped
        tile stafford.1 A brewery.2 holds 2
    """, era="rail")  # fmt: skip
    play(state, "link birmingham--oxford card birmingham coal market")
    assert holds(state, "stafford.1") == 2
    bare = state.check(parse_move(state.rules, "link birmingham--worcester coal market"))
    assert bare is not None
    play(state, "link birmingham--worcester coal market beer stafford.1")
    assert holds(state, "stafford.1") == 1
    dry = at("seat A pounds 40\n tile birmingham.3 A iron.2 flipped", era="rail")
    play(dry, "link birmingham--oxford card birmingham coal market")
    assert dry.actions_left == 1  # no beer, so the action ended with the first rail


@pytest.mark.rule("B-BEER-02")
def test_own_breweries_serve_wherever_they_are() -> None:
    text = MILL.format("") + "tile derby.1 A brewery.1 holds 1\n tile stafford.1 A brewery.1 holds 1"
    assert beer(text) == {"derby.1", "stafford.1"}
    assert beer(MILL.format("") + "tile derby.1 A brewery.1 flipped") == set()


@pytest.mark.rule("B-BEER-03")
def test_rivals_breweries_serve_the_place_they_are_connected_to() -> None:
    text = MILL.format("") + "tile walsall.2 B brewery.1 holds 1\n tile derby.1 A brewery.1 holds 1\n"
    assert beer(text) == {"derby.1"}
    assert refused(at(text), f"{SELL} beer walsall.2") == "B-BEER-03"
    assert beer(text + "links B walsall--birmingham") == {"derby.1", "walsall.2"}


@pytest.mark.rule("B-BEER-03", "B-FARM-03", "BE-61")
def test_a_rivals_beer_on_the_farm_needs_the_farms_link() -> None:
    text = MILL.format("") + "tile farm_brewery_north.1 B brewery.1 holds 1\n"
    near = "links B walsall--birmingham cannock--walsall"
    assert beer(text + near) == set()
    assert refused(at(text + near), f"{SELL} beer farm_brewery_north.1") == "B-BEER-01"
    assert beer(text + near + " cannock--farm_brewery_north") == {"farm_brewery_north.1"}


@pytest.mark.rule("B-BEER-03", "B-CONN-05")
@pytest.mark.parametrize(
    ("brewery", "line"), [("walsall.2", "walsall--birmingham"), ("nuneaton.1", "birmingham--nuneaton")]
)
def test_for_two_rails_the_beer_reaches_the_second(brewery: str, line: str) -> None:
    """The rival's brewery is joined to the second rail only by that rail itself, at either end of it."""
    state = at(f"""
        seat A pounds 40
        tile birmingham.3 A iron.2 flipped
        tile {brewery} B brewery.2 holds 1
        tile stafford.1 B brewery.2 holds 1
    """, era="rail")  # fmt: skip
    play(state, "link birmingham--oxford card birmingham coal market")
    assert units(state, "link") == {f"link {line} coal market beer {brewery}"}
    assert refused(state, f"link birmingham--worcester coal market beer {brewery}") == "B-BEER-01"
    play(state, f"link {line} coal market beer {brewery}")
    assert flipped(state, brewery)


@pytest.mark.rule("B-BEER-04")
def test_the_barrel_of_the_merchant_sold_to() -> None:
    assert beer(MILL.format(" barrel")) == {"barrel"}
    other = MILL.format("") + "merchant oxford.2 manufacturer barrel\n tile derby.1 A brewery.1 holds 1"
    assert beer(other) == {"derby.1"}
    assert refused(at(other), f"{SELL} beer barrel") == "B-MERCH-01"


@pytest.mark.rule("B-BEER-05", "B-MERCH-02", "BE-106")
def test_the_choice_of_beer_is_free() -> None:
    """Own, rival's near or far, the merchant's: any of them, no order among them."""
    text = (
        MILL.format(" barrel")
        + """
        tile derby.1 A brewery.1 holds 1
        tile walsall.2 B brewery.1 holds 1
        tile burton_on_trent.2 B brewery.2 holds 1
        links B walsall--birmingham walsall--burton_on_trent
    """
    )
    assert beer(text) == {"derby.1", "walsall.2", "burton_on_trent.2", "barrel"}


@pytest.mark.rule("B-BEER-05")
def test_two_barrels_come_from_any_two_sources() -> None:
    text = """
        tile birmingham.2 A manufacturer.5
        tile derby.1 A brewery.2 holds 2
        tile walsall.2 B brewery.2 holds 1
        links A birmingham--oxford walsall--birmingham
        merchant oxford.1 all barrel
    """
    assert beer(text, "birmingham.2", "rail") == {
        "derby.1 derby.1",
        "derby.1 walsall.2",
        "derby.1 barrel",
        "walsall.2 barrel",
    }


@pytest.mark.rule("B-BEER-05")
def test_beer_is_never_bought() -> None:
    state = at(MILL.format(""))
    assert refused(state, f"{SELL} beer market") == "B-BEER-01"
    assert legal(state, "sell") == set()


@pytest.mark.rule("B-BEER-06", "B-LINK-08", "BE-119")
def test_merchant_barrels_never_pay_for_links() -> None:
    """Even with the rails running to the merchant: without other beer, a second rail is not offered."""
    text = """
        seat A pounds 40
        tile birmingham.3 A iron.2 flipped
        merchant oxford.1 all barrel
    """
    dry = at(text, era="rail")
    play(dry, "link birmingham--oxford card birmingham coal market")
    assert dry.decision == ACTION
    state = at(text + "tile stafford.1 A brewery.2 holds 2", era="rail")
    play(state, "link birmingham--oxford card birmingham coal market")
    assert refused(state, "link redditch--oxford coal market beer barrel") == "B-BEER-06"
    assert not any("barrel" in text for text in units(state, "link"))
