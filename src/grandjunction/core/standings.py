"""The ranking of the seats, with shared places, and what the era would score if it ended now."""

from __future__ import annotations

from .course import part
from .era import Scoring
from .events import Event, Log
from .state import State


def standings(state: State) -> list[list[int]]:
    """The places in order, each with the seats that share it. Final when the game is over."""
    keys = [state.rules.rank_key(state, seat) for seat in range(state.players)]
    places: list[list[int]] = []
    for seat in sorted(range(state.players), key=keys.__getitem__, reverse=True):
        if places and keys[places[-1][0]] == keys[seat]:
            places[-1].append(seat)
        else:
            places.append([seat])
    return places


def scored_now(state: State) -> list[Event]:
    """Return the scoring that would follow if the era ended now; nothing once the game is over.

    It depends on open information only: links, tiles, money and income.
    """
    if state.is_over:
        return []
    after = state.copy()
    log = Log(state.rules)
    for number in part(state.rules, state.era, 1):
        step = state.rules.steps[number]
        if isinstance(step, Scoring):
            step.run(after, log)
    return log.events
