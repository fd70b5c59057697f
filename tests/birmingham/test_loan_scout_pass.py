"""Loan, Scout, Pass: B-LOAN, B-SCOUT, B-PASS."""

from __future__ import annotations

import pytest

from tests.support import at, late, legal, play, refused, seen, units

LANDING = [
    *[(3, 0), (10, 7), (11, 8), (12, 8), (14, 9), (17, 12), (20, 14), (30, 24), (31, 26), (33, 26)],
    *[(34, 28), (40, 33), (61, 54), (73, 64), (97, 88), (99, 88)],
]


@pytest.mark.rule("B-VEC-01", "B-LOAN-01", "BE-134")
@pytest.mark.parametrize(("before", "after"), LANDING)
def test_where_a_loan_lands(before: int, after: int) -> None:
    state = at(f"seat A pounds 2 income {before}")
    play(state, "loan 30 card birmingham")
    assert state.income[0] == after
    assert state.pounds[0] == 32


@pytest.mark.rule("B-LOAN-01")
@pytest.mark.parametrize("space", range(3, 100))
def test_a_loan_costs_exactly_three_levels_to_the_top_of_the_level(space: int) -> None:
    state = at(f"seat A income {space}")
    before = state.level(0)
    play(state, "loan 30 card birmingham")
    assert state.level(0) == before - 3
    state.income[0] += 1
    assert state.level(0) == before - 2  # the next space belongs to the next level


@pytest.mark.rule("B-LOAN-01", "B-DEF-10", "BE-19")
def test_a_loan_takes_any_card_and_is_not_spent() -> None:
    state = at("hand A coal dudley\nseat A pounds 0")
    play(state, "loan 30 card coal")
    assert (state.pounds[0], state.spent[0], state.hand_of(0)) == (30, 0, ["dudley"])
    play(state, "build coal dudley.1 card dudley")
    assert (state.pounds[0], state.spent[0]) == (25, 5)


@pytest.mark.rule("B-LOAN-02", "B-VEC-01")
@pytest.mark.parametrize("space", [0, 1, 2])
def test_no_loan_below_level_minus_seven(space: int) -> None:
    state = at(f"seat A income {space}")
    assert refused(state, "loan 30 card birmingham") == "B-LOAN-02"
    assert legal(state, "loan") == set()


@pytest.mark.rule("B-LOAN-02")
def test_there_is_one_loan_of_thirty_pounds() -> None:
    assert units(at(""), "loan") == {"loan 30"}


@pytest.mark.rule("B-LOAN-03")
def test_loans_go_on_to_the_last_action_of_the_game() -> None:
    state = late("turn A 2\nhand A birmingham coventry\nseat A income 99", era="rail", round=10)
    play(state, "loan 30 card birmingham", "loan 30 card coventry")
    assert state.is_over
    assert (state.pounds[0], state.income[0]) == (77, 76)  # level 30 to 27 to 24; nothing is paid back


@pytest.mark.rule("B-LOAN-03")
def test_the_number_of_loans_is_not_limited() -> None:
    state = late(
        """
        turn B 1
        hand A birmingham*2
        hand B coventry
        seat A pounds 0 income 40
        """
    )
    play(state, "pass card coventry")  # A is paid £14 and has two actions
    play(state, "loan 30 card birmingham", "loan 30 card birmingham")
    assert (state.income[0], state.level(0)) == (26, 8)
    assert state.pounds[0] == 14 + 60 + 8  # the round's income is that of the new level


HAND = "hand A birmingham*2 coal dudley"


@pytest.mark.rule("B-SCOUT-01")
def test_scout_trades_three_cards_for_both_wilds() -> None:
    state = at(HAND)
    events = play(state, "scout cards birmingham coal dudley")
    assert sorted(state.hand_of(0)) == ["birmingham", "wild_industry", "wild_location"]
    assert len(seen(events, "discarded")) == 3
    assert "discards dudley birmingham coal\n" in state.to_position()
    assert state.actions_left == 1


@pytest.mark.rule("B-SCOUT-01")
def test_scout_may_discard_equal_cards() -> None:
    state = at(HAND)
    assert legal(state, "scout") == {
        "scout cards dudley birmingham birmingham",
        "scout cards dudley birmingham coal",
        "scout cards birmingham birmingham coal",
    }


@pytest.mark.rule("B-SCOUT-02", "BE-07", "BE-13")
@pytest.mark.parametrize("wild", ["wild_location", "wild_industry"])
def test_no_scout_while_holding_a_wild(wild: str) -> None:
    state = at(f"{HAND} {wild}")
    assert refused(state, "scout cards birmingham coal dudley") == "B-SCOUT-02"
    assert refused(state, f"scout cards birmingham coal {wild}") == "B-SCOUT-02"
    assert legal(state, "scout") == set()


@pytest.mark.rule("B-SCOUT-01", "BE-13")
@pytest.mark.parametrize("cards", ["coal coal dudley", "birmingham coal coventry"])
def test_scout_needs_the_cards_it_names(cards: str) -> None:
    assert refused(at(HAND), f"scout cards {cards}") == "B-TURN-03"


@pytest.mark.rule("B-SCOUT-03")
def test_scout_needs_three_cards() -> None:
    state = at("hand A birmingham*2")
    assert refused(state, "scout cards birmingham birmingham birmingham") == "B-SCOUT-03"
    assert legal(state, "scout") == set()
    three = at("hand A birmingham*2 coal")
    play(three, "scout cards birmingham birmingham coal")
    assert sorted(three.hand_of(0)) == ["wild_industry", "wild_location"]


@pytest.mark.rule("B-SCOUT-03")
def test_scout_leaves_cards_for_the_second_action_only_from_the_wilds() -> None:
    state = late("hand A birmingham*2 coal dudley\nhand B coventry*2 walsall cannock", round=9)
    play(state, "scout cards birmingham birmingham coal", "pass card wild_location")
    assert sorted(state.hand_of(0)) == ["dudley", "wild_industry"]  # as many as by two passes


@pytest.mark.rule("B-SCOUT-04", "BE-08")
def test_a_wild_played_first_frees_the_player_to_scout() -> None:
    state = at(f"{HAND} wild_location")
    play(state, "build coal cannock.2 card wild_location")
    play(state, "scout cards birmingham coal dudley")
    assert sorted(state.hand_of(0)) == ["birmingham", "wild_industry", "wild_location"]


@pytest.mark.rule("B-SCOUT-04")
def test_but_not_while_the_other_wild_is_held() -> None:
    state = at(f"{HAND} wild_location wild_industry")
    play(state, "build coal cannock.2 card wild_location")
    assert refused(state, "scout cards birmingham coal dudley") == "B-SCOUT-02"


@pytest.mark.rule("B-PASS-01")
def test_a_pass_discards_one_card_and_does_nothing() -> None:
    state = at("hand A birmingham coal")
    events = play(state, "pass card coal")
    assert [event.kind for event in events] == ["discarded", "passed"]
    assert (state.hand_of(0), state.actions_left) == (["birmingham"], 1)
    assert (state.pounds[0], state.spent[0], state.income[0], state.vp[0]) == (17, 0, 10, 0)
    assert state.to_position().count("discards coal\n") == 1


@pytest.mark.rule("B-PASS-01")
def test_a_pass_needs_a_card_of_the_hand() -> None:
    state = at("hand A birmingham coal")
    assert refused(state, "pass card coventry") == "B-TURN-03"
    assert legal(state, "pass") == {"pass card birmingham", "pass card coal"}
