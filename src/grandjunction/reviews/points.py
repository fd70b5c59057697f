"""Where the points came from: what each action brought to whom, and what each seat made of its means.

The VP of a tile are credited to the action that flipped it, and those of a link to the action that laid it. A
rival's action may flip a tile, so an action can bring VP to others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from ..core.events import Event
from ..core.moves import Move
from ..core.ruleset import ACTION, Ruleset
from ..core.state import State
from ..record.game import Game

# Events that move a seat's pounds in an action, with their sign.
_POUNDS: Final = {"paid": -1, "bought": -1, "sold_cube": 1, "borrowed": 1, "received": 1}


@dataclass(slots=True)
class Gain:
    """What an action brought to one seat."""

    vp: int = 0  # at once, or when what it flipped or laid scored
    income: int = 0  # spaces on the income track
    pounds: int = 0

    def __bool__(self) -> bool:
        return bool(self.vp or self.income or self.pounds)


@dataclass(slots=True)
class Action:
    """One action with all its units."""

    ply: int
    seat: int
    era: int
    round: int
    verb: str
    moves: list[str]
    gains: list[Gain]  # by seat
    place: int  # in the turn order of this round, from 0
    next_place: int | None = None  # in that of the next; None in the last round


@dataclass(slots=True)
class Unflipped:
    """A tile that never flipped, and the VP printed on it."""

    slot: str
    tile: str
    era: int  # at whose end it was lost, or the game's end
    vp: int


@dataclass(slots=True)
class SeatPoints:
    """What one seat made of its means."""

    vp: dict[int, dict[str, int]]  # by era and source
    actions: Counter[str] = field(default_factory=Counter)  # by verb
    developed: int = 0  # tiles
    borrowed: int = 0  # pounds
    flipped: Counter[int] = field(default_factory=Counter)  # tiles, by era
    flipped_by_others: int = 0
    links: Counter[int] = field(default_factory=Counter)  # by era
    links_left: dict[int, int] = field(default_factory=dict)  # unused, by era
    used: Counter[str] = field(default_factory=Counter)  # own cubes and barrels used by itself, by resource …
    used_by_others: Counter[str] = field(default_factory=Counter)  # … and by rivals
    unflipped: list[Unflipped] = field(default_factory=list)
    double_turns: int = 0


@dataclass(slots=True)
class Points:
    """The points of a whole game."""

    actions: list[Action]
    seats: list[SeatPoints]


def points(game: Game) -> Points:
    """Return where the points of a game came from, as far as it was played."""
    return _Bookkeeper(game).read()


@dataclass(slots=True)
class _Standing:
    """A tile on the board."""

    seat: int
    kind: int
    flipped_in: Action | None = None


class _Bookkeeper:
    """Reads a game's events in order."""

    def __init__(self, game: Game) -> None:
        players = int(game.state.players)
        self.game: Final = game
        self.rules: Final[Ruleset] = game.rules
        self.actions: Final[list[Action]] = []
        self.seats: Final = [
            SeatPoints({era: game.ledger.vp(seat, era) for era in range(len(game.rules.eras))})
            for seat in range(players)
        ]
        self._era = int(game.start.era)
        self._tiles: Final[dict[int, _Standing]] = {}
        self._laid: Final[dict[int, Action]] = {}
        self._order: Final = [int(game.start.order[place]) for place in range(players)]
        self._turn_of = -1
        self._open: list[Action] = []  # this round's, whose next place is not known yet
        self._stand(game.start)

    def _stand(self, start: State) -> None:
        """Note the tiles that a game begins with, if it begins in a position."""
        for slot in range(self.rules.board.slots):
            if start.tile[slot] >= 0:
                self._tiles[slot] = _Standing(int(start.owner(slot)), int(start.tile[slot]))

    def read(self) -> Points:
        for ply, (state, move, events) in enumerate(self.game.positions()):
            if move is None:
                break
            action = self._action(ply, state, move)
            for event in events:
                self._enter(event, action)
        for seat in self.seats if self.game.state.is_over else []:
            seat.links_left[self._era] = self.rules.links - seat.links[self._era]
        return Points(self.actions, self.seats)

    def _action(self, ply: int, state: State, move: Move) -> Action | None:
        """Return the action that a move belongs to: a new one, the last, or none.

        Chance may answer in mid-action. A draw is no part of an action, and neither is a shortfall.
        """
        seat = int(state.seat)
        if state.decision == ACTION:
            place = self._order.index(seat)
            gains = [Gain() for _ in self.seats]
            action = Action(ply, seat, int(state.era), int(state.round), move.verb, [], gains, place)
            self.actions.append(action)
            self._open.append(action)
            self.seats[seat].actions[move.verb] += 1
        elif state.frame_count == 0 or not self.actions:
            return None
        if not state.is_chance:
            self.actions[-1].moves.append(str(move))
        return self.actions[-1]

    def _enter(self, event: Event, action: Action | None) -> None:
        kind, values = event.kind, event.values
        if kind in _POUNDS and action is not None:
            action.gains[values[0]].pounds += _POUNDS[kind] * values[-1]
        if kind == "income_moved" and action is not None:
            action.gains[values[0]].income += values[2] - values[1]
        elif kind == "borrowed":
            self.seats[values[0]].borrowed += values[1]
        elif kind == "developed":
            self.seats[values[0]].developed += 1
        elif kind == "scored_bonus" and action is not None:
            action.gains[values[0]].vp += values[-1]
        elif kind in ("laid", "scored_link", "lifted"):
            self._link(kind, values, action)
        elif kind in ("scored_tile", "scored_again"):
            flip = self._tiles[values[1]].flipped_in
            if flip is not None:
                flip.gains[values[0]].vp += values[2]
        elif kind in ("placed", "flipped", "consumed", "replaced", "removed", "liquidated"):
            self._tile(kind, values, action)
        else:
            self._course(kind, values)

    def _link(self, kind: str, values: tuple[int, ...], action: Action | None) -> None:
        seat, line = values[0], values[1]
        if kind == "laid" and action is not None:
            self._laid[line] = action
            self.seats[seat].links[self._era] += 1
        elif kind == "scored_link" and line in self._laid:
            self._laid[line].gains[seat].vp += values[2]
        elif kind == "lifted":
            self._laid.pop(line, None)

    def _tile(self, kind: str, values: tuple[int, ...], action: Action | None) -> None:
        seat = values[0]
        if kind == "consumed":
            owner = self._tiles[values[2]].seat
            resource = self.rules.resources[values[1]]
            book = self.seats[owner].used if owner == seat else self.seats[owner].used_by_others
            book[resource] += 1
            return
        slot, tile = values[1], values[2]
        if kind == "placed":
            self._tiles[slot] = _Standing(seat, tile)
        elif kind == "flipped":
            self._tiles[slot].flipped_in = action
            self.seats[seat].flipped[self._era] += 1
            if action is not None and action.seat != seat:
                self.seats[seat].flipped_by_others += 1
        else:
            self._lose(slot)

    def _lose(self, slot: int) -> None:
        """Take a tile off the board, or end the game with it."""
        gone = self._tiles.pop(slot)
        if gone.flipped_in is None:
            tiles, board = self.rules.tiles, self.rules.board
            id = str(self.rules.name_field("tile", gone.kind))
            self.seats[gone.seat].unflipped.append(
                Unflipped(board.slot_ids[slot], id, self._era, int(tiles.vp[gone.kind]))
            )

    def _course(self, kind: str, values: tuple[int, ...]) -> None:
        if kind == "ordered":
            self._order[values[1]] = values[0]
            for action in self._open:
                if action.seat == values[0]:
                    action.next_place = values[1]
            self._open = [action for action in self._open if action.seat != values[0]]
        elif kind == "turn_began":
            if values[0] == self._turn_of:
                self.seats[values[0]].double_turns += 1
            self._turn_of = values[0]
        elif kind == "era_began":
            if values[0] > self._era:
                for seat in self.seats:
                    seat.links_left[self._era] = self.rules.links - seat.links[self._era]
            self._era = values[0]
        elif kind == "game_over":
            for slot in list(self._tiles):
                self._lose(slot)
