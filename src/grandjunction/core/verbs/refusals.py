"""Why sources are refused: the named ones, or, if none would do, what is missing."""

from __future__ import annotations

from mypy_extensions import i64

from ..bits import BIT, lowest, members
from ..components import COAL, IRON
from ..moves import MARKET, OWN_SOURCE, Refusal, first_source, second_source, source_count
from ..network import connected, within
from ..options import SourceList
from ..sources import stocked_tiles
from ..state import State


def place_name(state: State, places: i64) -> str:
    return state.rules.board.place_ids[lowest(places)]


def _unknown(state: State, sources: i64) -> bool:
    """Whether a source is neither a space of the board nor known by a word, or out of order."""
    first = first_source(sources)
    second = second_source(sources)
    if second != 0 and (first == 0 or first > second):
        return True
    for source in (first, second):
        if source > state.rules.board.slots and not state.rules.source_word(source):
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


def _of_the_ruleset(sources: i64) -> bool:
    """Whether a source is one of the ruleset's own, which give neither coal nor iron."""
    first = first_source(sources)
    second = second_source(sources)
    return OWN_SOURCE <= first < MARKET or OWN_SOURCE <= second < MARKET


def refuse_coal(state: State, what: str, coal: i64, need: i64, starts: i64, ways: SourceList) -> Refusal:
    """The coal named is not one of the ways. ``what`` needs it, a "build" or a "link"."""
    rules = state.rules
    where = place_name(state, starts)
    needed: int = need
    if _unknown(state, coal) or _of_the_ruleset(coal):
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
    if _unknown(state, iron) or _of_the_ruleset(iron):
        return rules.refuse("malformed")
    named: int = source_count(iron)
    if named != needed:
        return rules.refuse("iron_count", need=needed, named=named)
    dry = _dry_source(state, iron, IRON)
    if dry:
        return rules.refuse_for("iron", "source_empty", slot=dry, resource="iron")
    return rules.refuse("iron_market_early")


def refuse_own(
    state: State, resource: i64, sources: i64, need: i64, places: i64, ways: SourceList
) -> Refusal:
    """The sources named of a resource that no market trades are not one of the ways."""
    rules = state.rules
    name = rules.resources[resource]
    first = first_source(sources)
    second = second_source(sources)
    needed: int = need
    if _unknown(state, sources) or MARKET in (first, second):
        return rules.refuse("malformed")
    if ways.size == 0:
        return rules.refuse(f"no_{name}", need=needed)
    named: int = source_count(sources)
    if named != needed:
        return rules.refuse(f"{name}_count", need=needed, named=named)
    dry = _dry_source(state, sources, resource)
    if dry:
        return rules.refuse_for(name, "source_empty", slot=dry, resource=name)
    for source in (first, second):
        if 0 < source <= rules.board.slots and places & BIT[rules.board.slot_place[source - 1]] == 0:
            if state.built[state.seat] & BIT[source - 1] == 0:
                return rules.refuse(f"{name}_not_connected", slot=rules.board.slot_ids[source - 1])
    # Spaces alone would have been one of the ways, so the last of them is a source of the ruleset's own.
    return rules.refuse(f"{rules.source_word(second if second else first)}_not_usable")
