"""The legal units of an open decision, each with its exact price and its effects.

They are needed at every step of every turn, so they are plain data with the fields of the messages
``Choice``, ``PricePart`` and ``Outcome``; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from ..core.events import HIDDEN, Event, Log
from ..core.moves import Move
from ..core.options import Option
from ..core.ruleset import MORE, Ruleset
from ..core.seats import seat_name
from ..core.state import State
from .event_types import Event as EventMessage
from .undo import Turn, has_left, is_mid_action, turn_of

Fields = dict[str, Any]  # of a message


def list_choices(state: State) -> list[Fields]:
    """Every legal unit of the seat to act.

    Pass that seat's view as the state, so that nothing hidden can show in the effects.
    """
    groups: dict[Move, list[Option]] = {}
    for option in state.options():
        groups.setdefault(option.unit.without_cards, []).append(option)
    turn = turn_of(state)
    return [_choice(state, turn, unit, options) for unit, options in groups.items()]


def list_following(state: State) -> list[Fields]:
    """Every legal unit that could begin the next action, where an action could go on; else nothing."""
    stop = state.rules.stop
    if stop is None or state.decision != MORE or state.actions_left < 2:
        return []
    after = state.copy()
    after.apply_code(stop.id, None)
    return list_choices(after)


def as_messages(rules: Ruleset, events: Iterable[Event]) -> list[EventMessage]:
    """Return events as messages. They are shared, so copy one before you change it."""
    return [_said(rules, event.kind, event.values) for event in events]


_UNSHOWN = frozenset(("discarded", *HIDDEN))


def _choice(state: State, turn: Turn, unit: Move, options: list[Option]) -> Fields:
    option = options[0]
    several = bool(option.unit.cards)
    after, events = _try(state, option.moves()[0])
    price = list(_price(state, events))
    reveals = is_mid_action(after)
    return {
        **_named(unit),
        "tile": _tile(state, unit),
        "cards": [] if several else option.cards,
        "card_sets": [move.cards for one in options for move in one.moves()] if several else [],
        "pounds": sum([part["pounds"] for part in price]),
        "price": price,
        "effects": _effects(state.rules, events),
        "ends_turn": has_left(after, turn),
        "goes_on": after.decision == MORE and turn_of(after) == turn,
        "reveals": reveals,
        "outcomes": _outcomes(after) if reveals else [],
    }


@lru_cache(maxsize=8192)
def _named(unit: Move) -> Fields:
    """The parts of a unit, the same in every position: the same few thousand come again in all games."""
    buyer = unit.buyer
    return {
        "move": str(unit),
        "verb": unit.verb,
        "slot": unit.slot,
        "line": unit.line,
        "industry": unit.industry,
        "merchant": buyer if buyer is not None and unit.part("to") else None,
        "port": buyer if buyer is not None and unit.part("port") else None,
        "amount": unit.amount,
        "coal": unit.coal,
        "iron": unit.iron,
        "beer": unit.extra,
    }


def _effects(rules: Ruleset, events: list[Event]) -> list[EventMessage]:
    return as_messages(rules, [event for event in events if event.kind not in _UNSHOWN])


@lru_cache(maxsize=8192)
def _said(rules: Ruleset, kind: str, values: tuple[int, ...]) -> EventMessage:
    return Event(kind, values).as_dict(rules)


def _outcomes(state: State) -> list[Fields]:
    """What nature may reveal, and what would follow."""
    return [
        {"weight": weight, "effects": _effects(state.rules, _try(state, move)[1])}
        for move, weight in state.chance_outcomes()
    ]


def _try(state: State, move: Move) -> tuple[State, list[Event]]:
    after = state.copy()
    log = Log()
    after.apply_code(move.code, log)
    return after, log.events


def _part(what: str, pounds: int, source: str | None, owner: str | None = None) -> Fields:
    return {"what": what, "pounds": pounds, "source": source, "owner": owner}


def _price(state: State, events: Iterable[Event]) -> Iterator[Fields]:
    seat, rules = state.seat, state.rules
    for event in events:
        if event.kind == "paid" and event.values[0] == seat:
            yield _part("money", event.values[1], None)
        elif event.kind == "bought":
            yield _part(rules.resources[event.values[1]], event.values[2], "market")
        elif event.kind == "consumed":
            slot = event.values[2]
            owner = state.owner(slot)
            whose = seat_name(owner) if owner >= 0 else None
            yield _part(rules.resources[event.values[1]], 0, rules.board.slot_ids[slot], whose)
        elif event.kind in rules.source_events:
            yield _part(rules.extra_resource, 0, rules.source_events[event.kind])


def _tile(state: State, unit: Move) -> str | None:
    """The tile a unit is about: the lowest on the mat to build or develop, the one on the space to sell."""
    board = state.rules.board
    if unit.industry is not None:
        kind = state.top_tile(state.seat, board.industries.index(unit.industry))
    elif unit.slot is not None:
        kind = state.tile[board.slot_ids.index(unit.slot)]
    else:
        return None
    return str(state.rules.name_field("tile", kind)) if kind >= 0 else None
