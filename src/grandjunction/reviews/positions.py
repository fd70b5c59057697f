"""Tells positions apart as players do: equivalent spaces of a town may change places."""

from __future__ import annotations

from collections import defaultdict

from ..core.bits import BIT
from ..core.ruleset import Ruleset
from ..core.state import State


def kind_of_position(state: State) -> bytes:
    """Return bytes that are equal for positions that differ at most by an exchange of equivalent spaces.

    Spaces are equivalent if they are in the same town and show the same industries.
    """
    alike = state.copy()
    for slots in _equivalent(state.rules):
        if state.frame_slot not in slots:  # an open action goes on from this very space
            _sort(alike, slots)
    return alike.key()


def _equivalent(rules: Ruleset) -> list[list[int]]:
    board = rules.board
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    for slot in range(board.slots):
        groups[int(board.slot_place[slot]), int(board.slot_shows[slot])].append(slot)
    return [slots for slots in groups.values() if len(slots) > 1]


def _sort(state: State, slots: list[int]) -> None:
    """Sort what stands on these spaces. Data that ``State.key`` leaves out is not updated."""
    found = sorted(
        (
            int(state.tile[slot]),
            int(state.cubes[slot]),
            int(state.owner(slot)),
            state.flipped & BIT[slot] != 0,
        )
        for slot in slots
    )
    for slot, (tile, cubes, owner, flipped) in zip(slots, found, strict=True):
        state.tile[slot] = tile
        state.cubes[slot] = cubes
        state.flipped = state.flipped | BIT[slot] if flipped else state.flipped & ~BIT[slot]
        for seat in range(state.players):
            built = state.built[seat]
            state.built[seat] = built | BIT[slot] if seat == owner else built & ~BIT[slot]
