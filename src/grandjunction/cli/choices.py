"""A move chosen in steps: what to do, where, with which sources, with which card."""

from __future__ import annotations

from typing import Final

from ..core.moves import (
    VERB_BITS,
    Move,
    card_of,
    coal_of,
    first_source,
    item_of,
    other_of,
    second_card_of,
    second_source,
    source_count,
    target_of,
    third_card_of,
)
from ..core.sources import price
from ..core.state import SEATS, State
from ..core.turn import liquidation_value
from ..words import Words, capital

_RESOURCE_OF: Final = {"coal": 0, "iron": 1}
# What the terminal asks, by the part that is open.
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
    """The first part these moves differ in: the verb, then as in notation, the card last."""
    if len({move.code & VERB_BITS for move in moves}) > 1:
        return "verb"
    verb = moves[0].rules.verb_named(moves[0].verb)
    assert verb is not None
    for part in sorted(verb.shape, key=lambda part: part in ("card", "cards")):
        if len({move.code & verb.part_bits(part) for move in moves}) > 1:
            return part
    return None


def grouped(moves: list[Move], part: str) -> list[list[Move]]:
    """The moves by what they say of a part, in their own order."""
    bits = VERB_BITS
    if part != "verb":
        verb = moves[0].rules.verb_named(moves[0].verb)
        assert verb is not None
        bits = verb.part_bits(part)
    groups: dict[int, list[Move]] = {}
    for move in moves:
        groups.setdefault(move.code & bits, []).append(move)
    return list(groups.values())


def heading(state: State, moves: list[Move], part: str, words: Words) -> str:
    if part == "verb":
        return capital(words.decision(state.rules.decision_names[state.decision]))
    if part == "item" and moves[0].verb.startswith("build"):
        return words.terminal("build_what")
    return words.terminal(_HEADINGS.get(part, "which"))


def label(state: State, move: Move, part: str, words: Words) -> str:
    """What a move says of one part, with what a player wants to know of it."""
    rules = state.rules
    if part == "verb":
        return words.verb(move.verb)
    if part == "line":
        return words.line(rules, rules.board.line_ids[target_of(move.code)])
    if part == "slot":
        return _slot(state, move, words)
    if part in ("to", "port"):
        return words.buyer(move)
    if part == "item":
        return _item(state, move, words)
    if part in ("coal", "iron", "beer"):
        return _sources(state, move, part, words)
    if part in ("card", "cards"):
        kinds = (card_of(move.code), second_card_of(move.code), third_card_of(move.code))
        return words.listed([words.card(rules, rules.cards.ids[kind]) for kind in kinds if kind >= 0])
    return str(move)


def _slot(state: State, move: Move, words: Words) -> str:
    slot = target_of(move.code)
    named = words.slot(state.rules, state.rules.board.slot_ids[slot])
    if state.tile[slot] < 0:
        return named
    kind = state.rules.tiles.kinds[state.tile[slot]]
    tile = words.tile(f"{kind.industry}.{kind.level}")
    if move.verb.startswith("build"):
        return words.terminal("over_tile", slot=named, seat=SEATS[state.owner(slot)], tile=tile)
    if move.verb == "liquidate":
        return words.terminal("for_pounds", slot=named, tile=tile, amount=liquidation_value(state, slot))
    return f"{named}: {tile}"


def _item(state: State, move: Move, words: Words) -> str:
    verb = state.rules.verb_named(move.verb)
    assert verb is not None
    id = verb.items(state.rules)[item_of(move.code)]
    if id not in state.rules.board.industries:
        return words.unit(move)
    number = state.top_tile(state.seat, item_of(move.code))
    kind = state.rules.tiles.kinds[number]
    tile = words.tile(f"{kind.industry}.{kind.level}")
    if "slot" not in verb.shape:  # it is developed
        return tile
    needs = [f"£{kind.cost}"] + [
        words.terminal("need", amount=amount, resource=words.resource(resource))
        for resource, amount in (("coal", kind.coal), ("iron", kind.iron))
        if amount
    ]
    return words.terminal("brings", tile=tile, needs=words.listed(needs), vp=kind.vp, income=kind.income)


def _sources(state: State, move: Move, part: str, words: Words) -> str:
    """The sources and what they cost: ``Cannock 1 (B, free)``."""
    pair = coal_of(move.code) if part == "coal" else other_of(move.code)
    if not source_count(pair):
        return words.terminal("none")
    said: list[str] = []
    for source in (first_source(pair), second_source(pair)):
        if source == 0:
            continue
        named = words.source(source, state.rules)
        if 0 < source <= state.rules.board.slots:
            named += f" ({SEATS[state.owner(source - 1)]}, {words.terminal('free')})"
        elif part in _RESOURCE_OF:
            named += f" (£{price(state, _RESOURCE_OF[part], 1)})"
        said.append(named)
    return words.listed(said)
