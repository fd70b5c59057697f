"""Merchant barrels and bonuses: B-MERCH."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.rulesets.birmingham.bonuses import BONUSES
from grandjunction.words import LANGUAGES
from grandjunction.words.language import Language
from tests.support import at, flipped, holds, legal, lowest, play, reason, refused, seen, units

BONUS = 2
GLOUCESTER = """
    links A worcester--gloucester
    merchant gloucester.1 {goods} barrel
    tile worcester.1 A cotton.1
"""
SALE = "sell worcester.1 to gloucester.1 card birmingham beer barrel"


@pytest.mark.rule("B-MERCH-01", "BE-94")
def test_a_two_beer_tile_takes_one_merchant_barrel_at_most() -> None:
    text = """
        links A birmingham--oxford
        merchant oxford.1 all barrel
        merchant oxford.2 manufacturer barrel
        tile birmingham.2 A manufacturer.5
    """
    state = at(text, era="rail")
    assert legal(state, "sell") == set()  # two barrels stand there, only one serves
    assert refused(state, "sell birmingham.2 to oxford.1 card birmingham beer barrel barrel") == "B-BEER-01"
    helped = at(text + "tile stafford.1 A brewery.2 holds 2", era="rail")
    assert units(helped, "sell") == {
        f"sell birmingham.2 to oxford.{n} beer {beer}"
        for n in (1, 2)
        for beer in ("stafford.1 barrel", "stafford.1 stafford.1")
    }
    assert refused(helped, "sell birmingham.2 to oxford.1 card birmingham beer barrel barrel") == "B-MERCH-01"
    play(helped, "sell birmingham.2 to oxford.2 card birmingham beer stafford.1 barrel")
    assert "merchant oxford.1 all barrel\nmerchant oxford.2 manufacturer\n" in helped.to_position()


@pytest.mark.rule("B-MERCH-01", "BE-95")
def test_the_barrel_beside_another_merchant_tile_is_not_usable() -> None:
    state = at(
        """
        links A birmingham--oxford
        merchant oxford.1 cotton
        merchant oxford.2 manufacturer barrel
        tile birmingham.1 A cotton.1
        """
    )
    assert refused(state, "sell birmingham.1 to oxford.1 card birmingham beer barrel") == "B-BEER-01"
    assert refused(state, "sell birmingham.1 to oxford.2 card birmingham beer barrel") == "B-SELL-03"
    assert legal(state, "sell") == set()


@pytest.mark.rule("B-MERCH-02", "B-MERCH-06", "BE-98")
@pytest.mark.parametrize(("beer", "spaces"), [("stafford.1", 5 + 5), ("barrel", 5 + 2)])
def test_the_barrel_is_optional_and_brewery_beer_gives_no_bonus(beer: str, spaces: int) -> None:
    state = at(
        """
        links A birmingham--oxford
        merchant oxford.1 cotton barrel
        tile birmingham.1 A cotton.1
        tile stafford.1 A brewery.2 holds 1
        """
    )
    play(state, f"sell birmingham.1 to oxford.1 card birmingham beer {beer}")
    assert state.income[0] == 10 + spaces  # the mill 5; the brewery's flip 5, or Oxford's bonus 2
    assert ("merchant oxford.1 cotton barrel" in state.to_position()) == (beer == "stafford.1")


@pytest.mark.rule("B-MERCH-06")
def test_brewery_beer_earns_neither_points_nor_money() -> None:
    state = at(
        """
        links A derby--nottingham warrington--stoke_on_trent
        merchant nottingham.1 cotton barrel
        merchant warrington.1 all barrel
        tile derby.2 A cotton.1
        tile stoke_on_trent.1 A cotton.1
        tile stafford.1 A brewery.1 holds 1
        tile walsall.2 A brewery.1 holds 1
        """,
        players=4,
    )
    play(state, "sell derby.2 to nottingham.1 card birmingham beer stafford.1")
    play(state, "sell stoke_on_trent.1 to warrington.1 beer walsall.2")
    assert (state.vp[0], state.pounds[0]) == (0, 17)


@pytest.mark.rule("B-MERCH-03", "BE-97")
def test_two_barrels_of_one_location_give_two_bonuses() -> None:
    state = at(
        """
        links A birmingham--oxford birmingham--worcester
        merchant oxford.1 cotton barrel
        merchant oxford.2 all barrel
        tile birmingham.1 A cotton.1
        tile worcester.1 A cotton.1
        """
    )
    play(
        state,
        "sell birmingham.1 to oxford.1 card birmingham beer barrel",
        "sell worcester.1 to oxford.2 beer barrel",
    )
    assert state.income[0] == 10 + 5 + 2 + 5 + 2


@pytest.mark.rule("B-MERCH-03", "BE-97")
def test_bonuses_of_two_locations_in_one_action() -> None:
    state = at(
        """
        links A derby--nottingham coalbrookdale--shrewsbury coalbrookdale--kidderminster
        merchant nottingham.1 cotton barrel
        merchant shrewsbury.1 all barrel
        tile derby.2 A cotton.1
        tile kidderminster.2 A cotton.1
        """,
        players=4,
    )
    play(state, "sell derby.2 to nottingham.1 card birmingham beer barrel")
    assert state.vp[0] == 3  # at once
    play(state, "sell kidderminster.2 to shrewsbury.1 beer barrel")
    assert state.vp[0] == 7


@pytest.mark.rule("B-MERCH-03", "B-MERCH-01")
def test_a_barrel_is_taken_once() -> None:
    state = at(
        """
        links A birmingham--oxford birmingham--worcester
        merchant oxford.1 all barrel
        tile birmingham.1 A cotton.1
        tile worcester.1 A cotton.1
        """
    )
    play(state, "sell birmingham.1 to oxford.1 card birmingham beer barrel")
    assert (state.decision, state.actions_left) == (0, 1)  # no beer for the second mill
    assert legal(state, "sell") == set()


@pytest.mark.rule("B-MERCH-04", "BE-100", "BE-103", "B-INFO-03")
def test_gloucester_must_develop_without_iron_a_track_of_choice() -> None:
    state = at(GLOUCESTER.format(goods="cotton") + "tile dudley.2 B iron.1 holds 1")
    play(state, SALE)
    assert (state.decision, state.to_act, flipped(state, "worcester.1")) == (BONUS, 0, False)
    assert units(state) == {f"bonus {name}" for name in ("cotton", "manufacturer", "coal", "iron", "brewery")}
    assert reason(state, "stop") == "not_now"  # it cannot be declined
    assert refused(state, "bonus pottery") == "B-DEV-03"  # lightbulb
    events = play(state, "bonus coal")
    assert (lowest(state, 0, "coal"), holds(state, "dudley.2"), state.spent[0]) == (2, 1, 0)
    assert flipped(state, "worcester.1")
    assert seen(events, "consumed") == seen(events, "bought") == []


@pytest.mark.rule("B-MERCH-04", "BE-101")
@pytest.mark.parametrize("pottery", [0, 2, 5])
def test_with_nothing_to_develop_gloucesters_bonus_is_lost(pottery: int) -> None:
    mat = f"mat A cotton 11 manufacturer 11 pottery {pottery} coal 7 iron 4 brewery 7"
    state = at(GLOUCESTER.format(goods="all") + mat)
    events = play(state, SALE)
    assert seen(events, "developed") == []
    assert flipped(state, "worcester.1")
    assert "merchant gloucester.1 all\n" in state.to_position()  # the barrel is used


@pytest.mark.rule("B-MERCH-04")
def test_gloucester_may_take_any_lowest_tile_even_the_last_of_a_track() -> None:
    mat = "mat A cotton 11 manufacturer 11 pottery 1 coal 6 iron 4 brewery 7"
    state = at(GLOUCESTER.format(goods="cotton") + mat)
    play(state, SALE)
    assert units(state) == {"bonus coal", "bonus pottery"}
    play(state, "bonus pottery")
    assert (lowest(state, 0, "pottery"), lowest(state, 0, "coal")) == (3, 4)


@pytest.mark.rule("B-MERCH-04")
def test_with_one_track_left_gloucesters_development_is_made_without_asking() -> None:
    mat = "mat A cotton 11 manufacturer 11 pottery 0 coal 6 iron 4 brewery 7"
    state = at(GLOUCESTER.format(goods="cotton") + mat)
    events = play(state, SALE)
    assert len(seen(events, "developed")) == 1
    assert state.mat[state.rules.board.industries.index("coal")] == 7
    assert flipped(state, "worcester.1")


@pytest.mark.rule("B-MERCH-05", "BE-104")
@pytest.mark.parametrize(
    ("merchant", "links", "tile", "gain"),
    [
        ("oxford.1", "birmingham--oxford", "birmingham.1", (0, 2, 0)),
        ("oxford.2", "birmingham--oxford", "birmingham.1", (0, 2, 0)),
        ("nottingham.1", "derby--nottingham", "derby.2", (0, 0, 3)),
        ("nottingham.2", "derby--nottingham", "derby.2", (0, 0, 3)),
        (
            "shrewsbury.1",
            "coalbrookdale--kidderminster coalbrookdale--shrewsbury",
            "kidderminster.2",
            (0, 0, 4),
        ),
        ("warrington.1", "warrington--stoke_on_trent", "stoke_on_trent.1", (5, 0, 0)),
        ("warrington.2", "warrington--stoke_on_trent", "stoke_on_trent.1", (5, 0, 0)),
    ],
)
def test_the_bonus_of_each_location(merchant: str, links: str, tile: str, gain: tuple[int, int, int]) -> None:
    state = at(
        f"""
        links A {links}
        merchant {merchant} cotton barrel
        tile {tile} A cotton.1
        seat A income 31
        """,
        players=4,
    )
    play(state, f"sell {tile} to {merchant} card birmingham beer barrel")
    pounds, spaces, vp = gain
    assert (state.pounds[0], state.income[0], state.vp[0]) == (17 + pounds, 31 + 5 + spaces, vp)
    assert state.spent[0] == 0


@pytest.mark.rule("B-MERCH-05")
@pytest.mark.parametrize("space", ["gloucester.1", "gloucester.2"])
def test_gloucester_develops_exactly_one(space: str) -> None:
    text = GLOUCESTER.format(goods="cotton").replace("gloucester.1", space)
    state = at(text)
    before = sum(state.mat)
    play(state, SALE.replace("gloucester.1", space), "bonus iron")
    assert sum(state.mat) == before + 1
    assert lowest(state, 0, "iron") == 2


@pytest.mark.rule("B-MERCH-07")
@pytest.mark.parametrize(("tile", "fine"), [("manufacturer.3", 0), ("manufacturer.4", 1)])
def test_never_more_beer_than_printed(tile: str, fine: int) -> None:
    state = at(
        f"""
        links A birmingham--oxford
        merchant oxford.1 all barrel
        tile birmingham.2 A {tile}
        tile stafford.1 A brewery.1 holds 1
        """
    )
    more = ["barrel", "stafford.1 barrel"][fine]
    assert refused(state, f"sell birmingham.2 to oxford.1 card birmingham beer {more}") == "B-MERCH-07"


@pytest.mark.rule("B-MERCH-07", "BE-92")
def test_a_tile_without_beer_takes_no_barrel_and_earns_no_bonus() -> None:
    state = at(
        """
        links A birmingham--oxford
        merchant oxford.1 all barrel
        tile birmingham.2 A manufacturer.3
        """
    )
    assert units(state, "sell") == {"sell birmingham.2 to oxford.1"}
    play(state, "sell birmingham.2 to oxford.1 card birmingham")
    assert state.income[0] == 10 + 4
    assert "merchant oxford.1 all barrel" in state.to_position()


# -- the parts as they are shown ------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_bonus_has_its_words(lang: str) -> None:
    """The map writes it beside its merchants; nothing else needs to know which bonuses there are."""
    assert set(Language(lang).texts["bonuses"]) == {bonus.name for bonus in BONUSES}


def test_every_bonus_is_some_merchants() -> None:
    (row,) = gj.ruleset("birmingham").stall_rows
    assert {stall.bonus for stall in row.stalls} == {bonus.name for bonus in BONUSES}


def test_merchants_show_what_lies_on_them() -> None:
    state = at(
        """
        merchant oxford.1 cotton
        merchant oxford.2 manufacturer barrel
        """
    )
    (row,) = state.rules.stall_rows
    shown = {}
    for number, stall in enumerate(row.stalls):
        ware = row.wanted(state, number)
        if ware is not None:
            shown[stall.id] = (ware.id, row.supplied(state, number))
    assert shown == {"oxford.1": ("cotton", False), "oxford.2": ("manufacturer", True)}
    assert state.rules.marker_tracks == []


@pytest.mark.parametrize("goods", ["blank", "all", "cotton", "manufacturer", "pottery"])
def test_a_position_has_one_tile_on_a_merchant_space(goods: str) -> None:
    """Whichever tile the space has already."""
    with pytest.raises(gj.PositionError, match=r"gloucester\.1 is given twice"):
        at(f"merchant gloucester.1 {goods}\nmerchant gloucester.1 blank", players=4)
