"""Spaces and era limits: B-SLOT, B-ERAB."""

from __future__ import annotations

import pytest

from tests.support import at, legal, lowest, play, reason, refused, tile, units


@pytest.mark.rule("B-SLOT-01")
def test_the_space_must_show_the_industry() -> None:
    state = at("hand A dudley dudley")
    assert refused(state, "build coal dudley.2 card dudley") == "B-SLOT-01"
    assert legal(state, "build") == {"build coal dudley.1 card dudley"}


@pytest.mark.rule("B-SLOT-01")
@pytest.mark.parametrize("owner", ["A", "B"])
def test_a_developed_space_is_not_open(owner: str) -> None:
    state = at(
        f"""
        hand A cannock cannock
        mat A coal 1 manufacturer 5
        tile cannock.1 {owner} manufacturer.2
        tile cannock.2 B coal.2 holds 3
        """,
        era="rail",
    )
    assert refused(state, "build coal cannock.1 card cannock") == "B-SLOT-01"
    assert reason(state, "build coal cannock.1 card cannock") == "space_taken"


@pytest.mark.rule("B-SLOT-02", "BE-20")
def test_a_manufacturer_in_birmingham_goes_to_a_one_icon_space_first() -> None:
    text = """
        hand A birmingham birmingham
        mat A manufacturer 1
    """
    state = at(text)
    assert refused(state, "build manufacturer birmingham.1 card birmingham iron market") == "B-SLOT-02"
    wanted = {f"build manufacturer birmingham.{n} iron market" for n in (2, 4)}
    assert units(state, "build manufacturer") == wanted
    one_left = at(text + "tile birmingham.2 B manufacturer.1")
    assert units(one_left, "build manufacturer") == {"build manufacturer birmingham.4 iron market"}
    taken = at(text + "tile birmingham.2 B manufacturer.1\ntile birmingham.4 C manufacturer.2", players=3)
    assert units(taken, "build manufacturer") == {"build manufacturer birmingham.1 iron market"}


@pytest.mark.rule("B-SLOT-02", "BE-23")
def test_iron_at_coalbrookdale_takes_the_iron_only_space_first() -> None:
    text = """
        hand A coalbrookdale coalbrookdale
        tile coalbrookdale.3 B coal.1 holds 2
    """
    state = at(text)
    assert refused(state, "build iron coalbrookdale.1 card coalbrookdale coal coalbrookdale.3") == "B-SLOT-02"
    assert units(state, "build iron") == {"build iron coalbrookdale.2 coal coalbrookdale.3"}
    # The brewery's only space has two icons: free to use.
    assert units(state, "build brewery") == {"build brewery coalbrookdale.1 iron market"}
    taken = at(text + "tile coalbrookdale.2 C iron.1 holds 4", players=3)
    assert units(taken, "build iron") == {"build iron coalbrookdale.1 coal coalbrookdale.3"}


@pytest.mark.rule("B-SLOT-03")
def test_a_one_icon_space_elsewhere_does_not_matter() -> None:
    state = at(
        """
        hand A brewery brewery
        links A stone--burton_on_trent stone--stafford
        """
    )
    assert units(state, "build brewery") == {
        "build brewery burton_on_trent.2 iron market",  # brewery only
        "build brewery stafford.1 iron market",  # manufacturer or brewery
        "build brewery stone.1 iron market",  # cotton or brewery
    }


@pytest.mark.rule("B-SLOT-04", "BE-22", "B-INFO-03")
def test_equal_spaces_are_a_free_choice() -> None:
    state = at("hand A tamworth coal")
    wanted = {"build coal tamworth.1 card tamworth", "build coal tamworth.2 card tamworth"}
    assert {move for move in legal(state, "build coal") if move.endswith("tamworth")} == wanted
    play(state, "build coal tamworth.2 card tamworth")
    assert (tile(state, "tamworth.1"), tile(state, "tamworth.2")) == ("", "A coal.1")


@pytest.mark.rule("B-SLOT-05", "B-OVER-06")
def test_the_one_icon_rule_does_not_bind_overbuilding() -> None:
    state = at(
        """
        hand A birmingham birmingham
        mat A manufacturer 3
        tile birmingham.1 A manufacturer.2
        tile dudley.1 B coal.2 holds 3
        links B dudley--birmingham
        """
    )
    assert reason(state, "build manufacturer birmingham.2 card birmingham") == "one_tile_a_town"
    play(state, "build manufacturer birmingham.1 card birmingham")
    assert tile(state, "birmingham.1") == "A manufacturer.3"


@pytest.mark.rule("B-SLOT-05", "B-OVER-06")
def test_in_the_rail_era_overbuilding_and_the_one_icon_space_are_both_open() -> None:
    state = at(
        """
        hand A coalbrookdale coalbrookdale
        tile coalbrookdale.1 A iron.2 holds 4
        tile coalbrookdale.3 B coal.2 holds 3
        """,
        era="rail",
    )
    assert units(state, "build iron") == {
        "build iron coalbrookdale.1 coal coalbrookdale.3",
        "build iron coalbrookdale.2 coal coalbrookdale.3",
    }


@pytest.mark.rule("B-ERAB-01", "BE-28")
def test_one_tile_a_player_in_each_location_in_the_canal_era() -> None:
    state = at(
        """
        hand A dudley iron
        tile dudley.1 A coal.1 holds 2
        """
    )
    for card in ("dudley", "iron"):
        assert refused(state, f"build iron dudley.2 card {card} coal dudley.1") == "B-ERAB-01"
    flipped = at(
        """
        hand A dudley iron
        tile dudley.1 A coal.1 flipped
        links A dudley--birmingham birmingham--oxford
        """
    )
    assert refused(flipped, "build iron dudley.2 card dudley coal market") == "B-ERAB-01"


@pytest.mark.rule("B-ERAB-01")
def test_tiles_of_others_do_not_count_in_the_canal_era() -> None:
    state = at(
        """
        hand A dudley iron
        tile dudley.1 B coal.1 holds 2
        """
    )
    play(state, "build iron dudley.2 card dudley")
    assert tile(state, "dudley.2") == "A iron.1"


@pytest.mark.rule("B-ERAB-02", "BE-29")
def test_the_one_canal_tile_may_be_replaced_by_its_owner() -> None:
    state = at(
        """
        hand A dudley iron
        tile dudley.1 A coal.1 holds 2
        """
    )
    play(state, "build coal dudley.1 card dudley")
    assert tile(state, "dudley.1") == "A coal.2"


@pytest.mark.rule("B-ERAB-02")
def test_a_canal_player_may_not_add_a_rivals_space_to_the_own_one() -> None:
    text = """
        hand A dudley iron
        tile dudley.1 B coal.2 flipped
        mat A coal 3
        market coal 0 iron 8
        {own}
    """
    own = "tile dudley.2 A iron.2 flipped\n        mat A coal 3 iron 2"
    crowded = at(text.replace("        mat A coal 3\n", "").format(own=own))
    assert refused(crowded, "build coal dudley.1 card dudley") == "B-ERAB-02"
    rail = at(text.replace("        mat A coal 3\n", "").format(own=own), era="rail")
    play(rail, "build coal dudley.1 card dudley")
    free = at(text.format(own=""))
    play(free, "build coal dudley.1 card dudley")
    assert tile(rail, "dudley.1") == tile(free, "dudley.1") == "A coal.3"


@pytest.mark.rule("B-ERAB-03")
def test_the_rail_era_has_no_limit_in_a_location() -> None:
    state = at(
        """
        hand A birmingham birmingham
        tile birmingham.1 A cotton.2
        tile birmingham.2 A manufacturer.2
        tile birmingham.3 A iron.2 holds 4
        mat A cotton 5 manufacturer 2 iron 2
        """,
        era="rail",
    )
    play(state, "build manufacturer birmingham.4 card birmingham")
    assert tile(state, "birmingham.4") == "A manufacturer.2"


@pytest.mark.rule("B-ERAB-04")
@pytest.mark.parametrize(
    ("industry", "space"),
    [
        ("cotton", "worcester.1"),
        ("coal", "dudley.1"),
        ("iron", "dudley.2"),
        ("manufacturer", "wolverhampton.1"),
        ("brewery", "burton_on_trent.2"),
    ],
)
def test_canal_marked_tiles_are_not_built_in_the_rail_era(industry: str, space: str) -> None:
    text = """
        hand A wild_location birmingham
        tile dudley.1 B coal.2 holds 3
        links B wolverhampton--dudley
        seat A pounds 40
    """
    if industry == "coal":
        text = "hand A wild_location birmingham"
    rail = at(text, era="rail")
    assert refused(rail, f"build {industry} {space} card wild_location") == "B-ERAB-04"
    assert legal(rail, f"build {industry}") == set()
    play(at(text), f"build {industry} {space} card wild_location")


@pytest.mark.rule("B-ERAB-04", "BE-26")
@pytest.mark.parametrize("era", ["canal", "rail"])
def test_pottery_one_is_built_in_either_era(era: str) -> None:
    state = at(
        """
        hand A coventry coventry
        seat A pounds 40
        """,
        era=era,
    )
    play(state, "build pottery coventry.1 card coventry iron market")
    assert tile(state, "coventry.1") == "A pottery.1"


@pytest.mark.rule("B-ERAB-05", "BE-25")
@pytest.mark.parametrize(
    ("industry", "gone", "space"), [("brewery", 6, "nuneaton.1"), ("pottery", 4, "coventry.1")]
)
def test_rail_marked_tiles_wait_for_the_rail_era(industry: str, gone: int, space: str) -> None:
    text = f"""
        hand A wild_location birmingham
        mat A {industry} {gone}
        tile coventry.2 B coal.2 holds 3
        seat A pounds 40
    """
    canal = at(text)
    assert refused(canal, f"build {industry} {space} card wild_location") == "B-ERAB-05"
    assert legal(canal, f"build {industry}") == set()
    rail = at(text, era="rail")
    play(rail, f"build {industry} {space} card wild_location")
    assert tile(rail, space) == {"brewery": "A brewery.4", "pottery": "A pottery.5"}[industry]


@pytest.mark.rule("B-ERAB-06", "BE-25")
def test_a_barred_lowest_tile_blocks_its_track_until_developed() -> None:
    state = at(
        """
        hand A dudley dudley
        mat A coal 0
        """,
        era="rail",
    )
    assert refused(state, "build coal dudley.1 card dudley") == "B-ERAB-04"
    play(state, "develop coal card dudley iron market", "stop")
    assert lowest(state, 0, "coal") == 2
    play(state, "build coal dudley.1 card dudley")
    assert tile(state, "dudley.1") == "A coal.2"


@pytest.mark.rule("B-ERAB-06", "B-DEV-04")
@pytest.mark.parametrize(("era", "mat"), [("canal", "brewery 6"), ("canal", "pottery 4"), ("rail", "coal 0")])
def test_barred_tiles_may_be_developed_in_either_era(era: str, mat: str) -> None:
    industry = mat.split()[0]
    state = at(f"mat A {mat}", era=era)
    before = lowest(state, 0, industry)
    play(state, f"develop {industry} card birmingham iron market")
    assert (before, lowest(state, 0, industry)) in {(4, 0), (5, 0), (1, 2)}


@pytest.mark.rule("B-ERAB-06")
def test_the_gloucester_bonus_may_clear_a_barred_tile() -> None:
    state = at(
        """
        tile worcester.1 A cotton.2
        mat A cotton 4
        links A worcester--gloucester
        merchant gloucester.1 cotton barrel
        """,
        era="rail",
    )
    play(state, "sell worcester.1 to gloucester.1 card birmingham beer barrel", "bonus brewery")
    assert lowest(state, 0, "brewery") == 1  # the second brewery I
    again = at(
        """
        tile worcester.1 A cotton.2
        mat A cotton 4 brewery 6
        links A worcester--gloucester
        merchant gloucester.1 cotton barrel
        """
    )
    play(again, "sell worcester.1 to gloucester.1 card birmingham beer barrel", "bonus brewery")
    assert lowest(again, 0, "brewery") == 0  # the rail-marked brewery IV, in the Canal Era
