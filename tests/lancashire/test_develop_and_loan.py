"""L-31, L-34, L18-05, LX-16, LX-21, LX-25: developing tiles and taking loans."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.lancashire.table import NEW, OLD, both, on, passing, told
from tests.support import flipped, late, legal, lowest, play, refused, seen, units

# -- develop --------------------------------------------------------------------------------------------


@pytest.mark.rule("L-31")
@both
def test_one_or_two_top_tiles_for_one_iron_each(ruleset: str) -> None:
    state = on("hand A wigan bolton manchester\nhand B coal\nmarket coal 8 iron 6", ruleset)
    play(state, "develop cotton card wigan iron market")
    assert (told(state, "mat A"), state.spent[0], state.actions_left) == (["mat A cotton 1"], 2, 2)
    other = state.copy()
    play(state, "stop")
    assert (state.actions_left, state.spent[0]) == (1, 2)
    play(other, "develop port iron market")
    assert (told(other, "mat A"), other.spent[0], other.actions_left) == (["mat A cotton 1 port 1"], 4, 1)
    assert all(" card " in text for text in legal(other, "develop")), "a third tile takes another card"


@pytest.mark.rule("L-31")
@both
def test_two_tiles_of_one_pile_and_level_zero(ruleset: str) -> None:
    state = on("hand A wigan bolton manchester\nhand B coal", ruleset)
    play(state, "develop shipyard card wigan", "develop shipyard")
    assert lowest(state, 0, "shipyard") == 1


@pytest.mark.rule("L-31", "L-17", "L-18")
def test_iron_for_developing_comes_from_works_first() -> None:
    state = on("hand A wigan bolton\ntile bolton.3 B iron.1 holds 1")
    assert units(state, "develop iron") == {"develop iron iron bolton.3"}
    play(state, "develop iron card wigan iron bolton.3")
    assert (flipped(state, "bolton.3"), state.spent[0]) == (True, 0)
    play(state, "develop iron iron market")
    assert state.spent[0] == 1


@pytest.mark.rule("L-31")
def test_nothing_left_to_develop() -> None:
    state = on("hand A wigan bolton\nmat A iron 4")
    assert refused(state, "develop iron card wigan iron market") == "L-31"
    state = on("hand A wigan bolton\nmat A iron 4 cotton 12 port 8 coal 7 shipyard 6")
    assert legal(state, "develop") == set()


@pytest.mark.rule("L-31", "L-40")
def test_developing_needs_iron_that_can_be_paid() -> None:
    state = on("hand A wigan bolton\nseat A pounds 4\nmarket coal 8 iron 0")
    assert refused(state, "develop iron card wigan iron market") == "L-40"


# -- loans ----------------------------------------------------------------------------------------------


@pytest.mark.rule("L-34")
@pytest.mark.parametrize(
    ("space", "pounds", "after"),
    [
        (10, 10, 9),
        (10, 20, 8),
        (10, 30, 7),
        (11, 10, 10),  # level 1 to level 0
        (12, 10, 10),
        (13, 10, 12),  # level 2 to the higher space of level 1
        (31, 10, 30),
        (36, 30, 28),  # level 12 to level 9
        (61, 20, 57),  # level 21 to level 19
        (99, 10, 96),
        (97, 30, 88),
    ],
)
@both
def test_a_loan_lowers_income_by_levels(ruleset: str, space: int, pounds: int, after: int) -> None:
    state = on(f"hand A wigan bolton\nseat A income {space}", ruleset)
    play(state, f"loan {pounds} card wigan")
    assert (state.income[0], state.pounds[0], state.spent[0]) == (after, 30 + pounds, 0)


@pytest.mark.rule("LX-16", "LE-55", "L-34")
@pytest.mark.parametrize(
    ("space", "offers"),
    [(3, {10, 20, 30}), (2, {10, 20}), (1, {10}), (0, set())],
    ids=["-7", "-8", "-9", "-10"],
)
@both
def test_no_loan_below_minus_ten(ruleset: str, space: int, offers: set[int]) -> None:
    state = on(f"hand A wigan bolton\nseat A income {space}", ruleset)
    assert units(state, "loan") == {f"loan {pounds}" for pounds in offers}
    for pounds in {10, 20, 30} - offers:
        assert refused(state, f"loan {pounds} card wigan") == "L-34"


@pytest.mark.rule("LE-55", "L-34")
def test_the_highest_space_of_the_group() -> None:
    state = on("hand A wigan bolton\nseat A income 1")
    play(state, "loan 10 card wigan")
    assert (state.income[0], state.level(0)) == (0, -10)
    state = on("hand A wigan bolton\nseat A income 35")
    play(state, "loan 10 card wigan")
    assert (state.income[0], state.level(0)) == (33, 11)


@pytest.mark.rule("LE-52", "L-34", "L18-05")
@pytest.mark.parametrize(("ruleset", "rule"), [(OLD, "L-34"), (NEW, "L18-05")])
def test_no_loan_by_rail_once_the_deck_is_used_up(ruleset: str, rule: str) -> None:
    players = 3 if ruleset == OLD else 2
    state = late("hand A wigan bolton", ruleset, players, "rail")
    assert refused(state, "loan 10 card wigan") == rule
    assert units(state, "loan") == set()
    assert units(on("hand A wigan bolton", ruleset, era="rail"), "loan") == {"loan 10", "loan 20", "loan 30"}


@pytest.mark.rule("LE-53", "L-34", "L18-05")
@both
def test_canal_loans_are_not_barred(ruleset: str) -> None:
    state = late("hand A wigan bolton", ruleset, 3, "canal")
    play(state, "loan 30 card wigan")
    assert state.pounds[0] == 60


@pytest.mark.rule("LX-21", "LX-25", "L18-05", "LE-52", "LE-53")
@pytest.mark.parametrize(
    ("ruleset", "players", "last", "rounds"),
    [(OLD, 3, 6, 10), (OLD, 4, 4, 8), (NEW, 2, 6, 10), (NEW, 3, 5, 9), (NEW, 4, 4, 8)],
)
def test_the_last_round_with_loans(ruleset: str, players: int, last: int, rounds: int) -> None:
    """Every turn of a passing game: a loan is open to everyone up to the last round with loans."""
    open_to: dict[tuple[int, int], set[bool]] = {}
    for state, _ in passing(ruleset, players):
        if not state.is_over:
            open_to.setdefault((state.era, state.round), set()).add(bool(legal(state, "loan")))
    assert all(open_to[0, round] == {True} for round in range(1, rounds + 1))
    assert [round for round in range(1, rounds + 1) if open_to[1, round] == {True}] == list(
        range(1, last + 1)
    )
    assert [round for round in range(1, rounds + 1) if open_to[1, round] == {False}] == list(
        range(last + 1, rounds + 1)
    )


@pytest.mark.rule("L-34")
def test_a_loan_is_never_repaid() -> None:
    """Nothing but income comes and goes in the rounds after it."""
    game = gj.new_game(OLD, players=3, seed=1)
    seat = game.state.to_act
    events = game.play(next(move for move in game.legal_moves() if str(move).startswith("loan 30")))
    assert seen(events, "borrowed") == [(seat, 30)]
    for _ in range(8):
        game.play(next(move for move in game.legal_moves() if move.verb == "pass"))
    assert game.state.round == 3
    assert game.state.pounds[seat] == 60 - 2 * 3
