"""The end of the game and the introductory game: B-END, B-INTRO."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.support import late, legal, play, refused, seen, tile

INTRO, PAID = "birmingham-introductory", "birmingham-introductory-paid"


def final(text: str, ruleset: str = "birmingham", players: int = 2) -> gj.State:
    """The position after the last card of the game."""
    era = "rail" if ruleset == "birmingham" else "canal"
    state = late(f"turn A 1\nhand A birmingham\n{text}", ruleset=ruleset, era=era, players=players)
    play(state, "pass card birmingham")
    assert state.is_over
    return state


@pytest.mark.rule("B-END-01")
def test_most_points_win_after_rail_scoring() -> None:
    state = final(
        "seat A vp 30\nseat B vp 25\ntile worcester.1 B cotton.2 flipped\nlinks B birmingham--oxford"
    )
    assert (list(state.vp), gj.standings(state)) == ([30, 32], [[1], [0]])


@pytest.mark.rule("B-END-01", "BE-164")
def test_money_income_and_unbuilt_tiles_are_worth_nothing() -> None:
    state = final("seat A vp 30 pounds 0 income 0\nseat B vp 29 pounds 99 income 99\nmat A coal 7 iron 4")
    assert (list(state.vp), gj.standings(state)) == ([30, 29], [[0], [1]])


@pytest.mark.rule("B-END-01")
def test_nothing_can_be_played_after_the_end() -> None:
    state = final("")
    assert (legal(state), state.to_act) == (set(), gj.NOBODY)
    assert refused(state, "pass card birmingham") == "B-END-01"


@pytest.mark.rule("B-END-02", "BE-166")
def test_income_breaks_a_tie_before_money() -> None:
    state = final("seat A vp 30 pounds 80 income 20\nseat B vp 30 pounds 2 income 23")
    assert gj.standings(state) == [[1], [0]]


@pytest.mark.rule("B-END-02")
def test_income_is_compared_by_space_within_a_level() -> None:
    state = final("seat A vp 30 pounds 80 income 61\nseat B vp 30 pounds 2 income 64")
    assert state.level(0) == state.level(1) == 21
    assert gj.standings(state) == [[1], [0]]


@pytest.mark.rule("B-END-03", "BE-166")
def test_money_breaks_a_tie_of_points_and_income_then_the_place_is_shared() -> None:
    state = final(
        """
        seat A vp 30 pounds 5 income 20
        seat B vp 30 pounds 9 income 20
        seat C vp 30 pounds 5 income 20
        seat D vp 31 pounds 0 income 0
        """,
        players=4,
    )
    assert gj.standings(state) == [[3], [1], [0, 2]]


@pytest.mark.rule("B-END-03")
def test_all_may_share_the_first_place() -> None:
    assert gj.standings(final("", players=3)) == [[0, 1, 2]]


# -- the introductory game ------------------------------------------------------------------------------


@pytest.mark.rule("B-INTRO-01")
def test_the_introductory_game_ends_with_the_canal_era_and_its_scoring() -> None:
    text = """
        links A birmingham--worcester birmingham--oxford
        tile worcester.1 A cotton.1 flipped
        tile worcester.2 B cotton.1
        seat A pounds 0
        seat B pounds 0
    """
    state = final(text, INTRO)
    assert state.era == 0
    assert list(state.vp) == [1 + 2 + 5, 0]
    full = late(f"turn A 1\nhand A birmingham\n{text}")
    play(full, "pass card birmingham")
    assert (full.is_over, full.era, list(full.vp)) == (False, 1, [8, 0])  # the full game goes on


@pytest.mark.rule("B-INTRO-01")
@pytest.mark.parametrize(("players", "rounds"), [(2, 10), (3, 9), (4, 8)])
def test_the_introductory_game_lasts_one_era(players: int, rounds: int) -> None:
    game = gj.new_game(INTRO, players=players, seed=5)
    moves = 0
    while not game.state.is_over:
        game.play(next(move for move in game.legal_moves() if move.verb == "pass"))
        moves += 1
    assert (game.state.era, game.state.round) == (0, rounds)
    assert moves == players * (2 * rounds - 1)  # one action in the first round


@pytest.mark.rule("B-INTRO-02", "BE-167")
@pytest.mark.parametrize(
    ("pounds", "vp"), [(0, 0), (3, 0), (4, 1), (59, 14), (60, 15), (63, 15), (64, 15), (200, 15)]
)
def test_introductory_money(pounds: int, vp: int) -> None:
    state = final(f"seat A pounds {pounds}\nseat B pounds 0", INTRO)
    assert (list(state.vp), state.pounds[0]) == ([vp, 0], pounds)


@pytest.mark.rule("B-INTRO-03")
@pytest.mark.parametrize(
    ("space", "before", "after"), [(10, 4, 4), (20, 4, 9), (99, 4, 34), (7, 4, 1), (4, 4, 0), (0, 4, 0)]
)
def test_introductory_income(space: int, before: int, after: int) -> None:
    state = final(f"seat A pounds 0 income {space} vp {before}\nseat B pounds 0", INTRO)
    assert list(state.vp) == [after, 0]


@pytest.mark.rule("B-INTRO-04")
def test_introductory_tiles_above_level_one_score_again_links_do_not() -> None:
    state = final(
        """
        links A birmingham--worcester
        tile worcester.1 A cotton.2 flipped
        tile worcester.2 B cotton.1 flipped
        tile dudley.1 A coal.2 holds 3
        tile coventry.1 B pottery.1 flipped
        tile redditch.2 B iron.3 flipped
        seat A pounds 0
        seat B pounds 0
        """,
        INTRO,
    )
    assert list(state.vp) == [3 + 5 + 5, 5 + 10 + 7 + 7]


@pytest.mark.rule("B-INTRO-02", "B-INTRO-03", "B-INTRO-04")
def test_the_introductory_scoring_comes_in_order() -> None:
    text = """
        turn A 1
        hand A birmingham
        links A birmingham--worcester
        tile worcester.1 A cotton.2 flipped
        seat A pounds 9 income 0
    """
    state = late(text, ruleset=INTRO)
    events = play(state, "pass card birmingham")
    of_a = [event.kind for event in events if event.kind.startswith("scored") and event.values[0] == 0]
    assert of_a == ["scored_link", "scored_tile", "scored_money", "scored_income", "scored_again"]
    # 2 for the link, 5 for the mill, 2 for £9: 9; level -10 leaves 0; the mill again.
    assert state.vp[0] == 5


@pytest.mark.rule("B-INTRO-05", "BE-169")
@pytest.mark.parametrize(("ruleset", "pounds", "vp"), [(INTRO, 30, 7 + 5), (PAID, 35, 8 + 5)])
def test_introductory_last_round_income_is_a_switch(ruleset: str, pounds: int, vp: int) -> None:
    state = final("seat A pounds 30 income 20", ruleset)
    assert (state.pounds[0], state.vp[0]) == (pounds, vp)


@pytest.mark.rule("B-INTRO-05")
def test_a_negative_last_income_is_claimed_only_by_the_switch() -> None:
    text = "tile worcester.1 A cotton.2 flipped\nseat A pounds 0 income 8 vp 4"
    skipped, paid = final(text, INTRO), final(text, PAID)
    assert (tile(skipped, "worcester.1"), skipped.vp[0]) == ("A cotton.2", 4 + 5 - 2 + 5)
    assert (tile(paid, "worcester.1"), paid.pounds[0], paid.vp[0]) == ("", 7 - 2, 4 + 1 - 2)


@pytest.mark.rule("B-INTRO-05", "B-INTRO-01")
@pytest.mark.parametrize("ruleset", [INTRO, PAID])
def test_earlier_rounds_pay_income_either_way(ruleset: str) -> None:
    state = late("turn B 1\nhand A birmingham*2\nhand B coventry\nseat A pounds 3 income 20", ruleset=ruleset)
    events = play(state, "pass card coventry")
    assert (state.pounds[0], state.is_over) == (8, False)
    assert (0, 5) in seen(events, "income_paid")


@pytest.mark.rule("B-INTRO-06")
def test_introductory_tie_breaks() -> None:
    tied = final("seat A pounds 3 income 11 vp 2\nseat B pounds 2 income 12 vp 2", INTRO)
    assert (list(tied.vp), gj.standings(tied)) == ([3, 3], [[1], [0]])
    money = final("seat A pounds 3 income 12 vp 2\nseat B pounds 2 income 12 vp 2", INTRO)
    assert gj.standings(money) == [[0], [1]]
    shared = final("seat A pounds 2 income 12 vp 2\nseat B pounds 2 income 12 vp 2", INTRO)
    assert gj.standings(shared) == [[0, 1]]
