"""Properties over whole games, driven by the greedy player with noise. ``make soak`` plays more of them."""

from __future__ import annotations

import os

import pytest

import grandjunction as gj
from grandjunction.bots import bot
from grandjunction.core.compiled import is_compiled
from grandjunction.core.playout import Policy, playout
from grandjunction.core.ruleset import ACTION
from tests.properties.invariants import (
    check_generator,
    check_move,
    check_position,
    check_views,
)

TABLES = [(id, n) for id in gj.RULESETS for n in gj.ruleset(id).player_counts]
SOAK = 10 if "GRANDJUNCTION_SOAK" in os.environ else 1
SEEDS = range(4 * SOAK if is_compiled() else 1)
NOISY = 30 * SOAK if is_compiled() else 1  # more games a table, checked at a moment on the way and at the end
MASS = 100 * SOAK if is_compiled() else 8  # games a table by random moves, checked likewise


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("id", "players"), TABLES)
def test_whole_games_keep_every_invariant(id: str, players: int, seed: int) -> None:
    game = gj.new_game(id, players=players, seed=f"properties {seed}")
    rng = gj.Rng(f"{id} {players} {seed}")
    bots = [bot("noisy", f"{seed} {seat}") for seat in range(players)]
    ply = 0
    while not game.state.is_over:
        before = game.state.copy()
        seat = game.state.to_act
        events = game.play(bots[seat].choose(game.state.view(seat)))
        check_position(game.state)
        check_move(before, game.state, events)
        ply += 1
        if ply % 7 == seed % 7:
            check_generator(before, rng, tries=60)
            check_views(before, rng)
            assert gj.read_position(before.to_position()) == before
    record = game.to_record()
    again = gj.read_record(record)
    assert again.state == game.state
    assert again.to_record() == record
    for seat in range(players):
        assert game.ledger.total(seat) == game.state.vp[seat]


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_mass_of_noisy_games(id: str, players: int) -> None:
    rng = gj.Rng(f"noisy {id} {players}")
    for number in range(NOISY):
        game = gj.new_game(id, players=players, seed=f"noisy {number}")
        bots = [bot("noisy", f"{number} {seat}") for seat in range(players)]
        looked = int(rng.below(120))
        while not game.state.is_over:
            seat = game.state.to_act
            game.play(bots[seat].choose(game.state.view(seat)))
            if len(game.moves) // 2 == looked:
                check_position(game.state)
                assert gj.read_position(game.state.to_position()) == game.state
        check_position(game.state)
        assert gj.read_record(game.to_record()).state == game.state
        assert [game.ledger.total(seat) for seat in range(players)] == list(game.state.vp)


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_mass_of_random_games(id: str, players: int) -> None:
    rules = gj.ruleset(id)
    rng = gj.Rng(f"mass {id} {players}")
    for _ in range(MASS):
        state = gj.State(rules, players)
        state.advance(None)
        playout(state, Policy(), rng, most=1 + int(rng.below(150)))
        check_position(state)
        twin = state.copy()
        assert twin == state
        playout(twin, Policy(), rng)
        check_position(twin)
        assert twin.is_over
        assert gj.read_position(state.to_position()) == state, "playing on a copy changed the original"


@pytest.mark.rule("B-FLOW-01", "B-TURN-01", "B-VEC-02")
@pytest.mark.parametrize(("players", "actions", "rounds"), [(2, 78, 10), (3, 105, 9), (4, 124, 8)])
def test_a_game_has_its_exact_number_of_actions(players: int, actions: int, rounds: int) -> None:
    for seed in range(5):
        rng = gj.Rng(f"count {seed}")
        game = gj.new_game("birmingham", players=players, seed=seed)
        taken = 0
        while not game.state.is_over:
            taken += game.state.decision == ACTION
            moves = game.legal_moves()
            game.play(moves[int(rng.below(len(moves)))])
        assert (taken, game.state.round) == (actions, rounds)


def test_equal_seeds_give_equal_records() -> None:
    def record(seed: int) -> str:
        game = gj.new_game("birmingham", players=3, seed=seed)
        rng = gj.Rng("moves")
        while not game.state.is_over:
            moves = game.legal_moves()
            game.play(moves[int(rng.below(len(moves)))])
        return game.to_record()

    assert record(5) == record(5)
    assert record(5) != record(6)
