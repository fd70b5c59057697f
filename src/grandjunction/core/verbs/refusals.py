"""Why sources are refused: the named ones, or, if none would do, what is missing."""

from __future__ import annotations

from mypy_extensions import i64

from ..bits import BIT, lowest, members
from ..components import BEER, COAL, IRON
from ..moves import BARREL, MARKET, Refusal, first_source, second_source, source_count
from ..network import connected, within
from ..options import SourceList
from ..sources import stocked_tiles
from ..state import State


def place_name(state: State, places: i64) -> str:
    return state.rules.board.place_ids[lowest(places)]


def _unknown(state: State, sources: i64) -> bool:
    """Whether a source is neither a space of the board nor one of the special ones, or out of order."""
    first = first_source(sources)
    second = second_source(sources)
    if second != 0 and (first == 0 or first > second):
        return True
    for source in (first, second):
        if source > state.rules.board.slots and source not in (MARKET, BARREL):
            return True
    return False


def _dry_source(state: State, sources: i64, resource: i64) -> str:
    """The id of a named space that does not hold the resource (or not enough), or ""."""
    supply = stocked_tiles(state, resource)
    first = first_source(sources)
    second = second_source(sources)
    for source in (first, second):
        if 0 < source <= state.rules.board.slots and supply & BIT[source - 1] == 0:
            return state.rules.board.slot_ids[source - 1]
    if first == second and 0 < first <= state.rules.board.slots and state.cubes[first - 1] < 2:
        return state.rules.board.slot_ids[first - 1]
    return ""


def refuse_coal(state: State, coal: i64, need: i64, starts: i64, ways: SourceList) -> Refusal:
    """The coal named is not one of the ways."""
    rules = state.rules
    where = place_name(state, starts)
    needed: int = need
    if _unknown(state, coal) or BARREL in (first_source(coal), second_source(coal)):
        return rules.refuse("malformed")
    if ways.size == 0:
        some = within(state, stocked_tiles(state, COAL), connected(state, starts))
        return rules.refuse("coal_short" if some else "no_coal", place=where, need=needed)
    named: int = source_count(coal)
    if named != needed:
        return rules.refuse("coal_count", need=needed, named=named)
    dry = _dry_source(state, coal, COAL)
    if dry:
        return rules.refuse("source_empty", slot=dry, resource="coal")
    joined = connected(state, starts)
    for source in (first_source(coal), second_source(coal)):
        if 0 < source <= rules.board.slots and joined & BIT[rules.board.slot_place[source - 1]] == 0:
            return rules.refuse("coal_not_connected", slot=rules.board.slot_ids[source - 1], place=where)
    where = _supplied_end(state, starts)
    if MARKET in (first_source(coal), second_source(coal)):
        return rules.refuse("coal_market_early", place=where)
    return rules.refuse("coal_not_nearest", place=where)


def _supplied_end(state: State, starts: i64) -> str:
    """Of the places coal may be brought to, the first that a mine is connected to."""
    mines = stocked_tiles(state, COAL)
    for place in members(starts):
        if within(state, mines, state.component[place]):
            return state.rules.board.place_ids[place]
    return place_name(state, starts)


def refuse_iron(state: State, iron: i64, need: i64) -> Refusal:
    """The iron named is not one of the ways."""
    rules = state.rules
    needed: int = need
    if _unknown(state, iron) or BARREL in (first_source(iron), second_source(iron)):
        return rules.refuse("malformed")
    named: int = source_count(iron)
    if named != needed:
        return rules.refuse("iron_count", need=needed, named=named)
    dry = _dry_source(state, iron, IRON)
    if dry:
        return rules.refuse("source_empty", slot=dry, resource="iron")
    return rules.refuse("iron_market_early")


def refuse_beer(state: State, beer: i64, need: i64, places: i64, ways: SourceList) -> Refusal:
    """The beer named is not one of the ways."""
    rules = state.rules
    needed: int = need
    if _unknown(state, beer) or MARKET in (first_source(beer), second_source(beer)):
        return rules.refuse("malformed")
    if ways.size == 0:
        return rules.refuse("no_beer", need=needed)
    named: int = source_count(beer)
    if named != needed:
        return rules.refuse("beer_count", need=needed, named=named)
    dry = _dry_source(state, beer, BEER)
    if dry:
        return rules.refuse("source_empty", slot=dry, resource="beer")
    for source in (first_source(beer), second_source(beer)):
        if 0 < source <= rules.board.slots and places & BIT[rules.board.slot_place[source - 1]] == 0:
            if state.built[state.seat] & BIT[source - 1] == 0:
                return rules.refuse("beer_not_connected", slot=rules.board.slot_ids[source - 1])
    return rules.refuse("barrel_not_usable")
