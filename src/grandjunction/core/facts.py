"""Answers questions about a position by name: tiles, links, networks, prices and coal routes."""

from __future__ import annotations

from typing import NamedTuple

from .bits import BIT, lowest, members
from .components import COAL, EXTRA_RESOURCE, MARKETED
from .era import link_value
from .moves import MARKET, IllegalMove, Move, coal_of, first_source, second_source, target_of
from .network import connected, within
from .notation import AmbiguousMove, line_number
from .ruleset import Ruleset
from .seats import SEATS
from .sources import stocked_tiles
from .state import State


class Tile(NamedTuple):
    """A tile on the board. ``owner`` is a seat's number; ``cubes`` counts what it still holds."""

    space: str
    industry: str
    level: int
    owner: int
    flipped: bool
    cubes: int

    @property
    def town(self) -> str:
        """The place that its space belongs to."""
        return self.space.rpartition(".")[0]

    def __str__(self) -> str:
        said = f"{SEATS[self.owner]} {self.industry}.{self.level} in {self.space}"
        if self.flipped:
            return f"{said}, flipped"
        return f"{said}, holds {self.cubes}" if self.cubes else said


class Route(NamedTuple):
    """The route of one coal: its source (a space or "market"), the places on the way, and its price.

    ``places`` starts where the coal is needed. ``lines`` are the links on the way.
    """

    source: str
    places: list[str]
    lines: list[str]
    price: int


class Reach(NamedTuple):
    """What a seat reaches: its network, what links of any owners join to it, and the value of its links."""

    network: list[str]  # places
    connected: list[str]  # places, those of the network among them
    coal_market: bool  # whether it can buy coal from its network
    extra: list[str]  # spaces whose tile can supply the ruleset's extra resource to its network
    links: dict[str, int]  # VP each of its links would score now, by line


# -- from names to numbers ------------------------------------------------------------------------------


def place_number(rules: Ruleset, name: str) -> int:
    """Return the number of a place; raise ``ValueError`` if no place has this id."""
    if name not in rules.board.place_ids:
        raise ValueError(f"unknown place {name!r}")
    return rules.board.place_ids.index(name)


def space_number(rules: Ruleset, name: str) -> int:
    """Return the number of a space, given by its id or by a town that has only one."""
    board = rules.board
    if name in board.slot_ids:
        return board.slot_ids.index(name)
    if name not in board.place_ids:
        raise ValueError(f"unknown space {name!r}")
    slots = members(board.place_slots[board.place_ids.index(name)])
    if len(slots) != 1:
        ids = ", ".join(board.slot_ids[slot] for slot in slots)
        raise ValueError(f"{name!r} has several spaces: {ids}" if slots else f"{name!r} has no space")
    return slots[0]


def resource_number(rules: Ruleset, name: str) -> int:
    """Return the number of a resource that a market trades."""
    if name not in MARKETED:
        raise ValueError(f"no market trades {name!r}; one of {', '.join(MARKETED)}")
    return MARKETED.index(name)


def check_seat(state: State, seat: int) -> None:
    """Raise ``ValueError`` if there is no seat with this number."""
    if not 0 <= seat < state.players:
        raise ValueError(f"there is no seat {seat} with {state.players} players")


# -- what stands and lies where -------------------------------------------------------------------------


def tile_on(state: State, slot: int) -> Tile | None:
    """Return the tile on a space, by its number."""
    if state.tile[slot] < 0:
        return None
    rules = state.rules
    kind = rules.tiles.kinds[state.tile[slot]]
    flipped = state.flipped & BIT[slot] != 0
    return Tile(
        rules.board.slot_ids[slot],
        kind.industry,
        kind.level,
        int(state.owner(slot)),
        flipped,
        int(state.cubes[slot]),
    )


def tile_at(state: State, space: str) -> Tile | None:
    """Return the tile on a space, by its id, or by a town that has only one space."""
    return tile_on(state, space_number(state.rules, space))


def tiles(state: State, seat: int | None) -> list[Tile]:
    """Return all tiles on the board, or those of a seat, in the order of the spaces."""
    if seat is not None:
        check_seat(state, seat)
    slots = members(state.occupied if seat is None else state.built[seat])
    found = [tile_on(state, slot) for slot in slots]
    return [tile for tile in found if tile is not None]


def link_on(state: State, line: str) -> int | None:
    """Return the owner of the link on a line, or None. The line's ends may come in either order."""
    number = line_number(state.rules, line)
    for seat in range(state.players):
        if state.links[seat] & BIT[number]:
            return seat
    return None


def links(state: State, seat: int) -> list[str]:
    """Return the lines on which a seat's links lie."""
    check_seat(state, seat)
    return [state.rules.board.line_ids[line] for line in members(state.links[seat])]


def network(state: State, seat: int) -> list[str]:
    """Return the places of a seat's network: those with its tiles, and the ends of its links."""
    check_seat(state, seat)
    return _places(state, state.network[seat])


def reach(state: State, seat: int) -> Reach:
    """Return what a seat reaches. Own tiles supply the extra resource anywhere, others' where links lead."""
    check_seat(state, seat)
    board = state.rules.board
    joined = connected(state, state.network[seat])
    makers = stocked_tiles(state, EXTRA_RESOURCE)
    usable = (makers & state.built[seat]) | within(state, makers, joined)
    return Reach(
        network(state, seat),
        _places(state, joined),
        joined & state.rules.access.places(state) != 0,
        [board.slot_ids[slot] for slot in members(usable)],
        {board.line_ids[line]: int(link_value(state, line)) for line in members(state.links[seat])},
    )


def connected_to(state: State, place: str) -> list[str]:
    """Return every place that links of any owner connect to this one, itself included."""
    return _places(state, connected(state, BIT[place_number(state.rules, place)]))


def are_connected(state: State, place: str, other: str) -> bool:
    """Return whether links of any owner connect two places."""
    joined = connected(state, BIT[place_number(state.rules, place)])
    return joined & BIT[place_number(state.rules, other)] != 0


def _places(state: State, mask: int) -> list[str]:
    return [state.rules.board.place_ids[place] for place in members(mask)]


def price(state: State, resource: str, cubes: int) -> int:
    """Return what ``cubes`` cubes cost together at a market now."""
    number = resource_number(state.rules, resource)
    if cubes < 0:
        raise ValueError(f"cubes must be 0 or more, not {cubes}")
    return int(state.rules.markets[number].cost(state.market[number], cubes))


# -- routes ---------------------------------------------------------------------------------------------


def coal_routes(state: State, said: Move | str) -> list[Route]:
    """Return the route of each coal cube of a build or a link; empty for a move without coal.

    A text may leave out what does not affect the coal, such as the card. Raises ``ValueError`` for a source
    that no links lead to, and ``IllegalMove`` if the move names no source and cannot be made.
    """
    board = state.rules.board
    try:
        move = state.move(said)
    except AmbiguousMove as error:
        move = error.moves[0]
        if any((one.slot, one.line, one.coal) != (move.slot, move.line, move.coal) for one in error.moves):
            raise
    verb = state.rules.verb_named(move.verb)
    if verb is None or "coal" not in verb.shape:
        return []
    target = target_of(move.code)
    starts = board.line_ends[target] if "line" in verb.shape else BIT[board.slot_place[target]]
    pair = coal_of(move.code)
    if pair == 0:
        refusal = state.check_code(move.code)
        if refusal is not None:
            raise IllegalMove(refusal)
    routes: list[Route] = []
    bought = 0
    for source in (first_source(pair), second_source(pair)):
        if source == MARKET:
            ends = state.rules.access.places(state)
            cost = state.rules.markets[COAL].price(state.market[COAL], bought)
            routes.append(_route(state, "market", starts, ends, int(cost)))
            bought += 1
        elif source:
            mine = BIT[board.slot_place[source - 1]]
            routes.append(_route(state, board.slot_ids[source - 1], starts, mine, 0))
    return routes


def _route(state: State, source: str, starts: int, ends: int, cost: int) -> Route:
    """Return the shortest route over links from any of ``starts`` to any of ``ends``."""
    board = state.rules.board
    came: dict[int, tuple[int, int]] = {}  # per place, the one before it and the line between
    ring = members(starts)
    seen = set(ring)
    while ring:
        for place in ring:
            if ends & BIT[place]:
                return _walked(state, source, place, came, cost)
        following: list[int] = []
        for place in ring:
            for line in members(board.place_lines[place] & state.laid):
                for end in members(board.line_ends[line]):
                    if end not in seen:
                        seen.add(end)
                        came[end] = (place, line)
                        following.append(end)
        ring = following
    where = board.place_ids[int(lowest(starts))]
    raise ValueError(f"no chain of links joins {where} to {source}")


def _walked(state: State, source: str, place: int, came: dict[int, tuple[int, int]], cost: int) -> Route:
    board = state.rules.board
    places = [board.place_ids[place]]
    lines: list[str] = []
    while place in came:
        place, line = came[place]
        places.append(board.place_ids[place])
        lines.append(board.line_ids[line])
    return Route(source, places[::-1], lines[::-1], cost)
