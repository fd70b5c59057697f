"""Plays games to their end in compiled code, for search, benchmarks and learning."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from .options import Options
from .rng import Rng
from .state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Decides for a seat. Subclass it; this base class picks a legal move uniformly at random."""

    def decide(self, state: State, options: Options, rng: Rng) -> i64:
        """Code of the move to make. ``options`` is a buffer to list the legal moves in."""
        state.fill(options)
        return self.choose(state, options, rng)

    def choose(self, state: State, options: Options, rng: Rng) -> i64:
        """Code of one of the listed moves."""
        return options.move(rng.below(options.moves()))


def playout(state: State, policy: Policy, rng: Rng, most: int = 1_000_000) -> int:
    """Play forward in place until the end or ``most`` players' moves; return the count."""
    options = Options()
    moves: i64 = 0
    limit: i64 = most
    while not state.is_over and moves < limit:
        if state.is_chance:
            state.apply_code(state.chance_code(rng), None)
            continue
        state.apply_code(policy.decide(state, options, rng), None)
        moves += 1
    return moves
