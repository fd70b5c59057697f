"""Positions to test on: decisions of random play, of every ruleset and player count."""

from __future__ import annotations

from collections.abc import Iterator

import grandjunction as gj
from grandjunction.core.compiled import is_compiled

EVERY = [(id, players) for id in gj.RULESETS for players in gj.ruleset(id).player_counts]
#: Uncompiled, one player count of each game is enough to wait for.
TABLES = EVERY if is_compiled() else [("birmingham", 2), ("lancashire-2007", 3), ("hamlet", 2)]


def decisions(id: str, players: int, seed: int | str, every: int = 1) -> Iterator[gj.State]:
    """The decisions of a random game, each ``every``-th of them."""
    rng = gj.Rng(f"decisions {seed}")
    state = gj.State(gj.ruleset(id), players)
    state.advance(None)
    made = 0
    while True:
        state.settle_chance(rng)
        if state.is_over:
            return
        if made % every == 0:
            yield state.copy()
        made += 1
        codes = state.legal_codes()
        state.apply_code(codes[rng.below(len(codes))], None)
