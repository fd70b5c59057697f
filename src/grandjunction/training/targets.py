"""Computes training targets from each game's result and the values of the seat's next positions."""

from __future__ import annotations

import numpy as np

from .selfplay import AFTER, OTHERS
from .shards import Array, Positions

HELD_OUT = 10  # one game in this many is held out
STEPS = 48  # values of own actions left that are kept apart


def usual_error(rows: Positions, error: Array, eras: int) -> Array:
    """Return the mean error per era and own actions left; positive if seats scored more than estimated."""
    table = np.zeros((eras, STEPS))
    for era in range(eras):
        here = rows.era == era
        left = np.minimum(rows.actions[here], STEPS - 1)
        count = np.bincount(left, minlength=STEPS)
        total = np.bincount(left, weights=error[here], minlength=STEPS)
        seen = np.flatnonzero(count)
        if len(seen):
            table[era] = np.interp(np.arange(STEPS), seen, total[seen] / count[seen])
    return table


def scatter(rows: Positions, error: Array, eras: int, every: int = 1) -> Array:
    """Return, per era and own actions left, the deviation of a seat's result from its forecast.

    It is measured relative to another seat's error in the same position, on one game in ``every``.
    """
    first = np.flatnonzero((rows.kind[:-1] == AFTER) & (rows.kind[1:] == OTHERS))
    first = first[rows.game[first] % every == 0]
    gap = (error[first] - error[first + 1]) ** 2 / 2
    table = np.ones((eras, STEPS))
    for era in range(eras):
        here = rows.era[first] == era
        left = np.minimum(rows.actions[first][here], STEPS - 1)
        count = np.bincount(left, minlength=STEPS)
        total = np.bincount(left, weights=gap[here], minlength=STEPS)
        seen = np.flatnonzero(count)
        if len(seen):
            table[era] = np.sqrt(np.interp(np.arange(STEPS), seen, total[seen] / count[seen]))
    return table


def returns(rows: Positions, values: Array, fade: float) -> Array:
    """Return the λ-return of each row over its seat's next turns and the game's result.

    ``values`` are the rows' estimated values; ``fade`` is λ.
    """
    after = np.flatnonzero(rows.kind == AFTER)
    longest = int(rows.turn.max()) + 2
    seats = rows.final.shape[1]
    # The value after each seat's k-th turn, by game, seat and k; the result follows the last.
    known = np.full((len(rows.final), seats, longest), np.nan)
    known[rows.game[after], rows.seat[after], rows.turn[after] - 1] = values[after]
    result = np.repeat(rows.final[:, :, None], longest, axis=2)
    for k in range(longest - 2, -1, -1):
        here = known[:, :, k]
        blend = (1 - fade) * here + fade * result[:, :, k + 1]
        result[:, :, k] = np.where(np.isnan(here), rows.final, blend)
    found: Array = result[rows.game, rows.seat, rows.turn]
    return found
