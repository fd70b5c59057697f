"""The tool that rates the levels: it finds the strengths behind the rankings from neighbours' games alone."""

from __future__ import annotations

import sys
from pathlib import Path

from grandjunction.core.rng import Rng
from tests.arena.test_ladder import tool

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from levels import LOWEST, fit, spread

TRUE = [0, 100, 250, 400, 500]  # Elo's points above the first


def ranked(bots: list[int], rng: Rng) -> tuple[int, ...]:
    """Return a ranking in which each bot comes next as often as its strength says."""
    left, found = list(bots), []
    while left:
        weights = [round(1000 * 10 ** (TRUE[bot] / 400)) for bot in left]
        drawn = rng.below(sum(weights))
        chosen = next(at for at in range(len(left)) if drawn < sum(weights[: at + 1]))
        found.append(left.pop(chosen))
    return tuple(found)


def test_ratings_of_neighbours_stand_on_one_scale() -> None:
    rng = Rng("levels")
    deals = [[ranked([first, first + 1, first + 2], rng) for first in range(3)] for _ in range(600)]
    ratings = fit(len(TRUE), [ranking for deal in deals for ranking in deal])
    assert ratings[0] == LOWEST
    for rating, true in zip(ratings, TRUE, strict=True):
        assert abs(rating - LOWEST - true) < 40
    few = spread(len(TRUE), deals[:40], "levels")
    assert few[0] == (LOWEST, LOWEST)
    for (low, high), true in zip(few[1:], TRUE[1:], strict=True):
        assert low < LOWEST + true < high


def test_a_bot_that_never_lost_has_a_rating() -> None:
    first, second = fit(2, [(1, 0)] * 9)
    assert (first, round(second)) == (LOWEST, round(LOWEST + 400 * 1.278754))  # 9.5 to 0.5


def test_tables_that_do_not_exist_are_refused() -> None:
    done = tool("levels.py", "lancashire-2007", "--players", "2")
    assert (done.returncode, done.stdout) == (2, "")
    assert "this ruleset has no such table" in done.stderr
