"""The Network action: B-LINK."""

from __future__ import annotations

import pytest

from tests.support import at, flipped, holds, legal, play, reason, refused, seen, units

MORE = 1  # the decision after the first of two rails


@pytest.mark.rule("B-LINK-01", "BE-17")
@pytest.mark.parametrize("card", ["leek", "brewery", "wild_location"])
def test_any_card_pays_for_a_link(card: str) -> None:
    state = at(f"hand A {card} walsall\ntile dudley.1 A coal.1 holds 2", players=3)
    play(state, f"link dudley--birmingham card {card}")
    assert state.hand_of(0) == ["walsall"]


@pytest.mark.rule("B-LINK-02")
def test_a_link_touches_the_own_network() -> None:
    state = at("tile redditch.2 A iron.1 flipped\nlinks A birmingham--oxford")
    assert units(state, "link") == {
        *("link redditch--oxford", "link gloucester--redditch"),
        *("link tamworth--birmingham", "link walsall--birmingham", "link dudley--birmingham"),
        *("link birmingham--coventry", "link birmingham--worcester"),
    }
    assert refused(state, "link derby--nottingham card birmingham") == "B-LINK-02"


@pytest.mark.rule("B-LINK-02")
@pytest.mark.parametrize(
    ("era", "line"),
    [
        ("canal", "birmingham--nuneaton"),
        ("canal", "nuneaton--coventry"),
        ("rail", "walsall--burton_on_trent"),
    ],
)
def test_a_line_belongs_to_its_eras(era: str, line: str) -> None:
    state = at("links A birmingham--coventry walsall--birmingham", era=era)
    assert refused(state, f"link {line} card birmingham coal market") == "B-LINK-02"
    assert reason(state, f"link {line} card birmingham coal market") == "line_wrong_era"
    text = "links A birmingham--coventry walsall--birmingham birmingham--oxford"
    if era == "canal":
        play(at(text, era="rail"), f"link {line} card birmingham coal market")
    else:
        play(at(text), f"link {line} card birmingham")


@pytest.mark.rule("B-LINK-02", "B-NET-05", "BE-128")
def test_a_rivals_link_is_no_network() -> None:
    state = at("links A derby--nottingham\nlinks B birmingham--oxford")
    assert refused(state, "link redditch--oxford card birmingham") == "B-LINK-02"


@pytest.mark.rule("BE-127", "B-NET-03")
def test_a_link_goes_on_from_a_merchant_location() -> None:
    state = at("links A birmingham--oxford")
    play(state, "link redditch--oxford card birmingham")


@pytest.mark.rule("B-LINK-03")
def test_a_canal_costs_three_pounds_and_is_one() -> None:
    state = at(
        """
        tile dudley.1 A coal.1 holds 2
        tile walsall.2 A brewery.1 holds 1
        seat A pounds 20
        """
    )
    events = play(state, "link dudley--birmingham card birmingham")
    assert [event.kind for event in events] == ["discarded", "laid", "paid"]
    assert (state.pounds[0], state.spent[0]) == (17, 3)
    assert (state.decision, state.actions_left) == (0, 1)  # the action is over: no second canal
    assert (holds(state, "dudley.1"), holds(state, "walsall.2")) == (2, 1)
    assert refused(at("seat A pounds 2"), "link dudley--birmingham card birmingham") == "B-TURN-07"
    exact = at("seat A pounds 3")
    play(exact, "link dudley--birmingham card birmingham")


@pytest.mark.rule("B-LINK-03", "B-LINK-04")
@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("link dudley--birmingham card birmingham coal dudley.1", "B-COAL-01"),
        ("link dudley--birmingham card birmingham beer walsall.2", "B-LINK-04"),
    ],
)
def test_a_canal_takes_no_coal_and_no_beer(move: str, rule: str) -> None:
    state = at("tile dudley.1 A coal.1 holds 2\ntile walsall.2 A brewery.1 holds 1")
    assert refused(state, move) == rule


RAILS = """
    tile dudley.1 A coal.2 holds 3
    tile walsall.2 A brewery.2 holds 2
    seat A pounds 17
"""


@pytest.mark.rule("B-LINK-04")
def test_one_rail_costs_five_pounds_and_a_coal() -> None:
    state = at(RAILS, era="rail")
    play(state, "link dudley--birmingham card birmingham", "stop")
    assert (state.pounds[0], state.spent[0], state.actions_left) == (12, 5, 1)
    assert (holds(state, "dudley.1"), holds(state, "walsall.2")) == (2, 2)
    poor = at(RAILS.replace("17", "4"), era="rail")
    assert refused(poor, "link dudley--birmingham card birmingham coal dudley.1") == "B-TURN-07"


@pytest.mark.rule("B-LINK-04", "B-LINK-05")
def test_two_rails_cost_fifteen_pounds_two_coal_and_a_beer_one_after_the_other() -> None:
    state = at(RAILS, era="rail")
    events = play(
        state,
        "link dudley--birmingham card birmingham",
        "link birmingham--coventry coal dudley.1 beer walsall.2",
    )
    kinds = [event.kind for event in events]
    assert kinds == ["discarded", *["laid", "paid", "consumed"] * 2, "consumed"]
    assert [values[1] for values in seen(events, "consumed")] == [0, 0, 2]  # coal, coal, beer
    assert (state.pounds[0], state.spent[0]) == (2, 15)
    assert (holds(state, "dudley.1"), holds(state, "walsall.2")) == (1, 1)
    assert state.hand_of(0) == ["birmingham"]  # one card for both
    assert (state.decision, state.actions_left) == (0, 1)


@pytest.mark.rule("B-LINK-05")
def test_the_first_rails_coal_can_empty_the_mine_for_the_second() -> None:
    state = at(RAILS.replace("holds 3", "holds 1") + "links B birmingham--oxford", era="rail")
    play(state, "link dudley--birmingham card birmingham")
    assert flipped(state, "dudley.1")
    assert units(state, "link birmingham--coventry") == {
        "link birmingham--coventry coal market beer walsall.2"
    }
    play(state, "link birmingham--coventry")
    assert state.spent[0] == 15 + 1


@pytest.mark.rule("B-LINK-06", "BE-113")
def test_the_second_rail_may_start_from_the_first() -> None:
    state = at(RAILS, era="rail")
    assert refused(state, "link tamworth--nuneaton card birmingham coal dudley.1") == "B-LINK-02"
    play(state, "link dudley--birmingham card birmingham", "link tamworth--birmingham")


@pytest.mark.rule("B-LINK-06", "B-LINK-05", "BE-115", "BE-116")
def test_coal_may_come_through_the_first_rail_but_not_through_the_second() -> None:
    state = at(
        """
        links A coalbrookdale--kidderminster
        tile farm_brewery_north.1 A brewery.2 holds 2
        tile dudley.1 B coal.2 holds 3
        """,
        era="rail",
    )
    # Kidderminster-Worcester finds its coal only through Kidderminster-Dudley, so that goes first.
    assert refused(state, "link kidderminster--worcester card birmingham coal dudley.1") == "B-COAL-05"
    play(state, "link kidderminster--dudley card birmingham coal dudley.1")
    play(state, "link kidderminster--worcester coal dudley.1 beer farm_brewery_north.1")
    assert holds(state, "dudley.1") == 1


@pytest.mark.rule("B-LINK-06", "BE-118")
def test_beer_may_come_through_both_new_rails() -> None:
    state = at(
        """
        tile dudley.1 A coal.2 holds 3
        tile walsall.2 B brewery.2 holds 2
        """,
        era="rail",
    )
    play(state, "link wolverhampton--dudley card birmingham")
    assert refused(state, "link kidderminster--dudley coal dudley.1 beer walsall.2") == "B-BEER-01"
    play(state, "link walsall--wolverhampton coal dudley.1 beer walsall.2")
    assert (holds(state, "walsall.2"), holds(state, "dudley.1")) == (1, 1)


@pytest.mark.rule("B-LINK-07", "BE-112")
def test_the_two_rails_need_not_touch() -> None:
    state = at(RAILS + "tile cannock.2 A coal.2 holds 3", era="rail")
    play(state, "link dudley--birmingham card birmingham", "link cannock--stafford coal cannock.2")
    assert (holds(state, "dudley.1"), holds(state, "cannock.2")) == (2, 2)


@pytest.mark.rule("B-LINK-08")
def test_beer_for_two_rails_is_the_own_anywhere_or_a_connected_rivals() -> None:
    state = at(
        """
        tile dudley.1 A coal.2 holds 3
        tile stone.1 A brewery.2 holds 2
        tile walsall.2 B brewery.2 holds 1
        tile derby.1 B brewery.2 holds 1
        """,
        era="rail",
    )
    play(state, "link dudley--birmingham card birmingham")
    assert units(state, "link walsall--birmingham") == {
        "link walsall--birmingham coal dudley.1 beer stone.1",  # own, not connected
        "link walsall--birmingham coal dudley.1 beer walsall.2",  # a rival's at the end of the second
    }
    assert refused(state, "link walsall--birmingham coal dudley.1 beer derby.1") == "B-BEER-03"
    assert units(state, "link tamworth--birmingham") == {
        "link tamworth--birmingham coal dudley.1 beer stone.1"
    }


@pytest.mark.rule("B-LINK-08", "B-BEER-06", "BE-119")
def test_a_merchant_barrel_never_pays_for_rails() -> None:
    text = "merchant oxford.1 cotton barrel\n"
    state = at(text + RAILS, era="rail")
    play(state, "link dudley--birmingham card birmingham")
    assert refused(state, "link birmingham--oxford coal dudley.1 beer barrel") == "B-BEER-06"
    none = at(text + RAILS.replace("    tile walsall.2 A brewery.2 holds 2\n", ""), era="rail")
    play(none, "link dudley--birmingham card birmingham")
    assert none.decision != MORE  # no beer but the barrel: no second rail


@pytest.mark.rule("B-LINK-09", "BE-125")
def test_with_an_empty_board_the_second_rail_starts_from_the_first() -> None:
    state = at(
        """
        tile walsall.2 B brewery.2 holds 2
        tile dudley.1 B coal.2 holds 3
        links B walsall--wolverhampton wolverhampton--dudley
        """,
        era="rail",
    )
    assert "link derby--nottingham coal market" in units(state)
    play(state, "link kidderminster--dudley card birmingham")
    assert refused(state, "link walsall--birmingham coal dudley.1 beer walsall.2") == "B-LINK-02"
    assert units(state, "link") == {
        f"link {line} coal dudley.1 beer walsall.2"
        for line in ("dudley--birmingham", "coalbrookdale--kidderminster", "kidderminster--worcester")
    }


@pytest.mark.rule("B-LINK-10")
@pytest.mark.parametrize("owner", ["A", "B"])
def test_one_link_a_line(owner: str) -> None:
    state = at(f"tile dudley.1 A coal.1 holds 2\nlinks {owner} dudley--birmingham")
    assert refused(state, "link dudley--birmingham card birmingham") == "B-LINK-10"


@pytest.mark.rule("B-LINK-10")
def test_the_second_rail_may_not_repeat_the_first() -> None:
    state = at(RAILS, era="rail")
    play(state, "link dudley--birmingham card birmingham")
    assert refused(state, "link dudley--birmingham coal dudley.1 beer walsall.2") == "B-LINK-10"


@pytest.mark.rule("B-LINK-11", "B-INFO-03")
def test_after_the_first_rail_the_actor_stops_or_goes_on() -> None:
    state = at(RAILS, era="rail")
    play(state, "link dudley--birmingham card birmingham")
    assert (state.decision, state.to_act, state.actions_left) == (MORE, 0, 2)
    assert "stop" in legal(state)
    assert all(move.startswith(("link", "stop")) for move in legal(state))
    play(state, "stop")
    assert (state.spent[0], state.actions_left, holds(state, "walsall.2")) == (5, 1, 2)


@pytest.mark.rule("B-LINK-11")
@pytest.mark.parametrize(
    ("change", "to"),
    [
        ("pounds 17", "pounds 14"),  # £10 more are not there
        ("holds 3", "holds 1"),  # no coal for a second, no merchant connected
        ("brewery.2 holds 2", "brewery.2 flipped"),  # no beer
    ],
)
def test_a_second_rail_that_cannot_be_completed_is_not_offered(change: str, to: str) -> None:
    state = at(RAILS.replace(change, to), era="rail")
    play(state, "link wolverhampton--dudley card birmingham")  # the single is legal all the same
    assert (state.decision, state.actions_left, state.spent[0]) == (0, 1, 5)


@pytest.mark.rule("B-LINK-11")
def test_exactly_fifteen_pounds_buy_two_rails() -> None:
    state = at(RAILS.replace("pounds 17", "pounds 15"), era="rail")
    play(state, "link dudley--birmingham card birmingham", "link kidderminster--dudley")
    assert state.pounds[0] == 0


@pytest.mark.rule("B-LINK-04")
def test_two_rails_are_the_most() -> None:
    state = at(RAILS.replace("pounds 17", "pounds 90"), era="rail")
    play(state, "link dudley--birmingham card birmingham", "link kidderminster--dudley")
    assert (state.decision, state.actions_left) == (0, 1)
    assert all("card birmingham" in move for move in legal(state, "link"))  # a third is another action


@pytest.mark.rule("BE-121", "BE-122", "B-COMP-02")
@pytest.mark.parametrize(("laid", "rails"), [(12, 2), (13, 1), (14, 0)])
def test_fourteen_links_are_all_there_are(laid: int, rails: int) -> None:
    lines = [
        *("stoke_on_trent--leek", "belper--derby", "derby--burton_on_trent", "stone--burton_on_trent"),
        *("stone--stoke_on_trent", "stone--stafford", "stafford--cannock", "cannock--wolverhampton"),
        *("cannock--walsall", "walsall--wolverhampton", "walsall--birmingham", "tamworth--birmingham"),
        *("tamworth--nuneaton", "birmingham--coventry"),
    ]
    state = at(f"links A {' '.join(lines[:laid])}\n" + RAILS.replace("17", "90"), era="rail")
    if rails == 0:
        assert refused(state, "link dudley--birmingham card birmingham coal dudley.1") == "B-COMP-02"
        return
    play(state, "link dudley--birmingham card birmingham coal dudley.1")
    assert (state.decision == MORE) == (rails == 2)
