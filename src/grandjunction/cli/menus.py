"""Menus for choosing a move step by step: what to do, where, with which sources and card."""

from __future__ import annotations

from typing import Final

from ..core.components import MARKETED
from ..core.moves import Move
from ..core.seats import seat_name
from ..core.sources import price
from ..core.state import State
from ..core.turn import liquidation_value
from ..words import Words, capital

# The question for each part of a move.
_HEADINGS: Final = {
    "to": "to_merchant",
    "port": "to_whom",
    "slot": "slot",
    "line": "line",
    "coal": "coal",
    "iron": "iron",
    "beer": "beer",
    "card": "card",
    "cards": "cards_paid",
}


def open_part(moves: list[Move]) -> str | None:
    """The first part in which these moves differ: verb first, card last, the rest in notation order."""
    verb = moves[0].rules.verb_named(moves[0].verb)
    assert verb is not None
    for part in ("verb", *sorted(verb.shape, key=lambda part: part in ("card", "cards"))):
        if len(grouped(moves, part)) > 1:
            return part
    return None


def grouped(moves: list[Move], part: str) -> list[list[Move]]:
    """The moves grouped by what they say of a part, in their order."""
    groups: dict[tuple[str, ...], list[Move]] = {}
    for move in moves:
        said = (move.verb,) if part == "verb" else tuple(move.part(part))
        groups.setdefault(said, []).append(move)
    return list(groups.values())


def heading(state: State, moves: list[Move], part: str, words: Words) -> str:
    if part == "verb":
        return capital(words.decision(state.rules.decision_names[state.decision]))
    if part == "item" and moves[0].verb.startswith("build"):
        return words.terminal("build_what")
    return words.terminal(_HEADINGS.get(part, "which"))


def label(state: State, move: Move, part: str, words: Words) -> str:
    """One part of a move in words, with what a player needs to know to choose it."""
    rules = state.rules
    if part == "verb":
        return words.verb(move.verb)
    if move.line is not None and part == "line":
        return words.line(rules, move.line)
    if move.slot is not None and part == "slot":
        return _slot(state, move, move.slot, words)
    if part in ("to", "port"):
        return words.buyer(move)
    if part == "item":
        return _item(state, move, words)
    if part in rules.resources:
        return _sources(state, move, part, words)
    if part in ("card", "cards"):
        return words.listed([words.card(rules, card) for card in move.cards])
    return str(move)


def _slot(state: State, move: Move, id: str, words: Words) -> str:
    slot = state.rules.board.slot_ids.index(id)
    named = words.slot(state.rules, id)
    if state.tile[slot] < 0:
        return named
    kind = state.rules.tiles.kinds[state.tile[slot]]
    tile = words.tile(f"{kind.industry}.{kind.level}")
    if move.verb.startswith("build"):
        return words.terminal("over_tile", slot=named, seat=seat_name(state.owner(slot)), tile=tile)
    if move.verb == "liquidate":
        return words.terminal("for_pounds", slot=named, tile=tile, amount=liquidation_value(state, slot))
    return f"{named}: {tile}"


def _item(state: State, move: Move, words: Words) -> str:
    if move.industry is None:
        return words.unit(move)
    number = state.top_tile(state.seat, state.rules.board.industries.index(move.industry))
    kind = state.rules.tiles.kinds[number]
    tile = words.tile(f"{kind.industry}.{kind.level}")
    if move.slot is None:  # it is developed
        return tile
    needs = [f"£{kind.cost}"] + [
        words.terminal("need", amount=amount, resource=words.resource(resource))
        for resource, amount in (("coal", kind.coal), ("iron", kind.iron))
        if amount
    ]
    return words.terminal("brings", tile=tile, needs=words.listed(needs), vp=kind.vp, income=kind.income)


def _sources(state: State, move: Move, part: str, words: Words) -> str:
    """The sources and what they cost: ``Cannock 1 (B, free)``."""
    slots = state.rules.board.slot_ids
    said: list[str] = []
    for source in move.part(part):
        named = words.source(state.rules, source)
        if source in slots:
            named += f" ({seat_name(state.owner(slots.index(source)))}, {words.terminal('free')})"
        elif part in MARKETED:
            named += f" (£{price(state, MARKETED.index(part), 1)})"
        said.append(named)
    return words.listed(said) if said else words.terminal("none")
