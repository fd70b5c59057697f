"""The legal units of an open decision, each with its exact price and what it will do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, cast

from ..core.bits import lowest, members
from ..core.events import HIDDEN, Event, Log
from ..core.moves import (
    Move,
    coal_of,
    first_source,
    item_of,
    other_of,
    second_card_of,
    second_source,
    target_of,
    third_card_of,
    with_card,
    without_card,
)
from ..core.options import Option
from ..core.ruleset import Ruleset, Verb
from ..core.state import SEATS, State
from .course import has_left, is_mid_action, turn_of
from .messages import Choice, PricePart
from .messages import Event as EventMessage
from .requests import Seat

_MORE_CARDS: Final = 0xFFF << 44


def list_choices(state: State) -> list[Choice]:
    """Every unit open to the seat to act.

    The state should be that seat's view: nothing hidden can show in what is computed from it.
    """
    groups: dict[int, list[Option]] = {}
    for option in state.options():
        groups.setdefault(option.code & ~_MORE_CARDS, []).append(option)
    return [_choice(state, options) for options in groups.values()]


def seat_name(seat: int) -> Seat:
    return cast(Seat, SEATS[seat])


def as_messages(rules: Ruleset, events: Iterable[Event]) -> list[EventMessage]:
    return [event.as_dict(rules) for event in events]


def _choice(state: State, options: list[Option]) -> Choice:
    rules = state.rules
    code, kinds = options[0].code, options[0].kinds
    bare = code & ~_MORE_CARDS
    verb = rules.verbs[code & 15]
    after, events = _try(state, with_card(code, lowest(kinds)) if kinds else code)
    price = list(_price(state, events))
    several = second_card_of(code) >= 0
    industry = _industry(rules, verb, code)
    return Choice(
        move=str(Move(rules, without_card(bare))).partition(" cards ")[0],
        verb=verb.name,
        slot=rules.board.slot_ids[target_of(code)] if "slot" in verb.shape else None,
        line=rules.board.line_ids[target_of(code)] if "line" in verb.shape else None,
        industry=industry,
        tile=_tile(state, verb, code, industry),
        merchant=verb.items(rules)[item_of(code)] if "to" in verb.shape else None,
        port=_named(rules, first_source(other_of(code))) if "port" in verb.shape else None,
        amount=int(verb.items(rules)[item_of(code)]) if verb.name == "loan" else None,
        coal=_pair(rules, coal_of(code)) if "coal" in verb.shape else [],
        iron=_pair(rules, other_of(code)) if "iron" in verb.shape else [],
        beer=_pair(rules, other_of(code)) if "beer" in verb.shape else [],
        cards=[] if several else options[0].cards,
        card_sets=_card_sets(rules, options) if several else [],
        pounds=sum(part.pounds for part in price),
        price=price,
        effects=as_messages(rules, (event for event in events if event.kind not in ("discarded", *HIDDEN))),
        ends_turn=has_left(after, turn_of(state)),
        reveals=is_mid_action(after),
    )


def _try(state: State, code: int) -> tuple[State, list[Event]]:
    after = state.copy()
    log = Log()
    after.apply_code(code, log)
    return after, log.events


def _price(state: State, events: Iterable[Event]) -> Iterable[PricePart]:
    seat = state.seat
    for event in events:
        if event.kind == "paid" and event.values[0] == seat:
            yield PricePart(what="money", pounds=event.values[1], source=None, owner=None)
        elif event.kind == "bought":
            what = _resource(state.rules, event.values[1])
            yield PricePart(what=what, pounds=event.values[2], source="market", owner=None)
        elif event.kind == "consumed":
            slot = event.values[2]
            owner = state.owner(slot)
            yield PricePart(
                what=_resource(state.rules, event.values[1]),
                pounds=0,
                source=state.rules.board.slot_ids[slot],
                owner=seat_name(owner) if owner >= 0 else None,
            )
        elif event.kind == "barrel_taken":
            yield PricePart(what="beer", pounds=0, source="barrel", owner=None)


def _resource(rules: Ruleset, number: int) -> Literal["coal", "iron", "beer"]:
    return cast(Literal["coal", "iron", "beer"], rules.resources[number])


def _industry(rules: Ruleset, verb: Verb, code: int) -> str | None:
    if "item" not in verb.shape or verb.items(rules) is not rules.board.industries:
        return None
    return rules.board.industries[item_of(code)]


def _tile(state: State, verb: Verb, code: int, industry: str | None) -> str | None:
    """The tile built or developed is the lowest on the mat; the one sold or lost stands on the space."""
    if industry is not None:
        kind = state.top_tile(state.seat, item_of(code))
    elif "slot" in verb.shape:
        kind = state.tile[target_of(code)]
    else:
        return None
    return str(state.rules.name_field("tile", kind)) if kind >= 0 else None


def _named(rules: Ruleset, source: int) -> str:
    return rules.source_word(source) or rules.board.slot_ids[source - 1]


def _pair(rules: Ruleset, pair: int) -> list[str]:
    return [_named(rules, source) for source in (first_source(pair), second_source(pair)) if source]


def _card_sets(rules: Ruleset, options: list[Option]) -> list[list[str]]:
    ids = rules.cards.ids
    sets: list[list[str]] = []
    for option in options:
        rest = [kind for kind in (second_card_of(option.code), third_card_of(option.code)) if kind >= 0]
        sets += [[ids[kind] for kind in (first, *rest)] for first in members(option.kinds)]
    return sets
