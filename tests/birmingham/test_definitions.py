"""B-DEF: what the words of the rules mean, seen in what may be done."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.support import at, flipped, holds, legal, play, reason, refused, seen, slot, units

BOARD = gj.ruleset("birmingham").board


@pytest.mark.rule("B-DEF-01")
def test_locations_are_towns_merchants_and_farms() -> None:
    kinds: dict[str, set[str]] = {}
    for id, kind in zip(BOARD.place_ids, BOARD.place_kinds, strict=True):
        kinds.setdefault(kind, set()).add(id)
    assert kinds["merchant"] == {"warrington", "nottingham", "shrewsbury", "gloucester", "oxford"}
    assert kinds["farm"] == {"farm_brewery_north", "farm_brewery_south"}
    assert len(kinds["town"]) == 20
    assert sum(map(len, kinds.values())) == 27


@pytest.mark.rule("B-DEF-02")
@pytest.mark.parametrize(
    ("line", "canal", "rail"),
    [("birmingham--nuneaton", False, True), ("walsall--burton_on_trent", True, False),
     ("walsall--birmingham", True, True)],
)  # fmt: skip
def test_a_line_is_canal_or_rail_or_both(line: str, canal: bool, rail: bool) -> None:
    tiles = """
        tile walsall.1 A iron.2 holds 1
        tile birmingham.3 A iron.3 holds 1
        tile nuneaton.2 B coal.2 holds 1
        tile burton_on_trent.1 B coal.2 holds 1
    """
    for era, usable in (("canal", canal), ("rail", rail)):
        state = at(tiles + "links B tamworth--nuneaton tamworth--birmingham", era=era)
        assert bool(units(state, f"link {line}")) == usable
        if not usable:
            assert refused(state, f"link {line} card birmingham") == "B-LINK-02"
            assert reason(state, f"link {line} card birmingham") == "line_wrong_era"


@pytest.mark.rule("B-DEF-02", "B-LINK-10")
def test_a_line_with_a_link_is_developed() -> None:
    state = at("""
        tile dudley.1 A coal.1 holds 2
        links B dudley--birmingham
    """)
    assert refused(state, "link dudley--birmingham card birmingham") == "B-LINK-10"


@pytest.mark.rule("B-DEF-03")
def test_only_kidderminster_worcester_has_three_ends() -> None:
    ends = {id: bin(BOARD.line_ends[n]).count("1") for n, id in enumerate(BOARD.line_ids)}
    assert {id: n for id, n in ends.items() if n != 2} == {"kidderminster--worcester": 3}


@pytest.mark.rule("B-DEF-03")
def test_a_link_is_adjacent_to_every_end() -> None:
    state = at("""
        hand A wild_industry
        links A kidderminster--worcester
        seat A pounds 30
    """)
    places = {text.split()[2].split(".")[0] for text in units(state, "build")}
    assert places == {"kidderminster", "worcester", "farm_brewery_south"}


@pytest.mark.rule("B-DEF-04")
def test_a_space_takes_what_it_shows_and_one_tile() -> None:
    state = at("""
        hand A dudley*2
        tile dudley.1 B coal.1 holds 2
    """)
    assert units(state, "build") == {"build iron dudley.2 coal dudley.1"}
    assert refused(state, "build brewery dudley.2 card dudley iron market") == "B-SLOT-01"
    assert reason(state, "build brewery dudley.2 card dudley iron market") == "space_lacks_industry"
    twice = at("hand A tamworth\n tile tamworth.1 B coal.1 holds 2")
    assert refused(twice, "build cotton tamworth.1 card tamworth") == "B-SLOT-01"
    assert reason(twice, "build cotton tamworth.1 card tamworth") == "space_taken"
    assert units(twice, "build cotton") == {"build cotton tamworth.2"}
    assert units(twice, "build coal") == {"build coal tamworth.2"}


@pytest.mark.rule("B-DEF-05")
def test_a_tile_enters_unflipped_and_never_flips_back() -> None:
    state = at("""
        hand A worcester*2
        links B worcester--gloucester
        merchant gloucester.1 cotton barrel
        merchant oxford.1 manufacturer barrel
    """)
    play(state, "build cotton worcester.1 card worcester")
    assert not flipped(state, "worcester.1")
    play(state, "sell worcester.1 to gloucester.1 beer barrel", "bonus cotton")
    assert flipped(state, "worcester.1")
    again = at("""
        tile worcester.1 A cotton.1 flipped
        tile worcester.2 B cotton.1
        tile burton_on_trent.2 A brewery.1 holds 1
        links B worcester--gloucester
        merchant gloucester.1 cotton barrel
    """)
    assert refused(again, "sell worcester.1 to gloucester.1 card birmingham beer barrel") == "B-SELL-03"
    assert reason(again, "sell worcester.1 to gloucester.1 card birmingham beer barrel") == "already_sold"
    play(again, "pass", "pass")
    again.settle_chance(gj.Rng(1))
    assert again.round == 9
    assert flipped(again, "worcester.1")
    assert not flipped(again, "worcester.2")


@pytest.mark.rule("B-DEF-06")
@pytest.mark.parametrize(("gone", "level", "price"), [(0, 1, 5), (1, 2, 7), (2, 2, 7), (3, 3, 8), (5, 4, 10)])
def test_the_lowest_tile_left_is_the_one_built(gone: int, level: int, price: int) -> None:
    state = at(f"hand A dudley*2\n mat A coal {gone}\n market iron 0\n seat A pounds 30")
    events = play(state, "build coal dudley.1")
    kind = state.rules.tiles.kinds[state.tile[slot(state, "dudley.1")]]
    assert (kind.industry, kind.level) == ("coal", level)
    assert seen(events, "paid") == [(0, price)]


@pytest.mark.rule("B-DEF-07")
@pytest.mark.parametrize("tile", ["coal.1 flipped", "coal.1 holds 1", "coal.1", "coal.1 holds 3"])
def test_a_resource_tile_holds_something_until_it_flips(tile: str) -> None:
    text = f"tile dudley.1 A {tile}"
    if tile in ("coal.1", "coal.1 holds 3"):
        with pytest.raises(gj.PositionError):
            at(text)
    else:
        at(text)


@pytest.mark.rule("B-DEF-07")
@pytest.mark.parametrize("resource", ["coal", "iron"])
def test_a_flipped_resource_tile_is_no_source(resource: str) -> None:
    state = at("""
        hand A dudley birmingham
        tile dudley.1 B coal.1 flipped
        tile coalbrookdale.2 B iron.1 flipped
        links B dudley--birmingham birmingham--oxford
    """)
    move = {
        "coal": "build iron dudley.2 card dudley coal dudley.1",
        "iron": "develop cotton card dudley iron coalbrookdale.2",
    }[resource]
    assert refused(state, move) == "B-DEF-07"


@pytest.mark.rule("B-DEF-07")
def test_the_new_tile_is_empty_until_paid_for() -> None:
    state = at("""
        hand A dudley*2
        tile dudley.1 B coal.1 holds 1
        market iron 10
    """)
    events = play(state, "build iron dudley.2")
    kinds = [event.kind for event in events]
    assert kinds.index("placed") < kinds.index("consumed") < kinds.index("stocked")
    assert holds(state, "dudley.2") == 4
    assert not flipped(state, "dudley.2")


SALE = """
    tile stone.1 A cotton.1
    tile stafford.1 A manufacturer.1
    tile stafford.2 B pottery.1
    tile coventry.1 A pottery.1
    tile cannock.1 A coal.1 holds 2
    tile walsall.1 A iron.1 holds 4
    tile burton_on_trent.2 A brewery.1 holds 1
    links B stone--stafford stafford--cannock cannock--walsall walsall--birmingham birmingham--oxford
    links A birmingham--coventry walsall--burton_on_trent
    merchant oxford.1 all barrel
"""


@pytest.mark.rule("B-DEF-08")
@pytest.mark.parametrize("space", ["stone.1", "stafford.1", "coventry.1"])
def test_cotton_manufacturers_and_potteries_are_sold(space: str) -> None:
    state = at(SALE)
    play(state, f"sell {space} to oxford.1 card birmingham beer barrel")
    assert flipped(state, space)


@pytest.mark.rule("B-DEF-08")
@pytest.mark.parametrize("space", ["cannock.1", "walsall.1", "burton_on_trent.2"])
def test_resource_tiles_are_not_sold(space: str) -> None:
    assert refused(at(SALE), f"sell {space} to oxford.1 card birmingham beer barrel") == "B-DEF-08"


@pytest.mark.rule("B-DEF-09")
def test_each_merchant_space_has_its_own_barrel() -> None:
    state = at("""
        tile worcester.1 A cotton.1
        links A birmingham--worcester birmingham--oxford
        merchant oxford.1 cotton barrel
        merchant oxford.2 all barrel
    """)
    play(state, "sell worcester.1 to oxford.1 card birmingham beer barrel")
    position = state.to_position()
    assert "merchant oxford.1 cotton\n" in position
    assert "merchant oxford.2 all barrel\n" in position


@pytest.mark.rule("B-DEF-09")
@pytest.mark.parametrize("place", ["warrington", "nottingham", "shrewsbury", "gloucester", "oxford"])
def test_a_merchant_location_shows_two_icons_and_holds_no_industry(place: str) -> None:
    number = BOARD.place_ids.index(place)
    assert BOARD.place_icons[number] == 2
    assert BOARD.place_slots[number] == 0


@pytest.mark.rule("B-DEF-10")
def test_actions_and_market_cubes_are_spent() -> None:
    state = at("""
        hand A birmingham*2
        links B birmingham--oxford
        market coal 12
    """)
    play(state, "build manufacturer birmingham.2 coal market")
    assert (state.pounds[0], state.spent[0]) == (17 - 8 - 2, 8 + 2)
    play(state, "develop cotton")
    assert (state.pounds[0], state.spent[0]) == (7 - 2, 10 + 2)


@pytest.mark.rule("B-DEF-10", "B-TURN-07", "BE-19")
def test_a_loan_is_not_spent_and_pays_for_the_next_action() -> None:
    state = at("hand A dudley birmingham\n seat A pounds 0")
    assert refused(state, "build coal dudley.1 card dudley") == "B-TURN-07"
    play(state, "loan 30 card birmingham")
    assert (state.pounds[0], state.spent[0]) == (30, 0)
    play(state, "build coal dudley.1")
    assert (state.pounds[0], state.spent[0]) == (25, 5)


@pytest.mark.rule("B-DEF-10")
def test_negative_income_and_tiles_sold_off_are_not_spent() -> None:
    state = at("""
        turn A 1
        seat A income 4 pounds 1
        tile dudley.1 A coal.2 flipped
        tile cannock.1 B coal.1 flipped
        seat B income 4 pounds 9
    """)
    play(state, "pass")
    state.settle_chance(gj.Rng(1))
    assert state.round == 9
    assert (list(state.pounds), list(state.spent), list(state.order)) == ([0, 3], [0, 0], [0, 1])


@pytest.mark.rule("B-DEF-11")
def test_tiles_and_oxford_move_by_spaces_loans_by_levels() -> None:
    state = at("""
        hand A birmingham*2
        seat A income 31
        tile worcester.1 A cotton.1
        links A birmingham--worcester birmingham--oxford
        merchant oxford.1 cotton barrel
    """)
    assert state.level(0) == 11
    events = play(state, "sell worcester.1 to oxford.1 beer barrel")
    assert seen(events, "income_moved") == [(0, 31, 33), (0, 33, 38)]  # 2 for Oxford, 5 for cotton I
    assert state.level(0) == 13
    play(state, "loan 30")
    assert state.level(0) == 10
    assert state.income[0] == 30


@pytest.mark.rule("B-DEF-09", "B-CARD-02")
def test_nothing_is_built_at_a_merchant() -> None:
    state = at("hand A wild_location wild_industry\n links A birmingham--oxford\n seat A pounds 99")
    assert not any(" oxford" in text.split(" card")[0] for text in legal(state, "build"))
    with pytest.raises(gj.NotationError, match="oxford"):
        play(state, "build brewery oxford card wild_industry")
