"""The measurements of ``bench``, for the build that this process runs.

A rate is measured in slices of the same games, in turn with the other rates. The best slice is reported,
because background load can only lower it. Rates are by CPU time, so that waiting for a core does not count.

``python -m grandjunction.cli.measure RULESET PLAYERS SECONDS`` measures a slice of random games for each line
it reads, and prints the rate. ``bench`` uses it to measure the other build.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any, Final

from ..core.playout import Policy, playout
from ..core.rng import Rng
from ..core.ruleset import Ruleset
from ..core.state import State
from ..rulesets import ruleset

SLICES: Final = 8  # for each rate
_GAMES_A_SLICE: Final = 8  # at least, because a single game may be an easy one
_GAMES: Final = 4  # games whose positions are timed
_REPEATS: Final = 5


class Meter:
    """A rate: its best slice, and the median to show how much the machine's speed varied."""

    def __init__(self, one_slice: Callable[[], float]) -> None:
        """``one_slice`` does the same work each time and returns its rate per second."""
        self._one_slice: Final = one_slice
        self._rates: Final[list[float]] = []

    def take_slice(self) -> None:
        self._rates.append(self._one_slice())

    @property
    def best(self) -> float:
        return max(self._rates)

    @property
    def median(self) -> float:
        return median(self._rates)


def sliced(play: Callable[[int], int], seconds: float) -> Callable[[], float]:
    """Return a function that measures one slice; all slices together take ``seconds`` seconds.

    ``play`` plays the given number of games, the same ones each time, and returns how much work they were.
    """
    games = games_within(play, seconds / SLICES)

    def one_slice() -> float:
        start = time.process_time()
        done = play(games)
        return done / (time.process_time() - start)

    return one_slice


def games_within(play: Callable[[int], int], seconds: float) -> int:
    """Return how many games take about ``seconds`` seconds."""
    games = _GAMES_A_SLICE
    while True:
        start = time.process_time()
        play(games)
        spent = time.process_time() - start
        if spent >= seconds:
            return games
        games = min(4 * games, int(games * seconds / spent) + 1)


def random_games(rules: Ruleset, players: int, games: int) -> int:
    """Play games by uniformly random moves, listing every option at every decision."""
    rng = Rng(1)
    policy = Policy()
    for _ in range(games):
        state = State(rules, players)
        state.advance(None)
        playout(state, policy, rng)
    return games


def moves_by_interface(rules: Ruleset, players: int, games: int) -> int:
    """Play games through the public interface: list, choose, check, apply, with events. Return the moves."""
    moves = 0
    for game in range(games):
        rng = Rng(game)
        state = State(rules, players)
        state.advance(None)
        state.settle_chance(rng)
        while not state.is_over:
            legal = state.legal_moves()
            state.apply(legal[rng.below(len(legal))])
            moves += 1
            if state.is_chance:
                state.settle_chance(rng)
    return moves


def positions(rules: Ruleset, players: int) -> list[State]:
    """Return positions from games of competent play with some noise: random play would be too easy."""
    from ..bots import bot

    found: list[State] = []
    for game in range(_GAMES):
        bots = [bot("noisy", f"{game}/{seat}") for seat in range(players)]
        rng = Rng(game)
        state = State(rules, players)
        state.advance(None)
        state.settle_chance(rng)
        while not state.is_over:
            found.append(state.copy())
            state.apply(bots[state.seat].choose(state.view(state.seat)))
            state.settle_chance(rng)
    return found


def timings(rules: Ruleset, players: int) -> dict[str, Any]:
    """Return the microseconds of common calls: mean and 99th percentile over ``positions``."""
    states = positions(rules, players)
    moves = [state.legal_moves() for state in states]
    copies: list[State] = []
    works: dict[str, Callable[[int], object]] = {
        "options_us": lambda n: states[n].options(),
        "legal_moves_us": lambda n: states[n].legal_moves(),
        "apply_us": lambda n: copies[n].apply(moves[n][len(moves[n]) // 2]),
        "copy_us": lambda n: states[n].copy(),
        "view_us": lambda n: states[n].view(states[n].seat),
        "key_us": lambda n: states[n].key(),
    }
    best = {name: [float("inf")] * len(states) for name in works}
    for _ in range(_REPEATS):
        copies[:] = [state.copy() for state in states]
        for name, work in works.items():
            _time_each(work, best[name])
    return {
        "positions": len(states),
        **{name: _summary(seconds) for name, seconds in best.items()},
        "state_bytes": state_bytes(states[0]),
    }


def _time_each(work: Callable[[int], object], best: list[float]) -> None:
    """Time each call once more; ``best`` keeps the least seconds of each."""
    clock = time.perf_counter
    for n in range(len(best)):
        start = clock()
        work(n)
        spent = clock() - start
        if spent < best[n]:
            best[n] = spent


def _summary(seconds: list[float]) -> dict[str, float]:
    return {
        "mean": _micro(sum(seconds) / len(seconds)),
        "p99": _micro(sorted(seconds)[len(seconds) * 99 // 100]),
    }


def _micro(seconds: float) -> float:
    return round(seconds * 1e6, 3)


def state_bytes(state: State, copies: int = 500) -> int:
    """Return the bytes that a state takes, measured."""
    kept: list[State | None] = [None] * copies
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for n in range(copies):
        kept[n] = state.copy()
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return round(taken / copies)


def main() -> None:
    id, players, seconds = sys.argv[1:]
    one_slice = sliced(partial(random_games, ruleset(id), int(players)), float(seconds))
    for _ in sys.stdin:
        print(one_slice(), flush=True)


if __name__ == "__main__":
    main()
