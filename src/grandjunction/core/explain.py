"""Answers "why can't I build this here, sell this tile, lay this link, do this at all?".

The answer is the refusal of the attempt that came closest, over all spaces, cards and sources. None means
that it can be done. The functions raise ``ValueError`` for unknown names, and where there is nothing to try.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .bits import BIT, members
from .moves import Refusal
from .ruleset import Verb
from .state import State
from .verbs.build import Build, check_pounds
from .verbs.develop import Develop
from .verbs.link import Link
from .verbs.sale import Sale

# Reasons by stage, recognised by how they begin: the later the stage, the less is missing.
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

# What makes a tile the wrong one to sell, worst first: rulesets' reasons end so.
_WRONG_TILE: Final[list[tuple[str, ...]]] = [
    ("_not_yours",),
    ("_sellable", "_wrong_industry"),
    ("_sold", "_done"),
]


def why_not_build(state: State, industry: str, place: str) -> Refusal | None:
    """Why the seat to act cannot build this industry in this place or on this space, or None if it can."""
    board = state.rules.board
    if industry not in board.industries:
        raise ValueError(f"unknown industry {industry!r}")
    slots = _spaces(state, place, "place")
    verb, refusal = _asked(state, "build")
    if verb is None:
        return refusal
    item = board.industries.index(industry)
    for other in state.verbs():  # a ruleset may have several ways to build
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
    """Why the seat to act cannot sell the tile on this space, or None if it can.

    Of a town, the sale that comes nearest, of the seat's own tiles if it has any there.
    """
    slots = _spaces(state, slot, "space")
    verb, refusal = _asked(state, state.rules.selling)
    if verb is None:
        return refusal
    if not slots:
        raise ValueError(f"nothing can be built in {slot!r}")
    own = [space for space in slots if state.owner(space) == state.seat] or slots
    faults: list[Refusal] = []
    for space in own:
        fault = verb.nearest_fault(state, space, -1)
        if fault is None:
            return None
        faults.append(fault)
    return max(faults, key=_sale_nearness)


def why_not_link(state: State, line: str) -> Refusal | None:
    """Why the seat to act cannot lay a link on this line, its ends in either order; None if it can."""
    from .notation import line_number

    number = line_number(state.rules, line)
    verb, refusal = _asked(state, "link")
    return refusal if verb is None else verb.nearest_fault(state, number, -1)


def why_not_develop(state: State, industry: str) -> Refusal | None:
    """Why the seat to act cannot develop this industry, or None if it can."""
    names = state.rules.board.industries
    if industry not in names:
        raise ValueError(f"unknown industry {industry!r}")
    verb, refusal = _asked(state, "develop")
    return refusal if verb is None else verb.nearest_fault(state, -1, names.index(industry))


def why_not_verb(state: State, name: str) -> Refusal | None:
    """Why the seat to act cannot do this at all, on no space, line or industry; None if it can."""
    verb = state.rules.verb_named(name)
    if verb is None:
        raise ValueError(f"unknown verb {name!r}")
    if verb not in state.verbs():
        return state.check_code(verb.id)
    if any(option.unit.verb == name for option in state.options()):
        return None
    if isinstance(verb, Build | Link | Develop | Sale):
        return why_not_anywhere(state, verb)
    return verb.nearest_fault(state, -1, 0)


def why_not_anywhere(state: State, verb: Verb) -> Refusal | None:
    """Why a verb that needs a space, a line or an industry is not possible with any of them."""
    board = state.rules.board
    if isinstance(verb, Sale):
        slots = members(verb.unsold(state))
        if not slots:
            return state.rules.refuse("nothing_to_sell")
        return nearest([verb.nearest_fault(state, slot, -1) for slot in slots])
    if isinstance(verb, Build):
        shown = [(slot, item) for slot in range(board.slots) for item in members(board.slot_shows[slot])]
        refusal = nearest([verb.nearest_fault(state, slot, item) for slot, item in shown])
        if refusal is None or nearness(refusal) < 0:  # the verb as a whole is out of the question
            return refusal
        if refusal.reason.startswith("no_card"):
            refusal = state.rules.refuse("no_card_anywhere")  # no single space is nearest
        return _too_poor_to_build(state) or refusal
    if isinstance(verb, Link):
        laid = sum(state.links[seat] for seat in range(state.players))
        lines = members(board.era_lines[state.era])
        free = [line for line in lines if not laid & BIT[line]]
        refusal = nearest([verb.nearest_fault(state, line, -1) for line in free or lines])
        if refusal is None or refusal.reason in ("no_links_left", "links_enough"):
            return refusal
        if refusal.reason == "line_out_of_reach":
            refusal = state.rules.refuse("lines_out_of_reach")  # no single one is nearest
        return check_pounds(state, verb.prices[state.era * 2 + verb.laid_before(state)]) or refusal
    if isinstance(verb, Develop):
        return nearest([verb.nearest_fault(state, -1, item) for item in range(len(board.industries))])
    raise ValueError(f"ask about a space or line to {verb.name}")


def _too_poor_to_build(state: State) -> Refusal | None:
    """The refusal for money if the seat cannot pay for even the cheapest tile of this era, else None."""
    tiles = state.rules.tiles
    tops = [state.top_tile(state.seat, item) for item in range(tiles.industries)]
    costs = [tiles.cost[kind] for kind in tops if kind >= 0 and tiles.eras[kind] & BIT[state.era]]
    return check_pounds(state, min(costs)) if costs else None


def unsold(state: State) -> list[int]:
    """The spaces whose tile belongs to the seat to act and flips by a sale, not by running out of cubes."""
    tiles = state.rules.tiles
    return [
        slot
        for slot in range(state.rules.board.slots)
        if state.tile[slot] >= 0
        and state.owner(slot) == state.seat
        and not state.flipped & BIT[slot]
        and tiles.makes[tiles.industry[state.tile[slot]]] < 0
    ]


def nearest(tries: Iterable[Refusal | None]) -> Refusal | None:
    """Return the refusal of the try that came closest; None if one of them is possible."""
    found = list(tries)
    if not found:
        raise ValueError("there is nothing to try")
    refusals = [refusal for refusal in found if refusal is not None]
    return max(refusals, key=_closeness) if len(refusals) == len(found) else None


def _closeness(refusal: Refusal) -> tuple[int, int]:
    """How close to legal a try was. Of tries that fail for money, the one that lacks least is closest."""
    return nearness(refusal), -int(refusal.params.get("short", 0))


def _spaces(state: State, name: str, what: str) -> list[int]:
    """The spaces a name stands for: one by its id, or all of a place."""
    board = state.rules.board
    if name in board.slot_ids:
        return [board.slot_ids.index(name)]
    if name not in board.place_ids:
        raise ValueError(f"unknown {what} {name!r}")
    return members(board.place_slots[board.place_ids.index(name)])


def _sale_nearness(refusal: Refusal) -> int:
    """Rank a refused sale: higher means closer to legal."""
    for stage, ends in enumerate(_WRONG_TILE):
        if refusal.reason.endswith(ends):
            return stage
    return len(_WRONG_TILE)


def _asked(state: State, name: str) -> tuple[Verb | None, Refusal | None]:
    """The verb if it can answer the open decision; otherwise the refusal."""
    rules = state.rules
    verb = rules.verb_named(name)
    if state.is_over:
        return None, rules.refuse("game_over")
    if verb is None or verb not in state.verbs():
        return None, rules.refuse("not_now", verb=name, decision=rules.decision_names[state.decision])
    return verb, None


def nearness(refusal: Refusal) -> int:
    """How close to legal a refused move was: higher is closer."""
    for stage, starts in enumerate(_STAGES):
        if refusal.reason.startswith(starts):
            return stage
    return -1
