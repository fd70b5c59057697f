"""A position stays small, and playing on takes no more memory."""

from __future__ import annotations

import tracemalloc

import pytest

import grandjunction as gj
from grandjunction.cli.measure import state_bytes
from grandjunction.core.compiled import is_compiled

TABLES = [(id, players) for id in gj.RULESETS for players in gj.ruleset(id).player_counts]


def finished(id: str, players: int) -> gj.State:
    state = gj.new_game(id, players=players, seed=1).state
    gj.playout(state, gj.Policy(), gj.Rng(1))
    return state


@pytest.mark.skipif(
    not is_compiled(), reason="objects of plain Python are larger; the limit is for the compiled"
)
@pytest.mark.parametrize(("id", "players"), TABLES)
def test_a_position_takes_less_than_4_kb(id: str, players: int) -> None:
    assert state_bytes(finished(id, players)) < 4096


@pytest.mark.parametrize(("id", "players"), [("birmingham", 4), ("lancashire-2007", 4)])
def test_a_game_at_its_end_takes_no_more_memory_than_at_its_start(id: str, players: int) -> None:
    start = gj.new_game(id, players=players, seed=1).state
    assert abs(state_bytes(finished(id, players)) - state_bytes(start)) < 256


@pytest.mark.parametrize(("id", "players"), [("birmingham", 2), ("lancashire-2018", 2)])
def test_playing_on_leaves_nothing_behind(id: str, players: int) -> None:
    finished(id, players)  # whatever is made once is made
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(5):
        finished(id, players)
    left = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert left < 4096
