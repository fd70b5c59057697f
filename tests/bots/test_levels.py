"""Levels: each plays legal, repeatable games, and a higher one scores more."""

from __future__ import annotations

import pytest

from grandjunction.bots import LEVEL_BOTS, YARDSTICKS, bot, play_game
from grandjunction.bots.level import LEVELS
from grandjunction.core.compiled import is_compiled


def test_levels_have_names_and_means() -> None:
    assert list(LEVEL_BOTS) == [f"level-{n}" for n in range(1, 11)]
    assert [bot(name).name for name in (*LEVEL_BOTS, *YARDSTICKS)] == [*LEVEL_BOTS, *YARDSTICKS]
    slack = [level.slack for level in LEVELS]
    assert slack == sorted(slack, reverse=True)
    budgets = [level.budget for level in LEVELS]
    assert budgets == sorted(budgets)


@pytest.mark.parametrize("name", ["level-1", "level-5", "level-8"])
def test_a_level_repeats_itself(name: str) -> None:
    first = play_game("birmingham-introductory", [bot(name, 5), bot(name, 5)], 5, 150).to_record()
    second = play_game("birmingham-introductory", [bot(name, 5), bot(name, 5)], 5, 150).to_record()
    assert first == second


def test_a_high_level_outscores_a_low_one() -> None:
    games = 6 if is_compiled() else 2
    low = high = 0
    for seed in range(games):
        seats = [bot("level-1", seed), bot("level-7", seed)]
        state = play_game("birmingham-introductory", seats[:: 1 if seed % 2 else -1], seed, 300).state
        low += int(state.vp[0 if seed % 2 else 1])
        high += int(state.vp[1 if seed % 2 else 0])
    assert high > low + 10 * games
