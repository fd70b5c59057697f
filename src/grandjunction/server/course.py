"""A game as it runs: the position, who discarded what, where the points came from; moves in, events out."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Final

from ..core.events import Event, Log
from ..core.moves import Move
from ..core.notation import parse_move
from ..core.rng import Rng
from ..core.ruleset import MORE, Ruleset
from ..core.state import State
from ..core.turn import SetAside, Turns
from ..record.ledger import Ledger
from ..rulesets import build, ruleset

Turn = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Happening:
    """One move and what it did. ``ply`` is the number of moves before it; the seat is -1 for nature."""

    ply: int
    seat: int
    code: int
    events: list[Event]


class Course:
    """One line of play. Copies are cheap, so drafts and history are courses of their own."""

    def __init__(self, rules: Ruleset, players: int, original: Course | None = None) -> None:
        self.rules: Final = rules
        if original is None:
            self.state = State(rules, players)
            self.state.advance(None)
            self.ledger = Ledger(players)
            self.discards: list[list[int]] = [[] for _ in range(players)]
            self.ply = 0
        else:
            self.state = original.state.copy()
            self.ledger = deepcopy(original.ledger)
            self.discards = [kinds[:] for kinds in original.discards]
            self.ply = original.ply

    def copy(self) -> Course:
        return Course(self.rules, self.state.players, self)

    def held(self) -> Course:
        """A copy that goes no further than the last turn of the round (see ``pausing``)."""
        course = self.copy()
        if isinstance(self.rules.steps[self.state.step], Turns):
            course.state.rules = pausing(self.rules.id)
        return course

    def make(self, code: int) -> Happening:
        """Make a move that is known to be legal."""
        seat = self.state.to_act
        log = Log()
        self.state.apply_code(code, log)
        for event in log.events:
            if event.kind == "discarded":
                if not self.rules.cards.kinds[event.values[1]].wild:  # wild cards go back to their stacks
                    self.discards[event.values[0]].append(event.values[1])
            elif event.kind == "era_began":
                self.discards = [[] for _ in self.discards]
        self.ledger.add(log.events)
        self.ply += 1
        return Happening(self.ply - 1, seat, code, log.events)

    def replay(self, moves: Iterable[str]) -> list[Happening]:
        """Make stored moves. They were checked when they were made; a broken one raises ``ValueError``."""
        made: list[Happening] = []
        for text in moves:
            move = parse_move(self.state.rules, text)
            refusal = self.state.check(move)
            if refusal is not None:
                raise ValueError(f"move {self.ply} of the stored game, {text!r}, is not legal: {refusal}")
            made.append(self.make(move.code))
        return made

    def settle(self, rng: Rng) -> list[Happening]:
        """Let nature take all its open decisions."""
        made: list[Happening] = []
        while self.state.is_chance:
            made.append(self.make(self.state.chance_code(rng)))
        return made


@cache
def pausing(ruleset_id: str) -> Ruleset:
    """The same game, but after a round's turns nature is waited for.

    A drafted turn is played by it: income, the new order and an era's scoring come when the turn is ended.
    """
    rules = build(ruleset_id)
    wait = SetAside(dict.fromkeys(rules.player_counts, sys.maxsize))
    rules.steps = [
        wait if number and isinstance(rules.steps[number - 1], Turns) else step
        for number, step in enumerate(rules.steps)
    ]
    return rules


# -- turns ----------------------------------------------------------------------------------------------


def turn_of(state: State) -> Turn:
    """Identifies the open turn: it stays the same until the next one begins."""
    return (state.era, state.round, state.step, state.cursor, state.seat)


def is_mid_action(state: State) -> bool:
    """Nature has to answer before the action can go on: a tile of the distant market."""
    return state.is_chance and state.frame_count > 0


def has_left(state: State, turn: Turn) -> bool:
    """Whether all decisions of a turn are made."""
    if state.is_over or turn_of(state) != turn:
        return True
    return state.is_chance and not is_mid_action(state)


def stop_ends_turn(state: State) -> bool:
    """Whether stopping here would be the last decision of the turn."""
    return state.decision == MORE and state.actions_left == 1


def texts(rules: Ruleset, happenings: Iterable[Happening]) -> list[str]:
    """Moves in notation, as they are stored."""
    return [str(Move(rules, one.code)) for one in happenings]


@cache
def rounds_in_eras(ruleset_id: str, players: int) -> tuple[int, ...]:
    """How many rounds each era has: the cards decide it, so a game of passing tells."""
    rules = ruleset(ruleset_id)
    state = State(rules, players)
    state.advance(None)
    rng = Rng("rounds")
    rounds = [0] * len(rules.eras)
    wanted = rules.verb_named("pass")
    while not state.is_over:
        if state.is_chance:
            state.apply_code(state.chance_code(rng), None)
            continue
        rounds[state.era] = max(rounds[state.era], state.round)
        moves = state.legal_moves()
        passes = [move for move in moves if wanted is not None and move.verb == wanted.name]
        state.apply_code((passes or list(moves))[0].code, None)
    return tuple(rounds)
