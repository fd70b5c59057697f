"""Steps many games in one call: arrays in, arrays out, with all loops in compiled code.

The vectors support the buffer protocol: ``numpy.frombuffer(batch.seats, dtype=numpy.int64)`` views
them without copying, until the next step. Finished games start again by themselves.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .options import Options
from .rng import Rng
from .ruleset import Ruleset
from .state import State


class Batch:
    """``size`` games side by side. A step takes one number per game: the index of a move in its list."""

    def __init__(self, rules: Ruleset, players: int, size: int, seed: int | str) -> None:
        if size < 1:
            raise ValueError(f"a batch holds at least one game, not {size}")
        self.rules: Final = rules
        self.players: Final = players
        self.size: Final = size
        self.states: list[State] = [State(rules, players) for _ in range(size)]
        self._rngs: Final = [Rng(f"{seed} {number}") for number in range(size)]
        self._options: Final = Options()
        #: The seat to act in each game.
        self.seats: vec[i64] = vec[i64]([0] * size)
        #: 1 where the last step ended a game; ``scores`` then holds its VP per seat.
        self.done: vec[i64] = vec[i64]([0] * size)
        self.scores: vec[i64] = vec[i64]([0] * (size * players))
        #: The legal moves of game ``i`` are ``codes[first[i]:first[i + 1]]``.
        self.first: vec[i64] = vec[i64]([0] * (size + 1))
        self.codes: vec[i64] = vec[i64]([0] * (size * 64))
        for number in range(size):
            self._begin(number)
        self._list_all()

    def step(self, choices: list[int]) -> None:
        """Make the chosen move in every game, resolve chance, and list the next legal moves.

        Takes a list, not a vector: mypyc never frees a vector that plain Python hands to compiled code.
        """
        if len(choices) != self.size:
            raise ValueError(f"{self.size} games need {self.size} choices, not {len(choices)}")
        for game in range(self.size):
            listed = self.first[game + 1] - self.first[game]
            if choices[game] < 0 or choices[game] >= listed:
                raise IndexError(f"game {game} has {listed} legal moves, not a number {choices[game]}")
        number: i64 = 0
        size: i64 = self.size
        while number < size:
            state = self.states[number]
            state.apply_code(self.codes[self.first[number] + choices[number]], None)
            self._let_nature_move(number)
            self.done[number] = 0
            if state.is_over:
                self._finish(number)
            number += 1
        self._list_all()

    def _begin(self, number: i64) -> None:
        state = State(self.rules, self.players)
        state.advance(None)
        self.states[number] = state
        self._let_nature_move(number)

    def _let_nature_move(self, number: i64) -> None:
        state = self.states[number]
        while state.is_chance:
            state.apply_code(state.chance_code(self._rngs[number]), None)

    def _finish(self, number: i64) -> None:
        seat: i64 = 0
        players: i64 = self.players
        while seat < players:
            self.scores[number * players + seat] = self.states[number].vp[seat]
            seat += 1
        self.done[number] = 1
        self._begin(number)

    def _list_all(self) -> None:
        used: i64 = 0
        number: i64 = 0
        size: i64 = self.size
        while number < size:
            self.first[number] = used
            self.seats[number] = self.states[number].seat
            self.states[number].fill(self._options)
            self.codes = self._options.write(self.codes, used)
            used += self._options.moves()
            number += 1
        self.first[size] = used
