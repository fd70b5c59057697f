"""Whole games and their ends, played inside compiled code: for search, benchmarks and learning."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from .options import Options
from .rng import Rng
from .state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Decides for a seat. Subclass it; this one takes every legal move as likely as any other."""

    def decide(self, state: State, options: Options, rng: Rng) -> i64:
        """The code of a legal move, from the position itself; ``options`` is room to list them in."""
        state.fill(options)
        return self.choose(state, options, rng)

    def choose(self, state: State, options: Options, rng: Rng) -> i64:
        """The code of a legal move, from the options listed."""
        return options.move(rng.below(options.moves()))


def playout(state: State, policy: Policy, rng: Rng, most: int = 1_000_000) -> int:
    """Play on in place, to the end or for so many players' moves; tells how many were made."""
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
