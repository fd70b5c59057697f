"""The questions people ask: why can't I build this here, sell this tile, lay this link at all?

The answer names the nearest missing thing: of all spaces, cards and sources, the refusal of the try that
came furthest. None means that it can be done.
"""

from __future__ import annotations

from typing import Final

from .bits import members
from .moves import Refusal
from .ruleset import Verb
from .state import State
from .verbs.build import Build

# How near to success a refusal is: the later the stage, the less is missing.
_STAGES: Final[list[tuple[str, ...]]] = [
    ("track_empty",),
    ("tile_barred", "tile_never"),
    ("space_lacks_industry",),
    ("space_taken", "overbuild"),
    ("one_tile", "one_icon"),
    ("no_card", "card_wrong"),
    ("out_of_network", "empty_board"),
    ("no_", "coal_short"),
    ("pounds_short",),
]


def why_not_build(state: State, industry: str, place: str) -> Refusal | None:
    """Why the seat to act cannot build this industry in this place (an id), or None if it can."""
    board = state.rules.board
    if industry not in board.industries:
        raise ValueError(f"unknown industry {industry!r}")
    if place not in board.place_ids:
        raise ValueError(f"unknown place {place!r}")
    verb, refusal = _asked(state, "build")
    if verb is None:
        return refusal
    item = board.industries.index(industry)
    slots = members(board.place_slots[board.place_ids.index(place)])
    for other in state.verbs():  # a ruleset may have more ways to build than one
        if isinstance(other, Build) and any(other.nearest_fault(state, slot, item) is None for slot in slots):
            return None
    tries: list[Refusal] = []
    for slot in slots:
        refusal = verb.nearest_fault(state, slot, item)
        if refusal is not None:
            tries.append(refusal)
    if not tries:
        return state.rules.refuse("space_lacks_industry", industry=industry, slot=place)
    return max(tries, key=nearness)


def why_not_sell(state: State, slot: str) -> Refusal | None:
    """Why the seat to act cannot sell the tile on this space, or None if it can."""
    return _why_not(state, state.rules.selling, slot, state.rules.board.slot_ids, "space")


def why_not_link(state: State, line: str) -> Refusal | None:
    """Why the seat to act cannot lay a link on this line, or None if it can."""
    return _why_not(state, "link", line, state.rules.board.line_ids, "line")


def why_not_develop(state: State, industry: str) -> Refusal | None:
    """Why the seat to act cannot develop this industry, or None if it can."""
    names = state.rules.board.industries
    if industry not in names:
        raise ValueError(f"unknown industry {industry!r}")
    verb, refusal = _asked(state, "develop")
    return refusal if verb is None else verb.nearest_fault(state, -1, names.index(industry))


def _why_not(state: State, name: str, id: str, ids: list[str], what: str) -> Refusal | None:
    if id not in ids:
        raise ValueError(f"unknown {what} {id!r}")
    verb, refusal = _asked(state, name)
    return refusal if verb is None else verb.nearest_fault(state, ids.index(id), -1)


def _asked(state: State, name: str) -> tuple[Verb | None, Refusal | None]:
    """The verb, if it may answer the open decision; otherwise why it may not."""
    rules = state.rules
    verb = rules.verb_named(name)
    if state.is_over:
        return None, rules.refuse("game_over")
    if verb is None or verb not in state.verbs():
        return None, rules.refuse("not_now", verb=name, decision=rules.decision_names[state.decision])
    return verb, None


def nearness(refusal: Refusal) -> int:
    """How little is missing: the higher, the nearer."""
    for stage, starts in enumerate(_STAGES):
        if refusal.reason.startswith(starts):
            return stage
    return -1
