"""B-COAL: from the nearest connected mine, else from the market by way of a merchant."""

from __future__ import annotations

import pytest

from grandjunction.core.notation import parse_move
from tests.support import at, flipped, holds, legal, play, reason, refused, seen, slot, units

MERCHANTS = [
    ("warrington", "stoke_on_trent.3", "warrington--stoke_on_trent"),
    ("nottingham", "derby.2", "derby--nottingham"),
    ("shrewsbury", "coalbrookdale.2", "coalbrookdale--shrewsbury"),
    ("gloucester", "redditch.2", "gloucester--redditch"),
    ("oxford", "birmingham.2", "birmingham--oxford"),
]
# A builds manufacturer I (one coal) or III (two coal) at Birmingham.
ONE = "hand A birmingham\n seat A pounds 40\n"
TWO = ONE + "mat A manufacturer 3 coal 3\n"
BUILD = "build manufacturer birmingham.2 card birmingham coal"


def coal(text: str, era: str = "canal") -> set[str]:
    """The ways to bring coal to a manufacturer at Birmingham's second space."""
    found = units(at(text, era=era), "build manufacturer birmingham.2")
    return {way.split(" coal ")[1] for way in found}


@pytest.mark.rule("B-COAL-01")
@pytest.mark.parametrize(
    ("gone", "needed"),
    [(0, 1), (1, 0), (3, 2), (4, 0), (5, 1), (7, 0), (8, 1), (9, 0)],
)
def test_industries_need_coal_as_printed(gone: int, needed: int) -> None:
    """Manufacturers I to VIII: 1 0 2 0 1 0 1 0."""
    state = at(ONE + f"mat A manufacturer {gone}\n links B birmingham--oxford")
    ways = units(state, "build manufacturer birmingham.2")
    assert len(ways) == 1
    assert next(iter(ways)).split(" iron ")[0].count("market") == needed


@pytest.mark.rule("B-COAL-01")
def test_a_rail_needs_one_coal_a_canal_none() -> None:
    rail = at("tile birmingham.3 A iron.2 flipped", era="rail")
    refusal = rail.check(parse_move(rail.rules, "link birmingham--oxford card birmingham"))
    assert refusal is not None
    assert refusal.rule == "B-COAL-01"
    assert refused(rail, "link birmingham--oxford card birmingham coal market market") == "B-COAL-01"
    events = play(rail, "link birmingham--oxford card birmingham coal market")
    assert len(seen(events, "bought")) == 1
    canal = at("tile birmingham.3 A iron.2 flipped")
    assert refused(canal, "link birmingham--oxford card birmingham coal market") == "B-COAL-01"
    events = play(canal, "link birmingham--oxford card birmingham")
    assert seen(events, "bought") == []


@pytest.mark.rule("B-COAL-01")
def test_no_more_coal_than_needed() -> None:
    state = at(ONE + "tile coventry.2 A coal.1 holds 2\n links A birmingham--coventry")
    assert refused(state, f"{BUILD} coventry.2 coventry.2") == "B-COAL-01"
    assert refused(state, "build cotton birmingham.1 card birmingham coal coventry.2") == "B-COAL-01"


@pytest.mark.rule("B-COAL-02")
def test_mines_of_any_player_serve_if_connected_and_not_flipped() -> None:
    text = ONE + "links B birmingham--coventry dudley--birmingham\n tile dudley.1 {} coal.1 {}\n"
    assert coal(text.format("A", "holds 2")) == {"dudley.1"}
    assert coal(text.format("B", "holds 1")) == {"dudley.1"}
    assert coal(text.format("B", "flipped") + "tile coventry.2 A coal.2 holds 1") == {"coventry.2"}
    away = at(text.format("B", "holds 1") + "tile cannock.2 A coal.1 holds 2")
    assert refused(away, f"{BUILD} cannock.2") == "B-COAL-02"
    assert reason(away, f"{BUILD} cannock.2") == "coal_not_connected"


@pytest.mark.rule("B-COAL-03")
def test_the_nearest_mine_must_serve() -> None:
    """Dudley one link away, Coventry one, Wolverhampton two: the first two are a choice."""
    text = (
        ONE
        + """
        links B birmingham--coventry dudley--birmingham wolverhampton--dudley birmingham--oxford
        tile dudley.1 B coal.1 holds 1
        tile wolverhampton.2 A coal.1 holds 2
    """
    )
    state = at(text)
    assert units(state, "build manufacturer birmingham.2") == {
        "build manufacturer birmingham.2 coal dudley.1"
    }
    assert refused(state, f"{BUILD} wolverhampton.2") == "B-COAL-03"
    assert coal(text + "tile coventry.2 B coal.2 holds 3") == {"dudley.1", "coventry.2"}


@pytest.mark.rule("B-COAL-03", "BE-64")
def test_equally_near_mines_are_a_choice_cube_by_cube() -> None:
    text = (
        TWO
        + """
        links B birmingham--coventry dudley--birmingham birmingham--oxford
        tile dudley.1 B coal.1 holds {}
        tile coventry.2 A coal.2 holds {}
    """
    )
    both, twice = "dudley.1 coventry.2", "coventry.2 coventry.2"
    assert coal(text.format(2, 2)) == {both, twice, "dudley.1 dudley.1"}
    assert coal(text.format(1, 3)) == {both, twice}
    assert coal(text.format(1, 1)) == {both}
    state = at(text.format(1, 1))
    play(state, f"{BUILD} coventry.2 dudley.1")
    assert flipped(state, "dudley.1")
    assert flipped(state, "coventry.2")


@pytest.mark.rule("B-COAL-03", "B-COAL-05", "BE-76")
def test_a_rail_takes_mines_first_whichever_end_would_be_cheaper() -> None:
    """One end is at the market, the other two links from a mine: the mine serves, and is free anyway."""
    state = at("""
        seat A pounds 9
        tile birmingham.3 A iron.2 flipped
        tile wolverhampton.2 B coal.2 holds 1
        links B dudley--birmingham wolverhampton--dudley
        seat B income 10
    """, era="rail")  # fmt: skip
    assert units(state, "link birmingham--oxford") == {"link birmingham--oxford coal wolverhampton.2"}
    assert refused(state, "link birmingham--oxford card birmingham coal market") == "B-COAL-08"
    play(state, "link birmingham--oxford card birmingham coal wolverhampton.2")
    assert (state.pounds[0], state.income[1]) == (4, 17)


@pytest.mark.rule("B-COAL-04", "B-RES-01", "BE-65")
def test_when_the_nearest_mine_empties_the_next_must_serve() -> None:
    """Need 2: the nearest has 1, a farther one 3; both free, the market not asked."""
    text = (
        TWO
        + """
        links B dudley--birmingham wolverhampton--dudley cannock--wolverhampton birmingham--oxford
        tile dudley.1 B coal.1 holds 1
        tile wolverhampton.2 A coal.2 holds 3
        tile cannock.2 A coal.2 holds 3
    """
    )
    state = at(text)
    assert coal(text) == {"dudley.1 wolverhampton.2"}
    assert refused(state, f"{BUILD} dudley.1 cannock.2") == "B-COAL-03"
    assert refused(state, f"{BUILD} dudley.1 market") == "B-COAL-08"
    assert refused(state, f"{BUILD} wolverhampton.2 wolverhampton.2") == "B-COAL-03"
    play(state, f"{BUILD} dudley.1 wolverhampton.2")
    assert (state.spent[0], holds(state, "wolverhampton.2")) == (12, 2)


@pytest.mark.rule("B-COAL-05", "BE-70")
@pytest.mark.parametrize(("place", "space", "line"), MERCHANTS)
@pytest.mark.parametrize("players", [2, 4])
def test_coal_is_bought_through_any_merchant_tiles_or_not(
    place: str, space: str, line: str, players: int
) -> None:
    """No merchant tile lies anywhere here; with two players Warrington and Nottingham never have one."""
    industry = "iron" if space in ("coalbrookdale.2", "redditch.2") else "manufacturer"
    state = at(f"hand A wild_location\n links B {line}", players=players)
    assert place in line
    events = play(state, f"build {industry} {space}")
    assert seen(events, "bought") == [(0, 0, 1)]
    cut = at("hand A wild_location", players=players)
    assert refused(cut, f"build {industry} {space} card wild_location coal market") == "B-COAL-05"
    assert legal(cut, f"build {industry} {space}") == set()


@pytest.mark.rule("B-COAL-06", "B-MKT-08")
@pytest.mark.parametrize(
    ("cubes", "price"), [(14, 1), (13, 1), (12, 2), (10, 3), (7, 4), (6, 5), (4, 6), (2, 7), (1, 7), (0, 8)]
)
def test_bought_coal_is_the_cheapest_cube(cubes: int, price: int) -> None:
    state = at(ONE + f"links B birmingham--oxford\n market coal {cubes}")
    events = play(state, f"{BUILD} market")
    assert seen(events, "bought") == [(0, 0, price)]
    assert (state.market[0], state.spent[0]) == (max(cubes - 1, 0), 8 + price)


@pytest.mark.rule("B-COAL-06")
def test_an_empty_market_still_needs_a_merchant() -> None:
    assert coal(ONE + "market coal 0\n links B birmingham--oxford") == {"market"}
    assert refused(at(ONE + "market coal 0"), f"{BUILD} market") == "B-COAL-05"


@pytest.mark.rule("B-COAL-07", "B-VEC-08")
def test_mine_first_then_market() -> None:
    """Manufacturer III with one cube at a mine: 1 free, the mine flips, 1 bought for £2."""
    text = TWO + "tile coventry.2 B coal.2 holds 1\n market coal 12\n links B birmingham--coventry"
    state = at(text + " birmingham--oxford")
    assert coal(text + " birmingham--oxford") == {"coventry.2 market"}
    events = play(state, f"{BUILD} coventry.2 market")
    assert seen(events, "consumed") == [(0, 0, slot(state, "coventry.2"))]
    assert seen(events, "bought") == [(0, 0, 2)]
    assert flipped(state, "coventry.2")
    assert state.spent[0] == 12 + 2
    assert refused(at(text), f"{BUILD} coventry.2 market") == "B-COAL-07"


@pytest.mark.rule("B-COAL-08", "BE-68")
@pytest.mark.parametrize("owner", ["A", "B"])
def test_the_market_is_no_choice_while_a_mine_serves(owner: str) -> None:
    """Not even to keep a rival's mine from flipping."""
    mine = f"tile coventry.2 {owner} coal.1 holds 1\n"
    state = at(ONE + mine + "links B birmingham--coventry birmingham--oxford")
    assert units(state, "build manufacturer birmingham.2") == {
        "build manufacturer birmingham.2 coal coventry.2"
    }
    assert refused(state, f"{BUILD} market") == "B-COAL-08"


@pytest.mark.rule("B-COAL-09", "BE-74")
def test_the_new_rail_carries_its_own_coal() -> None:
    """Without Dudley–Birmingham neither Oxford's market nor Dudley's mine is joined to Birmingham's side."""
    mine = at("""
        tile dudley.2 A iron.2 flipped
        tile coventry.2 B coal.2 holds 1
        links B birmingham--coventry
    """, era="rail")  # fmt: skip
    assert "link dudley--birmingham coal coventry.2" in units(mine)
    market = at("tile dudley.2 A iron.2 flipped\n links B birmingham--oxford", era="rail")
    assert units(market, "link") == {"link dudley--birmingham coal market"}


@pytest.mark.rule("B-COAL-09", "BE-73")
@pytest.mark.parametrize(("place", "space", "line"), MERCHANTS)
def test_a_rail_to_a_merchant_reaches_the_market_itself(place: str, space: str, line: str) -> None:
    assert place in line.split("--")
    first = at("hand A birmingham", era="rail")  # nothing on the board: any line
    assert f"link {line} coal market" in units(first)
    assert not any("market" in way for way in units(first, "link stone--stafford"))


@pytest.mark.rule("B-VEC-13")
def test_two_rails_at_set_up_prices() -> None:
    """£15 and £1 and £2."""
    state = at("""
        seat A pounds 40
        tile birmingham.3 A iron.2 flipped
        tile walsall.2 A brewery.2 holds 2
    """, era="rail")  # fmt: skip
    play(
        state,
        "link birmingham--oxford card birmingham coal market",
        "link birmingham--worcester coal market beer walsall.2",
    )
    assert (state.spent[0], state.pounds[0]) == (18, 22)
    assert state.market[0] == 11
