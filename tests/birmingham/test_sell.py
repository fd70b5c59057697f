"""Sell: B-SELL."""

from __future__ import annotations

import pytest

from tests.support import at, flipped, holds, legal, play, reason, refused, seen, slot, units

MORE = 1
OXFORD = """
    links A birmingham--oxford birmingham--worcester
    merchant oxford.1 all barrel
    tile burton_on_trent.2 A brewery.2 holds 2
"""


@pytest.mark.rule("B-SELL-01", "BE-17")
def test_one_card_of_any_kind_pays_for_all_sales() -> None:
    state = at(
        OXFORD + "hand A redditch coal\ntile birmingham.1 A cotton.2\ntile worcester.1 A cotton.2", era="rail"
    )
    events = play(
        state,
        "sell birmingham.1 to oxford.1 card coal beer burton_on_trent.2",
        "sell worcester.1 to oxford.1 beer burton_on_trent.2",
    )
    assert len(seen(events, "discarded")) == 1
    assert state.hand_of(0) == ["redditch"]
    assert state.actions_left == 1


@pytest.mark.rule("B-SELL-02")
def test_the_seller_goes_on_or_stops() -> None:
    text = (
        OXFORD
        + "tile birmingham.1 A cotton.2\ntile worcester.1 A cotton.2\ntile birmingham.2 A manufacturer.2"
    )
    state = at(text, era="rail")
    play(state, "sell birmingham.1 to oxford.1 card birmingham beer burton_on_trent.2")
    assert (state.decision, state.actions_left) == (MORE, 2)
    assert units(state) == {
        "sell worcester.1 to oxford.1 beer barrel",
        "sell worcester.1 to oxford.1 beer burton_on_trent.2",
        "sell birmingham.2 to oxford.1 beer barrel",
        "sell birmingham.2 to oxford.1 beer burton_on_trent.2",
        "stop",
    }
    other = state.copy()
    play(other, "stop")
    assert (other.actions_left, flipped(other, "worcester.1")) == (1, False)
    play(
        state,
        "sell worcester.1 to oxford.1 beer barrel",
        "sell birmingham.2 to oxford.1 beer burton_on_trent.2",
    )
    assert all(flipped(state, id) for id in ("birmingham.1", "worcester.1", "birmingham.2"))
    assert (state.decision, state.actions_left) == (0, 1)  # nothing is left to sell


@pytest.mark.rule("B-SELL-02")
def test_a_further_sale_without_its_beer_is_not_begun_and_earlier_ones_stand() -> None:
    state = at(
        """
        links A birmingham--oxford
        merchant oxford.1 all
        tile burton_on_trent.2 A brewery.2 holds 2
        tile birmingham.1 A cotton.2
        tile birmingham.2 A manufacturer.5
        """,
        era="rail",
    )
    both = "sell birmingham.2 to oxford.1 card birmingham beer burton_on_trent.2 burton_on_trent.2"
    assert state.check(next(move for move in state.legal_moves() if str(move) == both)) is None
    play(state, "sell birmingham.1 to oxford.1 card birmingham beer burton_on_trent.2")
    assert (state.decision, state.actions_left) == (0, 1)  # one barrel is left, two are needed
    assert (flipped(state, "birmingham.1"), flipped(state, "birmingham.2")) == (True, False)
    assert holds(state, "burton_on_trent.2") == 1


@pytest.mark.rule("B-SELL-02", "BE-91", "B-SELL-04")
@pytest.mark.parametrize("tile", ["cotton.1", "manufacturer.2"])
def test_without_beer_there_is_no_sale(tile: str) -> None:
    state = at(
        f"""
        links A birmingham--oxford
        merchant oxford.1 all
        tile birmingham.1 A {tile}
        """
    )
    assert legal(state, "sell") == set()
    assert refused(state, "sell birmingham.1 to oxford.1 card birmingham") == "B-BEER-01"


@pytest.mark.rule("B-SELL-03")
@pytest.mark.parametrize(
    ("more", "reason_key", "rule"),
    [
        ("tile birmingham.1 B cotton.1", "sell_not_yours", "B-SELL-03"),
        ("tile birmingham.1 A cotton.1 flipped", "already_sold", "B-SELL-03"),
        ("tile birmingham.1 A manufacturer.1", "merchant_wants_other", "B-SELL-03"),
        ("", "sell_not_yours", "B-SELL-03"),
    ],
)
def test_what_may_be_sold_to_whom(more: str, reason_key: str, rule: str) -> None:
    state = at(f"links A birmingham--oxford\nmerchant oxford.1 cotton barrel\n{more}")
    move = "sell birmingham.1 to oxford.1 card birmingham beer barrel"
    assert (reason(state, move), refused(state, move)) == (reason_key, rule)
    assert legal(state, "sell") == set()


@pytest.mark.rule("B-SELL-03")
@pytest.mark.parametrize(
    ("industry", "goods", "fine"),
    [
        ("cotton", "cotton", True),
        ("cotton", "all", True),
        ("cotton", "manufacturer", False),
        ("cotton", "pottery", False),
        ("manufacturer", "manufacturer", True),
        ("manufacturer", "all", True),
        ("manufacturer", "cotton", False),
        ("pottery", "pottery", True),
        ("pottery", "all", True),
        ("pottery", "manufacturer", False),
    ],
)
def test_a_merchant_buys_the_goods_it_shows(industry: str, goods: str, fine: bool) -> None:
    where = {"cotton": "birmingham.1", "manufacturer": "birmingham.2", "pottery": "coventry.1"}[industry]
    state = at(
        f"""
        links A birmingham--oxford birmingham--coventry
        merchant oxford.1 {goods} barrel
        tile {where} A {industry}.1
        """,
        players=4,
    )
    assert bool(legal(state, "sell")) == fine
    if not fine:
        assert refused(state, f"sell {where} to oxford.1 card birmingham beer barrel") == "B-SELL-03"


@pytest.mark.rule("B-SELL-03")
def test_a_mine_is_not_sold() -> None:
    state = at(
        """
        links A redditch--oxford
        merchant oxford.1 all barrel
        tile redditch.1 A coal.1 holds 2
        """
    )
    assert refused(state, "sell redditch.1 to oxford.1 card birmingham beer barrel") == "B-DEF-08"


@pytest.mark.rule("B-SELL-03")
def test_the_tile_must_be_connected_to_that_merchant() -> None:
    state = at(
        """
        links A redditch--oxford coalbrookdale--shrewsbury
        merchant oxford.1 cotton barrel
        merchant shrewsbury.1 all barrel
        tile birmingham.1 A cotton.1
        """
    )
    move = "sell birmingham.1 to oxford.1 card birmingham beer barrel"
    assert (refused(state, move), reason(state, move)) == ("B-SELL-03", "merchant_not_connected")


@pytest.mark.rule("B-SELL-04", "B-SELL-05")
def test_beer_then_bonus_then_flip() -> None:
    state = at(
        """
        links A birmingham--oxford
        merchant oxford.1 all barrel
        tile birmingham.2 A manufacturer.5
        tile burton_on_trent.2 A brewery.2 holds 2
        """,
        era="rail",
    )
    events = play(state, "sell birmingham.2 to oxford.1 card birmingham beer burton_on_trent.2 barrel")
    kinds = [event.kind for event in events]
    assert kinds == [
        *("discarded", "sold", "consumed", "barrel_taken"),
        *("income_moved", "flipped", "income_moved"),
    ]
    assert [values[1:] for values in seen(events, "income_moved")] == [(10, 12), (12, 14)]
    assert flipped(state, "birmingham.2")


@pytest.mark.rule("B-SELL-06")
def test_one_merchant_buys_any_number_of_tiles() -> None:
    state = at(
        """
        links A birmingham--worcester worcester--gloucester
        merchant gloucester.1 cotton
        tile birmingham.1 A cotton.2
        tile worcester.1 A cotton.2
        tile worcester.2 A cotton.3
        tile burton_on_trent.2 A brewery.2 holds 2
        tile stafford.1 A brewery.2 holds 2
        """,
        era="rail",
    )
    play(
        state,
        "sell birmingham.1 to gloucester.1 card birmingham beer stafford.1",
        "sell worcester.1 to gloucester.1 beer stafford.1",
        "sell worcester.2 to gloucester.1 beer burton_on_trent.2",
    )
    assert "merchant gloucester.1 cotton\n" in state.to_position()


@pytest.mark.rule("B-SELL-06")
def test_a_merchant_whose_barrel_is_drunk_buys_on() -> None:
    state = at(
        """
        links A birmingham--oxford birmingham--worcester
        merchant oxford.1 cotton barrel
        tile birmingham.1 A cotton.2
        tile stafford.1 A brewery.2 holds 2
        tile worcester.1 A cotton.2
        """,
        era="rail",
    )
    play(
        state,
        "sell birmingham.1 to oxford.1 card birmingham beer barrel",
        "sell worcester.1 to oxford.1 beer stafford.1",
    )
    assert "merchant oxford.1 cotton\n" in state.to_position()
    assert flipped(state, "birmingham.1")
    assert flipped(state, "worcester.1")


@pytest.mark.rule("B-SELL-07", "BE-110")
def test_rivals_links_carry_a_sale_however_far() -> None:
    state = at(
        """
        links B coalbrookdale--shrewsbury wolverhampton--coalbrookdale cannock--wolverhampton
        links C stafford--cannock stone--stafford stone--burton_on_trent burton_on_trent--tamworth
        merchant shrewsbury.1 cotton barrel
        tile tamworth.1 A cotton.1
        """,
        players=3,
    )
    play(state, "sell tamworth.1 to shrewsbury.1 card birmingham beer barrel")
    assert flipped(state, "tamworth.1")


BEER = {
    "cotton": [1, 1, 1, 1],
    "manufacturer": [1, 1, 0, 1, 2, 1, 0, 1],
    "pottery": [1, 1, 2, 1, 2],
}


@pytest.mark.rule("B-SELL-08", "BE-92")
@pytest.mark.parametrize(
    ("industry", "level", "beer"),
    [(name, level, beer) for name, row in BEER.items() for level, beer in enumerate(row, 1)],
)
def test_each_tile_drinks_its_printed_beer(industry: str, level: int, beer: int) -> None:
    where = {"cotton": "birmingham.1", "manufacturer": "birmingham.2", "pottery": "coventry.1"}[industry]
    text = """
        links A birmingham--oxford birmingham--coventry
        merchant oxford.1 all
        tile {where} A {industry}.{level}
        tile stafford.1 A brewery.2 {barrels}
    """
    # Level 1 mills stand in the Canal Era only, in which a brewery gets one barrel.
    era = "canal" if level == 1 and industry != "pottery" else "rail"
    for barrels in (0, 1) if era == "canal" else (0, 1, 2):
        holds_text = f"holds {barrels}" if barrels else "flipped"
        state = at(text.format(where=where, industry=industry, level=level, barrels=holds_text), era=era)
        if barrels < beer:
            assert legal(state, "sell") == set()
            continue
        play(state, f"sell {where} to oxford.1 card birmingham")
        assert holds(state, "stafford.1") == barrels - beer


@pytest.mark.rule("B-SELL-09", "BE-107")
@pytest.mark.parametrize("merchant", ["merchant oxford.1 blank", ""])
def test_blank_merchants_and_empty_spaces_buy_nothing(merchant: str) -> None:
    state = at(
        f"""
        links A birmingham--oxford
        {merchant}
        tile birmingham.1 A cotton.2
        tile birmingham.2 A manufacturer.3
        tile burton_on_trent.2 A brewery.2 holds 1
        mat A cotton 4 manufacturer 4 brewery 3
        """,
        era="rail",
    )
    assert legal(state, "sell") == set()
    assert refused(state, "sell birmingham.2 to oxford.1 card birmingham") == "B-SELL-09"


@pytest.mark.rule("BE-107", "B-ERA-02")
def test_a_blank_merchants_location_still_gives_market_access() -> None:
    state = at(
        """
        links A birmingham--oxford
        merchant oxford.1 blank
        merchant oxford.2 blank
        mat A manufacturer 0
        """
    )
    play(state, "build manufacturer birmingham.2 card birmingham coal market")
    assert state.spent[0] == 8 + 1


@pytest.mark.rule("BE-106", "B-INFO-03")
def test_beer_has_no_order_of_preference() -> None:
    state = at(
        """
        links A birmingham--oxford walsall--birmingham
        merchant oxford.1 cotton barrel
        tile birmingham.1 A cotton.1
        tile stafford.1 A brewery.1 holds 1
        tile walsall.2 B brewery.1 holds 1
        """
    )
    assert units(state, "sell") == {
        f"sell birmingham.1 to oxford.1 beer {source}" for source in ("barrel", "stafford.1", "walsall.2")
    }


@pytest.mark.rule("BE-109", "B-FLIP-02")
def test_a_brewery_emptied_by_a_sale_pays_its_owner_at_once_and_the_sale_goes_on() -> None:
    state = at(
        """
        links A birmingham--oxford walsall--birmingham
        merchant oxford.1 all
        tile birmingham.2 A manufacturer.5
        tile walsall.2 B brewery.2 holds 1
        tile stafford.1 A brewery.2 holds 2
        """,
        era="rail",
    )
    events = play(state, "sell birmingham.2 to oxford.1 card birmingham beer walsall.2 stafford.1")
    assert (state.income[1], flipped(state, "walsall.2")) == (15, True)  # brewery II: 5 spaces
    assert flipped(state, "birmingham.2")
    assert [values[1] for values in seen(events, "flipped")] == [
        slot(state, "walsall.2"),
        slot(state, "birmingham.2"),
    ]
