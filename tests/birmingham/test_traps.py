"""The edge cases that engines get wrong: forged moves, stale moves, flips on another player's turn."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grandjunction as gj
from grandjunction.core.moves import CODE_BITS, IllegalMove, Move
from grandjunction.core.notation import read_move
from tests.support import at, flipped, legal, play, refused

POSITIONS = {
    "canal": """
        hand A birmingham dudley coal brewery cotton/manufacturer wild_industry
        mat A cotton 4 manufacturer 3 coal 1 iron 1
        seat A pounds 30
        tile dudley.1 B coal.1 holds 1
        tile coventry.2 A coal.1 holds 2
        tile coalbrookdale.2 B iron.1 holds 1
        tile worcester.1 A cotton.2
        tile walsall.2 B brewery.1 holds 1
        links A birmingham--worcester birmingham--oxford
        links B dudley--birmingham birmingham--coventry walsall--birmingham
        merchant oxford.1 cotton barrel
    """,
    "rail": """
        hand A birmingham leek iron pottery
        seat A pounds 50
        tile birmingham.2 A manufacturer.5
        tile stafford.1 A brewery.2 holds 2
        tile walsall.2 B brewery.2 holds 1
        tile cannock.2 B coal.2 holds 2
        tile derby.3 A iron.2 flipped
        links B cannock--walsall
        links A birmingham--oxford walsall--birmingham
        merchant oxford.1 all barrel
        merchant oxford.2 manufacturer barrel
    """,
    "more": """
        decision more link 1
        seat A pounds 50
        tile walsall.2 A brewery.2 holds 1
        tile derby.1 B brewery.2 holds 2
        links A birmingham--oxford
        links B derby--nottingham
    """,
}


def position(name: str) -> gj.State:
    return at(POSITIONS[name], players=4, era="canal" if name == "canal" else "rail")


@pytest.mark.rule("B-TURN-08", "BE-170")
@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_every_listed_move_is_accepted(name: str) -> None:
    state = position(name)
    moves = state.legal_moves()
    assert len(moves) > 5
    assert [move for move in moves if state.check(move) is not None] == []
    assert len(set(moves)) == len(moves)


@pytest.mark.rule("B-TURN-08", "BE-170")
@pytest.mark.parametrize("name", sorted(POSITIONS))
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_forged_move_is_refused_and_changes_nothing(name: str, data: st.DataObject) -> None:
    """Take a legal move, swap parts of it for those of another or flip bits: legal only if listed."""
    state = position(name)
    codes = state.legal_codes()
    code = data.draw(st.sampled_from(codes))
    mask = data.draw(
        st.sampled_from([0xF, 0x3F0, 0xFC00, 0xF0000, 0xFFF00000, 0xFFF00000000, 0xFFF00000000000])
    )
    code = (code & ~mask) | (data.draw(st.sampled_from(codes)) & mask)
    for bit in data.draw(st.lists(st.integers(0, CODE_BITS), max_size=2)):
        code ^= 2**bit
    move = Move(state.rules, code)
    before = state.key()
    if code in codes:
        assert state.check(move) is None
    else:
        with pytest.raises(IllegalMove):
            state.apply(move)
        assert state.key() == before


@pytest.mark.rule("B-TURN-08", "BE-170")
@pytest.mark.parametrize("code", [-1, 2**CODE_BITS, 2**63 - 1, 15, 0])
def test_nonsense_is_refused(code: int) -> None:
    state = position("canal")
    refusal = state.check(Move(state.rules, code))
    assert refusal is not None
    assert refusal.rule == "B-TURN-08"


@pytest.mark.rule("B-TURN-08", "BE-170")
def test_a_move_of_another_game_is_refused() -> None:
    state = position("canal")
    move = read_move(state, "loan 30 card birmingham")
    other = Move(gj.ruleset("birmingham-introductory"), move.code)
    refusal = state.check(other)
    assert refusal is not None
    assert refusal.rule == "B-TURN-08"


@pytest.mark.rule("B-TURN-08", "BE-170")
@pytest.mark.parametrize(
    ("first", "stale", "rule"),
    [
        ("link dudley--birmingham card coal", "link dudley--birmingham card iron", "B-LINK-10"),  # target
        ("pass card iron", "loan 30 card iron", "B-TURN-03"),  # card
        (
            "develop cotton card coal iron derby.3",
            "develop coal card iron iron derby.3",
            "B-DEF-07",
        ),  # source
        ("build coal dudley.1 card dudley", "build coal redditch.1 card coal", "B-TURN-07"),  # money
    ],
)
def test_a_move_that_was_legal_is_judged_anew(first: str, stale: str, rule: str) -> None:
    state = at("""
        hand A dudley coal iron
        seat A pounds 9
        tile derby.3 B iron.1 holds 1
        links A redditch--oxford birmingham--oxford
    """)
    move = read_move(state, stale)
    assert state.check(move) is None
    play(state, first)
    if "stop" in legal(state):
        play(state, "stop")
    before = state.key()
    with pytest.raises(IllegalMove) as error:
        state.apply(move)
    assert error.value.refusal.rule == rule
    assert state.key() == before


BROKE = """
    hand A dudley birmingham
    hand B cannock iron
    seat B income 2
    mat B coal 1
    tile dudley.1 B coal.1 holds {}
"""


@pytest.mark.rule("B-FLIP-02", "B-FLIP-04", "B-LOAN-02", "BE-176")
def test_a_flip_on_anothers_turn_moves_income_at_once_and_frees_a_loan() -> None:
    """B stands on space 2 (level −8), too deep for a loan. A takes the last cube of B's mine: space 6."""
    stuck = at(BROKE.format(2))
    play(stuck, "build iron dudley.2 card dudley coal dudley.1", "pass")
    stuck.settle_chance(gj.Rng(1))
    assert (stuck.to_act, stuck.income[1]) == (1, 2)
    assert refused(stuck, "loan 30 card cannock") == "B-LOAN-02"
    freed = at(BROKE.format(1))
    play(freed, "build iron dudley.2 card dudley coal dudley.1")
    assert (freed.to_act, freed.income[1], flipped(freed, "dudley.1")) == (0, 6, True)
    play(freed, "pass")
    freed.settle_chance(gj.Rng(1))
    play(freed, "loan 30 card cannock")
    assert (freed.pounds[1], freed.income[1]) == (17 + 30, 3)


@pytest.mark.rule("B-OVER-03", "B-FLIP-02", "BE-176")
def test_a_flip_on_anothers_turn_opens_a_tile_to_overbuilding() -> None:
    """A takes the last coal cube in the game, off B's mine; now that mine may be overbuilt."""
    state = at("""
        hand A birmingham dudley
        mat A coal 1
        market coal 0
        tile dudley.1 B coal.1 holds 1
        links B dudley--birmingham
    """)
    assert refused(state, "build coal dudley.1 card dudley") == "B-OVER-03"
    play(state, "build manufacturer birmingham.2 card birmingham coal dudley.1")
    assert state.income[1] == 14
    play(state, "build coal dudley.1 card dudley")
