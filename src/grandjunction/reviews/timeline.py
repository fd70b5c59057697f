"""Cuts a game into what is reviewed: the decisions of the seats, and the chances between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..core.moves import Move, card_of
from ..core.ruleset import ASIDE, DRAW
from ..core.state import NOBODY, State
from ..record.game import Game

#: What identifies a turn: a seat, and the place in the course of the game.
Turn = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class DecisionTask:
    """Moves of one seat that no chance and nobody else interrupts: usually its whole turn."""

    state: State  # before the first of them
    seat: int
    ply: int  # of the first
    codes: list[int]

    @property
    def end(self) -> int:
        """The number of moves made in the game after the last of them."""
        return self.ply + len(self.codes)


@dataclass(frozen=True, slots=True)
class ChanceTask:
    """Chance outcomes of one kind: the cards that a seat draws, the first order, a tile turned up."""

    before: State
    after: State
    kind: str  # the verb: draw, order, merchant, reveal
    seat: int  # who drew or whose turn it is; ``NOBODY`` in the set-up
    ply: int
    codes: list[int]

    @property
    def end(self) -> int:
        """The number of moves made in the game after the last outcome."""
        return self.ply + len(self.codes)

    @property
    def drawn(self) -> list[int]:
        """The kinds of card drawn."""
        return [int(card_of(code)) for code in self.codes]


Task = DecisionTask | ChanceTask


def tasks(game: Game, seat: int | None = None) -> Iterator[Task]:
    """Yield the decisions and chances of a game in order; of one seat alone, if given.

    Cards set aside unseen are left out, for nobody ever knows them.
    """
    before: State | None = None
    codes: list[int] = []
    start = 0
    mark: object = None
    for ply, (state, move, _) in enumerate(game.positions()):
        here = None if move is None else _mark(state, move)
        if here != mark and before is not None:
            yield from _task(before, state, codes, start, seat)
        if here != mark:
            before, codes, start, mark = state, [], ply, here
        if move is not None:
            codes.append(move.code)


def _mark(state: State, move: Move) -> tuple[object, ...]:
    """Return what consecutive moves of one task have in common."""
    if state.is_chance:
        return "chance", move.verb, int(state.seat), int(state.step)
    return "decision", turn(state)


def turn(state: State) -> Turn:
    """Return the seat to act and its turn."""
    return int(state.seat), int(state.step), int(state.era * 64 + state.round), int(state.cursor)


def _task(before: State, after: State, codes: list[int], ply: int, only: int | None) -> Iterator[Task]:
    if not before.is_chance:
        seat = int(before.seat)
        if only is None or seat == only:
            yield DecisionTask(before, seat, ply, codes)
    elif before.decision != ASIDE:
        verb = Move(before.rules, codes[0]).verb
        seat = int(before.seat) if before.decision == DRAW or before.turn_open else NOBODY
        if only is None or seat in (only, NOBODY):
            yield ChanceTask(before, after, verb, seat, ply, codes)
