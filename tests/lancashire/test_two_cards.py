"""L-26, L18-07, LD-05, LX-05, LX-06: two actions as one."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.core.hands import discard
from grandjunction.core.moves import second_card_of, with_more_cards
from tests.lancashire.table import NEW, OLD, both, on, told
from tests.support import legal, play, refused, seen, tile, units

COLNE = """
    hand A manchester coal wigan
    hand B manchester
    tile bury.1 A cotton.1
    tile burnley.1 B coal.1 holds 2
    links B burnley--colne
    mat A cotton 3
"""


@pytest.mark.rule("L-26")
def test_a_mill_in_colne_for_manchester_and_coal() -> None:
    """No card of Colne, no canal there: the two cards count as its location card. Coal is still due."""
    state = on(COLNE)
    assert refused(state, "build cotton colne.1 card manchester coal burnley.1") == "L-12"
    play(state, "build_anywhere cotton colne.1 coal burnley.1")
    assert legal(state) == {"pay cards manchester coal", "pay cards manchester wigan", "pay cards wigan coal"}
    events = play(state, "pay cards manchester coal")
    assert len(seen(events, "discarded")) == 2
    assert told(state, "hand A") == ["hand A wigan"]
    assert (tile(state, "colne.1"), state.spent[0], state.to_act) == ("A cotton.2", 14, 1)


@pytest.mark.rule("L-26")
def test_all_other_rules_apply() -> None:
    dry = COLNE.replace("links B burnley--colne", "")
    assert refused(on(dry), "build_anywhere cotton colne.1 coal burnley.1") == "L-16"
    assert refused(on(COLNE + "seat A pounds 13"), "build_anywhere cotton colne.1 coal burnley.1") == "L-40"
    assert refused(on(COLNE), "build_anywhere coal bury.2") == "L-15"
    assert refused(on(COLNE), "build_anywhere port colne.1") == "L-11"
    assert refused(on(COLNE), "build_anywhere port preston.2") == "L-27"
    assert refused(on(COLNE), "build_anywhere shipyard liverpool.3") == "L-14"


@pytest.mark.rule("L-26", "L18-07")
@both
def test_any_town_of_the_board(ruleset: str) -> None:
    """Mines cost no cubes: every mine space but those of the town where A stands."""
    state = on("hand A preston liverpool\ntile bury.1 A cotton.1", ruleset)
    places = {unit.split()[2].split(".")[0] for unit in units(state, "build_anywhere coal")}
    assert places == {
        "blackburn", "bolton", "burnley", "manchester", "oldham", "rochdale", "warrington_runcorn", "wigan",
    }  # fmt: skip


@pytest.mark.rule("L18-07")
def test_both_actions_go_and_two_cards_are_drawn() -> None:
    state = on("hand A bolton*2 preston*3 liverpool*3\nhand B coal port", NEW)
    play(state, "build_anywhere coal wigan.1", "pay cards preston liverpool")
    events = state.settle_chance(gj.Rng(1))
    assert [seat for seat, _ in seen(events, "drew")] == [0, 0]
    assert (state.to_act, state.hand_size[0]) == (1, 8)


@pytest.mark.rule("L-26", "L18-07")
@pytest.mark.parametrize(
    ("hand", "pairs"),
    [
        ("bolton preston", {"bolton preston"}),
        ("bolton*2", {"bolton bolton"}),
        ("bolton preston*2", {"bolton preston", "preston preston"}),
    ],
)
@both
def test_any_two_cards_pay(ruleset: str, hand: str, pairs: set[str]) -> None:
    state = on(f"hand A {hand}", ruleset)
    play(state, "build_anywhere coal wigan.1")
    assert legal(state) == {f"pay cards {pair}" for pair in pairs}
    assert refused(state, "pay cards wigan wigan") == {OLD: "L-07", NEW: "L18-03"}[ruleset]
    assert refused(state, "pass card bolton") == "L-08"


@pytest.mark.rule("L-26")
def test_the_first_of_all_kinds_of_card_pays_too() -> None:
    state = on("hand A barrow_in_furness bolton")
    assert state.rules.cards.ids[0] == "barrow_in_furness"
    play(state, "build_anywhere coal wigan.1", "pay cards barrow_in_furness bolton")
    assert state.hand_size[0] == 0


@pytest.mark.rule("L-26", "L-40")
def test_one_card_twice_is_not_two_cards() -> None:
    state = on("hand A bolton preston")
    play(state, "build_anywhere coal wigan.1")
    assert refused(state, "pay cards bolton bolton") == "L-07"


@pytest.mark.rule("L-26")
@pytest.mark.parametrize("third", [0, 1])
def test_three_cards_are_not_two(third: int) -> None:
    """A code can name a third card, even the first of all kinds, though no text can."""
    state = on("hand A bolton preston")
    play(state, "build_anywhere coal wigan.1")
    (paid,) = state.legal_moves()
    refusal = state.check_code(with_more_cards(paid.code, second_card_of(paid.code), third))
    assert refusal is not None
    assert refusal.reason == "malformed"


@pytest.mark.rule("LE-43", "LD-05", "LX-06", "L18-07")
@pytest.mark.parametrize(
    ("line", "round"), [("turn A 1", 1), ("turn A 1", 2)], ids=["canal round 1", "second action"]
)
@both
def test_it_needs_both_actions(ruleset: str, line: str, round: int) -> None:
    state = on(f"{line}\nhand A bolton preston", ruleset, round=round)
    rule = "LD-05" if ruleset == OLD else "L18-07"
    assert refused(state, "build_anywhere coal wigan.1") == rule
    assert units(state, "build_anywhere") == set()


@pytest.mark.rule("LX-06", "LD-05", "LE-43")
@both
def test_never_in_the_opening_round_and_never_second(ruleset: str) -> None:
    game = gj.new_game(ruleset, players=3, seed=1)
    assert game.state.round == 1
    assert [move for move in game.legal_moves() if move.verb == "build_anywhere"] == []
    state = on("hand A bolton preston liverpool", ruleset)
    play(state, "pass card bolton")
    assert units(state, "build_anywhere") == set()


@pytest.mark.rule("LE-44", "LD-05", "LX-05", "L-26")
@both
def test_it_may_overbuild(ruleset: str) -> None:
    own = on("hand A bolton preston\nmat A port 2\ntile fleetwood.1 A port.1", ruleset)
    play(own, "build_anywhere port fleetwood.1", "pay cards bolton preston")
    assert tile(own, "fleetwood.1") == "A port.2"
    rival = "hand A bolton preston\nmat A coal 1\nmarket coal {}\ntile wigan.1 B coal.1 flipped"
    state = on(rival.format(0), ruleset)
    play(state, "build_anywhere coal wigan.1", "pay cards bolton preston")
    assert tile(state, "wigan.1") == "A coal.2"
    assert refused(on(rival.format(1), ruleset), "build_anywhere coal wigan.1") == "L-25"


@pytest.mark.rule("L-26", "LD-05", "L18-07")
@pytest.mark.parametrize(("ruleset", "rule"), [(OLD, "LD-05"), (NEW, "L18-07")])
def test_one_card_does_not_pay_for_it(ruleset: str, rule: str) -> None:
    """No turn begins with two actions and one card; were it so, the build could not be paid for."""
    state = on("hand A bolton preston", ruleset)
    discard(state, 0, state.rules.cards.ids.index("preston"), None)
    assert (state.actions_left, state.hand_of(0)) == (2, ["bolton"])
    assert legal(state, "build_anywhere") == set()
    assert refused(state, "build_anywhere coal wigan.1") == rule


@pytest.mark.rule("L-26", "L-11")
def test_why_not_build_knows_of_the_two_cards() -> None:
    """With a whole turn left nothing is missing; with one action left no card permits it."""
    assert gj.why_not_build(on(COLNE), "cotton", "colne") is None
    second = on(COLNE)
    play(second, "pass card wigan")
    refusal = gj.why_not_build(second, "cotton", "colne")
    assert refusal is not None
    assert refusal.reason in ("no_card", "card_wrong_place", "out_of_network")
