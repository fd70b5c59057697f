"""Build: place an industry tile from the mat on a space of the board."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ..bits import BIT, lowest
from ..components import COAL, IRON
from ..events import Log
from ..hands import begin_unit, check_card
from ..moves import (
    Refusal,
    card_of,
    coal_of,
    item_of,
    other_of,
    target_of,
    unit,
)
from ..network import connected, refresh_network
from ..options import Options, SourceList
from ..ruleset import Verb
from ..sources import fill_market, flip, list_coal, list_iron, pay, price, stocked_tiles, take
from ..state import State
from ..turn import end_action, remove_tile
from .refusals import refuse_coal, refuse_iron

# Why a tile cannot be placed on a space.
_FINE: Final = 0
_NO_SUCH_SPACE: Final = 1
_OTHER_INDUSTRY_THERE: Final = 2
_NOT_HIGHER: Final = 3
_RIVAL_TILE: Final = 4
_RIVAL_WHILE_SUPPLIED: Final = 5
_ONE_TILE_A_TOWN: Final = 6
_ONE_ICON_FIRST: Final = 7
_ONE_TILE_AND_RIVAL: Final = 8
_REASONS: Final = [
    "",
    "space_lacks_industry",
    "space_taken",
    "overbuild_not_higher",
    "overbuild_rival",
    "overbuild_rival_supplied",
    "one_tile_a_town",
    "one_icon_first",
    "one_tile_a_town_rival",
]


class Build(Verb):
    """Place a tile from the mat on a space.

    ``sparse_eras`` masks the eras in which a seat may have only one tile in a town. ``barred`` is the reason,
    per era, for refusing a tile that cannot be built in it.
    """

    def __init__(self, sparse_eras: int, barred: list[str], name: str = "build") -> None:
        super().__init__(name, ["item", "slot", "card", "coal", "iron"])
        self.sparse_eras: i64 = sparse_eras
        self.barred: Final = barred

    def propose(self, state: State, options: Options) -> None:
        tiles = state.rules.tiles
        seat = state.seat
        named = self.named(state)
        reach = state.rules.permission.reach(state, seat)
        industry: i64 = 0
        while industry < tiles.industries:
            kind = state.top_tile(seat, industry)
            if kind >= 0 and tiles.eras[kind] & BIT[state.era] and tiles.cost[kind] <= state.pounds[seat]:
                spaces = named
                if state.held[seat] & state.rules.cards.for_industry[industry]:
                    spaces |= reach
                self._propose_tile(state, industry, kind, spaces, reach, options)
            industry += 1

    def named(self, state: State) -> i64:
        """Mask of the spaces that the hand permits for any industry."""
        return state.rules.permission.named(state, state.held[state.seat])

    def _propose_tile(
        self, state: State, industry: i64, kind: i64, spaces: i64, reach: i64, options: Options
    ) -> None:
        """Add units for those of the permitted spaces where the tile may be placed and can be paid for."""
        board = state.rules.board
        spaces &= board.spaces_for[industry]
        spaces &= ~state.occupied | state.standing[industry]  # rules out most of what ``fault`` would find
        listed: i64 = -1  # the place whose sources are listed; they are the same for all its spaces
        affordable = False
        while spaces:
            slot = lowest(spaces)
            spaces &= spaces - 1
            if self.fault(state, state.seat, slot, industry, kind) != _FINE:
                continue
            cards = self.cards_for(state, slot, industry, reach)
            if cards < 0:
                continue
            place = board.slot_place[slot]
            replaced = BIT[slot] & state.occupied
            if place != listed or replaced:
                affordable = self._list_sources(state, kind, place, replaced, options)
                listed = place
                if replaced:
                    listed = -1
            if affordable:
                self._add_units(slot, industry, cards, options)

    def cards_for(self, state: State, slot: i64, industry: i64, reach: i64) -> i64:
        """Mask of the cards in hand that permit it; 0 if no card is due, -1 if none permits it."""
        cards = state.rules.permission.cards_at(state, slot, industry, reach) & state.held[state.seat]
        if cards == 0:
            return -1
        return cards

    def _list_sources(self, state: State, kind: i64, place: i64, replaced: i64, options: Options) -> bool:
        """List the ways to take coal and iron; return False if there are none or the seat cannot pay."""
        tiles = state.rules.tiles
        coal = options.coal
        iron = options.other
        list_coal(state, BIT[place], tiles.coal[kind], replaced, coal)
        if coal.size == 0:
            return False
        list_iron(state, tiles.iron[kind], replaced, iron)
        # All ways to take coal buy the same number of cubes; so do all ways to take iron.
        cost = tiles.cost[kind] + price(state, COAL, coal.bought[0]) + price(state, IRON, iron.bought[0])
        return cost <= state.pounds[state.seat]

    def _add_units(self, slot: i64, industry: i64, cards: i64, options: Options) -> None:
        """Add a unit for each way to take coal with each way to take iron."""
        coal = options.coal
        iron = options.other
        c: i64 = 0
        while c < coal.size:
            i: i64 = 0
            while i < iron.size:
                options.add(unit(self.id, slot, industry, coal.pairs[c], iron.pairs[i]), cards)
                i += 1
            c += 1

    def fault(self, state: State, seat: i64, slot: i64, industry: i64, kind: i64) -> i64:
        """Why this tile cannot be placed on this space, ignoring cards, resources and money."""
        board = state.rules.board
        if board.slot_shows[slot] & BIT[industry] == 0:
            return _NO_SUCH_SPACE
        bit = BIT[slot]
        crowded = (
            self.sparse_eras & BIT[state.era] != 0
            and state.built[seat] & board.place_slots[board.slot_place[slot]] & ~bit != 0
        )
        if state.occupied & bit == 0:
            if crowded:
                return _ONE_TILE_A_TOWN
            if board.better[slot * state.rules.tiles.industries + industry] & ~state.occupied:
                return _ONE_ICON_FIRST
            return _FINE
        if state.standing[industry] & bit == 0:
            return _OTHER_INDUSTRY_THERE
        if state.built[seat] & bit == 0:
            resource = state.rules.tiles.makes[industry]
            if resource != COAL and resource != IRON:
                return _RIVAL_TILE
            if not self.dry(state, resource):
                return _RIVAL_WHILE_SUPPLIED
            if crowded:
                return _ONE_TILE_AND_RIVAL
        if state.rules.tiles.level[kind] <= state.rules.tiles.level[state.tile[slot]]:
            return _NOT_HIGHER
        return _FINE

    def dry(self, state: State, resource: i64) -> bool:
        """Whether no cube of the resource is left on any tile or in its market."""
        return stocked_tiles(state, resource) == 0 and state.market[resource] == 0

    def check(self, state: State, code: i64) -> Refusal | None:
        rules = state.rules
        slot = target_of(code)
        industry = item_of(code)
        if slot < 0 or slot >= rules.board.slots or industry < 0 or industry >= rules.tiles.industries:
            return rules.refuse("malformed")
        refusal = self.check_payment(state, code)
        if refusal is None:
            refusal = self.check_site(state, slot, industry)
        if refusal is None:
            refusal = self.check_permission(state, slot, industry, card_of(code))
        if refusal is None:
            refusal = self.check_needs(state, slot, industry, coal_of(code), other_of(code))
        return refusal

    def check_payment(self, state: State, code: i64) -> Refusal | None:
        return check_card(state, code)

    def check_permission(self, state: State, slot: i64, industry: i64, kind: i64) -> Refusal | None:
        permission = state.rules.permission
        if permission.cards(state, state.seat, slot, industry) & BIT[kind]:
            return None
        return permission.refusal(state, state.seat, slot, industry, kind)

    def check_site(self, state: State, slot: i64, industry: i64) -> Refusal | None:
        """Refuse unless the industry's lowest tile may be built now, and on this space."""
        rules = state.rules
        kind = state.top_tile(state.seat, industry)
        name = rules.board.industries[industry]
        if kind < 0:
            return rules.refuse("track_empty", industry=name)
        if rules.tiles.eras[kind] & BIT[state.era] == 0:
            level: int = rules.tiles.level[kind]
            if rules.tiles.eras[kind] == 0:
                return rules.refuse("tile_never_built", industry=name, level=level)
            return rules.refuse(self.barred[state.era], industry=name, level=level)
        fault = self.fault(state, state.seat, slot, industry, kind)
        if fault != _FINE:
            return rules.refuse(_REASONS[fault], industry=name, slot=rules.board.slot_ids[slot])
        return None

    def check_needs(self, state: State, slot: i64, industry: i64, coal: i64, iron: i64) -> Refusal | None:
        """Refuse unless the named sources are legal and the seat can pay for everything."""
        rules = state.rules
        tiles = rules.tiles
        kind = state.top_tile(state.seat, industry)
        place = rules.board.slot_place[slot]
        ways = SourceList()
        list_coal(state, BIT[place], tiles.coal[kind], BIT[slot], ways)
        found = ways.find(coal)
        if found < 0:
            return refuse_coal(state, "build", coal, tiles.coal[kind], BIT[place], ways)
        cost = tiles.cost[kind] + price(state, COAL, ways.bought[found])
        list_iron(state, tiles.iron[kind], BIT[slot], ways)
        found = ways.find(iron)
        if found < 0:
            return refuse_iron(state, iron, tiles.iron[kind])
        cost += price(state, IRON, ways.bought[found])
        return check_pounds(state, cost)

    def nearest_fault(self, state: State, target: i64, item: i64) -> Refusal | None:
        refusal = self.check_site(state, target, item)
        if refusal is None:
            refusal = self.card_fault(state, target, item)
        if refusal is None:
            refusal = self.needs_fault(state, target, item)
        return refusal

    def card_fault(self, state: State, slot: i64, industry: i64) -> Refusal | None:
        """Refuse if no card in the hand permits it. A right card out of reach is named first."""
        rules = state.rules
        held = state.held[state.seat]
        if rules.permission.cards(state, state.seat, slot, industry) & held:
            return None
        useful = held & rules.cards.for_industry[industry]
        if useful:
            return rules.permission.refusal(state, state.seat, slot, industry, lowest(useful))
        return rules.permission.no_card(state, slot, industry)

    def needs_fault(self, state: State, slot: i64, industry: i64) -> Refusal | None:
        """Refuse if no coal is available, or money is short even for the cheapest way."""
        rules = state.rules
        kind = state.top_tile(state.seat, industry)
        place = BIT[rules.board.slot_place[slot]]
        ways = SourceList()
        list_coal(state, place, rules.tiles.coal[kind], BIT[slot], ways)
        if ways.size == 0:
            return refuse_coal(state, "build", 0, rules.tiles.coal[kind], place, ways)
        # All ways to take coal buy the same number of cubes; so do all ways to take iron.
        cost = rules.tiles.cost[kind] + price(state, COAL, ways.bought[0])
        list_iron(state, rules.tiles.iron[kind], BIT[slot], ways)
        return check_pounds(state, cost + price(state, IRON, ways.bought[0]))

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        self.begin(state, code, log)
        seat = state.seat
        slot = target_of(code)
        industry = item_of(code)
        kind = state.top_tile(seat, industry)
        if state.occupied & BIT[slot]:
            self._overbuild(state, slot, log)
        state.mat[seat * state.rules.tiles.industries + industry] += 1
        self._place(state, seat, slot, industry, kind, log)
        pay(state, seat, state.rules.tiles.cost[kind])
        if log is not None:
            log.add("paid", seat, state.rules.tiles.cost[kind])
        take(state, seat, COAL, coal_of(code), log)
        take(state, seat, IRON, other_of(code), log)
        self.stock(state, seat, slot, log)
        self.finish(state, log)

    def begin(self, state: State, code: i64, log: Log | None) -> None:
        begin_unit(state, self, code, log)

    def finish(self, state: State, log: Log | None) -> None:
        end_action(state, log)

    def _overbuild(self, state: State, slot: i64, log: Log | None) -> None:
        owner = state.owner(slot)
        if log is not None:
            log.add("replaced", owner, slot, state.tile[slot])
        remove_tile(state, slot)
        refresh_network(state, owner)

    def _place(self, state: State, seat: i64, slot: i64, industry: i64, kind: i64, log: Log | None) -> None:
        bit = BIT[slot]
        state.tile[slot] = kind
        state.occupied |= bit
        state.standing[industry] |= bit
        state.built[seat] |= bit
        state.network[seat] |= BIT[state.rules.board.slot_place[slot]]
        if log is not None:
            log.add("placed", seat, slot, kind)

    def stock(self, state: State, seat: i64, slot: i64, log: Log | None) -> None:
        """Put a new tile's resources on it; sell cubes to the market while it has room."""
        rules = state.rules
        kind = state.tile[slot]
        if rules.tiles.flip_when_built & BIT[rules.tiles.industry[kind]]:
            flip(state, slot, log)
        resource = rules.tiles.makes[rules.tiles.industry[kind]]
        amount = rules.tiles.stock[kind * rules.tiles.era_count + state.era]
        if resource < 0 or amount == 0:
            return
        state.cubes[slot] = amount
        state.stocked |= BIT[slot]
        if log is not None:
            log.add("stocked", slot, resource, amount)
        if resource == IRON:
            fill_market(state, seat, IRON, slot, log)
        elif resource == COAL:
            place = BIT[rules.board.slot_place[slot]]
            if connected(state, place) & rules.access.places(state):
                fill_market(state, seat, COAL, slot, log)


def check_pounds(state: State, cost: i64) -> Refusal | None:
    """Refuse unless the seat can pay this cost."""
    have: int = state.pounds[state.seat]
    if cost > have:
        needed: int = cost
        return state.rules.refuse("pounds_short", cost=needed, have=have, short=needed - have)
    return None
