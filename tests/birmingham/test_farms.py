"""Farm breweries and the empty board: B-FARM, B-NOTILE."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.support import at, holds, late, legal, play, reason, refused, seen, tile, units

NORTH, SOUTH = "farm_brewery_north.1", "farm_brewery_south.1"


@pytest.mark.rule("BE-62", "B-SETUP-09")
def test_the_farms_start_bare() -> None:
    state = gj.new_game(players=2, seed=1).state
    for farm in (NORTH, SOUTH):
        assert (tile(state, farm), holds(state, farm)) == ("", 0)


@pytest.mark.rule("B-FARM-01")
@pytest.mark.parametrize("farm", [NORTH, SOUTH])
def test_only_a_brewery_card_or_a_wild_industry_builds_a_farm(farm: str) -> None:
    state = at(
        """
        hand A brewery wild_industry wild_location cannock kidderminster coal
        links A cannock--farm_brewery_north kidderminster--worcester
        """
    )
    assert legal(state, f"build brewery {farm}") == {
        f"build brewery {farm} card brewery iron market",
        f"build brewery {farm} card wild_industry iron market",
    }
    for card in ("wild_location", "cannock", "kidderminster"):
        assert refused(state, f"build brewery {farm} card {card} iron market") == "B-FARM-01"
    assert refused(state, f"build brewery {farm} card coal iron market") == "B-CARD-03"


@pytest.mark.rule("B-FARM-01")
@pytest.mark.parametrize("industry", ["cotton", "manufacturer", "pottery", "coal", "iron"])
def test_a_farm_takes_nothing_but_a_brewery(industry: str) -> None:
    state = at(
        """
        hand A wild_industry brewery
        links A cannock--farm_brewery_north
        """
    )
    assert refused(state, f"build {industry} {NORTH} card wild_industry") == "B-SLOT-01"


@pytest.mark.rule("B-FARM-02", "B-NET-04", "BE-56")
@pytest.mark.parametrize(
    ("farm", "near"),
    [(NORTH, "cannock.2 A coal.1"), (SOUTH, "kidderminster.1 A coal.1"), (SOUTH, "worcester.1 A cotton.1")],
)
def test_a_tile_next_door_does_not_reach_the_farm(farm: str, near: str) -> None:
    what = f"tile {near} holds 2" if "coal" in near else f"tile {near}"
    state = at(f"hand A brewery wild_industry\n{what}")
    for card in ("brewery", "wild_industry"):
        assert refused(state, f"build brewery {farm} card {card} iron market") == "B-FARM-02"


@pytest.mark.rule("B-FARM-02", "B-FARM-03", "B-FARM-04")
@pytest.mark.parametrize(
    ("farm", "line"), [(NORTH, "cannock--farm_brewery_north"), (SOUTH, "kidderminster--worcester")]
)
def test_the_own_link_reaches_the_farm(farm: str, line: str) -> None:
    state = at(f"hand A brewery brewery\nlinks A {line}")
    play(state, f"build brewery {farm} card brewery iron market")
    assert tile(state, farm) == "A brewery.1"
    rival = at(f"hand A brewery brewery\nlinks A birmingham--oxford\nlinks B {line}")
    assert refused(rival, f"build brewery {farm} card brewery iron market") == "B-FARM-02"


@pytest.mark.rule("B-FARM-03")
def test_the_northern_farms_line_is_an_ordinary_link() -> None:
    state = at("tile cannock.2 A coal.1 holds 2")
    play(state, "link cannock--farm_brewery_north card birmingham")
    assert (state.pounds[0], state.spent[0]) == (14, 3)
    rail = at("tile cannock.2 A coal.2 holds 2", era="rail")
    play(rail, "link cannock--farm_brewery_north card birmingham")
    assert (rail.spent[0], holds(rail, "cannock.2")) == (5, 1)


@pytest.mark.rule("B-FARM-03", "B-BEER-03", "BE-61")
@pytest.mark.parametrize(("link", "served"), [("", False), ("cannock--farm_brewery_north", True)])
def test_a_rivals_northern_beer_needs_the_cannock_link(link: str, served: bool) -> None:
    state = at(
        f"""
        tile wolverhampton.1 A manufacturer.1
        tile {NORTH} B brewery.1 holds 1
        links B cannock--wolverhampton wolverhampton--coalbrookdale coalbrookdale--shrewsbury {link}
        merchant shrewsbury.1 manufacturer
        """
    )
    move = f"sell wolverhampton.1 to shrewsbury.1 card birmingham beer {NORTH}"
    if served:
        play(state, move)
    else:
        assert refused(state, move) == "B-BEER-01"
        assert legal(state, "sell") == set()


@pytest.mark.rule("B-FARM-04")
@pytest.mark.parametrize("town", ["kidderminster.2", "worcester.1"])
def test_the_three_way_link_connects_the_southern_farm_to_both_towns(town: str) -> None:
    state = at(
        f"""
        tile {town} A cotton.1
        tile {SOUTH} B brewery.1 holds 1
        links B kidderminster--worcester worcester--gloucester
        merchant gloucester.1 cotton
        """
    )
    play(state, f"sell {town} to gloucester.1 card birmingham beer {SOUTH}")
    lines = gj.ruleset("birmingham").board.line_ids
    assert [line for line in lines if "farm_brewery_south" in line] == []  # no line of its own


@pytest.mark.rule("B-FARM-05", "BE-58")
@pytest.mark.parametrize(
    ("farm", "line"), [(NORTH, "cannock--farm_brewery_north"), (SOUTH, "kidderminster--worcester")]
)
def test_the_only_link_from_a_lone_farm_is_its_own_line(farm: str, line: str) -> None:
    state = at(f"tile {farm} A brewery.1 holds 1")
    assert units(state, "link") == {f"link {line}"}
    play(state, f"link {line} card birmingham")
    assert state.laid == state.links[0] != 0


@pytest.mark.rule("BE-59", "B-ERA-03")
@pytest.mark.parametrize(
    ("tiles", "vp"),
    [
        ("", 0),
        (f"tile {SOUTH} B brewery.1 flipped", 2),
        ("tile kidderminster.2 B cotton.1 flipped", 1),
        ("tile worcester.1 B cotton.1 flipped", 1),
        (f"tile {SOUTH} B brewery.1 flipped\ntile worcester.1 B cotton.1 flipped", 3),
    ],
)
def test_the_three_way_link_scores_the_icons_of_all_three_locations(tiles: str, vp: int) -> None:
    state = late(f"turn A 1\nhand A birmingham\nlinks A kidderminster--worcester\n{tiles}")
    events = play(state, "pass card birmingham")
    assert [values[2] for values in seen(events, "scored_link")] == [vp]


# -- nothing on the board -------------------------------------------------------------------------------


@pytest.mark.rule("B-NOTILE-01", "BE-55")
@pytest.mark.parametrize("farm", [NORTH, SOUTH])
@pytest.mark.parametrize("card", ["brewery", "wild_industry"])
def test_the_first_build_may_be_a_farm(farm: str, card: str) -> None:
    state = at(f"hand A {card} dudley\nturn A 1", round=1)
    play(state, f"build brewery {farm} card {card} iron market")
    assert tile(state, farm) == "A brewery.1"


@pytest.mark.rule("B-NOTILE-01")
def test_with_an_empty_board_an_industry_card_builds_wherever_the_icon_is() -> None:
    state = at("hand A coal coal")
    places = {"belper.2", "leek.2", "stone.2", "burton_on_trent.1", "cannock.2", "tamworth.1", "tamworth.2"}
    places |= {"coalbrookdale.3", "dudley.1", "kidderminster.1", "wolverhampton.2", "coventry.2"}
    places |= {"nuneaton.2", "redditch.1"}  # Cannock's coal-only space comes before its other
    assert units(state, "build") == {f"build coal {place}" for place in places}


@pytest.mark.rule("B-NOTILE-01")
@pytest.mark.parametrize("own", ["tile redditch.2 A iron.1 flipped", "links A birmingham--oxford"])
def test_one_tile_or_one_link_ends_the_exception(own: str) -> None:
    state = at(f"hand A coal coal\n{own}")
    assert refused(state, "build coal dudley.1 card coal") == "B-NET-01"


@pytest.mark.rule("B-NOTILE-02")
def test_with_an_empty_board_the_first_link_may_go_anywhere() -> None:
    state = at("tile dudley.1 B coal.1 holds 2\nlinks B dudley--birmingham")
    laid = units(state, "link")
    assert len(laid) == 30  # 31 canal lines, one taken
    assert "link dudley--birmingham" not in laid
    assert refused(state, "link leek--belper card birmingham") == "B-LINK-02"  # rail only
    play(state, "link derby--nottingham card birmingham")
    assert units(state, "link") == {"link belper--derby", "link derby--burton_on_trent"}


@pytest.mark.rule("B-NOTILE-03", "B-NOTILE-01", "B-NOTILE-02", "BE-124")
def test_the_exception_returns_at_the_start_of_the_rail_era() -> None:
    state = late(
        """
        order B A
        turn A 1
        hand A iron
        tile dudley.1 A coal.1 holds 2
        tile cannock.2 B coal.2 holds 3
        links A wolverhampton--dudley
        seat B spent 1
        """
    )
    play(state, "pass card iron")
    assert (state.era, state.round) == (1, 1)
    assert state.built[0] | state.links[0] == 0
    while state.is_chance:
        cards = legal(state)
        play(state, "draw coal" if "draw coal" in cards else min(cards))
    assert state.to_act == 0
    assert "build coal wolverhampton.2" in units(state)  # any industry card anywhere
    # Any rail line, if its coal can be had: Cannock's mine, or a merchant at its end (B-NOTILE-04).
    assert "link cannock--wolverhampton coal cannock.2" in units(state)
    assert "link birmingham--oxford coal market" in units(state)
    assert refused(state, "link dudley--birmingham card coal coal market") == "B-COAL-05"


@pytest.mark.rule("B-NOTILE-03", "BE-146")
def test_the_exception_returns_after_a_shortfall() -> None:
    state = late(
        """
        turn B 1
        hand A coal coal
        hand B coventry coventry
        tile redditch.2 A iron.1 flipped
        seat A pounds 10 income 0
        """
    )
    play(state, "pass card coventry")
    assert tile(state, "redditch.2") == "A iron.1"
    state = late(
        """
        turn B 1
        hand A coal coal
        hand B coventry coventry
        tile redditch.2 A iron.1 flipped
        seat A pounds 9 income 0
        seat B spent 1
        """
    )
    play(state, "pass card coventry")
    assert tile(state, "redditch.2") == ""
    assert (state.pounds[0], state.to_act) == (1, 0)  # £9 and £2 for a debt of £10
    assert reason(state, "build coal dudley.1 card coal") == "pounds_short"  # not the network
    assert reason(state, "link derby--nottingham card coal") == "pounds_short"


@pytest.mark.rule("B-NOTILE-03")
def test_the_exception_returns_when_the_only_tile_is_overbuilt() -> None:
    state = late(
        """
        turn B 1
        hand A coal coal
        hand B dudley dudley
        tile dudley.1 A coal.1 flipped
        mat B coal 1
        market coal 0 iron 8
        """
    )
    play(state, "build coal dudley.1 card dudley")
    assert state.to_act == 0
    play(state, "build coal cannock.2 card coal")
    assert tile(state, "cannock.2") == "A coal.2"


@pytest.mark.rule("B-NOTILE-04", "BE-124")
def test_costs_are_not_waived_with_an_empty_board() -> None:
    state = at("hand A iron iron")
    assert refused(state, "build iron dudley.2 card iron coal market") == "B-COAL-05"
    poor = at("hand A coal coal\nseat A pounds 4")
    assert refused(poor, "build coal dudley.1 card coal") == "B-TURN-07"
    assert legal(poor, "build") == set()
    broke = at("seat A pounds 2")
    assert refused(broke, "link derby--nottingham card birmingham") == "B-TURN-07"
    rail = at("", era="rail")
    assert refused(rail, "link leek--belper card birmingham coal market") == "B-COAL-05"
    play(rail, "link derby--nottingham card birmingham coal market")
    assert rail.spent[0] == 5 + 1


@pytest.mark.rule("B-NOTILE-05")
def test_with_an_empty_board_an_industry_card_does_not_overbuild() -> None:
    text = """
        hand A coal wild_industry dudley wild_location
        tile dudley.1 B coal.1 flipped
        mat A coal 1
        market coal 0 iron 8
    """
    state = at(text)
    for card in ("coal", "wild_industry"):
        assert refused(state, f"build coal dudley.1 card {card}") == "B-NOTILE-05"
    assert legal(state, "build coal dudley.1") == {
        "build coal dudley.1 card dudley",
        "build coal dudley.1 card wild_location",
    }
    reached = at(text + "links A dudley--birmingham")
    play(reached, "build coal dudley.1 card coal")  # in the network it does
