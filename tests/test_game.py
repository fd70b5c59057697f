"""A running game: copies, going back, and what it counts on the way."""

from __future__ import annotations

from random import Random

import pytest

import grandjunction as gj
from grandjunction.core.events import Log
from grandjunction.record.game import texts


def played(ruleset: str, players: int, moves: int, seed: int = 1) -> gj.Game:
    """A game after random moves, one of nature's draws among them for each card drawn."""
    game = gj.new_game(ruleset, players=players, seed=seed)
    rnd = Random(seed)
    while game.ply < moves and not game.state.is_over:
        game.play(rnd.choice(game.legal_moves()))
    return game


def facts(game: gj.Game) -> tuple[object, ...]:
    """All that going back must bring back."""
    seats, eras = range(game.state.players), range(len(game.rules.eras))
    return (
        game.state.key(),
        texts(game.played),
        [one.events for one in game.played],
        [game.ledger.vp(seat, era) for seat in seats for era in eras],
        [pile[:] for pile in game.discards],
    )


GAMES = pytest.mark.parametrize(
    ("ruleset", "players"), [("birmingham", 2), ("lancashire-2018", 2), ("hamlet", 2)]
)


@GAMES
def test_every_earlier_moment_is_what_it_was(ruleset: str, players: int) -> None:
    game = gj.new_game(ruleset, players=players, seed=3)
    rnd = Random(3)
    moments = {game.ply: facts(game)}
    while not game.state.is_over and game.ply < 300:
        game.play(rnd.choice(game.legal_moves()))
        moments[game.ply] = facts(game)
    end = facts(game)
    for ply in rnd.sample(sorted(moments), 12):
        assert facts(game.at(ply)) == moments[ply]
    assert facts(game) == end


@GAMES
def test_undo_and_redo_walk_over_the_same_moments(ruleset: str, players: int) -> None:
    game = played(ruleset, players, 70)
    opening = gj.new_game(ruleset, players=players, seed=1)
    moments = [facts(game)]
    while game.ply > opening.ply:
        game.undo()
        assert game.state.to_act >= 0
        moments.append(facts(game))
    assert facts(game) == facts(opening)
    with pytest.raises(ValueError, match="no move to undo"):
        game.undo()
    while moments[1:]:
        moments.pop()
        assert game.redo()
        assert facts(game) == moments[-1]
    with pytest.raises(ValueError, match="no move to redo"):
        game.redo()


def test_another_move_forgets_what_was_undone() -> None:
    game = played("birmingham", 2, 60)
    game.undo()
    game.play(game.legal_moves()[0])
    with pytest.raises(ValueError, match="no move to redo"):
        game.redo()


def test_copies_are_independent_and_have_the_same_luck() -> None:
    game = played("birmingham", 3, 80)
    before = facts(game)
    one, two = game.copy(), game.copy(names=["Ann", "Bob", "Cy"])
    rnd = Random(5)
    for _ in range(60):
        move = rnd.choice(one.legal_moves())
        one.play(move)
        two.play(move)
    assert facts(game) == before
    assert facts(one) == facts(two)
    assert (game.names, two.names) == (one.names, ["Ann", "Bob", "Cy"])
    assert "seat B Bob" in two.to_record()
    with pytest.raises(ValueError, match="cannot stand in a record"):
        game.copy(names=["Ann", "#", "Cy"])


def test_going_back_replays_from_the_nearest_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played("birmingham", 3, 200)
    applied: list[gj.Move] = []
    apply = gj.Game._apply

    def count(game: gj.Game, move: gj.Move, log: Log | None) -> None:
        applied.append(move)
        apply(game, move, log)

    monkeypatch.setattr(gj.Game, "_apply", count)
    for ply in range(0, 200, 20):
        applied.clear()
        game.at(ply)
        assert applied == game.moves[ply - ply % 32 : ply]
    applied.clear()
    game.copy()
    assert applied == []


def test_positions_are_copies_of_every_moment() -> None:
    game = played("hamlet", 2, 60)
    positions = list(game.positions())
    assert len(positions) == game.ply + 1
    assert positions[-1] == (game.state, None, [])
    for ply in (0, 13, 40):
        one = game.played[ply]
        assert positions[ply] == (game.at(ply).state, one.move, one.events)


def test_a_result_is_there_when_the_game_is_over() -> None:
    game = played("hamlet", 2, 50)
    assert game.result() is None
    game = played("hamlet", 2, 10_000)
    assert game.result() == gj.standings(game.state)


@pytest.mark.parametrize("ply", [-1, 41])
def test_only_moments_of_the_game_can_be_gone_back_to(ply: int) -> None:
    game = played("hamlet", 2, 60).at(40)
    before = facts(game)
    with pytest.raises(ValueError, match="40 moves were made"):
        game.back_to(ply)
    assert facts(game) == before


def test_a_broken_move_of_a_replay_is_named() -> None:
    game = played("hamlet", 2, 40)
    with pytest.raises(ValueError, match=rf"move {game.ply}, 'order A', is not legal"):
        game.replay(["order A"])
