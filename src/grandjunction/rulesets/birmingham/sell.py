"""Sell: own tiles, one by one, each to a connected merchant, for beer."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ...core.bits import BIT
from ...core.components import EXTRA_RESOURCE
from ...core.events import Log
from ...core.hands import begin_unit, check_card
from ...core.moves import (
    Refusal,
    first_source,
    item_of,
    other_of,
    second_source,
    target_of,
    unit,
)
from ...core.options import Options, SourceList
from ...core.ruleset import Ruleset
from ...core.sources import list_extra, take
from ...core.state import State
from ...core.verbs.refusals import refuse_extra
from ...core.verbs.sale import Sale, SaleReasons
from .bonuses import finish_sale
from .merchants import BARREL, Merchants


class Sell(Sale):
    """Sell a tile to a merchant."""

    def __init__(self, merchants: Merchants) -> None:
        super().__init__(
            "sell",
            ["slot", "to", "card", "beer"],
            SaleReasons("sell_not_yours", "not_sellable", "already_sold"),
            item="merchant",
            buyer="to",
            source_word="beer",
        )
        self.merchants: Final = merchants

    def items(self, rules: Ruleset) -> list[str]:
        return self.merchants.ids

    def propose_tile(self, state: State, slot: i64, cards: i64, options: Options) -> None:
        industry = state.rules.tiles.industry[state.tile[slot]]
        joined = state.component[state.rules.board.slot_place[slot]]
        space: i64 = 0
        while space < self.merchants.count:
            if joined & BIT[self.merchants.place[space]] and self.merchants.wants(state, space, industry):
                self._propose_beer(state, slot, space, joined, cards, options)
            space += 1

    def _propose_beer(
        self, state: State, slot: i64, space: i64, joined: i64, cards: i64, options: Options
    ) -> None:
        ways = options.other
        self.list_ways(state, slot, space, joined, ways)
        i: i64 = 0
        while i < ways.size:
            options.add(unit(self.id, slot, space, 0, ways.pairs[i]), cards)
            i += 1

    def list_ways(self, state: State, slot: i64, space: i64, joined: i64, ways: SourceList) -> None:
        """List the ways to take the beer that this sale needs."""
        need = state.rules.tiles.sale[state.tile[slot]]
        barrel: i64 = BARREL if state.extra[self.merchants.count] & BIT[space] else 0
        list_extra(state, state.seat, joined, need, barrel, ways)

    def check(self, state: State, code: i64) -> Refusal | None:
        slot = target_of(code)
        space = item_of(code)
        if slot < 0 or slot >= state.rules.board.slots or space < 0 or space >= self.merchants.count:
            return state.rules.refuse("malformed")
        refusal = check_card(state, code)
        if refusal is None:
            refusal = self.check_tile(state, slot)
        if refusal is None:
            refusal = self.check_merchant(state, slot, space)
        if refusal is None:
            refusal = self.check_beer(state, slot, space, other_of(code))
        return refusal

    def check_merchant(self, state: State, slot: i64, space: i64) -> Refusal | None:
        """Refuse unless the merchant buys this tile and is connected to it."""
        rules = state.rules
        name = self.merchants.ids[space]
        industry = rules.tiles.industry[state.tile[slot]]
        goods = state.extra[space]
        if goods < 0 or self.merchants.buys[goods] == 0:
            return rules.refuse("merchant_empty", merchant=name)
        if not self.merchants.wants(state, space, industry):
            return rules.refuse(
                "merchant_wants_other", merchant=name, industry=rules.board.industries[industry]
            )
        if state.component[rules.board.slot_place[slot]] & BIT[self.merchants.place[space]] == 0:
            return rules.refuse("merchant_not_connected", merchant=name, slot=rules.board.slot_ids[slot])
        return None

    def may_have_won_a_choice(self, state: State, slot: i64) -> bool:
        """Whether a merchant whose bonus asks could have bought the tile and given its barrel for it."""
        industry = state.rules.tiles.industry[state.tile[slot]]
        joined = state.component[state.rules.board.slot_place[slot]]
        for space in range(len(self.merchants.stalls)):
            if not self.merchants.bonus[space].asks or joined & BIT[self.merchants.place[space]] == 0:
                continue
            left_out = state.extra[space] < 0 and self.merchants.used(space, state.players)
            gone = state.extra[self.merchants.count] & BIT[space] == 0
            if gone and (left_out or self.merchants.wants(state, space, industry)):
                return True
        return False

    def check_beer(self, state: State, slot: i64, space: i64, beer: i64) -> Refusal | None:
        joined = state.component[state.rules.board.slot_place[slot]]
        ways = SourceList()
        self.list_ways(state, slot, space, joined, ways)
        if ways.find(beer) >= 0:
            return None
        return refuse_extra(state, beer, state.rules.tiles.sale[state.tile[slot]], joined, ways)

    def nearest_fault(self, state: State, target: i64, item: i64) -> Refusal | None:
        refusal = self.check_tile(state, target)
        if refusal is not None:
            return refusal
        thirsty: Refusal | None = None
        for space in range(len(self.merchants.stalls)):
            if self.check_merchant(state, target, space) is None:
                ways = SourceList()
                joined = state.component[state.rules.board.slot_place[target]]
                self.list_ways(state, target, space, joined, ways)
                if ways.size:
                    return None
                thirsty = refuse_extra(state, 0, state.rules.tiles.sale[state.tile[target]], joined, ways)
        if thirsty is not None:
            return thirsty
        return state.rules.refuse("no_merchant", slot=state.rules.board.slot_ids[target])

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        begin_unit(state, self, code, log)
        seat = state.seat
        slot = target_of(code)
        space = item_of(code)
        beer = other_of(code)
        if log is not None:
            log.add("sold", seat, slot, space)
        take(state, seat, EXTRA_RESOURCE, beer, log)
        state.frame_slot = slot
        if first_source(beer) == BARREL or second_source(beer) == BARREL:
            state.extra[self.merchants.count] &= ~BIT[space]
            if log is not None:
                log.add("barrel_taken", seat, space)
            if not self.merchants.bonus[space].give(state, space, self.merchants.amount[space], log):
                return
        finish_sale(state, log)
