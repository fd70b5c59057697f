"""The measurements of ``bench``, of whichever build this process runs.

``python -m grandjunction.cli.measure RULESET PLAYERS SECONDS`` prints the rate of random games, for the
build that the other process does not run.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

from ..core.playout import Policy, playout
from ..core.rng import Rng
from ..core.ruleset import Ruleset
from ..core.state import State
from ..rulesets import ruleset

_GAMES = 4  # whose positions are measured
_REPEATS = 5


def games_per_second(rules: Ruleset, players: int, seconds: float, seed: int = 1) -> float:
    """Whole games by uniformly random legal moves, the complete option list made at every decision."""
    rng = Rng(seed)
    policy = Policy()
    games = 0
    start = time.perf_counter()
    while True:
        state = State(rules, players)
        state.advance(None)
        playout(state, policy, rng)
        games += 1
        spent = time.perf_counter() - start
        if spent >= seconds:
            return games / spent


def api_moves_per_second(rules: Ruleset, players: int, seconds: float) -> float:
    """Moves by the public interface from plain Python: list, choose, apply, with checks and events."""
    moves = 0
    game = 0
    start = time.perf_counter()
    while True:
        game += 1
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
        spent = time.perf_counter() - start
        if spent >= seconds:
            return moves / spent


def positions(rules: Ruleset, players: int) -> list[State]:
    """Decisions in games of competent play with some noise: random play is an easy case."""
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
    """Microseconds of what programs do most, mean and 99th percentile over those positions."""
    states = positions(rules, players)
    moves = [state.legal_moves() for state in states]
    copies: list[State] = []

    def apply(n: int) -> object:
        return copies[n].apply(moves[n][len(moves[n]) // 2])

    applied = [float("inf")] * len(states)
    for _ in range(_REPEATS):
        copies[:] = [state.copy() for state in states]
        applied = list(map(min, applied, _each(states, apply, repeats=1)))
    return {
        "positions": len(states),
        "options_us": _summary(_each(states, lambda n: states[n].options())),
        "legal_moves_us": _summary(_each(states, lambda n: states[n].legal_moves())),
        "apply_us": _summary(applied),
        "copy_us": _summary(_each(states, lambda n: states[n].copy())),
        "view_us": _summary(_each(states, lambda n: states[n].view(states[n].seat))),
        "key_us": _summary(_each(states, lambda n: states[n].key())),
        "state_bytes": state_bytes(states[0]),
    }


def _each(states: list[State], work: Callable[[int], object], repeats: int = _REPEATS) -> list[float]:
    """The seconds each piece of work takes, the best of some repeats."""
    clock = time.perf_counter
    best = [float("inf")] * len(states)
    for _ in range(repeats):
        for n in range(len(states)):
            start = clock()
            work(n)
            spent = clock() - start
            if spent < best[n]:
                best[n] = spent
    return best


def _summary(seconds: list[float]) -> dict[str, float]:
    return {
        "mean": _micro(sum(seconds) / len(seconds)),
        "p99": _micro(sorted(seconds)[len(seconds) * 99 // 100]),
    }


def _micro(seconds: float) -> float:
    return round(seconds * 1e6, 3)


def state_bytes(state: State, copies: int = 500) -> int:
    """The memory a state takes, measured."""
    kept: list[State | None] = [None] * copies
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for n in range(copies):
        kept[n] = state.copy()
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return round(taken / copies)


if __name__ == "__main__":
    print(games_per_second(ruleset(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
