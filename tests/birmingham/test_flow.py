"""B-FLOW: eras, rounds, and what follows the last of them."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.core.notation import read_move
from tests.support import late, legal, play, refused, seen

Turn = tuple[str, int, int, int]  # era, round, seat, cards in hand at its start


def passing(players: int) -> tuple[list[Turn], gj.State]:
    """A whole game in which everybody passes: every turn taken, and the end."""
    game = gj.new_game("birmingham", players=players, seed=7)
    state = game.state
    turns: list[Turn] = []
    while not state.is_over:
        seat = state.to_act
        turn = (state.rules.eras[state.era], int(state.round), seat, int(state.hand_size[seat]))
        turns.append(turn)
        while (
            not state.is_over
            and state.to_act == seat
            and turn[:2]
            == (
                state.rules.eras[state.era],
                state.round,
            )
        ):
            game.play(f"pass card {state.hand_of(seat)[0]}")
    return turns, state


PASSED = {players: passing(players) for players in (2, 3, 4)}


@pytest.mark.rule("B-FLOW-01", "B-VEC-02")
@pytest.mark.parametrize(("players", "rounds"), [(2, 10), (3, 9), (4, 8)])
def test_rounds_of_both_eras(players: int, rounds: int) -> None:
    turns, state = PASSED[players]
    for era in ("canal", "rail"):
        assert {round for of, round, _, _ in turns if of == era} == set(range(1, rounds + 1))
    assert len(turns) == 2 * rounds * players
    assert state.deck_size == 0
    assert list(state.hand_size) == [0] * players


@pytest.mark.rule("B-FLOW-01", "B-VEC-02", "BE-05")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("era", ["canal", "rail"])
def test_hands_run_down_to_nothing(players: int, era: str) -> None:
    turns, _ = PASSED[players]
    for seat in range(players):
        sizes = [cards for of, _, who, cards in turns if (of, who) == (era, seat)]
        assert sizes[-3:] == [6, 4, 2]
        assert set(sizes[:-3]) == {8}


@pytest.mark.rule("B-FLOW-02")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_takes_one_turn_a_round(players: int) -> None:
    turns, state = PASSED[players]
    order = list(state.order)  # nobody spent anything, so it never changed
    seats = [seat for _, _, seat, _ in turns]
    assert seats == order * (len(turns) // players)


@pytest.mark.rule("B-FLOW-02")
def test_only_the_seat_whose_turn_it_is_acts() -> None:
    state = late("order B A\n turn B 2\n hand A cannock*2\n hand B dudley*2")
    move = read_move(state, "loan 30 card dudley")
    assert state.check(move, seat=1) is None
    refusal = state.check(move, seat=0)
    assert refusal is not None
    assert refusal.rule == "B-FLOW-02"
    play(state, "pass", "pass")
    assert state.to_act == 0
    assert refused(state, "pass card dudley") == "B-TURN-03"


@pytest.mark.rule("B-FLOW-02")
def test_the_end_of_round_follows_the_last_turn_only() -> None:
    state = late("hand A iron*4\n hand B dudley*2 coal*2\n seat A income 14\n seat B income 14")
    events = play(state, "pass", "pass")
    assert seen(events, "income_paid") == []
    events = play(state, "loan 30 card dudley", "pass card dudley")
    assert seen(events, "income_paid") == [(0, 2), (1, -1)]
    assert seen(events, "round_began") == [(9,)]


@pytest.mark.rule("B-FLOW-03", "B-EOR-03")
def test_the_round_is_ended_before_the_canal_era_is() -> None:
    state = late("""
        turn A 1
        hand A dudley
        seat A income 14 spent 5
        tile cannock.2 A coal.1 flipped
    """, round=10)  # fmt: skip
    events = play(state, "pass")
    kinds = [event.kind for event in events]
    assert kinds.index("income_paid") < kinds.index("scored_tile") < kinds.index("era_began")
    assert list(state.order) == [1, 0]  # B spent less
    assert (state.pounds[0], state.spent[0], state.vp[0]) == (17 + 2, 0, 1)


@pytest.mark.rule("B-FLOW-03", "BE-152")
def test_a_shortfall_is_settled_before_canal_scoring() -> None:
    """Level −6 and £1: the only tile, worth 5 VP when scored, goes for £7 and scores nothing."""
    state = late("""
        turn A 1
        hand A dudley
        seat A income 4 pounds 1 vp 0
        tile worcester.1 A cotton.2 flipped
    """, round=10)  # fmt: skip
    events = play(state, "pass")
    assert seen(events, "scored_tile") == []
    assert (state.pounds[0], state.vp[0]) == (2, 0)


@pytest.mark.rule("B-FLOW-03", "BE-173")
@pytest.mark.parametrize("order", ["A B", "B A"])
def test_an_empty_hand_does_not_skip_the_end_of_round(order: str) -> None:
    """B has no card left, before or after A: order and income come all the same, then the era ends."""
    state = late(f"order {order}\n turn A 1\n hand A dudley\n seat B income 12\n seat A spent 3", round=10)
    events = play(state, "pass")
    assert seen(events, "income_paid") == [(1, 1), (0, 0)]
    assert seen(events, "era_began") == [(1,)]
    assert (state.pounds[1], state.spent[0]) == (18, 0)


@pytest.mark.rule("B-FLOW-01")
def test_the_era_ends_only_when_every_hand_is_empty() -> None:
    state = late("hand A dudley*2\n hand B cannock*2", round=10)
    events = play(state, "pass", "pass")
    assert seen(events, "era_began") == []
    events = play(state, "pass", "pass")
    assert seen(events, "era_began") == [(1,)]
    assert "era rail round 1" in state.to_position()


@pytest.mark.rule("B-FLOW-01", "B-END-01")
def test_the_rail_era_is_the_last() -> None:
    state = late("turn A 1\n hand A dudley", era="rail", round=10)
    events = play(state, "pass")
    assert events[-1].kind == "game_over"
    assert state.is_over
    assert legal(state) == set()
    assert refused(state, "pass card dudley") == "B-END-01"
