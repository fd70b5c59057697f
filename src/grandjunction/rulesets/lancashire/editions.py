"""Policies of the 2007 edition: the virtual link, and which end of a rail link receives coal."""

from __future__ import annotations

from mypy_extensions import i64

from ...core.bits import BIT, lowest
from ...core.options import SourceList
from ...core.permission import NetworkPermission
from ...core.ruleset import LinkCoal
from ...core.sources import list_coal
from ...core.state import State


class VirtualLinkPermission(NetworkPermission):
    """A seat in the network at one end of the virtual link can use industry cards at the other (LD-01)."""

    def __init__(self, ends: int) -> None:
        self.ends: i64 = ends

    def reach(self, state: State, seat: i64) -> i64:
        spaces = super().reach(state, seat)
        if state.network[seat] & self.ends:
            spaces |= state.rules.board.spaces_in(self.ends)
        return spaces


class CoalToChosenEnd(LinkCoal):
    """The builder chooses the end that receives the coal, over links already built (LD-02, 2007).

    Ends that lead to the same source are one choice.
    """

    def sources(self, state: State, line: i64, need: i64, out: SourceList) -> None:
        out.size = 0
        ends = state.rules.board.line_ends[line]
        at_end = SourceList()
        while ends:
            list_coal(state, BIT[lowest(ends)], need, 0, at_end)
            ends &= ends - 1
            way: i64 = 0
            while way < at_end.size:
                if out.find(at_end.pairs[way]) < 0:
                    out.add(at_end.pairs[way], at_end.bought[way])
                way += 1
