"""The learned judge: computes a correction to the hand-made evaluation, in VP."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..core.state import State
from .features import Features
from .horizon import Horizon
from .nets import DROPPED_BITS, FIRST_BITS, SECOND_BITS, Net, Nets

UNIT: Final = float(2 ** (FIRST_BITS - DROPPED_BITS + SECOND_BITS))


class Judge:
    """Corrects the evaluation for one seat."""

    def __init__(self, nets: Nets, seat: i64) -> None:
        self.nets: Final = nets
        self.seat: i64 = seat
        self.features: Final = Features(nets.rules, nets.players)
        self._readers: Final = [Reader(net) for net in nets.eras]

    def correction(self, state: State, horizon: Horizon, parts: vec[float]) -> float:
        """Return the VP to add to the evaluation of a position; ``parts`` are the evaluation's."""
        self.features.write(state, self.seat, horizon, parts)
        learned = self._readers[state.era].output(self.features.row)
        return learned + self.nets.offset(state.era, horizon.all_actions)


class Reader:
    """A net that keeps its last sums, so that only changed features are added for the next position."""

    def __init__(self, net: Net) -> None:
        self.net: Final = net
        self._row: vec[i64] = vec[i64]([0] * net.inputs)
        self._sums: vec[i64] = net.offsets[:]

    def output(self, row: vec[i64]) -> float:
        """Return the output for a row of features, in VP."""
        net = self.net
        seen = self._row
        sums = self._sums
        weights = net.first
        width = net.width
        i: i64 = 0
        while i < net.inputs:
            change = row[i] - seen[i]
            if change != 0:
                seen[i] = row[i]
                at = i * width
                unit: i64 = 0
                while unit < width:
                    sums[unit] += change * i64(weights[at + unit])
                    unit += 1
            i += 1
        second = net.second
        total = second[width]
        unit = 0
        while unit < width:
            if sums[unit] > 0:
                total += (sums[unit] >> DROPPED_BITS) * second[unit]
            unit += 1
        return float(total) / UNIT
