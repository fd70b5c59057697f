"""Steps many games by tokens in one call: vectors in, vectors out, with all loops in compiled code.

Like ``Batch``, but a step takes one token per game instead of a whole move, and also fills in what the acting
seat knows as features. Policies may play some of the seats within the step. The vectors are never
reallocated, so NumPy can view them without copying.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from ..options import Options
from ..playout import Policy
from ..rng import Rng
from ..ruleset import Ruleset
from ..state import State
from .observe import Observer
from .tokens import Phrase


class Lanes:
    """``size`` games side by side, each with a partly said move."""

    def __init__(self, rules: Ruleset, observer: Observer, size: int) -> None:
        if size < 1:
            raise ValueError(f"there is at least one game, not {size}")
        seats = int(observer.players)
        self.rules: Final = rules
        self.observer: Final = observer
        self.size: i64 = size
        self.seats_a_game: i64 = seats
        self.states: list[State] = [State(rules, seats) for _ in range(size)]
        self.phrases: list[Phrase] = [Phrase(observer.vocabulary) for _ in range(size)]
        self._rngs: list[Rng] = [Rng(0)] * size
        # Who plays each seat of each game; None for whoever calls ``step``.
        self._policies: list[Policy | None] = [None] * (size * seats)
        self._options: Final = Options()
        #: The seat to act in each game; -1 where the game is over.
        self.seats: vec[i64] = vec[i64]([0] * size)
        #: 1 where the game is over.
        self.over: vec[i64] = vec[i64]([0] * size)
        #: The VP of every seat in each game.
        self.vp: vec[i64] = vec[i64]([0] * (size * seats))
        #: The tokens allowed next, and what the acting seat knows.
        self.masks: vec[u8] = vec[u8]([0] * (size * observer.vocabulary.size))
        self.features: vec[i16] = vec[i16]([0] * (size * observer.size))

    def begin(self, number: int, seed: int | str, policies: list[Policy | None]) -> None:
        """Start a new game in a lane and play to the first decision of a seat without a policy."""
        if len(policies) != self.seats_a_game:
            raise ValueError(f"{self.seats_a_game} seats need {self.seats_a_game} policies or None")
        for seat in range(len(policies)):
            self._policies[number * self.seats_a_game + seat] = policies[seat]
        self._rngs[number] = Rng(seed)
        state = State(self.rules, self.seats_a_game)
        state.advance(None)
        self.states[number] = state
        self._run_on(number)

    def rng(self, number: int) -> Rng:
        """Return the generator that nature and random policies of a lane draw from."""
        return self._rngs[number]

    def policies(self, number: int) -> list[Policy | None]:
        """Return who plays each seat of a lane; None for whoever calls ``step``."""
        first = number * self.seats_a_game
        return self._policies[first : first + self.seats_a_game]

    def resume(
        self, number: int, state: State, rng: Rng, policies: list[Policy | None], tokens: list[int]
    ) -> None:
        """Put a game into a lane as it was in another: at a seat's decision, some tokens of it said."""
        for seat in range(len(policies)):
            self._policies[number * self.seats_a_game + seat] = policies[seat]
        self._rngs[number] = rng
        self.states[number] = state
        self._run_on(number)
        for token in tokens:
            self.phrases[number].say(token)

    def first_refused(self, tokens: list[int]) -> int:
        """Number of the first game in which its token is not allowed, or -1."""
        if len(tokens) != self.size:
            raise ValueError(f"{self.size} games need {self.size} actions, not {len(tokens)}")
        number: i64 = 0
        while number < self.size:
            if not self.phrases[number].allows(tokens[number]):
                return number
            number += 1
        return -1

    def step(self, tokens: list[int]) -> None:
        """Say a token in every game; ``first_refused`` must have allowed them all.

        Complete moves are made, and their games run on to the next decision.
        """
        number: i64 = 0
        while number < self.size:
            self._say(number, tokens[number])
            number += 1

    def step_allowed(self, tokens: list[int]) -> None:
        """Like ``step``, but skip the games in which the token is not allowed."""
        number: i64 = 0
        while number < self.size:
            if self.phrases[number].allows(tokens[number]):
                self._say(number, tokens[number])
            number += 1

    def _say(self, number: i64, token: i64) -> None:
        phrase = self.phrases[number]
        if phrase.take(token):
            self.states[number].apply_code(phrase.code(), None)
            self._run_on(number)

    def _run_on(self, number: i64) -> None:
        """Play chance and policies up to the next decision of another seat."""
        state = self.states[number]
        rng = self._rngs[number]
        while not state.is_over:
            if state.is_chance:
                state.apply_code(state.chance_code(rng), None)
                continue
            policy = self._policies[number * self.seats_a_game + state.seat]
            if policy is None:
                break
            state.apply_code(policy.decide(state, self._options, rng), None)
        self.over[number] = 1 if state.is_over else 0
        self.seats[number] = -1 if state.is_over else state.seat
        seat: i64 = 0
        while seat < self.seats_a_game:
            self.vp[number * self.seats_a_game + seat] = state.vp[seat]
            seat += 1
        phrase = self.phrases[number]
        if state.is_over:
            phrase.clear()
        else:
            phrase.begin(state)

    def publish(self) -> None:
        """Write the mask and the features of every game that is not over."""
        number: i64 = 0
        while number < self.size:
            if not self.over[number]:
                phrase = self.phrases[number]
                phrase.mark(self.masks, number * self.observer.vocabulary.size)
                first = number * self.observer.size
                self.observer.write(self.states[number], self.seats[number], phrase, self.features, first)
            number += 1
