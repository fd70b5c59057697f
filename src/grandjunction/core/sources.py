"""Coal, iron and the extra resource: who can supply them, in which order, at which price."""

from __future__ import annotations

from mypy_extensions import i64

from .bits import BIT, lowest
from .components import COAL, EXTRA_RESOURCE, IRON
from .events import Log
from .moves import EXTRA_SOURCE, MARKET, first_source, pair, second_source
from .network import connected, nearest, within
from .options import SourceList
from .state import State


def stocked_tiles(state: State, resource: i64) -> i64:
    """Mask of the slots whose tile holds this resource."""
    industry = state.rules.maker[resource]
    if industry < 0:
        return 0
    return state.standing[industry] & state.stocked


def list_coal(state: State, starts: i64, need: i64, without: i64, out: SourceList) -> None:
    """List every way to bring ``need`` coal to the starting places: nearest mines first, then the market.

    ``without`` masks tiles that are being replaced, so they supply nothing.
    """
    out.size = 0
    if need == 0:
        out.add(0, 0)
        return
    joined = connected(state, starts)
    mines = within(state, stocked_tiles(state, COAL) & ~without, joined)
    if mines == 0:
        if joined & state.rules.access.places(state):
            out.add(pair(MARKET, MARKET if need == 2 else 0), need)
        return
    first_choice = nearest(state, starts, mines)
    if need == 1:
        _each(first_choice, 0, 0, out)
        return
    if first_choice & (first_choice - 1) == 0 and state.cubes[lowest(first_choice)] == 1:
        # The nearest mine is unique and gives its last cube; the second cube comes from the next nearest.
        farther = mines & ~first_choice
        if farther:
            _each(nearest(state, starts, farther), lowest(first_choice) + 1, 0, out)
        elif joined & state.rules.access.places(state):
            out.add(pair(lowest(first_choice) + 1, MARKET), 1)
        return
    _each_two(state, first_choice, out)


def list_iron(state: State, need: i64, without: i64, out: SourceList) -> None:
    """List every way to take ``need`` iron: any works on the board, then the market."""
    out.size = 0
    if need == 0:
        out.add(0, 0)
        return
    works = stocked_tiles(state, IRON) & ~without
    if works == 0:
        out.add(pair(MARKET, MARKET if need == 2 else 0), need)
    elif need == 1:
        _each(works, 0, 0, out)
    elif works & (works - 1) == 0 and state.cubes[lowest(works)] == 1:
        out.add(pair(lowest(works) + 1, MARKET), 1)
    else:
        _each_two(state, works, out)


def list_extra(state: State, seat: i64, places: i64, need: i64, beside: i64, out: SourceList) -> None:
    """List every way to take ``need`` of the extra resource.

    A seat may use its own tiles anywhere, rivals' tiles in ``places``, and one from ``beside``, an extra
    source (0 for none).
    """
    out.size = 0
    if need == 0:
        out.add(0, 0)
        return
    makers = stocked_tiles(state, EXTRA_RESOURCE)
    usable = (makers & state.built[seat]) | within(state, makers & ~state.built[seat], places)
    if need == 1:
        _each(usable, 0, 0, out)
        if beside:
            out.add(pair(beside, 0), 0)
        return
    _each_two(state, usable, out)
    if beside:
        _each(usable, beside, 0, out)


def _each(slots: i64, beside: i64, bought: i64, out: SourceList) -> None:
    while slots:
        out.add(pair(lowest(slots) + 1, beside), bought)
        slots &= slots - 1


def _each_two(state: State, slots: i64, out: SourceList) -> None:
    """Add every multiset of two in which no tile gives more than it holds."""
    while slots:
        first = lowest(slots)
        if state.cubes[first] >= 2:
            out.add(pair(first + 1, first + 1), 0)
        slots &= slots - 1
        _each(slots, first + 1, 0, out)


# -- taking ---------------------------------------------------------------------------------------------


def price(state: State, resource: i64, bought: i64) -> i64:
    """Price of ``bought`` cubes at the market now."""
    if bought == 0:
        return 0
    return state.rules.markets[resource].cost(state.market[resource], bought)


def take(state: State, seat: i64, resource: i64, sources: i64, log: Log | None) -> None:
    """Consume a pair of sources for a seat, except extra sources: the verb takes those."""
    _take_one(state, seat, resource, first_source(sources), log)
    _take_one(state, seat, resource, second_source(sources), log)


def _take_one(state: State, seat: i64, resource: i64, source: i64, log: Log | None) -> None:
    if source == 0 or EXTRA_SOURCE <= source < MARKET:
        return
    if source == MARKET:
        cost = price(state, resource, 1)
        if state.market[resource] > 0:
            state.market[resource] -= 1
        pay(state, seat, cost)
        if log is not None:
            log.add("bought", seat, resource, cost)
        return
    slot = source - 1
    state.cubes[slot] -= 1
    if log is not None:
        log.add("consumed", seat, resource, slot)
    if state.cubes[slot] == 0:
        state.stocked &= ~BIT[slot]
        flip(state, slot, log)


def pay(state: State, seat: i64, amount: i64) -> None:
    """Spend pounds on an action; they count for the turn order until the round ends."""
    state.pounds[seat] -= amount
    state.spent[seat] += amount


def flip(state: State, slot: i64, log: Log | None) -> None:
    """Flip a tile and move its owner's income marker."""
    state.flipped |= BIT[slot]
    owner = state.owner(slot)
    kind = state.tile[slot]
    if log is not None:
        log.add("flipped", owner, slot, kind)
    gain_income(state, owner, state.rules.tiles.income[kind], log)


def gain_income(state: State, seat: i64, spaces: i64, log: Log | None) -> None:
    """Move an income marker forward, not past the end of the track."""
    before = state.income[seat]
    after = before + spaces
    if after > state.rules.income.last:
        after = state.rules.income.last
    state.income[seat] = after
    if log is not None and after != before:
        log.add("income_moved", seat, before, after)


def fill_market(state: State, seat: i64, resource: i64, slot: i64, log: Log | None) -> None:
    """Sell a new tile's cubes to the market's empty spaces, most expensive first."""
    market = state.rules.markets[resource]
    while state.cubes[slot] > 0 and state.market[resource] < market.spaces:
        state.market[resource] += 1
        state.cubes[slot] -= 1
        amount = market.prices[market.spaces - state.market[resource]]
        state.pounds[seat] += amount
        if log is not None:
            log.add("sold_cube", seat, resource, slot, amount)
    if state.cubes[slot] == 0:
        state.stocked &= ~BIT[slot]
        flip(state, slot, log)
