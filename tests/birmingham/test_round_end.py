"""The end of a round: B-EOR, B-SHORT."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.core.seats import seat_name
from tests.support import (
    at,
    flipped,
    holds,
    kind,
    late,
    legal,
    play,
    reason,
    refused,
    seen,
    slot,
    tile,
    units,
)

SHORTFALL = 3


def order(state: gj.State) -> str:
    return "".join(seat_name(seat) for seat in state.order)


def last_turn(players: int, more: str) -> gj.State:
    """The last seat of the order has one action left; everyone keeps a card for the next round."""
    cards = ["birmingham*2", "coventry*2", "coalbrookdale*2", "iron*2"]
    hands = "\n".join(f"hand {seat_name(seat)} {cards[seat]}" for seat in range(players))
    return late(f"turn {seat_name(players - 1)} 1\n{hands}\n{more}", players=players)


@pytest.mark.rule("B-EOR-01", "B-VEC-11", "BE-148")
def test_the_turn_order_vector() -> None:
    state = last_turn(4, "seat A spent 5\nseat B spent 0\nseat C spent 5\nseat D spent 0")
    events = play(state, "pass card iron")
    assert order(state) == "BDAC"
    assert seen(events, "ordered") == [(1, 0), (3, 1), (0, 2), (2, 3)]
    assert list(state.spent) == [0, 0, 0, 0]
    assert state.to_act == 1


@pytest.mark.rule("B-EOR-01")
@pytest.mark.parametrize(
    ("before", "spent", "after"),
    [
        ("A B C D", (0, 0, 0, 0), "ABCD"),
        ("A B C D", (3, 2, 1, 0), "DCBA"),
        ("C A B D", (7, 7, 7, 7), "CABD"),
        ("C A B D", (7, 7, 9, 7), "ABDC"),
        ("B A C D", (4, 9, 4, 3), "DACB"),
    ],
)
def test_least_spent_first_ties_keep_their_order(before: str, spent: tuple[int, ...], after: str) -> None:
    seats = "\n".join(f"seat {seat_name(n)} spent {amount}" for n, amount in enumerate(spent))
    state = last_turn(4, f"order {before}\n{seats}")
    play(state, "pass card iron")
    assert order(state) == after


@pytest.mark.rule("B-EOR-01")
def test_spent_money_is_gone_to_the_bank() -> None:
    state = last_turn(2, "seat A pounds 4 spent 13\nseat B pounds 9 spent 0")
    play(state, "loan 30 card coventry")
    assert (list(state.pounds), list(state.spent)) == ([4, 39 - 3], [0, 0])  # B's level is -3 now


@pytest.mark.rule("B-EOR-02")
@pytest.mark.parametrize(
    ("space", "level"),
    [(0, -10), (9, -1), (10, 0), (11, 1), (12, 1), (13, 2), (30, 10), (31, 11), (33, 11), (61, 21), (99, 30)],
)
def test_income_pays_the_level(space: int, level: int) -> None:
    state = last_turn(2, f"seat A pounds 20 income {space}")
    events = play(state, "pass card coventry")
    assert state.pounds[0] == 20 + level
    assert (0, level) in seen(events, "income_paid")


@pytest.mark.rule("B-EOR-02", "B-EOR-01")
def test_the_order_is_fixed_before_income() -> None:
    state = last_turn(2, "seat A spent 1 income 20\nseat B income 20")
    events = play(state, "pass card coventry")
    kinds = [event.kind for event in events]
    assert kinds[2:] == ["ordered", "ordered", "income_paid", "income_paid", "round_began", "turn_began"]
    assert [seat for seat, _ in seen(events, "income_paid")] == [1, 0]


@pytest.mark.rule("B-EOR-03", "BE-151")
@pytest.mark.parametrize("income", [4, 20])
def test_no_income_after_the_last_round_of_the_game(income: int) -> None:
    state = late(
        f"""
        turn A 1
        hand A birmingham
        seat A pounds 5 income {income}
        tile nuneaton.1 A brewery.2 flipped
        """,
        era="rail",
        round=10,
    )
    events = play(state, "pass card birmingham")
    assert state.is_over
    assert seen(events, "income_paid") == []
    assert (state.pounds[0], tile(state, "nuneaton.1")) == (5, "A brewery.2")


@pytest.mark.rule("B-EOR-03")
@pytest.mark.parametrize(("income", "pounds"), [(4, 4), (20, 15)])
def test_income_is_taken_after_the_last_canal_round(income: int, pounds: int) -> None:
    state = late(f"turn A 1\nhand A birmingham\nseat A pounds 10 income {income}")
    play(state, "pass card birmingham")
    assert (state.era, state.pounds[0]) == (1, pounds)


@pytest.mark.rule("B-EOR-03")
def test_income_is_taken_between_rail_rounds() -> None:
    state = late("turn B 1\nhand A birmingham*2\nhand B coventry\nseat A income 20", era="rail", round=9)
    play(state, "pass card coventry")
    assert state.pounds[0] == 22


@pytest.mark.rule("B-EOR-04", "BE-149")
def test_the_last_canal_order_governs_the_first_rail_round() -> None:
    state = late(
        """
        order C A B
        turn B 1
        hand B iron
        hand A coal
        seat A spent 9
        seat C spent 4
        """,
        players=3,
    )
    play(state, "pass card iron")
    assert order(state) == "BCA"
    play(state, "pass card coal")  # A's last card ends the era; nobody spent anything this round
    assert (state.era, order(state)) == (1, "BCA")
    state.settle_chance(gj.Rng(1))
    assert (state.round, state.to_act, state.actions_left) == (1, 1, 2)


# -- shortfall ------------------------------------------------------------------------------------------


@pytest.mark.rule("B-VEC-10", "B-SHORT-01", "B-SHORT-04", "BE-145")
@pytest.mark.parametrize(("vp", "left"), [(4, 1), (3, 0), (2, 0)])
def test_the_shortfall_vector(vp: int, left: int) -> None:
    state = last_turn(2, f"tile nuneaton.1 A brewery.1 holds 1\nseat A pounds 1 income 4 vp {vp}")
    events = play(state, "pass card coventry")
    assert seen(events, "fell_short") == [(0, 5)]
    assert seen(events, "liquidated") == [(0, slot(state, "nuneaton.1"), kind(state, "brewery.1"), 2)]
    assert seen(events, "forfeited") == [(0, vp - left)]
    assert (state.pounds[0], state.vp[0], tile(state, "nuneaton.1")) == (0, left, "")


@pytest.mark.rule("B-SHORT-01")
def test_cash_comes_first_and_links_never_go() -> None:
    rich = last_turn(
        2, "tile dudley.1 A coal.1 holds 2\nlinks A dudley--birmingham\nseat A pounds 6 income 4"
    )
    play(rich, "pass card coventry")
    assert (rich.pounds[0], tile(rich, "dudley.1")) == (0, "A coal.1")
    bare = last_turn(2, "links A dudley--birmingham birmingham--oxford\nseat A pounds 0 income 7 vp 4")
    before = bare.links[0]
    play(bare, "pass card coventry")
    assert (bare.links[0], bare.vp[0]) == (before, 1)


VALUES = [
    *[
        ("coal.1 holds 2", "dudley.1", 2),
        ("coal.2 flipped", "dudley.1", 3),
        ("coal.3 flipped", "dudley.1", 4),
    ],
    *[
        ("iron.3 holds 5", "dudley.2", 4),
        ("cotton.1 flipped", "worcester.1", 6),
        ("cotton.2", "worcester.1", 7),
    ],
    *[
        ("pottery.1", "coventry.1", 8),
        ("pottery.3", "coventry.1", 11),
        ("brewery.3 holds 1", "nuneaton.1", 4),
    ],
    *[("manufacturer.6", "coventry.3", 10)],
]


@pytest.mark.rule("B-SHORT-02", "B-SHORT-03", "BE-140")
@pytest.mark.parametrize(("what", "where", "value"), VALUES)
def test_a_tile_yields_half_its_price_rounded_down(what: str, where: str, value: int) -> None:
    state = last_turn(2, f"tile {where} A {what}\nseat A pounds 0 income 9")
    income = state.income[0]
    market = list(state.market)
    play(state, "pass card coventry")
    assert (tile(state, where), holds(state, where), flipped(state, where)) == ("", 0, False)
    assert state.pounds[0] == value - 1  # the surplus is kept
    assert (state.income[0], list(state.market)) == (income, market)


@pytest.mark.rule("B-SHORT-02")
def test_the_tile_goes_to_the_box_not_to_the_mat() -> None:
    state = last_turn(2, "tile dudley.1 A coal.1 holds 2\nseat A pounds 0 income 9")
    before = list(state.mat)
    play(state, "pass card coventry")
    assert list(state.mat) == before


TWO = "tile dudley.1 A coal.1 holds 2\ntile coventry.3 A manufacturer.6 flipped\nseat A pounds 0 income 7"


@pytest.mark.rule("B-SHORT-03", "BE-139", "B-INFO-03")
def test_the_player_chooses_the_tile_and_stops_when_the_debt_is_paid() -> None:
    state = last_turn(2, TWO)
    play(state, "pass card coventry")
    assert (state.decision, state.to_act, state.debt) == (SHORTFALL, 0, 3)
    assert units(state) == {"liquidate dudley.1", "liquidate coventry.3"}
    dear, cheap = state.copy(), state.copy()
    play(dear, "liquidate coventry.3")
    assert (dear.pounds[0], tile(dear, "dudley.1"), dear.decision) == (7, "A coal.1", 0)
    play(cheap, "liquidate dudley.1")  # £2; the other tile must follow for the last pound
    assert (cheap.pounds[0], tile(cheap, "coventry.3")) == (9, "")
    assert cheap.vp[0] == 0


@pytest.mark.rule("B-SHORT-03")
def test_only_own_tiles_are_sold_off() -> None:
    state = last_turn(2, TWO + "\ntile walsall.1 B iron.1 holds 4")
    play(state, "pass card coventry")
    assert refused(state, "liquidate walsall.1") == "B-SHORT-01"
    assert refused(state, "pass card birmingham") == "B-TURN-02"  # it cannot be put off


@pytest.mark.rule("B-SHORT-04", "BE-142")
def test_a_debt_beyond_all_points_is_forgiven() -> None:
    state = last_turn(2, "seat A pounds 0 income 0 vp 4")
    play(state, "pass card coventry")
    assert (state.pounds[0], state.vp[0], state.debt) == (0, 0, 0)
    state.income[0] = 10
    play(state, "pass card birmingham", "pass card birmingham", "pass card coventry")
    assert (state.era, state.pounds[0]) == (1, 0)  # a round later nothing is claimed
    none = last_turn(2, "seat A pounds 0 income 0 vp 0")
    play(none, "pass card coventry")
    assert none.vp[0] == 0


@pytest.mark.rule("B-SHORT-05", "BE-143")
@pytest.mark.parametrize("level", [2, 4])
def test_a_worthless_pottery_neither_must_nor_may_go(level: int) -> None:
    pottery = f"tile stafford.2 A pottery.{level}\n"
    alone = last_turn(2, pottery + "seat A pounds 0 income 7 vp 4")
    play(alone, "pass card coventry")
    assert (tile(alone, "stafford.2"), alone.vp[0]) == (f"A pottery.{level}", 1)
    choice = last_turn(2, pottery + TWO)
    play(choice, "pass card coventry")
    assert refused(choice, "liquidate stafford.2") == "B-SHORT-05"
    assert units(choice) == {"liquidate dudley.1", "liquidate coventry.3"}


@pytest.mark.rule("B-SHORT-05")
def test_points_go_only_when_the_tiles_are_gone() -> None:
    state = last_turn(2, "tile dudley.1 A coal.1 holds 2\nseat A pounds 0 income 8 vp 4")
    play(state, "pass card coventry")
    assert (tile(state, "dudley.1"), state.vp[0]) == ("", 4)


@pytest.mark.rule("B-SHORT-06")
def test_shortfalls_are_settled_in_the_new_order() -> None:
    more = "\ntile cannock.2 B coal.1 holds 2\ntile redditch.2 B iron.1 holds 4\nseat B pounds 0 income 8"
    state = last_turn(2, TWO.replace("income 7", "income 7 spent 3") + more)
    play(state, "pass card coventry")
    assert (order(state), state.to_act) == ("BA", 1)
    play(state, "liquidate cannock.2")
    assert (state.to_act, state.decision) == (0, SHORTFALL)


@pytest.mark.rule("B-SHORT-06")
def test_a_tile_is_never_sold_off_for_anything_else() -> None:
    state = at("tile dudley.1 A coal.1 holds 2\nseat A pounds 0")
    assert reason(state, "liquidate dudley.1") == "not_now"
    assert legal(state, "liquidate") == set()
    solvent = last_turn(2, TWO.replace("pounds 0", "pounds 3"))
    play(solvent, "pass card coventry")
    assert solvent.decision != SHORTFALL
