"""The end of an era: B-ERA."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.support import flipped, holds, late, legal, lowest, play, seen, slot, tile, units

DRAW = 4


def end(text: str, era: str = "canal", players: int = 2) -> tuple[gj.State, list[gj.Event]]:
    """The last card of an era is passed."""
    state = late(f"turn A 1\nhand A birmingham\n{text}", era=era, players=players)
    return state, play(state, "pass card birmingham")


def to_the_end(state: gj.State) -> None:
    """Everyone passes until the game is over."""
    rng = gj.Rng(7)
    while not state.is_over:
        if state.is_chance:
            state.settle_chance(rng)
        else:
            play(state, min(legal(state, "pass")))


both_eras = pytest.mark.parametrize("era", ["canal", "rail"])


RAIL_ONLY = {("brewery", 4), ("pottery", 5)}


@pytest.mark.rule("B-ERA-01", "B-ERA-02", "BE-154")
@both_eras
def test_a_link_scores_the_icons_at_its_ends_whoevers_tiles_they_are(era: str) -> None:
    state, events = end(
        """
        links A dudley--birmingham
        links B birmingham--coventry
        tile dudley.1 B coal.2 flipped
        tile birmingham.1 A cotton.2 flipped
        tile birmingham.2 B manufacturer.3 flipped
        tile coventry.3 B manufacturer.5
        """,
        era=era,
    )
    # Coal II one icon, cotton II two, manufacturer III none, the unsold one none.
    assert [(seat, vp) for seat, _, vp in seen(events, "scored_link")] == [(0, 3), (1, 2)]
    assert list(state.vp) == [3 + 5, 2 + 2 + 4]


@pytest.mark.rule("B-ERA-01")
def test_links_return_to_their_owners() -> None:
    state, _ = end("links A dudley--birmingham\nlinks B birmingham--oxford\ntile cannock.2 A coal.2 holds 3")
    assert (state.laid, list(state.links)) == (0, [0, 0])
    state.settle_chance(gj.Rng(1))
    assert all("cannock" in move for move in units(state, "link"))  # the old network is gone
    assert units(state, "link cannock--walsall") == {"link cannock--walsall coal cannock.2"}


ICONS = {
    "cotton": ("worcester.1", [1, 2, 1, 1]),
    "manufacturer": ("birmingham.2", [2, 1, 0, 1, 2, 1, 0, 1]),
    "pottery": ("coventry.1", [1, 1, 1, 1, 1]),
    "coal": ("coventry.2", [2, 1, 1, 1]),
    "iron": ("birmingham.3", [1, 1, 1, 1]),
    "brewery": ("walsall.2", [2, 2, 2, 2]),
}


@pytest.mark.rule("B-ERA-02")
@pytest.mark.parametrize(
    ("industry", "level", "icons"),
    [(name, level, icons) for name, (_, row) in ICONS.items() for level, icons in enumerate(row, 1)],
)
def test_each_flipped_tile_shows_its_icons(industry: str, level: int, icons: int) -> None:
    where = ICONS[industry][0]
    line = {
        "worcester": "birmingham--worcester",
        "birmingham": "birmingham--coventry",
        "coventry": "birmingham--coventry",
        "walsall": "walsall--birmingham",
    }[where.split(".")[0]]
    era = "rail" if (industry, level) in RAIL_ONLY else "canal"
    _, events = end(f"links B {line}\ntile {where} A {industry}.{level} flipped", era=era)
    assert [vp for _, _, vp in seen(events, "scored_link")] == [icons]


@pytest.mark.rule("B-ERA-02")
@pytest.mark.parametrize("what", ["coal.1 holds 2", "coal.2 holds 1"])
def test_an_unflipped_tile_shows_none(what: str) -> None:
    state, events = end(f"links A wolverhampton--dudley\ntile dudley.1 A {what}")
    assert [vp for _, _, vp in seen(events, "scored_link")] == [0]
    assert state.vp[0] == 0


@pytest.mark.rule("B-ERA-02", "BE-155", "BE-107")
@pytest.mark.parametrize(
    ("line", "merchant"),
    [
        ("warrington--stoke_on_trent", ""),  # no tiles there with two players
        ("derby--nottingham", ""),
        ("coalbrookdale--shrewsbury", "merchant shrewsbury.1 all barrel"),
        ("worcester--gloucester", "merchant gloucester.1 blank\nmerchant gloucester.2 blank"),
        ("redditch--oxford", "merchant oxford.1 cotton\nmerchant oxford.2 manufacturer"),
    ],
)
def test_a_merchant_location_always_shows_two_icons(line: str, merchant: str) -> None:
    state, _ = end(f"links A {line}\n{merchant}")
    assert list(state.vp) == [2, 0]


@pytest.mark.rule("B-VEC-12")
def test_the_bare_merchant_link_vector() -> None:
    _, events = end("links B derby--nottingham")
    assert [(seat, vp) for seat, _, vp in seen(events, "scored_link")] == [(1, 2)]


@pytest.mark.rule("B-VEC-09", "B-ERA-03")
def test_the_three_way_link_vector() -> None:
    _, events = end(
        """
        links A kidderminster--worcester
        tile farm_brewery_south.1 B brewery.1 flipped
        tile worcester.1 A cotton.2 flipped
        tile kidderminster.2 B cotton.2
        """
    )
    assert [vp for _, _, vp in seen(events, "scored_link")] == [4]


VP = {
    "cotton": [5, 5, 9, 12],
    "manufacturer": [3, 5, 4, 3, 8, 7, 9, 11],
    "pottery": [10, 1, 11, 1, 20],
    "coal": [1, 2, 3, 4],
    "iron": [3, 5, 7, 9],
    "brewery": [4, 5, 7, 10],
}


@pytest.mark.rule("B-ERA-04", "B-ERA-05")
@pytest.mark.parametrize(
    ("industry", "level", "vp", "era"),
    [
        (name, level, vp, era)
        for name, row in VP.items()
        for level, vp in enumerate(row, 1)
        for era in ("canal", "rail")
        if not (era == "canal" and (name, level) in RAIL_ONLY)
        if not (era == "rail" and level == 1 and name != "pottery")  # cleared, and no more built
    ],
)
def test_each_flipped_tile_scores_its_printed_points(industry: str, level: int, vp: int, era: str) -> None:
    where = ICONS[industry][0]
    state, _ = end(f"tile {where} B {industry}.{level} flipped\nseat B vp 3", era=era)
    assert list(state.vp) == [0, 3 + vp]
    if industry not in ("coal", "iron", "brewery"):
        unsold, _ = end(f"tile {where} B {industry}.{level}\nseat B vp 3", era=era)
        assert list(unsold.vp) == [0, 3]


@pytest.mark.rule("B-ERA-04", "B-ERA-05")
def test_links_score_before_tiles_and_both_before_removal() -> None:
    _, events = end("links A wolverhampton--dudley\ntile dudley.1 B coal.1 flipped")
    kinds = [event.kind for event in events if event.kind.startswith(("scored", "removed"))]
    assert kinds == ["scored_link", "scored_tile", "removed"]
    assert [vp for _, _, vp in seen(events, "scored_link")] == [2]  # of the mine about to go


@pytest.mark.rule("B-ERA-06", "BE-157", "BE-158")
def test_level_one_tiles_leave_after_the_canal_era() -> None:
    state, events = end(
        """
        tile worcester.1 A cotton.1 flipped
        tile worcester.2 B cotton.1
        tile dudley.1 A coal.1 holds 2
        tile dudley.2 B iron.1 flipped
        tile nuneaton.1 A brewery.1 holds 1
        tile birmingham.2 B manufacturer.1
        tile coventry.1 A pottery.1 flipped
        tile coventry.2 B coal.2 flipped
        """
    )
    assert len(seen(events, "removed")) == 7
    assert state.occupied == 2 ** slot(state, "coventry.2")
    assert (state.stocked, list(state.income)) == (0, [10, 10])
    assert seen(events, "flipped") == []
    assert (lowest(state, 0, "coal"), lowest(state, 0, "pottery"), lowest(state, 1, "coal")) == (2, 2, 2)
    assert list(state.market) == [13, 8]  # the cubes went to the supply


@pytest.mark.rule("B-ERA-06")
def test_level_one_tiles_stay_on_the_mats() -> None:
    state, _ = end("tile dudley.1 A coal.1 holds 2")
    assert (lowest(state, 0, "cotton"), lowest(state, 1, "coal"), lowest(state, 0, "brewery")) == (1, 1, 1)


@pytest.mark.rule("B-ERA-06")
def test_nothing_is_removed_after_the_rail_era() -> None:
    state, events = end("tile coventry.1 A pottery.1 flipped", era="rail")
    assert (tile(state, "coventry.1"), seen(events, "removed")) == ("A pottery.1", [])


@pytest.mark.rule("B-ERA-07")
def test_higher_tiles_stay_as_they_are() -> None:
    text = """
        tile dudley.1 A coal.2 holds 1
        tile coventry.2 B coal.2 flipped
        tile coalbrookdale.2 A iron.2 holds 3
        tile nuneaton.1 A brewery.2 holds 1
        tile worcester.1 A cotton.2
        tile worcester.2 B cotton.3 flipped
    """
    state, _ = end(text)
    assert [holds(state, id) for id in ("dudley.1", "coalbrookdale.2", "nuneaton.1")] == [1, 3, 1]
    turned = [flipped(state, id) for id in ("coventry.2", "worcester.1", "worcester.2", "dudley.1")]
    assert turned == [True, False, True, False]
    assert tile(state, "worcester.1") == "A cotton.2"


@pytest.mark.rule("B-ERA-08", "BE-161")
def test_merchants_that_buy_something_have_a_barrel_again() -> None:
    state, events = end(
        """
        merchant shrewsbury.1 all
        merchant gloucester.1 cotton barrel
        merchant gloucester.2 blank
        merchant oxford.1 manufacturer
        merchant oxford.2 blank
        tile dudley.1 A coal.1 flipped
        """
    )
    merchants = [line for line in state.to_position().splitlines() if line.startswith("merchant")]
    assert merchants == [
        "merchant shrewsbury.1 all barrel",
        "merchant gloucester.1 cotton barrel",
        "merchant gloucester.2 blank",
        "merchant oxford.1 manufacturer barrel",
        "merchant oxford.2 blank",
    ]
    kinds = [event.kind for event in events]
    assert kinds.index("removed") < kinds.index("barrel_set") < kinds.index("era_began")
    assert kinds.count("barrel_set") == 2


@pytest.mark.rule("B-ERA-08")
def test_every_merchant_space_is_refilled() -> None:
    """From the first space to the last, at the table that uses them all."""
    goods = ["all", "cotton", "cotton", "manufacturer", "manufacturer", "pottery", "blank", "blank", "blank"]
    spaces = [
        "warrington.1", "oxford.2", "shrewsbury.1", "gloucester.1", "gloucester.2", "nottingham.2",
        "warrington.2", "nottingham.1", "oxford.1",
    ]  # fmt: skip
    text = "\n".join(f"merchant {space} {good}" for space, good in zip(spaces, goods, strict=True))
    state, events = end(text, players=4)
    told = [line.split() for line in state.to_position().splitlines() if line.startswith("merchant")]
    assert {words[1] for words in told if words[-1] == "barrel"} == set(spaces[:6])
    assert len(seen(events, "barrel_set")) == 6


@pytest.mark.rule("B-ERA-09", "B-ERA-10", "BE-01", "BE-02")
def test_the_rail_deck_is_all_cards_and_hands_are_eight() -> None:
    state, _ = end("aside dudley iron")
    assert (state.decision, state.deck_size, sum(state.discards), state.aside_size) == (DRAW, 40, 0, 0)
    assert list(state.deck) == state.rules.cards.deck(2)
    state.settle_chance(gj.Rng(3))
    assert (list(state.hand_size), state.deck_size) == ([8, 8], 24)
    assert (state.aside_size, sum(state.aside)) == (0, 0)  # no ninth card
    assert (state.round, state.actions_left) == (1, 2)


@pytest.mark.rule("B-ERA-09")
def test_a_wild_card_is_not_shuffled_in() -> None:
    state = late("turn A 1\nhand A wild_location")
    play(state, "pass card wild_location")
    assert state.deck_size == 40
    assert legal(state, "draw wild") == set()


@pytest.mark.rule("B-ERA-10")
@pytest.mark.parametrize(("players", "left"), [(2, 24), (3, 30), (4, 32)])
def test_the_rail_deck_after_the_deal(players: int, left: int) -> None:
    state, _ = end("", players=players)
    state.settle_chance(gj.Rng(3))
    assert (list(state.hand_size), state.deck_size) == ([8] * players, left)


@pytest.mark.rule("B-ERA-11")
def test_what_carries_over() -> None:
    state, _ = end(
        """
        order B A
        market coal 3 iron 5
        seat A pounds 31 income 25 vp 3
        seat B pounds 8 income 6 vp 1
        """
    )
    state.settle_chance(gj.Rng(1))
    assert list(state.market) == [3, 5]
    assert (list(state.pounds), list(state.income), list(state.vp)) == ([39, 4], [25, 6], [3, 1])
    assert (list(state.order), state.to_act) == ([1, 0], 1)


@pytest.mark.rule("B-ERA-12", "BE-160")
def test_a_tile_flipped_in_the_canal_era_scores_in_both() -> None:
    state, _ = end(
        """
        links A birmingham--worcester
        tile worcester.1 A cotton.2 flipped
        tile worcester.2 B cotton.1 flipped
        tile coventry.2 A coal.2 holds 3
        """
    )
    assert list(state.vp) == [3 + 5, 5]
    state.settle_chance(gj.Rng(1))
    for line in ("birmingham--coventry", "birmingham--worcester"):
        play(state, min(legal(state, f"link {line}")))
    to_the_end(state)
    assert list(state.vp) == [8 + 2 + 5, 5]  # its icons and its VP again; the level 1 mill is gone


@pytest.mark.rule("BE-163", "B-COMP-07")
def test_points_go_past_one_hundred() -> None:
    state, _ = end("tile coventry.1 A pottery.5 flipped\nseat A vp 95", era="rail")
    assert state.vp[0] == 115


@pytest.mark.rule("BE-152", "B-FLOW-03", "B-SHORT-02")
def test_a_tile_lost_after_the_last_canal_round_does_not_score() -> None:
    state, events = end(
        "tile worcester.1 A cotton.2 flipped\nlinks A birmingham--worcester\nseat A pounds 0 income 9"
    )
    kinds = [event.kind for event in events]
    assert kinds.index("liquidated") < kinds.index("scored_link")
    assert (state.vp[0], state.pounds[0]) == (0, 6)
