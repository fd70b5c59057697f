"""Many games stepped in one call by tokens: vectors in, vectors out, all loops inside compiled code.

Like ``Batch``, but a step takes a token of the vocabulary for each game instead of a whole move, and what
the acting seat may know lies ready as features. Seats may be played by policies, within the step. The vectors
are never reallocated: NumPy may look at them where they lie.
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
from .tokens import Phrase


class Lanes:
    """``size`` games side by side, each with a phrase under way."""

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
        # Who plays each seat, game by game; None: whoever calls ``step``.
        self._policies: list[Policy | None] = [None] * (size * seats)
        self._options: Final = Options()
        #: Whose decision it is, game by game; -1 where the game is over.
        self.seats: vec[i64] = vec[i64]([0] * size)
        #: 1 where the game is over.
        self.over: vec[i64] = vec[i64]([0] * size)
        #: The VP of every seat, game by game.
        self.vp: vec[i64] = vec[i64]([0] * (size * seats))
        #: What may be said next, and what the acting seat may know.
        self.masks: vec[u8] = vec[u8]([0] * (size * observer.vocabulary.size))
        self.features: vec[i16] = vec[i16]([0] * (size * observer.size))

    def begin(self, number: int, seed: int | str, policies: list[Policy | None]) -> None:
        """A new game in a lane, up to the first decision of a seat without a policy."""
        if len(policies) != self.seats_a_game:
            raise ValueError(f"{self.seats_a_game} seats need {self.seats_a_game} policies or None")
        for seat in range(len(policies)):
            self._policies[number * self.seats_a_game + seat] = policies[seat]
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
        """Say a token in every game, each known to be allowed (``first_refused``). A move said completely is
        made, and the game runs on."""
        number: i64 = 0
        while number < self.size:
            self._say(number, tokens[number])
            number += 1

    def step_allowed(self, tokens: list[int]) -> None:
        """The same, but a game in which its token may not be said stays as it is."""
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
        """Nature and the policies move, up to the next decision of anybody else."""
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
        """Write the mask of every game under way, and what the seat to act may know of it."""
        number: i64 = 0
        while number < self.size:
            if not self.over[number]:
                phrase = self.phrases[number]
                phrase.mark(self.masks, number * self.observer.vocabulary.size)
                first = number * self.observer.size
                self.observer.write(self.states[number], self.seats[number], phrase, self.features, first)
            number += 1
