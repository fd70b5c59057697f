"""Refusals of sources: what is wrong with those named, or what is missing if no source would do."""

from __future__ import annotations

from mypy_extensions import i64

from ..bits import BIT, lowest, members
from ..components import COAL, EXTRA_RESOURCE, IRON
from ..moves import EXTRA_SOURCE, MARKET, Refusal, first_source, second_source, source_count
from ..network import connected, within
from ..options import SourceList
from ..sources import stocked_tiles
from ..state import State


def place_name(state: State, places: i64) -> str:
    return state.rules.board.place_ids[lowest(places)]


def _unknown(state: State, sources: i64) -> bool:
    """Whether a source is neither a space nor known by a word, or the pair is out of order."""
    first = first_source(sources)
    second = second_source(sources)
    if second != 0 and (first == 0 or first > second):
        return True
    for source in (first, second):
        if source > state.rules.board.slots and not state.rules.source_word(source):
            return True
    return False


def _dry_source(state: State, sources: i64, resource: i64) -> str:
    """Id of a named space that does not hold enough of the resource, or ""."""
    supply = stocked_tiles(state, resource)
    first = first_source(sources)
    second = second_source(sources)
    for source in (first, second):
        if 0 < source <= state.rules.board.slots and supply & BIT[source - 1] == 0:
            return state.rules.board.slot_ids[source - 1]
    if first == second and 0 < first <= state.rules.board.slots and state.cubes[first - 1] < 2:
        return state.rules.board.slot_ids[first - 1]
    return ""


def _any_extra(sources: i64) -> bool:
    """Whether one of two sources is an extra source, which gives neither coal nor iron."""
    first = first_source(sources)
    second = second_source(sources)
    return EXTRA_SOURCE <= first < MARKET or EXTRA_SOURCE <= second < MARKET


def refuse_coal(state: State, what: str, coal: i64, need: i64, starts: i64, ways: SourceList) -> Refusal:
    """The refusal for coal sources that are not one of ``ways``. ``what`` needs it: "build" or "link"."""
    rules = state.rules
    where = place_name(state, starts)
    needed: int = need
    if _unknown(state, coal) or _any_extra(coal):
        return rules.refuse("malformed")
    if ways.size == 0:
        some = within(state, stocked_tiles(state, COAL), connected(state, starts))
        return rules.refuse_for(what, "coal_short" if some else "no_coal", place=where, need=needed)
    named: int = source_count(coal)
    if named != needed:
        return rules.refuse_for(what, "coal_count", need=needed, named=named)
    dry = _dry_source(state, coal, COAL)
    if dry:
        return rules.refuse_for("coal", "source_empty", slot=dry, resource="coal")
    joined = connected(state, starts)
    for source in (first_source(coal), second_source(coal)):
        if 0 < source <= rules.board.slots and joined & BIT[rules.board.slot_place[source - 1]] == 0:
            slot = rules.board.slot_ids[source - 1]
            return rules.refuse_for(what, "coal_not_connected", slot=slot, place=where)
    where = _supplied_end(state, starts)
    if MARKET in (first_source(coal), second_source(coal)):
        return rules.refuse_for(what, "coal_market_early", place=where)
    return rules.refuse_for(what, "coal_not_nearest", place=where)


def _supplied_end(state: State, starts: i64) -> str:
    """Id of the first of the places that is connected to a mine."""
    mines = stocked_tiles(state, COAL)
    for place in members(starts):
        if within(state, mines, state.component[place]):
            return state.rules.board.place_ids[place]
    return place_name(state, starts)


def refuse_iron(state: State, iron: i64, need: i64) -> Refusal:
    """The refusal for iron sources that are not legal."""
    rules = state.rules
    needed: int = need
    if _unknown(state, iron) or _any_extra(iron):
        return rules.refuse("malformed")
    named: int = source_count(iron)
    if named != needed:
        return rules.refuse("iron_count", need=needed, named=named)
    dry = _dry_source(state, iron, IRON)
    if dry:
        return rules.refuse_for("iron", "source_empty", slot=dry, resource="iron")
    return rules.refuse("iron_market_early")


def refuse_extra(state: State, sources: i64, need: i64, places: i64, ways: SourceList) -> Refusal:
    """The refusal for sources of the extra resource that are not one of ``ways``."""
    rules = state.rules
    reasons = rules.extra_reasons
    first = first_source(sources)
    second = second_source(sources)
    needed: int = need
    if _unknown(state, sources) or MARKET in (first, second):
        return rules.refuse("malformed")
    if ways.size == 0:
        return rules.refuse(reasons.missing, need=needed)
    named: int = source_count(sources)
    if named != needed:
        return rules.refuse(reasons.count, need=needed, named=named)
    dry = _dry_source(state, sources, EXTRA_RESOURCE)
    if dry:
        name = rules.extra_resource
        return rules.refuse_for(name, "source_empty", slot=dry, resource=name)
    for source in (first, second):
        if 0 < source <= rules.board.slots and places & BIT[rules.board.slot_place[source - 1]] == 0:
            if state.built[state.seat] & BIT[source - 1] == 0:
                return rules.refuse(reasons.not_connected, slot=rules.board.slot_ids[source - 1])
    # Tiles alone would have been one of the ways, so the last source is an extra source.
    return rules.refuse(rules.source_reasons[second if second else first].not_usable)
