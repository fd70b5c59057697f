"""Many games in one call play exactly as the same games one by one."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.core.batch import Batch


@pytest.mark.parametrize(("id", "players"), [("birmingham", 2), ("lancashire-2007", 3), ("hamlet", 2)])
def test_a_batch_plays_as_single_games_do(id: str, players: int) -> None:
    batch = Batch(gj.ruleset(id), players, size=3, seed="batch")
    games = [gj.new_game(id, players=players, seed=f"batch {n}") for n in range(3)]
    chooser = gj.Rng("chooser")
    finished = 0
    while finished < 3:
        choices = [int(chooser.below(batch.first[n + 1] - batch.first[n])) for n in range(3)]
        for n, game in enumerate(games):
            if game.state.is_over:
                continue
            assert batch.states[n] == game.state
            assert batch.seats[n] == game.state.to_act
            assert list(batch.codes)[batch.first[n] : batch.first[n + 1]] == game.state.legal_codes()
            game.play(game.legal_moves()[choices[n]])
        batch.step(choices)
        for n, game in enumerate(games):
            if batch.done[n] and game.state.is_over:
                finished += 1
                assert list(batch.scores)[n * players : (n + 1) * players] == list(game.state.vp)
                assert not batch.states[n].is_over, "a finished game begins anew"


def test_bad_choices_change_nothing() -> None:
    batch = Batch(gj.ruleset("hamlet"), 2, size=2, seed=1)
    before = [state.key() for state in batch.states]
    with pytest.raises(ValueError, match="2 games need 2 choices"):
        batch.step([0])
    with pytest.raises(IndexError, match="game 1 has"):
        batch.step([0, 10_000])
    assert [state.key() for state in batch.states] == before
    with pytest.raises(ValueError, match="at least one game"):
        Batch(gj.ruleset("hamlet"), 2, size=0, seed=1)
