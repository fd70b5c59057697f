"""Liquidate: choose which tile to sell off when negative income cannot be paid."""

from __future__ import annotations

from mypy_extensions import i64

from ..bits import BIT, lowest
from ..events import Log
from ..moves import Refusal, target_of, unit
from ..options import Options
from ..ruleset import ACTION, Verb
from ..state import State
from ..turn import liquidate, saleable, settle_debt


class Liquidate(Verb):
    def __init__(self) -> None:
        super().__init__("liquidate", ["slot"])

    def propose(self, state: State, options: Options) -> None:
        slots = saleable(state, state.seat)
        while slots:
            options.add(unit(self.id, lowest(slots), -1, 0, 0), 0)
            slots &= slots - 1

    def check(self, state: State, code: i64) -> Refusal | None:
        slot = target_of(code)
        if slot < 0 or slot >= state.rules.board.slots:
            return state.rules.refuse("malformed")
        name = state.rules.board.slot_ids[slot]
        if state.built[state.seat] & BIT[slot] == 0:
            return state.rules.refuse("not_your_tile", slot=name)
        if saleable(state, state.seat) & BIT[slot] == 0:
            return state.rules.refuse("tile_worthless", slot=name)
        return None

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        liquidate(state, state.seat, target_of(code), log)
        if settle_debt(state, state.seat, log):
            state.cursor += 1  # this seat's income is settled
            state.decision = ACTION
            state.advance(log)
