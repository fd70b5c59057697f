"""Describes a position in words: era and round, the seats, the markets, and the board town by town."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from ..core.bits import BIT, count, members
from ..core.seats import SEATS, seat_label, seat_name
from ..core.standings import standings
from ..core.state import NOBODY, State
from . import Words, capital

_SEAT_COLUMNS: Final = ("pounds", "income", "vp", "spent", "cards", "links_left")


def board_in_words(state: State, names: list[str] | None = None, lang: str = "en") -> str:
    """Return a position as lines of text; for a view, only what its viewer may know."""
    words = Words(lang)
    called = list(SEATS[: state.players])
    if names is not None:
        if len(names) != state.players:
            raise ValueError(f"{state.players} players need {state.players} names, not {len(names)}")
        called = [seat_label(seat, names) for seat in range(state.players)]
    parts = [
        _course(state, called, words),
        _seats(state, called, words),
        [*markets_in_words(state, words), *stalls_in_words(state, words), *tracks_in_words(state, words)],
        _towns(state, words),
        _hands(state, called, words),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _course(state: State, called: list[str], words: Words) -> list[str]:
    era = words.era(state.rules.eras[state.era])
    where = words.terminal("where", era=era, round=int(state.round), cards=int(state.deck_size))
    asked = words.decision(state.rules.decision_names[state.decision])
    if state.is_over:
        asked = capital(words.pair(asked, _places(state, called, words)))
    elif state.to_act != NOBODY:
        asked = words.pair(called[state.to_act], asked)
    return [words.listed([state.rules.name, words.terminal("players", n=int(state.players))]), where, asked]


def _places(state: State, called: list[str], words: Words) -> str:
    """Return the seats of a finished game, best first; seats that share a place have its number."""
    said: list[str] = []
    for seats in standings(state):
        place = len(said) + 1
        said += [f"{place}. {called[seat]} {state.vp[seat]} {words.terminal('vp')}" for seat in seats]
    return words.listed(said)


def _seats(state: State, called: list[str], words: Words) -> list[str]:
    """Return the seats in turn order, in columns."""
    order = [int(seat) for seat in state.order if seat >= 0]
    order += [seat for seat in range(state.players) if seat not in order]
    rows = [["", *(words.terminal(key) for key in _SEAT_COLUMNS)]]
    for seat in order:
        arrow = "> " if state.to_act == seat else "  "
        left = int(state.rules.links) - count(state.links[seat])
        row = [f"£{state.pounds[seat]}", f"{state.level(seat):+d}", str(state.vp[seat])]
        row += [f"£{state.spent[seat]}", str(state.hand_size[seat]), str(left)]
        rows.append([arrow + called[seat], *row])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]


def markets_in_words(state: State, words: Words) -> list[str]:
    """Return a line per market: its cubes, and the price of the next one."""
    lines: list[str] = []
    for resource, market in enumerate(state.rules.markets):
        cubes = int(state.market[resource])
        name = capital(words.resource(state.rules.resources[resource]))
        price = int(market.price(cubes, 0))
        lines.append(
            words.terminal("market", resource=name, cubes=cubes, spaces=int(market.spaces), price=price)
        )
    return lines


def stalls_in_words(state: State, words: Words) -> list[str]:
    """Return a line per row of stalls: what each buys, and whether it has something to give."""
    lines: list[str] = []
    for row in state.rules.stall_rows:
        said: list[str] = []
        for number, stall in enumerate(row.stalls):
            ware = row.wanted(state, number)
            if ware is not None:
                buys = f"{words.merchant(state.rules, stall.id)} {words.goods(ware.id)}"
                supplied = row.supplied(state, number)
                said.append(words.note(buys, words.terminal(row.supply)) if supplied else buys)
        if said:
            lines.append(words.pair(words.terminal(row.name), words.listed(said)))
    return lines


def tracks_in_words(state: State, words: Words) -> list[str]:
    """Return a line per track with a marker: the bonus of its row, and the tiles left in the stack."""
    lines: list[str] = []
    for track in state.rules.marker_tracks:
        stack = [
            f"{f'−{value}' if value else '0'} ×{copies}"
            for value, copies in enumerate(track.left(state))
            if copies
        ]
        tiles = words.listed(stack) or "–"
        bonus = track.bonus(state)
        if bonus is None:
            lines.append(words.terminal(f"{track.name}_none", tiles=tiles))
        else:
            row, rows = track.row(state) + 1, len(track.bonuses)
            lines.append(words.terminal(track.name, bonus=bonus, row=row, rows=rows, tiles=tiles))
    return lines


def _towns(state: State, words: Words) -> list[str]:
    """Return a line per place with a tile or a link: its tiles, and where its links lead."""
    board = state.rules.board
    lines: list[str] = []
    for place in range(board.places):
        slots = members(board.place_slots[place] & state.occupied)
        said = [f"{seat_name(int(state.owner(slot)))} {tile_in_words(state, slot, words)}" for slot in slots]
        said += [_link(state, line, place, words) for line in members(board.place_lines[place] & state.laid)]
        if said:
            lines.append(words.pair(words.place(state.rules, board.place_ids[place]), words.listed(said)))
    return lines


def tile_in_words(state: State, slot: int, words: Words) -> str:
    """Return the tile on a space, and whether it is flipped or holds cubes; not its owner."""
    said = words.tile(state.rules.tiles.ids[state.tile[slot]])
    if state.flipped & BIT[slot]:
        return words.terminal("flipped", tile=said)
    if state.cubes[slot]:
        return words.terminal("holding", tile=said, cubes=int(state.cubes[slot]))
    return said


def _link(state: State, line: int, place: int, words: Words) -> str:
    """Return a link as seen from one of its ends."""
    board = state.rules.board
    owner = next(seat for seat in range(state.players) if state.links[seat] & BIT[line])
    ends = [end for end in members(board.line_ends[line]) if end != place]
    there = " + ".join(words.place(state.rules, board.place_ids[end]) for end in ends)
    return f"{seat_name(owner)} → {there}"


def hand_in_words(state: State, seat: int, words: Words) -> list[str]:
    """Return the known cards of a hand, equal ones together."""
    cards: list[str] = []
    for id, group in groupby(state.hand_of(seat)):
        copies = len(list(group))
        cards.append(words.card(state.rules, id) + (f" ×{copies}" if copies > 1 else ""))
    return cards


def _hands(state: State, called: list[str], words: Words) -> list[str]:
    """Return the known cards, a line per hand."""
    lines: list[str] = []
    for seat in range(state.players):
        cards = hand_in_words(state, seat, words)
        hidden = int(state.hand_size[seat]) - len(state.hand_of(seat))
        if hidden and cards:
            cards.append(f"? ×{hidden}")
        if cards:
            lines.append(words.pair(called[seat], words.listed(cards)))
    return [words.terminal("cards"), *(f"  {line}" for line in lines)] if lines else []
