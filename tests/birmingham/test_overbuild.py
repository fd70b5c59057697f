"""Overbuilding: B-OVER."""

from __future__ import annotations

import pytest

from tests.support import at, flipped, holds, late, legal, play, reason, refused, seen, tile, units

MINE = """
    hand A dudley coal
    tile dudley.1 {owner} {tile}
    mat A coal {gone}
    {more}
"""


def mine(owner: str, tile: str, gone: int, more: str = "") -> str:
    return MINE.format(owner=owner, tile=tile, gone=gone, more=more)


@pytest.mark.rule("B-OVER-01", "BE-41")
@pytest.mark.parametrize(
    ("old", "gone", "fine"),
    [
        ("coal.1 holds 1", 1, True),
        ("coal.2 holds 3", 2, False),
        ("coal.2 holds 3", 3, True),
        ("coal.1 flipped", 5, True),
    ],
)
def test_an_own_tile_is_replaced_by_a_higher_level_only(old: str, gone: int, fine: bool) -> None:
    state = at(mine("A", old, gone))
    if fine:
        play(state, "build coal dudley.1 card dudley")
    else:
        assert refused(state, "build coal dudley.1 card dudley") == "B-OVER-01"


@pytest.mark.rule("B-OVER-01")
def test_another_industry_never_replaces() -> None:
    state = at(
        """
        hand A cannock cannock
        tile cannock.1 A manufacturer.1
        mat A manufacturer 1 coal 3
        """
    )
    assert refused(state, "build coal cannock.1 card cannock iron market") == "B-SLOT-01"


@pytest.mark.rule("B-OVER-01")
def test_cost_card_and_coal_rules_apply_to_overbuilding() -> None:
    text = """
        hand A {card} coventry
        tile dudley.2 A iron.1 holds 4
        tile cannock.2 B coal.1 holds 2
        {more}
    """
    linked = "links B cannock--wolverhampton wolverhampton--dudley"
    move = "build iron dudley.2 card {card} coal cannock.2"
    dry = at(text.format(card="dudley", more=""))
    assert refused(dry, move.format(card="dudley")) == "B-COAL-05"
    wrong = at(text.format(card="coventry", more=linked))
    assert refused(wrong, move.format(card="coventry")) == "B-CARD-01"
    poor = at(text.format(card="dudley", more=linked + "\nseat A pounds 6"))
    assert refused(poor, move.format(card="dudley")) == "B-TURN-07"
    fine = at(text.format(card="dudley", more=linked + "\nseat A pounds 7"))
    play(fine, move.format(card="dudley"))
    assert (tile(fine, "dudley.2"), fine.pounds[0]) == ("A iron.2", 2)  # two cubes sold for £1 each


@pytest.mark.rule("B-OVER-01")
def test_an_industry_card_needs_the_network_for_a_rivals_tile() -> None:
    away = at(mine("B", "coal.1 flipped", 1, "market coal 0 iron 8\nlinks A birmingham--oxford"))
    assert refused(away, "build coal dudley.1 card coal") == "B-NET-01"
    near = at(mine("B", "coal.1 flipped", 1, "market coal 0 iron 8\nlinks A dudley--birmingham"))
    play(near, "build coal dudley.1 card coal")


@pytest.mark.rule("B-OVER-02", "BE-40", "BE-50")
def test_an_own_tile_is_overbuilt_at_any_time_its_cubes_going_to_supply() -> None:
    state = at(mine("A", "coal.1 holds 2", 1, "market coal 9 iron 8"))
    play(state, "build coal dudley.1 card dudley")
    assert (tile(state, "dudley.1"), holds(state, "dudley.1")) == ("A coal.2", 3)
    assert state.market[0] == 9
    assert state.income[0] == 10


@pytest.mark.rule("B-OVER-02")
@pytest.mark.parametrize(
    ("town", "space", "old", "mat"),
    [
        ("worcester", "worcester.1", "cotton.1", "cotton 3"),
        ("worcester", "worcester.1", "cotton.1 flipped", "cotton 3"),
        ("wolverhampton", "wolverhampton.1", "manufacturer.1", "manufacturer 1"),
        ("coventry", "coventry.1", "pottery.1", "pottery 1"),
        ("stafford", "stafford.1", "brewery.1 holds 1", "brewery 2"),
        ("stafford", "stafford.1", "brewery.1 flipped", "brewery 2"),
    ],
)
def test_any_own_industry_may_be_overbuilt(town: str, space: str, old: str, mat: str) -> None:
    state = at(
        f"""
        hand A {town} {town}
        tile {space} A {old}
        mat A {mat}
        tile redditch.1 B coal.1 holds 2
        links B birmingham--oxford redditch--oxford birmingham--coventry birmingham--worcester
        """
    )
    industry = mat.split()[0]
    play(state, f"build {industry} {space} card {town}")
    assert tile(state, space) == f"A {industry}.2"
    assert not flipped(state, space)


@pytest.mark.rule("B-OVER-03", "B-OVER-04")
def test_a_rivals_mine_may_be_overbuilt_when_no_coal_is_left() -> None:
    state = at(mine("B", "coal.1 flipped", 1, "market coal 0 iron 8"))
    events = play(state, "build coal dudley.1 card dudley")
    assert tile(state, "dudley.1") == "A coal.2"
    assert [values[0] for values in seen(events, "replaced")] == [1]
    assert holds(state, "dudley.1") == 3


@pytest.mark.rule("B-OVER-03", "BE-44")
def test_not_while_the_market_has_a_cube() -> None:
    state = at(mine("B", "coal.1 flipped", 1, "market coal 1 iron 8"))
    assert refused(state, "build coal dudley.1 card dudley") == "B-OVER-03"
    assert reason(state, "build coal dudley.1 card dudley") == "overbuild_rival_supplied"


@pytest.mark.rule("B-OVER-03", "BE-43")
@pytest.mark.parametrize("owner", ["A", "B"])
def test_not_while_any_mine_has_a_cube_connected_or_not(owner: str) -> None:
    more = f"tile cannock.2 {owner} coal.2 holds 1\n    market coal 0 iron 8"
    state = at(mine("B", "coal.1 flipped", 3, more))
    assert refused(state, "build coal dudley.1 card dudley iron market") == "B-OVER-03"


@pytest.mark.rule("B-OVER-03")
def test_not_over_a_rivals_unflipped_mine() -> None:
    state = at(mine("B", "coal.1 holds 1", 1, "market coal 0 iron 8"))
    assert refused(state, "build coal dudley.1 card dudley") == "B-OVER-03"


@pytest.mark.rule("B-OVER-01", "B-OVER-03")
def test_a_rivals_tile_too_needs_a_higher_level() -> None:
    state = at(mine("B", "coal.2 flipped", 1, "market coal 0 iron 8"))
    assert refused(state, "build coal dudley.1 card dudley") == "B-OVER-01"


@pytest.mark.rule("B-OVER-03")
@pytest.mark.parametrize(
    ("iron", "other", "fine"), [(0, "flipped", True), (1, "flipped", False), (0, "holds 1", False)]
)
def test_a_rivals_iron_works_asks_for_iron_scarcity_only(iron: int, other: str, fine: bool) -> None:
    state = at(
        f"""
        hand A dudley dudley
        mat A iron 1
        tile wolverhampton.2 B coal.1 holds 2
        links B wolverhampton--dudley
        tile dudley.2 B iron.1 flipped
        tile redditch.2 B iron.2 {other}
        market coal 5 iron {iron}
        """
    )
    move = "build iron dudley.2 card dudley coal wolverhampton.2"
    if fine:
        play(state, move)
        assert tile(state, "dudley.2") == "A iron.2"
    else:
        assert refused(state, move) == "B-OVER-03"


@pytest.mark.rule("B-OVER-03", "BE-47")
@pytest.mark.parametrize(
    ("town", "space", "old", "mat"),
    [
        ("worcester", "worcester.1", "cotton.2 flipped", "cotton 5"),
        ("wolverhampton", "wolverhampton.1", "manufacturer.2 flipped", "manufacturer 3"),
        ("coventry", "coventry.1", "pottery.1 flipped", "pottery 1"),
        ("stafford", "stafford.1", "brewery.2 flipped", "brewery 4"),
    ],
)
def test_a_rivals_other_industries_are_never_overbuilt(town: str, space: str, old: str, mat: str) -> None:
    state = at(
        f"""
        hand A {town} {town}
        tile {space} B {old}
        mat A {mat}
        market coal 0 iron 0
        seat A pounds 60
        """,
        era="rail",
    )
    industry = mat.split()[0]
    assert refused(state, f"build {industry} {space} card {town}") == "B-OVER-03"
    assert not any(space in move for move in legal(state, "build"))


@pytest.mark.rule("B-OVER-04", "BE-46")
def test_scarcity_is_tested_at_the_start_of_the_action() -> None:
    state = at(
        """
        hand A coventry dudley
        mat A coal 1 pottery 1
        tile dudley.1 B coal.1 flipped
        links B birmingham--coventry birmingham--oxford
        market coal 1 iron 8
        """
    )
    assert refused(state, "build coal dudley.1 card dudley") == "B-OVER-03"
    play(state, "build pottery coventry.1 card coventry coal market")  # buys the last cube
    play(state, "build coal dudley.1 card dudley")
    assert tile(state, "dudley.1") == "A coal.2"


@pytest.mark.rule("B-OVER-04")
def test_the_supply_behind_an_empty_market_does_not_count() -> None:
    state = at(mine("B", "coal.1 flipped", 3, "market coal 0 iron 0"))
    play(state, "build coal dudley.1 card dudley iron market")
    assert (tile(state, "dudley.1"), state.spent[0]) == ("A coal.3", 8 + 6)


@pytest.mark.rule("B-OVER-05", "BE-53")
def test_an_overbuilt_tile_neither_scores_nor_shows_icons() -> None:
    text = """
        hand A dudley
        turn A 1
        tile dudley.1 B coal.2 flipped
        mat A coal 3
        market coal 0 iron 8
        links B wolverhampton--dudley
        seat B vp 4 income 17
    """
    built = late(text)
    play(built, "build coal dudley.1 card dudley iron market")
    assert (built.vp[1], built.income[1]) == (4, 17)
    left = late(text)
    play(left, "pass card dudley")
    assert left.vp[1] == 4 + 2 + 1  # coal mine II: 2 VP, 1 icon


@pytest.mark.rule("B-OVER-06")
def test_overbuilding_a_rival_beside_an_open_space() -> None:
    state = at(
        """
        hand A cannock cannock
        mat A coal 1
        tile cannock.1 B coal.1 flipped
        market coal 0 iron 8
        """
    )
    assert units(state, "build coal") == {"build coal cannock.1", "build coal cannock.2"}
    play(state, "build coal cannock.1 card cannock")
    assert (tile(state, "cannock.1"), tile(state, "cannock.2")) == ("A coal.2", "")


@pytest.mark.rule("B-OVER-07", "BE-49")
def test_each_candidate_is_judged_by_itself() -> None:
    text = """
        hand A tamworth coventry
        tile tamworth.1 A coal.2 {own}
        tile tamworth.2 B coal.{level} flipped
        mat A coal 3
        market coal 0 iron 8
    """
    one, other = (f"build coal tamworth.{n} iron market" for n in (1, 2))
    supplied = at(text.format(own="holds 2", level=2), era="rail")
    assert units(supplied, "build coal tamworth") == {one}  # mine needs no scarcity
    higher = at(text.format(own="flipped", level=3), era="rail")
    assert units(higher, "build coal tamworth") == {one}  # and is compared with its own level only
    assert refused(higher, "build coal tamworth.2 card tamworth iron market") == "B-OVER-01"
    scarce = at(text.format(own="flipped", level=2), era="rail")
    assert units(scarce, "build coal tamworth") == {one, other}
    play(scarce, "build coal tamworth.2 card tamworth")
    assert (tile(scarce, "tamworth.1"), tile(scarce, "tamworth.2")) == ("A coal.2", "A coal.3")


@pytest.mark.rule("BE-52", "B-MKT-02", "B-VEC-05")
def test_a_mine_that_overbuilt_a_rival_sells_from_seven_pounds_down() -> None:
    state = at(
        """
        hand A coalbrookdale*2
        mat A coal 5
        tile coalbrookdale.3 B coal.1 flipped
        links B coalbrookdale--shrewsbury
        market coal 0 iron 8
        """
    )
    events = play(state, "build coal coalbrookdale.3 card coalbrookdale iron market")
    assert [values[-1] for values in seen(events, "sold_cube")] == [7, 7, 6, 6, 5]
    assert flipped(state, "coalbrookdale.3")
