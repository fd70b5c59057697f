"""Develop: B-DEV."""

from __future__ import annotations

import pytest

from tests.support import at, holds, legal, lowest, play, refused, seen, units

MORE = 1


@pytest.mark.rule("B-DEV-01")
def test_one_tile_costs_a_card_and_an_iron() -> None:
    state = at("hand A leek wild_industry\ntile dudley.2 B iron.1 holds 3", players=3)
    play(state, "develop cotton card wild_industry", "stop")
    assert state.hand_of(0) == ["leek"]
    assert (holds(state, "dudley.2"), state.spent[0], state.actions_left) == (2, 0, 1)


@pytest.mark.rule("B-DEV-01", "B-DEV-05")
def test_two_tiles_cost_one_card_and_two_iron() -> None:
    state = at("tile dudley.2 B iron.1 holds 3")
    events = play(state, "develop cotton card birmingham", "develop coal")
    assert len(seen(events, "discarded")) == 1
    assert [event.kind for event in events if event.kind != "discarded"] == ["developed", "consumed"] * 2
    assert (holds(state, "dudley.2"), state.actions_left) == (1, 1)
    assert (lowest(state, 0, "coal"), lowest(state, 1, "coal")) == (2, 1)


@pytest.mark.rule("B-DEV-01")
def test_market_iron_is_bought_tile_by_tile() -> None:
    state = at("market iron 7")  # £2 for the next, then £3
    play(state, "develop cotton card birmingham", "develop coal")
    assert state.spent[0] == 2 + 3


@pytest.mark.rule("B-DEV-01")
def test_two_is_the_most() -> None:
    state = at("tile dudley.2 B iron.1 holds 4")
    play(state, "develop cotton card birmingham", "develop cotton")
    assert (state.decision, state.actions_left) == (0, 1)  # a third is another action, with its card
    assert legal(state, "develop cotton") == {"develop cotton card birmingham iron dudley.2"}


@pytest.mark.rule("B-DEV-02", "BE-130")
def test_both_tiles_may_come_from_one_track_lowest_first() -> None:
    state = at("")
    events = play(state, "develop coal card birmingham", "develop coal")
    gone = [state.rules.tiles.kinds[values[1]].level for values in seen(events, "developed")]
    assert gone == [1, 2]
    assert state.mat[state.rules.board.industries.index("coal")] == 2
    assert lowest(state, 0, "coal") == 2  # the second coal mine II


@pytest.mark.rule("B-DEV-02")
def test_an_empty_track_has_nothing_to_develop() -> None:
    state = at("mat A iron 3")
    play(state, "develop iron card birmingham")
    assert refused(state, "develop iron iron market") == "B-DEV-02"
    assert units(state) == {
        *(f"develop {name} iron market" for name in ("cotton", "manufacturer", "coal", "brewery")),
        "stop",
    }


@pytest.mark.rule("B-DEV-03", "BE-131")
@pytest.mark.parametrize(("gone", "fine"), [(0, False), (1, True), (2, False), (3, True), (4, True)])
def test_pottery_one_and_three_bar_their_track(gone: int, fine: bool) -> None:
    state = at(f"mat A pottery {gone}")
    move = "develop pottery card birmingham iron market"
    if fine:
        play(state, move)
        assert lowest(state, 0, "pottery") == (gone + 2 if gone < 4 else 0)
    else:
        assert refused(state, move) == "B-DEV-03"
        assert legal(state, "develop pottery") == set()


@pytest.mark.rule("B-DEV-03")
def test_a_lightbulb_reached_in_the_same_action_bars_the_second_tile() -> None:
    state = at("mat A pottery 1")
    play(state, "develop pottery card birmingham")
    assert refused(state, "develop pottery iron market") == "B-DEV-03"


@pytest.mark.rule("B-DEV-04")
@pytest.mark.parametrize(
    ("era", "mat", "industry"),
    [
        ("rail", "cotton 0", "cotton"),
        ("rail", "brewery 0", "brewery"),
        ("canal", "brewery 6", "brewery"),
        ("canal", "pottery 4", "pottery"),
    ],
)
def test_era_marks_do_not_matter(era: str, mat: str, industry: str) -> None:
    state = at(f"mat A {mat}", era=era)
    assert f"develop {industry} iron market" in units(state)


@pytest.mark.rule("B-DEV-05")
def test_a_mat_with_nothing_to_develop_cannot_develop() -> None:
    state = at("mat A cotton 11 manufacturer 11 coal 7 iron 4 brewery 7")  # pottery I is left
    assert legal(state, "develop") == set()
    assert "stop" not in legal(state)  # and no develop of none
    last = at("mat A cotton 10 manufacturer 11 coal 7 iron 4 brewery 7")
    play(last, "develop cotton card birmingham")
    assert (last.decision, last.actions_left) == (0, 1)  # no second tile, so no question


@pytest.mark.rule("BE-133", "B-DEV-01")
def test_iron_too_dear_bars_the_action() -> None:
    state = at("seat A pounds 1")
    assert refused(state, "develop cotton card birmingham iron market") == "B-TURN-07"
    assert legal(state, "develop") == set()
    play(at("seat A pounds 2"), "develop cotton card birmingham iron market")
    one = at("seat A pounds 3")
    play(one, "develop cotton card birmingham iron market")
    assert one.decision != MORE  # £1 is left, the next cube is £2
