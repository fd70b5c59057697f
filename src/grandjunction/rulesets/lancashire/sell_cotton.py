"""Sell cotton: own mills, one by one, each to a connected port or abroad."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ...core.bits import BIT, lowest
from ...core.events import Log
from ...core.hands import begin_unit, check_card
from ...core.moves import Refusal, first_source, other_of, target_of, unit
from ...core.network import within
from ...core.options import Options
from ...core.sources import flip
from ...core.state import State
from ...core.turn import go_on
from ...core.verbs.sale import Sale, SaleReasons
from .distant_market import DISTANT, Demand


class SellCotton(Sale):
    """Sell a cotton mill. ``reveal`` is the decision in which nature turns up a distant-market tile."""

    def __init__(self, cotton: int, port: int, demand: Demand, reveal: int) -> None:
        super().__init__(
            "sell",
            ["slot", "port", "card"],
            SaleReasons("sell_not_yours", "not_sellable", "already_sold"),
            buyer="port",
            source_word="port",
            most_sources=1,
        )
        self.cotton: i64 = cotton
        self.port: i64 = port
        self.demand: Final = demand
        self.reveal: i64 = reveal

    def ports_for(self, state: State, mill: i64) -> i64:
        """Mask of anyone's unflipped ports that are connected to a mill."""
        joined = state.component[state.rules.board.slot_place[mill]]
        return within(state, state.standing[self.port] & ~state.flipped, joined)

    def reaches_abroad(self, state: State, mill: i64) -> bool:
        """Whether a port, flipped or not, or an external region is connected to the mill."""
        joined = state.component[state.rules.board.slot_place[mill]]
        return joined & state.rules.access.places(state) != 0

    def sellable(self, state: State) -> i64:
        """Mask of the seat's cotton mills, sold or not."""
        return state.built[state.seat] & state.standing[self.cotton]

    def propose_tile(self, state: State, slot: i64, cards: i64, options: Options) -> None:
        ports = self.ports_for(state, slot)
        while ports:
            options.add(unit(self.id, slot, -1, 0, lowest(ports) + 1), cards)
            ports &= ports - 1
        if self.demand.open(state) and self.reaches_abroad(state, slot):
            options.add(unit(self.id, slot, -1, 0, DISTANT), cards)

    def check(self, state: State, code: i64) -> Refusal | None:
        mill = target_of(code)
        buyer = first_source(other_of(code))
        slots = state.rules.board.slots
        if mill < 0 or mill >= slots or buyer == 0 or (buyer > slots and buyer != DISTANT):
            return state.rules.refuse("malformed")
        refusal = check_card(state, code)
        if refusal is None:
            refusal = self.check_tile(state, mill)
        if refusal is None:
            refusal = self._check_buyer(state, mill, buyer)
        return refusal

    def _check_buyer(self, state: State, mill: i64, buyer: i64) -> Refusal | None:
        rules = state.rules
        if buyer == DISTANT:
            if not self.demand.open(state):
                return rules.refuse("no_more_demand")
            if not self.reaches_abroad(state, mill):
                return rules.refuse("no_port_reached", slot=rules.board.slot_ids[mill])
            return None
        port = buyer - 1
        name = rules.board.slot_ids[port]
        if state.standing[self.port] & BIT[port] == 0:
            return rules.refuse("not_a_port", slot=name)
        if state.flipped & BIT[port]:
            return rules.refuse("port_taken", slot=name)
        if self.ports_for(state, mill) & BIT[port] == 0:
            return rules.refuse("port_not_connected", slot=rules.board.slot_ids[mill], port=name)
        return None

    def nearest_fault(self, state: State, target: i64, item: i64) -> Refusal | None:
        refusal = self.check_tile(state, target)
        if refusal is not None or self.ports_for(state, target):
            return refusal
        if self.reaches_abroad(state, target):
            return None if self.demand.open(state) else state.rules.refuse("no_more_demand")
        return state.rules.refuse("no_buyer", slot=state.rules.board.slot_ids[target])

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        begin_unit(state, self, code, log)
        mill = target_of(code)
        buyer = first_source(other_of(code))
        if buyer == DISTANT:
            if log is not None:
                log.add("sold_abroad", state.seat, mill)
            state.frame_slot = mill
            state.decision = self.reveal
            return
        if log is not None:
            log.add("sold_to_port", state.seat, mill, buyer - 1)
        flip(state, mill, log)
        flip(state, buyer - 1, log)
        go_on(state, self, log)
