"""Builds the messages of the bot protocol: the view and the options of an outside bot, as JSON.

Ids and numbers are those of the text formats.
"""

from __future__ import annotations

import json
from typing import Any, Final

from ..core.bits import members
from ..core.moves import Move, second_card_of, with_card
from ..core.seats import seat_name
from ..core.standings import standings
from ..core.state import State
from ..core.tabletop import Decision, SeatState, tabletop
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
        "seat": seat_name(view.seat),
        "seed": seed,
        "budget": budget,
        "seconds": seconds,
    }


def choose(id: int, view: View) -> Json:
    return {"type": "choose", "id": id, "view": describe(view), "options": options(view)}


def fault(kind: str, message: str, faults: int, most: int) -> Json:
    return {"type": "fault", "fault": kind, "message": message, "faults": faults, "most": most}


def end(state: State | None) -> Json:
    """Return the last message, with the result if the game is over; it may also go on without the bot."""
    if state is None or not state.is_over:
        return {"type": "end", "over": False}
    return {
        "type": "end",
        "over": True,
        "vp": {seat_name(seat): int(state.vp[seat]) for seat in range(state.players)},
        "places": [[seat_name(seat) for seat in place] for place in standings(state)],
    }


# -- options --------------------------------------------------------------------------------------------


def options(view: View) -> list[Json]:
    """Return every legal unit. One of its ``cards`` must pay for it; without any the move is whole."""
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
    """Return what the view's seat may know. It is made from the view alone."""
    state = view.known
    rules = view.rules
    lying = tabletop(state)
    return {
        "position": view.to_position(),
        "era": lying["era"],
        "round": lying["round"],
        "order": lying["order"],
        "actions_left": lying["actions_left"],
        "decision": _decision(lying["decision"], state.frame_count),
        "markets": {
            market["resource"]: {"cubes": market["cubes"], "price": market["next_price"]}
            for market in lying["markets"]
        },
        "seats": {seat["seat"]: _seat(seat) for seat in lying["seats"]},
        "hand": view.hand,
        "tiles": lying["tiles"],
        "links": lying["links"],
        "discards": [
            id for id, copies in zip(rules.cards.ids, state.discards, strict=True) for _ in range(copies)
        ],
        "deck": lying["deck_size"],
        "aside": lying["aside_size"],
        "more": rules.write_extra(state),
    }


def _decision(decision: Decision, units: int) -> Json:
    return {
        "name": decision["name"],
        "action": decision["action"],
        "units": units,
        "slot": decision["slot"],
        "debt": decision["debt"],
    }


def _seat(seat: SeatState) -> Json:
    return {
        "pounds": seat["pounds"],
        "income_space": seat["income_space"],
        "income_level": seat["income_level"],
        "vp": seat["vp"],
        "spent": seat["spent"],
        "cards": seat["hand_size"],
        "wild": seat["wilds"],
        "links_left": seat["links_left"],
        "mat": {
            track["industry"]: {"tile": track["next"], "left": sum(track["left"].values())}
            for track in seat["mat"]
        },
    }
