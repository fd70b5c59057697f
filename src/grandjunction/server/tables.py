"""The parts of a table that come from the position alone, as one viewer may know it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..core.bits import BIT, count, members
from ..core.ruleset import ACTION
from ..core.standings import standings
from ..core.state import State
from ..record.ledger import SOURCES
from ..rulesets.birmingham.ruleset import Birmingham
from ..rulesets.lancashire.distant_market import MARKER, STACK, VALUES
from ..rulesets.lancashire.ruleset import Lancashire
from .choices import seat_name
from .course import Course, rounds_in_eras
from .messages import (
    BuiltLink,
    BuiltTile,
    Decision,
    Demand,
    Market,
    Merchant,
    PlayerState,
    ScoreLine,
    Track,
)
from .requests import Seat


def board_parts(course: Course, viewer: int | None, whole: bool) -> dict[str, Any]:
    """The fields of a ``Table`` that are on the table; ``whole`` shows every hand (the game is over)."""
    truth = course.state
    state = truth if whole else truth.view(viewer).known
    seats = range(state.players)
    shown = seats if whole else [] if viewer is None else [viewer]
    return {
        "ruleset": state.rules.id,
        "players": state.players,
        "era": state.rules.eras[state.era],
        "round": state.round,
        "rounds": rounds_in_eras(state.rules.id, state.players)[state.era],
        "order": [seat_name(seat) for seat in state.order if seat >= 0],
        "to_act": seat_name(state.to_act) if state.to_act >= 0 else None,
        "decision": decision_of(state),
        "actions_left": state.actions_left if state.to_act >= 0 else 0,
        "markets": _markets(state),
        "merchants": _merchants(state),
        "demand": _demand(state),
        "tiles": _tiles(state),
        "links": _links(state),
        "state": [_player(course, state, seat) for seat in seats],
        "hands": {seat_name(seat): state.hand_of(seat) for seat in shown},
        "deck_size": state.deck_size,
        "aside_size": state.aside_size,
        "discards": dict(Counter(_card(state, kind) for pile in course.discards for kind in pile)),
        "over": state.is_over,
        "standings": standings_of(truth),
        "scores": _scores(course),
    }


def standings_of(state: State) -> list[list[Seat]]:
    if min(state.order) < 0:  # the order is not drawn yet, and some rulesets rank by it
        return []
    return [[seat_name(seat) for seat in place] for place in standings(state)]


def decision_of(state: State) -> Decision:
    rules = state.rules
    own = state.to_act >= 0
    begun = own and state.decision != ACTION and state.frame_count > 0
    return Decision(
        name=rules.decision_names[state.decision],
        seat=seat_name(state.to_act) if own else None,
        verbs=[verb.name for verb in state.verbs()] if own else [],
        action=rules.verbs[state.frame_verb].name if begun else None,
        slot=rules.board.slot_ids[state.frame_slot] if state.frame_slot >= 0 else None,
        debt=state.debt,
    )


def _card(state: State, kind: int) -> str:
    return state.rules.cards.ids[kind]


def _markets(state: State) -> list[Market]:
    return [
        Market(
            resource=state.rules.resources[number],
            cubes=state.market[number],
            next_price=market.price(state.market[number], 0),
        )
        for number, market in enumerate(state.rules.markets)
    ]


def _merchants(state: State) -> list[Merchant]:
    rules = state.rules
    if not isinstance(rules, Birmingham):
        return []
    merchants = rules.merchants
    barrels = state.extra[merchants.count]
    return [
        Merchant(
            space=id,
            goods=merchants.goods_ids[state.extra[space]] if state.extra[space] >= 0 else None,
            barrel=barrels & BIT[space] != 0,
        )
        for space, id in enumerate(merchants.ids)
    ]


def _demand(state: State) -> Demand | None:
    rules = state.rules
    if not isinstance(rules, Lancashire):
        return None
    row = state.extra[MARKER]
    bonus = rules.demand.bonuses[row] if row < rules.demand.closed else None
    return Demand(row=row, bonus=bonus, left=[state.extra[STACK + value] for value in range(VALUES)])


def _tiles(state: State) -> list[BuiltTile]:
    return [
        BuiltTile(
            slot=state.rules.board.slot_ids[slot],
            seat=seat_name(state.owner(slot)),
            tile=str(state.rules.name_field("tile", state.tile[slot])),
            holds=state.cubes[slot],
            flipped=state.flipped & BIT[slot] != 0,
        )
        for slot in members(state.occupied)
    ]


def _links(state: State) -> list[BuiltLink]:
    return [
        BuiltLink(line=state.rules.board.line_ids[line], seat=seat_name(seat))
        for seat in range(state.players)
        for line in members(state.links[seat])
    ]


def _player(course: Course, state: State, seat: int) -> PlayerState:
    cards = state.rules.cards
    wilds = [kind for kind in members(cards.wild) for _ in range(state.hand[seat * cards.count + kind])]
    return PlayerState(
        seat=seat_name(seat),
        pounds=state.pounds[seat],
        income_space=state.income[seat],
        income_level=state.level(seat),
        vp=state.vp[seat],
        spent=state.spent[seat],
        links_left=state.rules.links - count(state.links[seat]),
        hand_size=state.hand_size[seat],
        wilds=[_card(state, kind) for kind in wilds],
        discards=[_card(state, kind) for kind in course.discards[seat]],
        mat=_mat(state, seat),
    )


def _mat(state: State, seat: int) -> list[Track]:
    tiles = state.rules.tiles
    tracks: list[Track] = []
    for industry, id in enumerate(state.rules.board.industries):
        gone = state.mat[seat * tiles.industries + industry]
        start = tiles.start[industry]
        left = [tiles.track[start + place] for place in range(gone, tiles.size[industry])]
        tracks.append(
            Track(
                industry=id,
                next=str(state.rules.name_field("tile", left[0])) if left else None,
                left=dict(Counter(int(tiles.level[kind]) for kind in left)),
            )
        )
    return tracks


def _scores(course: Course) -> list[ScoreLine]:
    return [
        ScoreLine(seat=seat_name(seat), era=era, source=source, vp=vp)
        for seat in range(course.state.players)
        for number, era in enumerate(course.rules.eras)
        for source, vp in sorted(
            course.ledger.vp(seat, number).items(), key=lambda entry: SOURCES.index(entry[0])
        )
    ]
