"""Flipping and income: B-FLIP, B-INC."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.support import at, flipped, holds, kind, late, play, refused, seen, slot, tile

SELLABLE = ("cotton", "manufacturer", "pottery")


@pytest.mark.rule("B-FLIP-01")
def test_a_sellable_tile_is_built_unflipped_and_flips_when_sold() -> None:
    state = at(
        """
        links A birmingham--oxford
        merchant oxford.1 cotton barrel
        """
    )
    play(state, "build cotton birmingham.1 card birmingham")
    assert not flipped(state, "birmingham.1")
    play(state, "sell birmingham.1 to oxford.1 beer barrel")
    assert flipped(state, "birmingham.1")


@pytest.mark.rule("B-FLIP-01", "B-FLIP-02", "B-FLIP-05")
@pytest.mark.parametrize("seed", range(6))
def test_in_whole_games_sales_flip_goods_and_last_units_flip_resources(seed: int) -> None:
    game = gj.new_game(players=2 + seed % 3, seed=seed)
    rng = gj.Rng(f"player {seed}")
    while not game.state.is_over:
        moves = [move for move in game.legal_moves() if move.verb != "pass"] or game.legal_moves()
        move = moves[rng.below(len(moves))]
        vp = sum(game.state.vp)
        events = game.play(move)
        kinds = {event.kind for event in events}
        for event in events:
            if event.kind == "flipped":
                _, where, kind = event.values
                industry = game.rules.tiles.kinds[kind].industry
                assert (industry in SELLABLE) <= (move.verb in ("sell", "bonus"))
                assert game.state.cubes[where] == 0
        if not any(kind.startswith(("scored", "forfeited")) for kind in kinds):
            assert sum(game.state.vp) == vp


@pytest.mark.rule("B-FLIP-02", "B-FLIP-04", "BE-176")
def test_the_last_cube_flips_a_rivals_mine_at_once() -> None:
    state = at(
        """
        turn B 2
        hand B dudley iron
        tile dudley.1 A coal.1 holds 1
        seat A income 2
        """
    )
    play(state, "build iron dudley.2 card dudley coal dudley.1")
    assert flipped(state, "dudley.1")
    assert state.income[0] == 6  # coal mine I: 4 spaces, on B's turn
    assert state.income[1] == 10


@pytest.mark.rule("BE-176", "B-LOAN-02")
def test_income_from_a_rivals_turn_can_make_a_loan_possible() -> None:
    text = """
        order B A
        turn B 1
        hand B dudley iron
        tile dudley.1 A coal.1 holds 1
        seat A income 2
    """
    state = late(text)
    play(state, "build iron dudley.2 card dudley coal dudley.1")
    assert state.to_act == 0
    play(state, "loan 30 card birmingham")
    assert state.income[0] == 3  # from space 6, level -4, to level -7
    without = late(text)
    play(without, "pass card dudley")
    assert refused(without, "loan 30 card birmingham") == "B-LOAN-02"


@pytest.mark.rule("B-FLIP-02", "B-FLIP-04")
def test_iron_works_and_breweries_flip_with_their_last_unit() -> None:
    state = at(
        """
        tile dudley.2 B iron.1 holds 2
        """
    )
    play(state, "develop cotton card birmingham iron dudley.2")
    assert (holds(state, "dudley.2"), flipped(state, "dudley.2"), state.income[1]) == (1, False, 10)
    play(state, "develop cotton iron dudley.2")
    assert (flipped(state, "dudley.2"), state.income[1]) == (True, 13)  # iron works I: 3 spaces


@pytest.mark.rule("B-FLIP-02", "B-FLIP-04")
def test_a_tile_sold_out_to_the_market_flips_in_the_same_action() -> None:
    state = at(
        """
        hand A coalbrookdale*2
        links A coalbrookdale--shrewsbury
        market coal 10 iron 8
        """
    )
    play(state, "build coal coalbrookdale.3 card coalbrookdale")
    assert flipped(state, "coalbrookdale.3")
    assert state.income[0] == 14


@pytest.mark.rule("B-FLIP-03", "B-INC-02", "BE-40")
def test_overbuilding_an_unflipped_tile_is_no_flip() -> None:
    state = at(
        """
        hand A dudley dudley
        tile dudley.1 A coal.1 holds 2
        """
    )
    events = play(state, "build coal dudley.1 card dudley")
    assert seen(events, "flipped") == []
    assert state.income[0] == 10
    assert (tile(state, "dudley.1"), holds(state, "dudley.1")) == ("A coal.2", 3)


@pytest.mark.rule("B-FLIP-03", "B-INC-02")
def test_a_tile_lost_to_a_shortfall_is_no_flip_and_costs_no_income() -> None:
    state = late(
        """
        turn B 1
        hand B coventry coventry
        tile dudley.1 A coal.1 holds 2
        tile worcester.1 A cotton.1 flipped
        seat A pounds 0 income 4
        """
    )
    play(state, "pass card coventry")
    events = play(state, "liquidate dudley.1")  # £2 of £6; the mill, then alone, follows
    assert [values[1:] for values in seen(events, "liquidated")] == [
        (slot(state, "dudley.1"), kind(state, "coal.1"), 2),
        (slot(state, "worcester.1"), kind(state, "cotton.1"), 6),
    ]
    assert seen(events, "flipped") == []
    assert state.income[0] == 4


@pytest.mark.rule("B-FLIP-03", "B-INC-02", "BE-157")
def test_level_one_tiles_leave_at_the_end_of_the_canal_era_without_flip_or_income() -> None:
    state = late(
        """
        hand A birmingham
        turn A 1
        tile dudley.1 A coal.1 holds 2
        tile worcester.1 A cotton.1 flipped
        seat A pounds 20 income 14
        """
    )
    events = play(state, "pass card birmingham")
    assert (tile(state, "dudley.1"), tile(state, "worcester.1")) == ("", "")
    assert seen(events, "flipped") == []
    assert state.income[0] == 14
    assert state.vp[0] == 5  # the sold cotton mill I; the mine gives nothing


# Spaces printed on each tile, level by level.
INCOME = {
    "cotton": [5, 4, 3, 2],
    "manufacturer": [5, 1, 4, 6, 2, 6, 4, 1],
    "pottery": [5, 1, 5, 1, 5],
}
SPACE = {"cotton": "birmingham.1", "manufacturer": "birmingham.2", "pottery": "coventry.1"}


@pytest.mark.rule("B-FLIP-04", "B-FLIP-05", "B-SELL-05")
@pytest.mark.parametrize(
    ("industry", "level", "spaces"),
    [(name, level, spaces) for name, row in INCOME.items() for level, spaces in enumerate(row, 1)],
)
def test_a_sale_advances_income_by_the_printed_spaces_and_scores_nothing(
    industry: str, level: int, spaces: int
) -> None:
    era = "canal" if level == 1 and industry != "pottery" else "rail"
    barrels = 1 if era == "canal" else 2
    state = at(
        f"""
        tile {SPACE[industry]} A {industry}.{level}
        tile burton_on_trent.2 A brewery.2 holds {barrels}
        tile stafford.1 B brewery.2 holds {barrels}
        links B birmingham--oxford birmingham--coventry
        merchant oxford.1 all
        """,
        era=era,
    )
    moves = [str(move) for move in state.legal_moves() if move.verb == "sell"]
    play(state, moves[0])
    gained = spaces + (5 if flipped(state, "burton_on_trent.2") else 0)  # brewery II: 5 spaces
    assert state.income[0] == 10 + gained
    assert list(state.vp) == [0, 0]


@pytest.mark.rule("B-INC-01", "BE-136")
@pytest.mark.parametrize(("before", "after"), [(93, 98), (94, 99), (98, 99), (99, 99)])
def test_income_stops_at_space_99(before: int, after: int) -> None:
    state = at(
        f"""
        tile birmingham.1 A cotton.1
        tile walsall.2 B brewery.1 holds 1
        links B birmingham--oxford walsall--birmingham
        merchant oxford.1 cotton
        seat A income {before}
        """
    )
    play(state, "sell birmingham.1 to oxford.1 card birmingham beer walsall.2")  # cotton mill I: 5 spaces
    assert state.income[0] == after
    assert (state.level(0) == 30) == (after >= 97)


@pytest.mark.rule("B-INC-01")
def test_level_30_is_the_most_a_round_pays() -> None:
    state = late(
        """
        turn B 1
        hand B coventry coventry
        seat A pounds 5 income 99
        """
    )
    play(state, "pass card coventry")
    assert state.pounds[0] == 35


@pytest.mark.rule("B-INC-02", "B-OVER-05", "BE-53")
def test_an_overbuilt_owner_keeps_the_income_the_tile_gave() -> None:
    state = late(
        """
        order A B
        hand A dudley
        turn A 1
        tile dudley.1 B coal.1 flipped
        tile coalbrookdale.2 B iron.1 flipped
        mat A coal 1
        market coal 0 iron 8
        seat B income 14
        links B wolverhampton--dudley wolverhampton--coalbrookdale
        """
    )
    play(state, "build coal dudley.1 card dudley")
    assert tile(state, "dudley.1") == "A coal.2"
    assert state.income[1] == 14
    # Era end follows: B scores the iron works (3) and its icon (1), nothing of the mine.
    assert state.vp[1] == 4


@pytest.mark.rule("BE-137", "B-INC-01")
def test_the_starting_space_is_level_0_and_pays_nothing() -> None:
    state = late(
        """
        turn B 1
        hand B coventry coventry
        seat B income 20
        """
    )
    assert (state.income[0], state.level(0), state.level(1)) == (10, 0, 5)
    play(state, "pass card coventry")
    assert list(state.pounds) == [17, 22]
