"""What a bot outside is told: its view and its options as JSON. Ids and numbers, as in the text formats."""

from __future__ import annotations

import json
from typing import Any, Final

from ..core.bits import BIT, count, members
from ..core.moves import Move, second_card_of, with_card
from ..core.ruleset import Ruleset
from ..core.standings import standings
from ..core.state import SEATS, State
from ..core.view import View

PROTOCOL: Final = 1

Json = dict[str, Any]


def line(message: Json) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def hello(view: View, seed: str, budget: int, seconds: float) -> Json:
    from .. import __version__

    assert view.seat is not None
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "program": f"grandjunction {__version__}",
        "ruleset": view.rules.id,
        "revision": view.rules.revision,
        "players": int(view.known.players),
        "seat": SEATS[view.seat],
        "seed": seed,
        "budget": budget,
        "seconds": seconds,
    }


def choose(id: int, view: View) -> Json:
    return {"type": "choose", "id": id, "view": describe(view), "options": options(view)}


def fault(kind: str, message: str, faults: int, most: int) -> Json:
    return {"type": "fault", "fault": kind, "message": message, "faults": faults, "most": most}


def end(state: State | None) -> Json:
    """The result, if there is one: the game may go on without the bot."""
    if state is None or not state.is_over:
        return {"type": "end", "over": False}
    return {
        "type": "end",
        "over": True,
        "vp": {SEATS[seat]: int(state.vp[seat]) for seat in range(state.players)},
        "places": [[SEATS[seat] for seat in place] for place in standings(state)],
    }


# -- options --------------------------------------------------------------------------------------------


def options(view: View) -> list[Json]:
    """Every legal unit. ``cards`` may pay for it, one of them; none: the move is whole as it stands."""
    found: list[Json] = []
    for option in view.options():
        if second_card_of(option.code) < 0:
            found.append({"move": str(option.unit), "cards": option.cards})
            continue
        for kind in members(option.kinds):
            found.append({"move": str(Move(view.rules, with_card(option.code, kind))), "cards": []})
    return found


# -- the view -------------------------------------------------------------------------------------------


def describe(view: View) -> Json:
    """Made from the view alone, so there is nothing in it that its seat may not know."""
    state = view.known
    rules = view.rules
    return {
        "position": view.to_position(),
        "era": rules.eras[state.era],
        "round": int(state.round),
        "order": [SEATS[seat] for seat in state.order if seat >= 0],
        "actions_left": int(state.actions_left),
        "decision": _decision(state),
        "markets": {
            rules.resources[number]: {
                "cubes": int(state.market[number]),
                "price": int(market.price(state.market[number], 0)),
            }
            for number, market in enumerate(rules.markets)
        },
        "seats": {SEATS[seat]: _seat(state, seat) for seat in range(state.players)},
        "hand": view.hand,
        "tiles": [_tile(state, slot) for slot in members(state.occupied)],
        "links": [
            {"line": rules.board.line_ids[number], "seat": SEATS[seat]}
            for seat in range(state.players)
            for number in members(state.links[seat])
        ],
        "discards": _cards(rules, [int(count) for count in state.discards]),
        "deck": int(state.deck_size),
        "aside": int(state.aside_size),
        "more": rules.write_extra(state),
    }


def _decision(state: State) -> Json:
    rules = state.rules
    under_way = state.frame_count > 0
    return {
        "name": rules.decision_names[state.decision],
        "action": rules.verbs[state.frame_verb].name if under_way else None,
        "units": int(state.frame_count),
        "slot": rules.board.slot_ids[state.frame_slot] if under_way and state.frame_slot >= 0 else None,
        "debt": int(state.debt),
    }


def _seat(state: State, seat: int) -> Json:
    rules = state.rules
    wild = [id for id in state.hand_of(seat) if rules.cards.kinds[rules.cards.ids.index(id)].wild]
    return {
        "pounds": int(state.pounds[seat]),
        "income_space": int(state.income[seat]),
        "income_level": state.level(seat),
        "vp": int(state.vp[seat]),
        "spent": int(state.spent[seat]),
        "cards": int(state.hand_size[seat]),
        "wild": wild,
        "links_left": int(rules.links - count(state.links[seat])),
        "mat": {industry: _track(state, seat, n) for n, industry in enumerate(rules.board.industries)},
    }


def _track(state: State, seat: int, industry: int) -> Json:
    tiles = state.rules.tiles
    kind = state.top_tile(seat, industry)
    gone = state.mat[seat * tiles.industries + industry]
    return {
        "tile": state.rules.name_field("tile", kind) if kind >= 0 else None,
        "left": int(tiles.size[industry] - gone),
    }


def _tile(state: State, slot: int) -> Json:
    return {
        "slot": state.rules.board.slot_ids[slot],
        "seat": SEATS[state.owner(slot)],
        "tile": state.rules.name_field("tile", state.tile[slot]),
        "holds": int(state.cubes[slot]),
        "flipped": bool(state.flipped & BIT[slot]),
    }


def _cards(rules: Ruleset, counts: list[int]) -> list[str]:
    return [id for id, copies in zip(rules.cards.ids, counts, strict=True) for _ in range(copies)]
