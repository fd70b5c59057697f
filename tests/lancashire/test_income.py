"""L-06, L18-10, LD-06, LX-09, LX-24: income, and what happens when it cannot be paid."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.lancashire.table import NEW, OLD, both, end_era, end_round, kinds, on, told, undealt
from tests.support import legal, play, refused, seen, tile


@pytest.mark.rule("L-06")
@pytest.mark.parametrize(
    ("space", "pounds"),
    [(0, 20), (9, 29), (10, 30), (11, 31), (12, 31), (30, 40), (31, 41), (60, 50), (61, 51)],
)
@both
def test_income_is_the_level_of_the_space(ruleset: str, space: int, pounds: int) -> None:
    state, _ = end_round(f"seat B income {space}", ruleset)
    assert (state.pounds[1], state.income[1]) == (pounds, space)


@pytest.mark.rule("L-06")
@pytest.mark.parametrize("space", [97, 98, 99])
def test_income_never_exceeds_thirty(space: int) -> None:
    state, _ = end_round(f"seat B income {space}")
    assert state.pounds[1] == 60


@pytest.mark.rule("L-06", "LX-16")
def test_the_track_ends_at_space_ninety_nine() -> None:
    state = on("""
        hand A manchester bolton
        seat B income 98
        seat A income 97
        tile warrington_runcorn.1 A cotton.1
        tile warrington_runcorn.2 B port.1
        """)
    play(state, "sell warrington_runcorn.1 port warrington_runcorn.2 card bolton")
    assert (state.income[0], state.income[1]) == (99, 99)
    with pytest.raises(gj.PositionError, match="ends at space 99"):
        on("seat A income 100")


DEBT = """
    seat B pounds 2 income 5 spent 4
    tile bury.1 B cotton.1 flipped
    tile preston.1 B port.2
    tile wigan.1 B coal.1 holds 2
    tile colne.1 C cotton.1
    links B preston--wigan
"""


@pytest.mark.rule("L-06", "LE-58", "L18-10")
@both
def test_tiles_pay_for_a_shortfall_at_half_cost_rounded_down(ruleset: str) -> None:
    """Income −5 and £2 in cash: £3 are owed. The mill (£12) gives 6, the port (£7) 3, the mine (£5) 2."""
    state, events = end_round(DEBT, ruleset, 3)
    assert seen(events, "fell_short") == [(1, 3)]
    assert state.to_act == 1
    assert legal(state) == {"liquidate bury.1", "liquidate preston.1", "liquidate wigan.1"}
    exact = state.copy()
    play(exact, "liquidate preston.1")
    assert (exact.pounds[1], tile(exact, "preston.1")) == (0, "")
    richer = state.copy()
    play(richer, "liquidate bury.1")
    assert (richer.pounds[1], richer.income[1], richer.vp[1]) == (3, 5, 0)
    assert tile(richer, "wigan.1") == "B coal.1"
    assert richer.to_act == 0, "the debt is covered, so no more tiles go"


@pytest.mark.rule("L-06")
def test_several_tiles_may_have_to_go() -> None:
    state, _ = end_round(DEBT)
    events = play(state, "liquidate wigan.1")
    assert seen(events, "income_moved") == []
    assert legal(state) == {"liquidate bury.1", "liquidate preston.1"}
    play(state, "liquidate preston.1")
    assert (state.pounds[1], tile(state, "bury.1")) == (2, "B cotton.1")


@pytest.mark.rule("L-06")
def test_never_links_nor_other_peoples_tiles() -> None:
    state, _ = end_round(DEBT)
    assert refused(state, "liquidate colne.1") == "L-06"
    play(state, "liquidate preston.1")
    assert told(state, "links") == ["links B preston--wigan"]


@pytest.mark.rule("L-06")
def test_a_sold_tile_leaves_the_game_with_its_cubes() -> None:
    state, _ = end_round(DEBT)
    play(state, "liquidate wigan.1", "liquidate preston.1")
    assert told(state, "mat B") == ["mat B cotton 1 port 3 coal 1"]
    assert told(state, "market") == ["market coal 8 iron 8"]


@pytest.mark.rule("L-06")
def test_never_voluntarily() -> None:
    state = on("tile bury.1 A cotton.1\nseat A pounds 0 income 0")
    assert refused(state, "liquidate bury.1") == "L-08"
    state, events = end_round("seat B pounds 5 income 5\ntile bury.1 B cotton.1")
    assert seen(events, "fell_short") == []
    assert (state.pounds[1], tile(state, "bury.1")) == (0, "B cotton.1")


@pytest.mark.rule("L-06", "LX-19")
def test_paying_income_is_not_spending() -> None:
    """C spent £4; B, who then pays £10 of income, spent nothing and stays before C for another round."""
    state, _ = end_round("order C B A\nseat B income 0\nseat C spent 4", cards=3)
    assert told(state, "order") == ["order B A C"]
    assert (state.pounds[1], state.spent[1]) == (20, 0)


@pytest.mark.rule("L-06")
@both
def test_debtors_settle_in_the_new_turn_order(ruleset: str) -> None:
    state, events = end_round(
        """
        order B C A
        seat B pounds 0 income 9 spent 5
        seat C pounds 0 income 9
        tile bury.1 B cotton.1
        tile bolton.1 C cotton.1
        """,
        ruleset,
        3,
    )
    assert [seat for seat, *_ in seen(events, "liquidated")] == [2, 1]
    assert list(state.pounds)[1:] == [5, 5]


@pytest.mark.rule("LD-06", "LX-09", "LE-59", "L-06", "L18-10")
@pytest.mark.parametrize(("points", "left"), [(20, 14), (6, 0), (3, 0), (0, 0)])
@both
def test_without_tiles_debt_costs_points(ruleset: str, points: int, left: int) -> None:
    """Income −10, £1 in cash, and a mine worth £3: £6 are still owed."""
    text = f"seat B pounds 1 income 0 vp {points}\ntile wigan.1 B coal.2 holds 2"
    state, _ = end_round(text, ruleset, era="rail")
    assert (state.vp[1], state.pounds[1], tile(state, "wigan.1")) == (left, 0, "")
    assert state.to_act == 0


@pytest.mark.rule("LD-06", "LX-09")
def test_points_only_when_no_tile_is_left() -> None:
    state, _ = end_round("seat B pounds 0 income 9 vp 20\ntile preston.1 B port.2", era="rail")
    assert (state.vp[1], state.pounds[1]) == (20, 2)


# -- income and the change of period --------------------------------------------------------------------


@pytest.mark.rule("LX-24")
def test_the_very_first_income_of_2007_is_nothing() -> None:
    state = undealt(OLD, 3)
    events = state.settle_chance(gj.Rng(1))
    assert [amount for _, amount in seen(events, "income_paid")] == [0, 0, 0]
    assert list(state.pounds) == [30, 30, 30]


CHANGE = """
    seat B pounds 0 income 8
    tile bury.1 B cotton.1 flipped
    links C bury--manchester
"""


@pytest.mark.rule("LX-24", "L-36")
def test_income_at_the_period_change_in_2007() -> None:
    """The mill scores 3 and gives C's canal its ring, then leaves; the debt of £2 costs fresh points."""
    state, events = end_era(CHANGE)
    assert seen(events, "income_paid") == []
    events += state.settle_chance(gj.Rng(1))
    course = kinds(events, "scored_link", "scored_tile", "removed", "income_paid", "forfeited", "turn_began")
    assert course[:4] == ["scored_link", "scored_tile", "removed", "income_paid"]
    assert [amount for _, amount in seen(events, "forfeited")] == [2]
    assert (state.vp[1], state.vp[2], state.pounds[1]) == (1, 1, 0)


@pytest.mark.rule("LX-24", "L18-04")
def test_income_at_the_period_change_in_2018() -> None:
    """The mill is sold for £6 before scoring: no points, no ring for C's canal."""
    state, events = end_era(CHANGE, NEW, 3)
    assert [amount for *_, amount in seen(events, "liquidated")] == [6]
    assert (state.vp[1], state.vp[2], state.pounds[1]) == (0, 0, 4)
    events += state.settle_chance(gj.Rng(1))
    assert len(seen(events, "income_paid")) == 3, "once, not again when the Rail era begins"
