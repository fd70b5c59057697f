"""Barter: own mills, one by one, at the market place; some need beer."""

from __future__ import annotations

from mypy_extensions import i64

from ...core.components import EXTRA_RESOURCE
from ...core.events import Log
from ...core.hands import begin_unit, check_card
from ...core.moves import Refusal, other_of, target_of, unit
from ...core.options import Options, SourceList
from ...core.sources import flip, list_extra, take
from ...core.state import State
from ...core.turn import go_on
from ...core.verbs.refusals import refuse_extra
from ...core.verbs.sale import Sale, SaleReasons


class Barter(Sale):
    """Sell a mill at a market place, for ``pounds``. ``market_places`` masks those places."""

    def __init__(self, market_places: int, pounds: int) -> None:
        super().__init__(
            "barter",
            ["slot", "card", "beer"],
            SaleReasons("barter_not_yours", "barter_wrong_industry", "barter_done"),
            source_word="beer",
        )
        self.market_places: i64 = market_places
        self.pounds: i64 = pounds

    def connected(self, state: State, slot: i64) -> bool:
        return state.component[state.rules.board.slot_place[slot]] & self.market_places != 0

    def list_ways(self, state: State, slot: i64, ways: SourceList) -> None:
        """List the ways to take the beer that this barter needs."""
        joined = state.component[state.rules.board.slot_place[slot]]
        need = state.rules.tiles.sale[state.tile[slot]]
        list_extra(state, state.seat, joined, need, 0, ways)

    def propose_tile(self, state: State, slot: i64, cards: i64, options: Options) -> None:
        if not self.connected(state, slot):
            return
        ways = options.other
        self.list_ways(state, slot, ways)
        i: i64 = 0
        while i < ways.size:
            options.add(unit(self.id, slot, -1, 0, ways.pairs[i]), cards)
            i += 1

    def check(self, state: State, code: i64) -> Refusal | None:
        slot = target_of(code)
        if slot < 0 or slot >= state.rules.board.slots:
            return state.rules.refuse("malformed")
        refusal = check_card(state, code)
        if refusal is None:
            refusal = self.check_mill(state, slot)
        if refusal is not None:
            return refusal
        ways = SourceList()
        self.list_ways(state, slot, ways)
        return None if ways.find(other_of(code)) >= 0 else self.refuse_ways(state, slot, other_of(code), ways)

    def nearest_fault(self, state: State, target: i64, item: i64) -> Refusal | None:
        refusal = self.check_mill(state, target)
        if refusal is not None:
            return refusal
        ways = SourceList()
        self.list_ways(state, target, ways)
        return None if ways.size else self.refuse_ways(state, target, 0, ways)

    def refuse_ways(self, state: State, slot: i64, beer: i64, ways: SourceList) -> Refusal:
        joined = state.component[state.rules.board.slot_place[slot]]
        return refuse_extra(state, beer, state.rules.tiles.sale[state.tile[slot]], joined, ways)

    def check_mill(self, state: State, slot: i64) -> Refusal | None:
        """Refuse unless the tile on this space can be bartered, ignoring beer."""
        refusal = self.check_tile(state, slot)
        if refusal is None and not self.connected(state, slot):
            return state.rules.refuse("barter_not_connected", slot=state.rules.board.slot_ids[slot])
        return refusal

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        begin_unit(state, self, code, log)
        seat = state.seat
        slot = target_of(code)
        if log is not None:
            log.add("bartered", seat, slot)
        take(state, seat, EXTRA_RESOURCE, other_of(code), log)
        flip(state, slot, log)
        state.pounds[seat] += self.pounds
        if log is not None:
            log.add("received", seat, self.pounds)
        go_on(state, self, log)
