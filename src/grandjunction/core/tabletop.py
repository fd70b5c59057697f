"""A position as plain data: ids, numbers, lists and dicts, ready for JSON.

The server shows it to browsers, and the bot protocol to programs. Both make it from a view, so nothing in it
is hidden from whoever gets it. Pictures draw their stalls and marker tracks by it.
"""

from __future__ import annotations

from collections import Counter
from typing import TypedDict

from .bits import BIT, count, members
from .seats import Seat, seat_name
from .state import State


class Decision(TypedDict):
    name: str
    seat: Seat | None  # None: nature's, or the game is over
    verbs: list[str]  # that may answer it
    action: str | None  # the verb of the action in progress
    slot: str | None  # the space the action in progress is about
    debt: int


class Market(TypedDict):
    resource: str
    cubes: int
    next_price: int


class BuiltTile(TypedDict):
    slot: str
    seat: Seat
    tile: str
    holds: int
    flipped: bool


class BuiltLink(TypedDict):
    line: str
    seat: Seat


class Track(TypedDict):
    """One industry of a mat."""

    industry: str
    next: str | None  # the tile on top
    left: dict[int, int]  # tiles by level


class SeatState(TypedDict):
    seat: Seat
    pounds: int
    income_space: int
    income_level: int
    vp: int
    spent: int
    links_left: int
    hand_size: int
    wilds: list[str]
    mat: list[Track]


class LaidStall(TypedDict):
    """A stall beside the board with its tile: ``goods`` is None and it buys nothing if it has none."""

    space: str
    place: str
    goods: str | None
    buys: list[str]  # industries
    supplied: bool  # something lies beside it that whoever sells there can take
    bonus: str
    amount: int


class LaidTrack(TypedDict):
    """A track with a marker beside the board."""

    bonuses: list[int]  # of its rows
    row: int
    bonus: int | None  # of the marker's row; None below the last
    left: list[int]  # tiles worth 0, 1, 2 …


class Tabletop(TypedDict):
    era: str
    round: int
    order: list[Seat]
    decision: Decision
    actions_left: int
    markets: list[Market]
    tiles: list[BuiltTile]
    links: list[BuiltLink]
    seats: list[SeatState]
    stalls: list[LaidStall]
    tracks: list[LaidTrack]
    deck_size: int
    aside_size: int


def tabletop(state: State) -> Tabletop:
    """Return what lies on the table."""
    rules = state.rules
    return {
        "era": rules.eras[state.era],
        "round": state.round,
        "order": [seat_name(seat) for seat in state.order if seat >= 0],
        "decision": open_decision(state),
        "actions_left": state.actions_left if state.to_act >= 0 else 0,
        "markets": [
            {
                "resource": rules.resources[number],
                "cubes": state.market[number],
                "next_price": market.price(state.market[number], 0),
            }
            for number, market in enumerate(rules.markets)
        ],
        "tiles": [_tile(state, slot) for slot in members(state.occupied)],
        "links": [
            {"line": rules.board.line_ids[line], "seat": seat_name(seat)}
            for seat in range(state.players)
            for line in members(state.links[seat])
        ],
        "seats": [_seat(state, seat) for seat in range(state.players)],
        "stalls": laid_stalls(state),
        "tracks": laid_tracks(state),
        "deck_size": state.deck_size,
        "aside_size": state.aside_size,
    }


def open_decision(state: State) -> Decision:
    """Return the decision now open and the action it belongs to."""
    rules = state.rules
    asked = state.to_act >= 0
    return {
        "name": rules.decision_names[state.decision],
        "seat": seat_name(state.to_act) if asked else None,
        "verbs": [verb.name for verb in state.verbs()] if asked else [],
        "action": rules.verbs[state.frame_verb].name if asked and state.frame_count > 0 else None,
        "slot": rules.board.slot_ids[state.frame_slot] if state.frame_slot >= 0 else None,
        "debt": state.debt,
    }


def laid_stalls(state: State) -> list[LaidStall]:
    """Return the stalls beside the board; none in games without them."""
    board = state.rules.board
    found: list[LaidStall] = []
    for row in state.rules.stall_rows:
        for number, stall in enumerate(row.stalls):
            ware = row.wanted(state, number)
            found.append(
                {
                    "space": stall.id,
                    "place": board.place_ids[stall.place],
                    "goods": None if ware is None else ware.id,
                    "buys": [] if ware is None else [board.industries[item] for item in members(ware.buys)],
                    "supplied": row.supplied(state, number),
                    "bonus": stall.bonus,
                    "amount": stall.amount,
                }
            )
    return found


def laid_tracks(state: State) -> list[LaidTrack]:
    """Return the marker tracks beside the board; none in games without them."""
    return [
        {
            "bonuses": [int(bonus) for bonus in track.bonuses],
            "row": track.row(state),
            "bonus": track.bonus(state),
            "left": track.left(state),
        }
        for track in state.rules.marker_tracks
    ]


def _tile(state: State, slot: int) -> BuiltTile:
    return {
        "slot": state.rules.board.slot_ids[slot],
        "seat": seat_name(state.owner(slot)),
        "tile": state.rules.tiles.ids[state.tile[slot]],
        "holds": state.cubes[slot],
        "flipped": state.flipped & BIT[slot] != 0,
    }


def _seat(state: State, seat: int) -> SeatState:
    cards = state.rules.cards
    return {
        "seat": seat_name(seat),
        "pounds": state.pounds[seat],
        "income_space": state.income[seat],
        "income_level": state.level(seat),
        "vp": state.vp[seat],
        "spent": state.spent[seat],
        "links_left": state.rules.links - count(state.links[seat]),
        "hand_size": state.hand_size[seat],
        "wilds": [
            cards.ids[kind]
            for kind in members(cards.wild)
            for _ in range(state.hand[seat * cards.count + kind])
        ],
        "mat": [_track(state, seat, industry) for industry in range(len(state.rules.board.industries))],
    }


def _track(state: State, seat: int, industry: int) -> Track:
    tiles = state.rules.tiles
    start = tiles.start[industry]
    gone = state.mat[seat * tiles.industries + industry]
    left = [tiles.track[start + place] for place in range(gone, tiles.size[industry])]
    return {
        "industry": state.rules.board.industries[industry],
        "next": tiles.ids[left[0]] if left else None,
        "left": dict(Counter([int(tiles.level[kind]) for kind in left])),
    }
