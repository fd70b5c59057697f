"""The Build action, step by step: B-BUILD."""

from __future__ import annotations

import pytest

from tests.support import at, flipped, holds, late, legal, lowest, play, reason, refused, seen, slot, tile


@pytest.mark.rule("B-BUILD-01", "B-BUILD-05", "B-BUILD-06", "B-BUILD-07", "B-BUILD-08")
def test_the_steps_of_a_build_come_in_order() -> None:
    state = at(
        """
        hand A dudley dudley
        tile dudley.1 B coal.1 holds 2
        """
    )
    events = play(state, "build iron dudley.2 card dudley")
    kinds = [event.kind for event in events]
    assert kinds == ["discarded", "placed", "paid", "consumed", "stocked", "sold_cube", "sold_cube"]


@pytest.mark.rule("B-BUILD-01", "B-BUILD-04")
def test_an_overbuilt_tile_leaves_before_the_new_one_is_placed_and_paid() -> None:
    state = at(
        """
        hand A dudley dudley
        tile dudley.2 A iron.1 holds 4
        tile dudley.1 B coal.1 holds 2
        market iron 10
        """
    )
    events = play(state, "build iron dudley.2 card dudley")
    kinds = [event.kind for event in events]
    assert kinds == ["discarded", "replaced", "placed", "paid", "consumed", "stocked"]


@pytest.mark.rule("B-BUILD-01")
@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("build iron dudley.2 card coventry", "B-TURN-03"),  # no such card in hand
        ("build cotton dudley.2 card dudley", "B-SLOT-01"),  # no such space
        ("build iron walsall.1 card dudley", "B-CARD-01"),  # another town
        ("build iron dudley.2 card dudley coal market", "B-COAL-05"),  # no coal
    ],
)
def test_everything_is_verified_before_anything_happens(move: str, rule: str) -> None:
    assert refused(at("hand A dudley dudley"), move) == rule  # refused() asserts that nothing changed


@pytest.mark.rule("B-BUILD-02")
def test_the_card_goes_to_the_discards() -> None:
    state = at("hand A dudley coal")
    play(state, "build coal dudley.1 card coal")
    assert "discards coal\n" in state.to_position()
    assert state.hand_of(0) == ["dudley"]


@pytest.mark.rule("B-BUILD-02", "B-TURN-04", "BE-10")
@pytest.mark.parametrize(
    "move",
    [
        "build coal dudley.1 card wild_location",
        "loan 30 card wild_location",
        "pass card wild_location",
    ],
)
def test_a_wild_card_returns_to_its_stack(move: str) -> None:
    state = at("hand A dudley wild_location")
    play(state, move)
    assert state.hand_of(0) == ["dudley"]
    assert "discards" not in state.to_position()
    assert sum(state.discards) == 0


@pytest.mark.rule("B-BUILD-03")
@pytest.mark.parametrize(("gone", "built"), [(0, "coal.1"), (1, "coal.2"), (2, "coal.2"), (3, "coal.3")])
def test_only_the_lowest_tile_of_the_track_is_built(gone: int, built: str) -> None:
    state = at(
        f"""
        hand A dudley dudley
        mat A coal {gone}
        """
    )
    play(state, "build coal dudley.1 card dudley")
    assert tile(state, "dudley.1") == f"A {built}"


@pytest.mark.rule("B-BUILD-03")
def test_building_uses_up_the_tile_of_the_mat() -> None:
    state = at("hand A dudley coventry")
    assert lowest(state, 0, "coal") == 1
    play(state, "build coal dudley.1 card dudley")
    assert (lowest(state, 0, "coal"), lowest(state, 1, "coal")) == (2, 1)


@pytest.mark.rule("B-BUILD-03")
def test_an_empty_track_builds_nothing() -> None:
    state = at(
        """
        hand A dudley dudley
        mat A iron 4
        tile dudley.1 B coal.1 holds 2
        """
    )
    assert refused(state, "build iron dudley.2 card dudley coal dudley.1") == "B-BUILD-03"
    assert legal(state, "build iron") == set()


@pytest.mark.rule("B-BUILD-04", "B-OVER-02")
def test_the_new_tile_stands_unflipped_where_a_flipped_one_stood() -> None:
    state = at(
        """
        hand A worcester worcester
        mat A cotton 3
        tile worcester.1 A cotton.1 flipped
        tile dudley.1 B coal.1 holds 2
        links B kidderminster--dudley kidderminster--worcester
        """
    )
    play(state, "build cotton worcester.1 card worcester")
    assert (tile(state, "worcester.1"), flipped(state, "worcester.1")) == ("A cotton.2", False)
    assert state.income[0] == 10  # replacing is no flip


@pytest.mark.rule("B-BUILD-04")
def test_cubes_of_the_replaced_tile_go_to_the_supply() -> None:
    state = at(
        """
        hand A coalbrookdale*2
        tile coalbrookdale.3 A coal.1 holds 2
        links A coalbrookdale--shrewsbury
        market coal 14 iron 8
        """
    )
    play(state, "build coal coalbrookdale.3 card coalbrookdale")
    assert holds(state, "coalbrookdale.3") == 3  # a coal mine II's own, not 5
    assert state.market[0] == 14


# The printed costs: pounds, coal, iron, level by level; typed from the tiles.
COSTS = {
    "cotton": [(12, 0, 0), (14, 1, 0), (16, 1, 1), (18, 1, 1)],
    "manufacturer": [
        *[(8, 1, 0), (10, 0, 1), (12, 2, 0), (8, 0, 1)],
        *[(16, 1, 0), (20, 0, 0), (16, 1, 1), (20, 0, 2)],
    ],
    "pottery": [(17, 0, 1), (0, 1, 0), (22, 2, 0), (0, 1, 0), (24, 2, 0)],
    "coal": [(5, 0, 0), (7, 0, 0), (8, 0, 1), (10, 0, 1)],
    "iron": [(5, 1, 0), (7, 1, 0), (9, 1, 0), (12, 1, 0)],
    "brewery": [(5, 0, 1), (7, 0, 1), (9, 0, 1), (9, 0, 1)],
}
COUNTS = {
    "cotton": [3, 2, 3, 3],
    "manufacturer": [1, 2, 1, 1, 2, 1, 1, 2],
    "pottery": [1, 1, 1, 1, 1],
    "coal": [1, 2, 2, 2],
    "iron": [1, 1, 1, 1],
    "brewery": [2, 2, 2, 1],
}
CANAL_ONLY = {("cotton", 1), ("manufacturer", 1), ("coal", 1), ("iron", 1), ("brewery", 1)}
WHERE = {
    "cotton": "birmingham.1",
    "manufacturer": "birmingham.2",
    "pottery": "coventry.1",
    "coal": "coventry.2",
    "iron": "birmingham.3",
    "brewery": "nuneaton.1",
}


@pytest.mark.rule("B-BUILD-05", "BE-37")
@pytest.mark.parametrize(
    ("industry", "level", "cost"),
    [(name, level, cost) for name, costs in COSTS.items() for level, cost in enumerate(costs, 1)],
)
def test_a_build_costs_what_the_tile_being_built_prints(
    industry: str, level: int, cost: tuple[int, int, int]
) -> None:
    pounds, coal, iron = cost
    state = at(
        f"""
        hand A wild_location birmingham
        turn A 1
        mat A {industry} {sum(COUNTS[industry][: level - 1])}
        tile dudley.1 B coal.2 holds 3
        tile redditch.2 B iron.2 holds 4
        links B dudley--birmingham birmingham--coventry
        market coal 14 iron 10
        seat A pounds {pounds} spent 3
        """,
        era="canal" if (industry, level) in CANAL_ONLY else "rail",
    )
    if pounds:
        poor = at(state.to_position().split("\n", 3)[3].replace(f"seat A pounds {pounds}", "seat A pounds 0"))
        assert legal(poor, f"build {industry}") == set()
    play(state, f"build {industry} {WHERE[industry]} card wild_location")
    assert tile(state, WHERE[industry]) == f"A {industry}.{level}"
    assert state.pounds[0] == 0
    assert state.spent[0] == 3 + pounds
    assert holds(state, "dudley.1") == 3 - coal
    assert holds(state, "redditch.2") == 4 - iron


@pytest.mark.rule("B-BUILD-05", "BE-38")
def test_a_free_tile_is_built_with_no_money() -> None:
    text = """
        hand A coventry coventry
        mat A pottery 1
        tile coventry.2 B coal.1 holds {cubes}
        seat A pounds 0
    """
    state = at(text.format(cubes=1))
    play(state, "build pottery coventry.1 card coventry coal coventry.2")
    assert tile(state, "coventry.1") == "A pottery.2"
    assert (state.pounds[0], state.spent[0]) == (0, 0)
    dear = at(
        text.format(cubes=1).replace("holds 1", "flipped") + "links B birmingham--coventry birmingham--oxford"
    )
    assert refused(dear, "build pottery coventry.1 card coventry coal market") == "B-TURN-07"


@pytest.mark.rule("B-BUILD-06")
@pytest.mark.parametrize(
    ("industry", "gone", "cubes"),
    [
        ("coal", 0, 2),
        ("coal", 1, 3),
        ("coal", 3, 4),
        ("coal", 5, 5),
        ("iron", 0, 4),
        ("iron", 1, 4),
        ("iron", 2, 5),
        ("iron", 3, 6),
    ],
)
def test_mines_and_works_are_stocked_with_the_printed_cubes(industry: str, gone: int, cubes: int) -> None:
    state = at(
        f"""
        hand A coventry coventry
        mat A {industry} {gone}
        tile redditch.1 B coal.1 holds 2
        links B birmingham--oxford birmingham--coventry redditch--oxford
        market coal 14 iron 10
        seat A pounds 30
        """
    )
    where = {"coal": "coventry.2", "iron": "coventry.3"}[industry]
    play(state, f"build {industry} {where} card coventry")
    assert holds(state, where) == cubes


@pytest.mark.rule("B-BUILD-06", "BE-34")
@pytest.mark.parametrize(
    ("era", "gone", "barrels"),
    [("canal", 0, 1), ("canal", 2, 1), ("canal", 4, 1), ("rail", 2, 2), ("rail", 4, 2), ("rail", 6, 2)],
)
def test_the_era_decides_a_brewerys_barrels(era: str, gone: int, barrels: int) -> None:
    state = at(
        f"""
        hand A nuneaton coventry
        mat A brewery {gone}
        """,
        era=era,
    )
    play(state, "build brewery nuneaton.1 card nuneaton")
    assert holds(state, "nuneaton.1") == barrels


@pytest.mark.rule("B-BUILD-07", "B-TURN-07", "BE-31")
@pytest.mark.parametrize(("pounds", "fine"), [(8, False), (9, True)])
def test_a_tile_cannot_pay_for_itself(pounds: int, fine: bool) -> None:
    state = at(
        f"""
        hand A dudley dudley
        mat A iron 2
        tile dudley.1 B coal.1 holds 2
        market iron 5
        seat A pounds {pounds}
        """
    )
    move = "build iron dudley.2 card dudley coal dudley.1"
    if not fine:
        assert refused(state, move) == "B-TURN-07"
        return
    events = play(state, move)
    assert [values[-1] for values in seen(events, "sold_cube")] == [3, 2, 2, 1, 1]
    assert (state.pounds[0], state.spent[0]) == (9, 9)


@pytest.mark.rule("B-BUILD-08", "BE-32")
def test_a_tile_never_supplies_its_own_cost() -> None:
    state = at(
        """
        hand A dudley dudley
        tile dudley.2 A iron.1 holds 4
        links A dudley--birmingham birmingham--oxford
        """
    )
    assert reason(state, "build iron dudley.2 card dudley coal dudley.2") == "source_empty"
    assert legal(state, "build iron") == {"build iron dudley.2 card dudley coal market"}
    mine = at(
        """
        hand A dudley dudley
        tile dudley.1 A coal.2 holds 3
        mat A coal 3
        """
    )
    assert refused(mine, "build coal dudley.1 card dudley iron dudley.1") == "B-DEF-07"
    assert legal(mine, "build coal") == {"build coal dudley.1 card dudley iron market"}


@pytest.mark.rule("B-BUILD-09", "BE-16")
def test_a_location_card_does_not_bring_coal() -> None:
    text = """
        hand A leek leek
        mat A cotton 3
        tile coventry.2 B coal.1 holds 2
    """
    state = at(text, players=3)
    assert refused(state, "build cotton leek.1 card leek coal coventry.2") == "B-COAL-05"
    assert legal(state, "build cotton") == set()
    play(state, "build coal leek.2 card leek")  # out of any network, but it needs no coal
    assert tile(state, "leek.2") == "A coal.1"
    linked = at(text + "links B stoke_on_trent--leek warrington--stoke_on_trent", players=3)
    assert legal(linked, "build cotton leek.1") == {"build cotton leek.1 card leek coal market"}


@pytest.mark.rule("B-BUILD-09")
def test_an_industry_card_in_the_network_does_not_bring_coal_either() -> None:
    state = at(
        """
        hand A iron iron
        tile dudley.1 B coal.1 holds 2
        links A coalbrookdale--kidderminster
        """
    )
    assert refused(state, "build iron coalbrookdale.2 card iron coal dudley.1") == "B-COAL-05"


@pytest.mark.rule("BE-35", "B-ERA-07")
def test_a_canal_brewery_is_not_topped_up() -> None:
    state = late(
        """
        hand A birmingham
        turn A 1
        tile nuneaton.1 A brewery.2 holds 1
        """
    )
    play(state, "pass card birmingham")
    assert (state.era, holds(state, "nuneaton.1")) == (1, 1)
    assert state.tile[slot(state, "nuneaton.1")] >= 0
