"""Who stands where: the places in order, shared by the seats that nothing sets apart."""

from __future__ import annotations

from .state import State


def standings(state: State) -> list[list[int]]:
    """The places in order, each with the seats that share it. Final once the game is over."""
    keys = [state.rules.rank_key(state, seat) for seat in range(state.players)]
    places: list[list[int]] = []
    for seat in sorted(range(state.players), key=keys.__getitem__, reverse=True):
        if places and keys[places[-1][0]] == keys[seat]:
            places[-1].append(seat)
        else:
            places.append([seat])
    return places
