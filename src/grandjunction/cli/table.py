"""The table as a player sees it, in a few lines of text."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..core.bits import BIT, count, members
from ..core.ruleset import Ruleset
from ..core.state import SEATS, State
from ..core.view import View
from ..words import Words, capital, roman
from .common import seat_label

COLOURS: Final = ("red", "yellow", "cyan", "magenta")


def seat_name(seat: int, names: list[str]) -> str:
    return f"[{COLOURS[seat]}]{escape(seat_label(seat, names))}[/]"


def print_board(out: Console, view: View, names: list[str], words: Words) -> None:
    """Everything open to this seat."""
    state = view.known
    rules = state.rules
    out.print()
    era = words.era(rules.eras[state.era])
    out.rule(words.terminal("where", era=era, round=state.round, cards=state.deck_size))
    out.print(_seats(state, names, words))
    for resource, market in enumerate(rules.markets):
        cubes = state.market[resource]
        price = market.price(cubes, 0)
        name = capital(words.resource(rules.resources[resource]))
        out.print(words.terminal("market", resource=name, cubes=cubes, spaces=market.spaces, price=price))
    for line in _extra(state, words):
        out.print(line)
    _print_tiles(out, state, words)
    for seat in range(state.players):
        if state.links[seat]:
            lines = [words.line(rules, rules.board.line_ids[line]) for line in members(state.links[seat])]
            out.print(f"[{COLOURS[seat]}]{SEATS[seat]}[/] {words.terminal('links')}: {words.listed(lines)}")
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
            seat_name(seat, names),
            f"£{state.pounds[seat]}",
            words.terminal("level", level=state.level(seat), space=state.income[seat]),
            str(state.vp[seat]),
            f"£{state.spent[seat]}",
            str(state.hand_size[seat]),
            str(state.rules.links - count(state.links[seat])),
        )
    return table


def _extra(state: State, words: Words) -> list[str]:
    """The ruleset's own lines of a position in words; merchants in one line."""
    lines: list[str] = []
    merchants: list[str] = []
    for line in state.rules.write_extra(state):
        key, *rest = line.split()
        if key == "merchant" and len(rest) >= 2:
            barrel = f" ({words.terminal('barrel')})" if rest[2:] else ""
            merchants.append(f"{words.merchant(state.rules, rest[0])} {words.goods(rest[1])}{barrel}")
        elif key == "demand":
            lines.append(_demand(state.rules, [int(number) for number in (rest[0], *rest[2:])], words))
        else:
            lines.append(line)
    return [f"{words.terminal('merchants')}: {words.listed(merchants)}", *lines] if merchants else lines


def _demand(rules: Ruleset, numbers: list[int], words: Words) -> str:
    """The distant market: what a sale there brings more, and the tiles still in the stack."""
    from ..rulesets.lancashire.ruleset import Lancashire

    assert isinstance(rules, Lancashire)
    row, *left = numbers
    stack = [f"{f'−{value}' if value else '0'} ×{count}" for value, count in enumerate(left) if count]
    tiles = words.listed(stack) or "–"
    bonuses = list(rules.demand.bonuses)
    if row >= len(bonuses):
        return words.terminal("demand_none", tiles=tiles)
    return words.terminal("demand", bonus=bonuses[row], row=row + 1, rows=len(bonuses), tiles=tiles)


def _print_tiles(out: Console, state: State, words: Words) -> None:
    rules = state.rules
    described: list[str] = []
    slots = members(state.occupied)
    for place, group in groupby(slots, key=lambda slot: rules.board.slot_place[slot]):
        tiles = [_tile(state, slot, words) for slot in group]
        described.append(f"{rules.board.place_names[place]}: {words.listed(tiles)}")
    if described:
        out.print(f"{words.terminal('tiles')}: {'; '.join(described)}")


def _tile(state: State, slot: int, words: Words) -> str:
    seat = state.owner(slot)
    kind = state.rules.tiles.kinds[state.tile[slot]]
    said = words.tile(f"{kind.industry}.{kind.level}")
    if state.cubes[slot]:
        said = words.terminal("holding", tile=said, cubes=state.cubes[slot])
    if state.flipped & BIT[slot]:
        said = words.terminal("flipped", tile=said)
    return f"[{COLOURS[seat]}]{SEATS[seat]}[/] {said}"


def print_mat(out: Console, view: View, words: Words) -> None:
    """The tile each industry offers next."""
    assert view.seat is not None
    state = view.known
    tiles = state.rules.tiles
    offered: list[str] = []
    for industry, id in enumerate(state.rules.board.industries):
        kind = state.top_tile(view.seat, industry)
        left = tiles.size[industry] - state.mat[view.seat * tiles.industries + industry]
        level = f"{roman(tiles.level[kind])} £{tiles.cost[kind]}" if kind >= 0 else "–"
        offered.append(f"{words.industry(id)} {level} ({words.terminal('left', left=left)})")
    out.print(f"{words.terminal('mat')}: {words.listed(offered)}")


def print_hand(out: Console, view: View, words: Words) -> None:
    cards: list[str] = []
    for id, group in groupby(view.hand):
        copies = len(list(group))
        cards.append(words.card(view.rules, id) + (f" ×{copies}" if copies > 1 else ""))
    held = f"{words.terminal('hand')}: [bold]{words.listed(cards)}[/]"
    out.print(held if cards else words.terminal("hand_empty"))
