"""B-MKT: cubes of a new mine or works go to the open market spaces, dearest first."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.support import at, flipped, holds, late, play, refused, seen, units

DUDLEY = "hand A dudley*2\n seat A pounds 40\n"
MERCHANT = "links B dudley--birmingham birmingham--oxford\n"
WORKS = DUDLEY + "tile dudley.1 B coal.1 holds 2\n"  # coal for the works


def prices(events: list[gj.Event]) -> list[int]:
    """What each cube sold for, in order."""
    return [values[3] for values in seen(events, "sold_cube")]


@pytest.mark.rule("B-MKT-01")
@pytest.mark.parametrize(
    ("line", "town"),
    [
        ("coalbrookdale--shrewsbury", "coalbrookdale.3"),
        ("gloucester--redditch", "redditch.1"),
        ("redditch--oxford", "redditch.1"),
        ("warrington--stoke_on_trent stoke_on_trent--leek", "leek.2"),
        ("derby--nottingham belper--derby", "belper.2"),
    ],
)
def test_a_mine_sells_where_a_merchant_is_connected(line: str, town: str) -> None:
    """Any of the five, here without a single merchant tile, by links of any owner."""
    state = at(f"hand A wild_location\n links B {line}\n market coal 10")
    events = play(state, f"build coal {town}")
    assert prices(events) == [2, 2]
    apart = at("hand A wild_location\n market coal 10")
    assert prices(play(apart, f"build coal {town}")) == []
    assert holds(apart, town) == 2


@pytest.mark.rule("B-MKT-01", "BE-175")
def test_a_mine_linked_to_a_bare_merchant_sells() -> None:
    """Three players, so no merchant tile at Nottingham: Belper–Derby–Nottingham sells all the same."""
    state = at("hand A wild_location\n links B belper--derby derby--nottingham", players=3)
    events = play(state, "build coal belper.2")
    assert prices(events) == [1]


@pytest.mark.rule("B-MKT-01")
def test_a_works_sells_wherever_it_stands() -> None:
    state = at(WORKS)
    assert prices(play(state, "build iron dudley.2")) == [1, 1]


@pytest.mark.rule("B-MKT-01")
def test_a_brewery_sells_nothing() -> None:
    state = at("hand A burton_on_trent\n links B derby--burton_on_trent derby--nottingham\n market iron 10")
    events = play(state, "build brewery burton_on_trent.2")
    assert prices(events) == []
    assert holds(state, "burton_on_trent.2") == 1


@pytest.mark.rule("B-MKT-02", "B-MKT-06", "B-VEC-03", "BE-85")
def test_first_coal_sale() -> None:
    """Set-up market, connected mine I: one cube for £1, one stays, and none may be kept back."""
    state = at(DUDLEY + MERCHANT)
    assert state.market[0] == 13
    assert units(state, "build coal") == {"build coal dudley.1"}  # no choice of how many to sell
    events = play(state, "build coal dudley.1")
    assert prices(events) == [1]
    assert (holds(state, "dudley.1"), flipped(state, "dudley.1"), state.market[0]) == (1, False, 14)
    assert (state.pounds[0], state.income[0]) == (40 - 5 + 1, 10)


@pytest.mark.rule("B-MKT-02", "B-MKT-03", "B-MKT-04", "B-VEC-04")
def test_partial_coal_market() -> None:
    """Open £1 £1 £2 £2 £3, mine II: £3 + £2 + £2, the mine flips, income +7."""
    state = at(DUDLEY + MERCHANT + "mat A coal 1\n market coal 9")
    events = play(state, "build coal dudley.1")
    assert prices(events) == [3, 2, 2]
    assert (state.pounds[0], state.market[0]) == (40 - 7 + 7, 12)
    assert flipped(state, "dudley.1")
    assert state.income[0] == 17


@pytest.mark.rule("B-MKT-02", "B-MKT-03", "B-VEC-05", "BE-89")
def test_empty_coal_market() -> None:
    """Mine IV: £7 £7 £6 £6 £5; the £8 row is a price, not a space."""
    state = at(DUDLEY + MERCHANT + "mat A coal 5\n market coal 0 iron 0")
    events = play(state, "build coal dudley.1")
    assert prices(events) == [7, 7, 6, 6, 5]
    assert sum(prices(events)) == 31
    assert flipped(state, "dudley.1")


@pytest.mark.rule("B-MKT-02", "B-MKT-06", "B-VEC-06")
def test_first_iron_sale() -> None:
    """Set-up market, works I: two cubes for £1 each, two stay."""
    state = at(WORKS)
    assert state.market[1] == 8
    assert prices(play(state, "build iron dudley.2")) == [1, 1]
    assert (holds(state, "dudley.2"), flipped(state, "dudley.2"), state.market[1]) == (2, False, 10)


@pytest.mark.rule("B-MKT-02", "B-MKT-04", "B-VEC-07", "BE-82", "BE-89")
@pytest.mark.parametrize(
    ("gone", "level", "pounds", "spaces"), [(0, 1, 18, 3), (1, 2, 18, 3), (2, 3, 21, 2), (3, 4, 24, 1)]
)
def test_empty_iron_market(gone: int, level: int, pounds: int, spaces: int) -> None:
    """4, 5 or 6 cubes from £5 down: all sell, the works flips and income moves in the same action."""
    state = at(WORKS + f"mat A iron {gone}\n market iron 0")
    events = play(state, "build iron dudley.2")
    assert prices(events) == [5, 5, 4, 4, 3, 3][: 4 if level < 3 else level + 2]
    assert sum(prices(events)) == pounds
    assert flipped(state, "dudley.2")
    assert state.income[0] == 10 + spaces
    assert state.actions_left == 1


@pytest.mark.rule("B-MKT-02", "B-MKT-06", "BE-83")
def test_surplus_cubes_stay() -> None:
    """Open £1 £1 £2, works I: £2 + £1 + £1 and a cube left."""
    state = at(WORKS + "market iron 7")
    assert prices(play(state, "build iron dudley.2")) == [2, 1, 1]
    assert (holds(state, "dudley.2"), flipped(state, "dudley.2"), state.income[0]) == (1, False, 10)


@pytest.mark.rule("B-MKT-02")
@pytest.mark.parametrize(("resource", "full"), [("coal", 14), ("iron", 10)])
def test_a_full_market_takes_nothing(resource: str, full: int) -> None:
    state = at(WORKS.replace("tile dudley.1 B coal.1 holds 2\n", "") + MERCHANT + f"market {resource} {full}")
    build = "build coal dudley.1" if resource == "coal" else "build iron dudley.2 coal market"
    assert prices(play(state, build)) == []
    assert state.market[("coal", "iron").index(resource)] == full
    with pytest.raises(gj.PositionError, match=f"{full} spaces"):
        at(f"market {resource} {full + 1}")


@pytest.mark.rule("B-MKT-05", "BE-86")
def test_a_merchant_connected_later_sells_nothing() -> None:
    state = at("hand A dudley*2\n links A dudley--birmingham\n market coal 5")
    assert prices(play(state, "build coal dudley.1")) == []
    events = play(state, "link birmingham--oxford card dudley")
    assert prices(events) == []
    state.settle_chance(gj.Rng(1))
    assert (holds(state, "dudley.1"), state.market[0]) == (2, 5)


@pytest.mark.rule("B-MKT-05")
def test_market_spaces_opened_later_sell_nothing() -> None:
    """However many spaces are open, the cubes of standing tiles stay, this turn and the next."""
    state = at("""
        hand A birmingham*2
        tile redditch.1 A coal.1 holds 2
        tile dudley.2 A iron.1 holds 2
        links A birmingham--oxford redditch--oxford birmingham--coventry
        market coal 5 iron 5
    """)
    events = play(state, "develop cotton", "stop", "link birmingham--worcester")
    events += state.settle_chance(gj.Rng(1))
    assert state.round == 9
    assert prices(events) == []
    assert (holds(state, "redditch.1"), list(state.market)) == (2, [5, 5])


@pytest.mark.rule("B-MKT-07", "B-TURN-06")
def test_proceeds_are_cash_and_leave_spent_and_points_alone() -> None:
    """Works III: £9 spent, £9 received; income moves only because the last cube flips it."""
    state = at(WORKS + "mat A iron 2\n market iron 5")
    events = play(state, "build iron dudley.2")
    assert prices(events) == [3, 2, 2, 1, 1]
    assert (state.pounds[0], state.spent[0], state.vp[0]) == (40, 9, 0)
    assert seen(events, "income_moved") == [(0, 10, 12)]
    some = at(WORKS + "market iron 8")
    play(some, "build iron dudley.2")
    assert (some.spent[0], some.income[0]) == (5, 10)


@pytest.mark.rule("B-MKT-08", "BE-172")
def test_two_cubes_each_at_their_own_price() -> None:
    """The last £1 coal cube, then a £2 one. Open spaces stay the cheapest: the next sale fills £2 first."""
    state = at("""
        hand A birmingham dudley
        mat A manufacturer 3
        seat A pounds 40
        links B birmingham--oxford dudley--birmingham
    """)
    events = play(state, "build manufacturer birmingham.2 card birmingham")
    assert seen(events, "bought") == [(0, 0, 1), (0, 0, 2)]
    assert state.spent[0] == 12 + 3
    assert prices(play(state, "build coal dudley.1")) == [2, 1]


@pytest.mark.rule("B-MKT-08", "BE-172")
def test_two_iron_cubes_each_at_their_own_price() -> None:
    state = at("hand A birmingham\n mat A manufacturer 9\n seat A pounds 40\n market iron 7")
    events = play(state, "build manufacturer birmingham.2")
    assert seen(events, "bought") == [(0, 1, 2), (0, 1, 3)]
    last = at("hand A birmingham\n mat A manufacturer 9\n seat A pounds 40\n market iron 1")
    assert seen(play(last, "build manufacturer birmingham.2"), "bought") == [(0, 1, 5), (0, 1, 6)]


@pytest.mark.rule("B-COAL-06", "B-IRON-03", "B-TURN-07", "BE-172")
@pytest.mark.parametrize(
    ("gone", "market", "price"),
    [(3, "coal 13", 12 + 1 + 2), (9, "iron 7", 20 + 2 + 3), (9, "iron 1", 20 + 5 + 6)],
)
def test_two_cubes_must_be_affordable_each_at_its_own_price(gone: int, market: str, price: int) -> None:
    """Manufacturer III with two coal, VIII with two iron: a pound short is too little."""
    text = f"mat A manufacturer {gone}\n market {market}\n links B birmingham--oxford\n seat A pounds "
    assert units(at(text + str(price - 1)), "build manufacturer") == set()
    resource = market.split()[0]
    move = f"build manufacturer birmingham.2 card birmingham {resource} market market"
    assert refused(at(text + str(price - 1)), move) == "B-TURN-07"
    state = at(text + str(price))
    play(state, move)
    assert (state.pounds[0], state.spent[0]) == (0, price)


@pytest.mark.rule("B-MKT-08")
def test_coal_prices_from_full_to_empty() -> None:
    """Bought one after another: £1 £1 £2 £2 … £7 £7, then £8 for ever."""
    found: list[int] = []
    for cubes in range(14, -2, -1):
        state = at(f"hand A birmingham\n links B birmingham--oxford\n market coal {max(cubes, 0)}")
        events = play(state, "build manufacturer birmingham.2")
        found.append(seen(events, "bought")[0][2])
    assert found == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8]


@pytest.mark.rule("B-MKT-09", "B-ERA-11", "BE-88")
def test_markets_are_not_reset_between_eras_or_rounds() -> None:
    state = late("turn A 1\n hand A dudley\n market coal 3 iron 0", round=10)
    play(state, "pass")
    state.settle_chance(gj.Rng(1))
    assert state.rules.eras[state.era] == "rail"
    assert list(state.market) == [3, 0]
    mid = at("turn A 1\n market coal 2 iron 9")
    play(mid, "pass")
    mid.settle_chance(gj.Rng(1))
    assert (mid.round, list(mid.market)) == (9, [2, 9])
