"""B-NET: what is in a player's network, farms and merchants included."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.support import at, legal, play, reason, refused, units


def network(state: gj.State, seat: int = 0) -> set[str]:
    """The locations in a seat's network."""
    ids = state.rules.board.place_ids
    return {id for number, id in enumerate(ids) if state.network[seat] & 2**number}


def reach(state: gj.State) -> set[str]:
    """The lines on which the seat may lay a link."""
    return {text.split()[1] for text in units(state, "link")}


@pytest.mark.rule("B-NET-01")
@pytest.mark.parametrize("side", ["flipped", "holds 2"])
def test_a_tile_puts_its_town_in_the_network_flipped_or_not(side: str) -> None:
    state = at(f"tile dudley.1 A coal.1 {side}")
    assert reach(state) == {"wolverhampton--dudley", "kidderminster--dudley", "dudley--birmingham"}
    assert refused(state, "link birmingham--oxford card birmingham") == "B-LINK-02"
    assert reason(state, "link birmingham--oxford card birmingham") == "line_out_of_reach"


@pytest.mark.rule("B-NET-01")
def test_a_link_puts_its_ends_in_the_network() -> None:
    state = at("hand A coal iron\n links A wolverhampton--dudley")
    assert {text.split()[2] for text in units(state, "build")} == {"dudley.1", "wolverhampton.2"}
    assert reach(state) == {
        "cannock--wolverhampton",
        "wolverhampton--coalbrookdale",
        "walsall--wolverhampton",
        "kidderminster--dudley",
        "dudley--birmingham",
    }


@pytest.mark.rule("B-NET-01")
def test_a_network_shrinks_with_what_leaves_the_board() -> None:
    """The only tile at Dudley goes to pay a debt: Dudley is no longer in the network."""
    state = at("""
        turn A 1
        seat A income 0 pounds 9
        tile dudley.1 A coal.1 flipped
        links A walsall--birmingham
    """)
    play(state, "pass")
    state.settle_chance(gj.Rng(1))
    assert network(state) == {"walsall", "birmingham"}


@pytest.mark.rule("B-NET-02")
def test_a_network_may_be_in_pieces() -> None:
    state = at("hand A coal*2\n tile coalbrookdale.2 A iron.1 flipped\n links A tamworth--nuneaton")
    assert network(state) == {"coalbrookdale", "tamworth", "nuneaton"}
    assert {text.split()[2] for text in units(state, "build coal")} == {
        "tamworth.1",
        "tamworth.2",
        "nuneaton.2",
    }
    assert reach(state) == {
        "wolverhampton--coalbrookdale",
        "coalbrookdale--shrewsbury",
        "coalbrookdale--kidderminster",
        "burton_on_trent--tamworth",
        "tamworth--birmingham",
    }


@pytest.mark.rule("B-NET-03", "BE-127")
def test_links_go_on_from_a_merchant() -> None:
    state = at("hand A birmingham*2\n tile birmingham.3 A iron.1 flipped")
    assert refused(state, "link redditch--oxford card birmingham") == "B-LINK-02"
    play(state, "link birmingham--oxford", "link redditch--oxford")
    assert network(state) == {"birmingham", "oxford", "redditch"}
    later = at("links A birmingham--oxford")
    assert "redditch--oxford" in reach(later)


@pytest.mark.rule("B-NET-03")
def test_a_link_puts_merchants_and_farms_in_the_network() -> None:
    state = at("hand A brewery\n links A worcester--gloucester kidderminster--worcester")
    assert network(state) == {"worcester", "gloucester", "kidderminster", "farm_brewery_south"}
    assert units(state, "build") == {"build brewery farm_brewery_south.1 iron market"}


FARMS = [
    ("farm_brewery_north.1", "cannock--farm_brewery_north", ["cannock.1"]),
    ("farm_brewery_south.1", "kidderminster--worcester", ["kidderminster.1", "worcester.1"]),
]


@pytest.mark.rule("B-NET-04", "B-FARM-02", "B-FARM-03", "B-FARM-04", "BE-56")
@pytest.mark.parametrize(("farm", "line", "towns"), FARMS)
def test_a_farm_is_reached_by_its_link_alone(farm: str, line: str, towns: list[str]) -> None:
    """Not by tiles in the towns beside it, nor by links to those towns on other lines."""
    tiles = "\n".join(
        f"tile {space} A {'coal.1 flipped' if space.startswith('cannock') else 'cotton.1'}" for space in towns
    )
    links = "links A cannock--walsall kidderminster--dudley worcester--gloucester"
    move = f"build brewery {farm} card brewery iron market"
    state = at(f"hand A brewery\n{tiles}\n{links}")
    assert refused(state, move) == "B-FARM-02"
    assert legal(state, f"build brewery {farm}") == set()
    linked = at(f"hand A brewery\n{tiles}\n{links} {line}")
    assert move in legal(linked)


@pytest.mark.rule("B-NET-04", "B-NOTILE-01", "BE-55")
@pytest.mark.parametrize("farm", ["farm_brewery_north.1", "farm_brewery_south.1"])
def test_the_first_build_of_all_may_be_a_farm(farm: str) -> None:
    state = at("hand A brewery")
    play(state, f"build brewery {farm} card brewery iron market")
    assert network(state) == {farm.split(".")[0]}


@pytest.mark.rule("B-FARM-05", "BE-58")
@pytest.mark.parametrize(("farm", "line", "towns"), FARMS)
def test_links_start_from_a_farm(farm: str, line: str, towns: list[str]) -> None:
    state = at(f"tile {farm} A brewery.1 holds 1")
    assert reach(state) == {line}
    play(state, f"link {line}")
    assert network(state) == {farm.split(".")[0], *(town.split(".")[0] for town in towns)}


@pytest.mark.rule("B-NET-05", "BE-128")
def test_other_players_links_are_not_my_network() -> None:
    state = at("hand A iron\n tile dudley.1 A coal.1 holds 2\n links B dudley--birmingham birmingham--oxford")
    assert network(state) == {"dudley"}
    assert refused(state, "build iron birmingham.3 card iron coal dudley.1") == "B-NET-01"
    assert refused(state, "link birmingham--coventry card iron") == "B-LINK-02"
    assert reach(state) == {"wolverhampton--dudley", "kidderminster--dudley"}


@pytest.mark.rule("B-NET-05", "B-NOTILE-02")
def test_other_players_tiles_are_not_my_network() -> None:
    state = at("hand A coal\n tile cannock.1 B coal.1 holds 2\n tile dudley.2 A iron.1 flipped")
    assert network(state) == {"dudley"}
    assert units(state, "build coal") == set()  # in Dudley A has a tile already
    assert refused(state, "build coal cannock.2 card coal") == "B-NET-01"
