"""Ports: access to market coal and to the distant market."""

from __future__ import annotations

from mypy_extensions import i64

from ...core.bits import BIT, lowest
from ...core.ruleset import MarketAccess
from ...core.state import State


class PortAccess(MarketAccess):
    """The coal market is reached through ports, flipped or not, and external regions (L-19)."""

    def __init__(self, port: int, external: int) -> None:
        self.port: i64 = port  # the industry
        self.external: i64 = external  # mask of places

    def places(self, state: State) -> i64:
        board = state.rules.board
        found = self.external
        slots = state.standing[self.port]
        while slots:
            found |= BIT[board.slot_place[lowest(slots)]]
            slots &= slots - 1
        return found
