"""Sell: own tiles, one after another, each to a connected merchant, for beer."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ...core.bits import BIT, count, lowest
from ...core.components import OWN_RESOURCE
from ...core.events import Log
from ...core.hands import begin_unit, check_card, payable
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
from ...core.ruleset import BONUS, Ruleset, Verb
from ...core.sources import flip, gain_income, list_own_first, take
from ...core.state import State
from ...core.turn import go_on
from ...core.verbs.develop import check_industry, developable, remove_lowest
from ...core.verbs.refusals import refuse_own
from .merchants import BARREL, DEVELOP, INCOME, MONEY, VP, Merchants

BEER: Final = OWN_RESOURCE


class Sell(Verb):
    def __init__(self, merchants: Merchants) -> None:
        super().__init__("sell", ["slot", "to", "card", "beer"], own="beer")
        self.repeats = True
        self.merchants: Final = merchants

    def items(self, rules: Ruleset) -> list[str]:
        return self.merchants.ids

    def wares(self, state: State) -> i64:
        """The seat's tiles that are still to be sold."""
        return self.sellable(state) & ~state.flipped

    def traces(self, state: State) -> int:
        return count(self.sellable(state) & state.flipped)

    def sellable(self, state: State) -> i64:
        """The seat's tiles that make nothing, sold or not."""
        tiles = state.rules.tiles
        found = state.built[state.seat]
        industry: i64 = 0
        while industry < tiles.industries:
            if tiles.makes[industry] >= 0:
                found &= ~state.standing[industry]
            industry += 1
        return found

    def propose(self, state: State, options: Options) -> None:
        cards = payable(state)
        slots = self.wares(state)
        while slots and not (options.first_only and options.size):
            slot = lowest(slots)
            slots &= slots - 1
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
        """The ways to drink the beer this sale needs."""
        need = state.rules.tiles.sale[state.tile[slot]]
        barrel: i64 = BARREL if state.extra[self.merchants.count] & BIT[space] else 0
        list_own_first(state, BEER, state.seat, joined, need, barrel, ways)

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

    def check_tile(self, state: State, slot: i64) -> Refusal | None:
        """An own, unflipped tile of an industry that is sold."""
        rules = state.rules
        name = rules.board.slot_ids[slot]
        if state.built[state.seat] & BIT[slot] == 0:
            return rules.refuse("sell_not_yours", slot=name)
        if rules.tiles.makes[rules.tiles.industry[state.tile[slot]]] >= 0:
            return rules.refuse("not_sellable", slot=name)
        if state.flipped & BIT[slot]:
            return rules.refuse("already_sold", slot=name)
        return None

    def check_merchant(self, state: State, slot: i64, space: i64) -> Refusal | None:
        """A merchant that buys it, connected to it."""
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

    def may_have_won_a_develop(self, state: State, slot: i64) -> bool:
        """Whether a merchant with that bonus could have bought the tile and given its barrel for it."""
        industry = state.rules.tiles.industry[state.tile[slot]]
        joined = state.component[state.rules.board.slot_place[slot]]
        for space in range(len(self.merchants.spaces)):
            if self.merchants.bonus[space] != DEVELOP or joined & BIT[self.merchants.place[space]] == 0:
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
        return refuse_own(state, BEER, beer, state.rules.tiles.sale[state.tile[slot]], joined, ways)

    def nearest_fault(self, state: State, target: i64, item: i64) -> Refusal | None:
        refusal = self.check_tile(state, target)
        if refusal is not None:
            return refusal
        thirsty: Refusal | None = None
        for space in range(len(self.merchants.spaces)):
            if self.check_merchant(state, target, space) is None:
                ways = SourceList()
                joined = state.component[state.rules.board.slot_place[target]]
                self.list_ways(state, target, space, joined, ways)
                if ways.size:
                    return None
                thirsty = refuse_own(state, BEER, 0, state.rules.tiles.sale[state.tile[target]], joined, ways)
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
        take(state, seat, BEER, beer, log)
        state.frame_slot = slot
        if first_source(beer) == BARREL or second_source(beer) == BARREL:
            state.extra[self.merchants.count] &= ~BIT[space]
            if log is not None:
                log.add("barrel_taken", seat, space)
            if not self._bonus(state, space, log):
                return
        finish_sale(state, log)

    def _bonus(self, state: State, space: i64, log: Log | None) -> bool:
        """The bonus of a merchant's barrel; False while the seat must choose."""
        seat = state.seat
        kind = self.merchants.bonus[space]
        amount = self.merchants.amount[space]
        if kind == MONEY:
            state.pounds[seat] += amount
            if log is not None:
                log.add("received", seat, amount)
        elif kind == VP:
            state.vp[seat] += amount
            if log is not None:
                log.add("scored_bonus", seat, amount)
        elif kind == INCOME:
            gain_income(state, seat, amount, log)
        elif kind == DEVELOP:
            return self._free_develop(state, space, log)
        return True

    def _free_develop(self, state: State, space: i64, log: Log | None) -> bool:
        """Ask which track loses its lowest tile, where there is a choice; without any, the bonus is lost."""
        only: i64 = -1
        found: i64 = 0
        industry: i64 = 0
        while industry < state.rules.tiles.industries:
            if developable(state, industry):
                only = industry
                found += 1
            industry += 1
        if found == 1:
            remove_lowest(state, only, log)
        elif found > 1:
            state.decision = BONUS
            return False
        elif log is not None:
            log.add("bonus_lost", state.seat, space)
        return True


def finish_sale(state: State, log: Log | None) -> None:
    """The tile sold flips; then another sale, or the end of the action."""
    flip(state, state.frame_slot, log)
    state.frame_slot = -1
    go_on(state, state.rules.verbs[state.frame_verb], log)


class BonusDevelop(Verb):
    """The choice of the develop bonus: no iron, no card, and no declining it."""

    def __init__(self) -> None:
        super().__init__("bonus", ["item"])

    def propose(self, state: State, options: Options) -> None:
        industry: i64 = 0
        while industry < state.rules.tiles.industries:
            if developable(state, industry):
                options.add(unit(self.id, -1, industry, 0, 0), 0)
            industry += 1

    def check(self, state: State, code: i64) -> Refusal | None:
        return check_industry(state, item_of(code))

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        remove_lowest(state, item_of(code), log)
        finish_sale(state, log)
