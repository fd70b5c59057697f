"""Networks, connections and distances."""

from __future__ import annotations

from mypy_extensions import i64

from .bits import BIT, lowest
from .state import State


def present(state: State, seat: i64) -> bool:
    """Whether the seat has any tile or link on the board."""
    return (state.built[seat] | state.links[seat]) != 0


def refresh_network(state: State, seat: i64) -> None:
    """Recompute a seat's network after something of it left the board."""
    board = state.rules.board
    places: i64 = 0
    slots = state.built[seat]
    while slots:
        places |= BIT[board.slot_place[lowest(slots)]]
        slots &= slots - 1
    lines = state.links[seat]
    while lines:
        places |= board.line_ends[lowest(lines)]
        lines &= lines - 1
    state.network[seat] = places


def lay(state: State, seat: i64, line: i64) -> None:
    """Put a seat's link on a line and merge the components it joins."""
    ends = state.rules.board.line_ends[line]
    state.laid |= BIT[line]
    state.links[seat] |= BIT[line]
    state.network[seat] |= ends
    joined = connected(state, ends)
    rest = joined
    while rest:
        state.component[lowest(rest)] = joined
        rest &= rest - 1


def connected(state: State, places: i64) -> i64:
    """Mask of these places and all places connected to them by anyone's links."""
    joined: i64 = 0
    while places:
        joined |= state.component[lowest(places)]
        places &= places - 1
    return joined


def within(state: State, slots: i64, places: i64) -> i64:
    """Mask of those slots that are in these places."""
    board = state.rules.board
    found: i64 = 0
    while slots:
        slot = lowest(slots)
        if places & BIT[board.slot_place[slot]]:
            found |= BIT[slot]
        slots &= slots - 1
    return found


def nearest(state: State, starts: i64, slots: i64) -> i64:
    """Mask of those slots that are the fewest links away from the starting places."""
    board = state.rules.board
    reached = starts
    ring = starts
    while ring:
        found = within(state, slots, ring)
        if found:
            return found
        following: i64 = 0
        while ring:
            lines = board.place_lines[lowest(ring)] & state.laid
            ring &= ring - 1
            while lines:
                following |= board.line_ends[lowest(lines)]
                lines &= lines - 1
        ring = following & ~reached
        reached |= ring
    return 0
