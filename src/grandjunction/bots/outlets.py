"""Finds where tiles can be sold by asking the selling verbs, so that it works for every game."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ..core.bits import BIT, lowest
from ..core.components import EXTRA_RESOURCE
from ..core.moves import target_of
from ..core.network import connected
from ..core.options import Options
from ..core.ruleset import ACTION, Ruleset, Verb
from ..core.state import State
from ..core.verbs.build import Build


def selling_verbs(rules: Ruleset) -> list[Verb]:
    """Return the actions that name a space and are not builds: they flip a tile."""
    return [verb for verb in rules.answers[ACTION] if "slot" in verb.shape and not isinstance(verb, Build)]


def find_outlets(state: State, seat: i64, industry: i64, sellers: list[Verb]) -> i64:
    """Return the mask of places that buy this industry's tiles, assuming there is beer."""
    trial = state.copy()
    trial.seat = seat
    trial.decision = ACTION
    slot = lowest(state.rules.board.spaces_for[industry])
    trial.built[seat] = 0
    _stand(trial, seat, slot, industry)
    brewery = state.rules.maker[EXTRA_RESOURCE]
    if brewery >= 0:
        cellar = lowest(state.rules.board.spaces_for[brewery] & ~BIT[slot])
        _stand(trial, seat, cellar, brewery)
        trial.stocked |= BIT[cellar]
        trial.cubes[cellar] = 2
    home = state.rules.board.slot_place[slot]
    buffer = Options()
    found: i64 = 0
    place: i64 = 0
    while place < state.rules.board.places:
        if place != home and _may_trade(state, place, industry):
            trial.component[home] = BIT[home] | BIT[place]
            if sells(trial, slot, sellers, buffer):
                found |= BIT[place]
        place += 1
    return found


def _stand(trial: State, seat: i64, slot: i64, industry: i64) -> None:
    """Put the industry's first tile on a space of a trial position, replacing any tile there."""
    tiles = trial.rules.tiles
    other: i64 = 0
    while other < tiles.industries:
        trial.standing[other] &= ~BIT[slot]
        other += 1
    trial.standing[industry] |= BIT[slot]
    trial.occupied |= BIT[slot]
    trial.flipped &= ~BIT[slot]
    trial.built[seat] |= BIT[slot]
    trial.tile[slot] = tiles.track[tiles.start[industry]]


def _may_trade(state: State, place: i64, industry: i64) -> bool:
    """Return whether a place may buy: it has no spaces, or a tile that supplies nothing."""
    tiles = state.rules.tiles
    slots = state.rules.board.place_slots[place]
    if slots == 0:
        return True
    other: i64 = 0
    while other < tiles.industries:
        if other != industry and tiles.makes[other] < 0 and state.standing[other] & slots:
            return True
        other += 1
    return False


def sells(state: State, slot: i64, sellers: list[Verb], buffer: Options) -> bool:
    """Return whether the seat can sell the tile on this space now."""
    for verb in sellers:
        buffer.size = 0
        verb.propose(state, buffer)
        i: i64 = 0
        while i < buffer.size:
            if target_of(buffer.units[i]) == slot:
                return True
            i += 1
    return False


def links_missing(state: State, goals: i64) -> vec[i64]:
    """Return, per place, how many more links connect it to a goal; ``board.places`` if none can."""
    board = state.rules.board
    never = board.places
    missing: vec[i64] = vec[i64]([never] * board.places)
    open_lines = board.era_lines[state.era] & ~state.laid
    ring = connected(state, goals)
    reached: i64 = 0
    steps: i64 = 0
    while ring:
        reached |= ring
        ends: i64 = 0
        while ring:
            place = lowest(ring)
            ring &= ring - 1
            missing[place] = steps
            lines = board.place_lines[place] & open_lines
            while lines:
                ends |= board.line_ends[lowest(lines)]
                lines &= lines - 1
        steps += 1
        ring = connected(state, ends & ~reached) & ~reached
    return missing
