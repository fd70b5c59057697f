"""Many games stepped in one call by tokens: vectors in, vectors out, all loops inside compiled code.

Like ``Batch``, but a step takes a token of the vocabulary for each game instead of a whole move, and what
the acting seat may know lies ready as features. Seats may be played by a random policy here, or by someone
outside, who is waited for. The vectors are never reallocated: NumPy may look at them where they lie.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from .observe import Observer
from .options import Options
from .playout import Policy
from .rng import Rng
from .ruleset import Ruleset
from .state import State
from .tokens import WHOLE, Phrase

LEARNER: Final = 0  # who plays a seat: whoever calls ``step``
CHANCE: Final = 1  # every legal move as likely as any other
OUTSIDE: Final = 2  # somebody who is asked between steps


class Lanes:
    """``size`` games side by side, each with a phrase under way."""

    def __init__(self, rules: Ruleset, observer: Observer, size: int, players: list[int]) -> None:
        """``players`` says for each seat who plays it."""
        if size < 1:
            raise ValueError(f"there is at least one game, not {size}")
        seats = len(players)
        self.rules: Final = rules
        self.observer: Final = observer
        self.size: i64 = size
        self.seats_a_game: i64 = seats
        self.players: vec[i64] = vec[i64](players)
        self.states: list[State] = [State(rules, seats) for _ in range(size)]
        self.phrases: list[Phrase] = [Phrase(observer.vocabulary) for _ in range(size)]
        self._rngs: list[Rng] = [Rng(0)] * size
        self._options: Final = Options()
        self._policy: Final = Policy()
        #: Whose decision it is, game by game; -1 where the game is over.
        self.seats: vec[i64] = vec[i64]([0] * size)
        #: 1 where the game is over, and 1 where somebody outside must move.
        self.over: vec[i64] = vec[i64]([0] * size)
        self.waiting: vec[i64] = vec[i64]([0] * size)
        #: The VP of every seat, game by game.
        self.vp: vec[i64] = vec[i64]([0] * (size * seats))
        #: What may be said next, and what the acting seat may know.
        self.masks: vec[u8] = vec[u8]([0] * (size * observer.vocabulary.size))
        self.features: vec[i16] = vec[i16]([0] * (size * observer.size))

    def begin(self, number: int, seed: int | str) -> None:
        """A new game in a lane, up to the first decision of a seat that is not played here."""
        self._rngs[number] = Rng(seed)
        state = State(self.rules, self.seats_a_game)
        state.advance(None)
        self.states[number] = state
        self._run_on(number)

    def first_refused(self, tokens: list[int]) -> int:
        """The first game in which a token may not be said now, or -1."""
        if len(tokens) != self.size:
            raise ValueError(f"{self.size} games need {self.size} actions, not {len(tokens)}")
        number: i64 = 0
        while number < self.size:
            if not self.phrases[number].allows(tokens[number]):
                return number
            number += 1
        return -1

    def step(self, tokens: list[int]) -> None:
        """Say a token in every game. A move said completely is made, and the game runs on."""
        refused = self.first_refused(tokens)
        if refused >= 0:
            raise ValueError(f"game {refused}: token {tokens[refused]} may not be said now")
        number: i64 = 0
        while number < self.size:
            phrase = self.phrases[number]
            if phrase.take(tokens[number]):
                self.states[number].apply_code(phrase.code(), None)
                self._run_on(number)
            number += 1

    def play(self, number: int, code: int) -> None:
        """Make the move of somebody outside, who knows it is legal."""
        self.states[number].apply_code(code, None)
        self._run_on(number)

    def _run_on(self, number: i64) -> None:
        """Nature and the seats played here move, up to the next decision of anybody else."""
        state = self.states[number]
        rng = self._rngs[number]
        options = self._options
        while not state.is_over:
            if state.is_chance:
                state.apply_code(state.chance_code(rng), None)
            elif self.players[state.seat] == CHANCE:
                state.fill(options)
                state.apply_code(self._policy.choose(state, options, rng), None)
            else:
                break
        self.over[number] = 1 if state.is_over else 0
        self.waiting[number] = 0
        self.seats[number] = -1 if state.is_over else state.seat
        seat: i64 = 0
        while seat < self.seats_a_game:
            self.vp[number * self.seats_a_game + seat] = state.vp[seat]
            seat += 1
        phrase = self.phrases[number]
        if state.is_over:
            phrase.clear()
        elif self.players[state.seat] == OUTSIDE:
            self.waiting[number] = 1
            phrase.clear()
        else:
            phrase.begin(state)

    def publish(self) -> None:
        """Write masks and features of every game."""
        number: i64 = 0
        while number < self.size:
            self.publish_one(number, self.seats[number])
            number += 1

    def publish_one(self, number: i64, viewer: i64) -> None:
        """Write the mask of one game, and what one seat may know of it (its first learner, for -1)."""
        phrase = self.phrases[number]
        phrase.mark(self.masks, number * self.observer.vocabulary.size)
        seat = viewer
        if seat < 0:
            seat = 0
            while self.players[seat] != LEARNER:
                seat += 1
        own = phrase if phrase.field != WHOLE and seat == self.seats[number] else None
        self.observer.write(self.states[number], seat, own, self.features, number * self.observer.size)
