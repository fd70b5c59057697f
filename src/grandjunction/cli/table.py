"""Prints the table as a player sees it, in a few lines of text."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..core.bits import count, members
from ..core.seats import seat_label, seat_name
from ..core.state import State
from ..core.view import View
from ..words import Words, roman
from ..words.telling import (
    hand_in_words,
    markets_in_words,
    stalls_in_words,
    tile_in_words,
    tracks_in_words,
)

COLOURS: Final = ("red", "yellow", "cyan", "magenta")


def coloured_seat(seat: int, names: list[str]) -> str:
    return f"[{COLOURS[seat]}]{escape(seat_label(seat, names))}[/]"


def print_board(out: Console, view: View, names: list[str], words: Words) -> None:
    """Print everything the view's seat may know."""
    state = view.known
    rules = state.rules
    out.print()
    era = words.era(rules.eras[state.era])
    out.rule(words.terminal("where", era=era, round=state.round, cards=state.deck_size))
    out.print(_seats(state, names, words))
    for line in (
        *markets_in_words(state, words),
        *stalls_in_words(state, words),
        *tracks_in_words(state, words),
    ):
        out.print(line)
    _print_tiles(out, state, words)
    for seat in range(state.players):
        if state.links[seat]:
            lines = [words.line(rules, rules.board.line_ids[line]) for line in members(state.links[seat])]
            owner = f"[{COLOURS[seat]}]{seat_name(seat)}[/] {words.terminal('links')}"
            out.print(words.pair(owner, words.listed(lines)))
    if view.seat is not None:
        print_mat(out, view, words)
        print_hand(out, view, words)


def _seats(state: State, names: list[str], words: Words) -> Table:
    table = Table(box=None, pad_edge=False)
    for key in ("order", "player", "pounds", "income", "vp", "spent", "cards", "links_left"):
        table.add_column(words.terminal(key), justify="left" if key == "player" else "right")
    for place, seat in enumerate(state.order, 1):
        if seat < 0:
            continue
        table.add_row(
            str(place),
            coloured_seat(seat, names),
            f"£{state.pounds[seat]}",
            words.terminal("level", level=state.level(seat), space=state.income[seat]),
            str(state.vp[seat]),
            f"£{state.spent[seat]}",
            str(state.hand_size[seat]),
            str(state.rules.links - count(state.links[seat])),
        )
    return table


def _print_tiles(out: Console, state: State, words: Words) -> None:
    rules = state.rules
    described: list[str] = []
    slots = members(state.occupied)
    for place, group in groupby(slots, key=lambda slot: rules.board.slot_place[slot]):
        tiles = [_tile(state, slot, words) for slot in group]
        described.append(words.pair(words.place(rules, rules.board.place_ids[place]), words.listed(tiles)))
    if described:
        out.print(words.pair(words.terminal("tiles"), words.grouped(described)))


def _tile(state: State, slot: int, words: Words) -> str:
    seat = state.owner(slot)
    return f"[{COLOURS[seat]}]{seat_name(seat)}[/] {tile_in_words(state, slot, words)}"


def print_mat(out: Console, view: View, words: Words) -> None:
    """Print the tile each industry offers next."""
    assert view.seat is not None
    state = view.known
    tiles = state.rules.tiles
    offered: list[str] = []
    for industry, id in enumerate(state.rules.board.industries):
        kind = state.top_tile(view.seat, industry)
        left = tiles.size[industry] - state.mat[view.seat * tiles.industries + industry]
        level = f"{roman(tiles.level[kind])} £{tiles.cost[kind]}" if kind >= 0 else "–"
        offered.append(words.note(f"{words.industry(id)} {level}", words.terminal("left", left=left)))
    out.print(words.pair(words.terminal("mat"), words.listed(offered)))


def print_hand(out: Console, view: View, words: Words) -> None:
    cards = [] if view.seat is None else hand_in_words(view.known, view.seat, words)
    held = words.pair(words.terminal("hand"), f"[bold]{words.listed(cards)}[/]")
    out.print(held if cards else words.terminal("hand_empty"))
