"""Barter: own mills, one after another, at the market place, some for beer."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ...core.bits import BIT, lowest, members
from ...core.components import OWN_RESOURCE
from ...core.events import Log
from ...core.hands import begin_unit, check_card, payable
from ...core.moves import Refusal, other_of, target_of, unit
from ...core.options import Options, SourceList
from ...core.ruleset import MarketAccess, Verb
from ...core.sources import flip, list_own_first, take
from ...core.state import State
from ...core.turn import go_on
from ...core.verbs.refusals import refuse_own

BEER: Final = OWN_RESOURCE


class MarketPlaces(MarketAccess):
    """Coal is bought and sold through the market places."""

    def __init__(self, places: int) -> None:
        self.market_places: i64 = places

    def places(self, state: State) -> i64:
        return self.market_places


class Barter(Verb):
    """``market_places`` masks where wares are taken to; each brings ``pounds``."""

    def __init__(self, market_places: int, pounds: int) -> None:
        super().__init__("barter", ["slot", "card", "beer"], own="beer")
        self.repeats = True
        self.market_places: i64 = market_places
        self.pounds: i64 = pounds

    def connected(self, state: State, slot: i64) -> bool:
        return state.component[state.rules.board.slot_place[slot]] & self.market_places != 0

    def list_ways(self, state: State, slot: i64, ways: SourceList) -> None:
        """The ways to drink the beer this barter needs."""
        joined = state.component[state.rules.board.slot_place[slot]]
        need = state.rules.tiles.sale[state.tile[slot]]
        list_own_first(state, BEER, state.seat, joined, need, 0, ways)

    def traces(self, state: State) -> int:
        tiles = state.rules.tiles
        sold = members(state.built[state.seat] & state.flipped)
        return sum(1 for slot in sold if tiles.makes[tiles.industry[state.tile[slot]]] < 0)

    def propose(self, state: State, options: Options) -> None:
        tiles = state.rules.tiles
        cards = payable(state)
        slots = state.built[state.seat] & ~state.flipped
        while slots and not (options.first_only and options.size):
            slot = lowest(slots)
            slots &= slots - 1
            if tiles.makes[tiles.industry[state.tile[slot]]] >= 0 or not self.connected(state, slot):
                continue
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
        return refuse_own(state, BEER, beer, state.rules.tiles.sale[state.tile[slot]], joined, ways)

    def check_mill(self, state: State, slot: i64) -> Refusal | None:
        """An own unflipped tile that makes nothing, connected to the market place."""
        rules = state.rules
        name = rules.board.slot_ids[slot]
        if state.built[state.seat] & BIT[slot] == 0:
            return rules.refuse("barter_not_yours", slot=name)
        if rules.tiles.makes[rules.tiles.industry[state.tile[slot]]] >= 0:
            return rules.refuse("barter_wrong_industry", slot=name)
        if state.flipped & BIT[slot]:
            return rules.refuse("barter_done", slot=name)
        if not self.connected(state, slot):
            return rules.refuse("barter_not_connected", slot=name)
        return None

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        begin_unit(state, self, code, log)
        seat = state.seat
        slot = target_of(code)
        if log is not None:
            log.add("bartered", seat, slot)
        take(state, seat, BEER, other_of(code), log)
        flip(state, slot, log)
        state.pounds[seat] += self.pounds
        if log is not None:
            log.add("received", seat, self.pounds)
        go_on(state, self, log)
