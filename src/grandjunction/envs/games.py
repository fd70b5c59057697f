"""One or many games as the environments play them: who has which seat, and arrays to look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i16

from ..bots import BOTS, Bot, UnknownBot, bot
from ..core.lanes import CHANCE, LEARNER, OUTSIDE, Lanes
from ..core.state import SPECTATOR, State
from ..core.tokens import WHOLE
from ..rulesets import ruleset
from .actions import ActionCoder, Masks
from .errors import refuse
from .observations import Floats, ObservationCoder

Numbers = npt.NDArray[np.int64]

#: A seat without a bot: whoever steps the environment decides for it.
SELF: Final = "self"


def seat_plan(players: int, seat: int, opponents: str | Sequence[str]) -> list[str]:
    """Who plays each seat, from the opponents' names: one for all, or one a seat, clockwise from the own."""
    if not 0 <= seat < players:
        raise ValueError(f"there is no seat {seat} with {players} players: they are 0 to {players - 1}")
    names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != players - 1:
        raise ValueError(f"{players} players need {players - 1} opponents, not {len(names)}")
    for name in names:
        if name != SELF and name not in BOTS:
            raise UnknownBot(name)
    plan = [SELF] * players
    for place, name in enumerate(names, 1):
        plan[(seat + place) % players] = name
    return plan


class Games:
    """``size`` games of a ruleset. The arrays are preallocated; a step fills them anew."""

    def __init__(self, id: str, players: int, size: int, plan: list[str]) -> None:
        self.rules: Final = ruleset(id)
        self.players: Final = players
        self.size: Final = size
        self.plan: Final = plan
        self.actions: Final = ActionCoder(self.rules)
        self.observations: Final = ObservationCoder(self.rules, players, self.actions.vocabulary)
        who = {SELF: LEARNER, "random": CHANCE}
        self.lanes: Final = Lanes(
            self.rules, self.observations.observer, size, [who.get(name, OUTSIDE) for name in plan]
        )
        self._bots: list[dict[int, Bot]] = [{} for _ in range(size)]
        lanes = self.lanes
        self.seats: Final[Numbers] = np.frombuffer(memoryview(lanes.seats), dtype=np.int64)
        self.over: Final[Numbers] = np.frombuffer(memoryview(lanes.over), dtype=np.int64)
        self.vp: Final[Numbers] = np.frombuffer(memoryview(lanes.vp), dtype=np.int64).reshape(size, players)
        self.masks: Final[Masks] = np.frombuffer(memoryview(lanes.masks), dtype=np.int8).reshape(
            size, self.actions.size
        )
        self.features: Final = np.frombuffer(memoryview(lanes.features), dtype=np.int16).reshape(size, -1)
        self._waiting: Final[Numbers] = np.frombuffer(memoryview(lanes.waiting), dtype=np.int64)
        self._row = vec[i16]([0] * self.observations.size)
        self._outside: Final = any(name not in who for name in plan)

    def begin(self, number: int, seed: int | str) -> None:
        """A new game; equal seeds give equal games."""
        self._bots[number] = {
            seat: bot(name, f"{seed}/{seat}") for seat, name in enumerate(self.plan) if name != SELF
        }
        self.lanes.begin(number, seed)
        self._let_bots_move(number)

    def say(self, actions: npt.ArrayLike) -> None:
        """Take an action in every game. Raises ``IllegalAction`` and changes nothing if one may not be."""
        tokens: list[int] = np.asarray(actions).tolist()
        try:
            self.lanes.step(tokens)
        except ValueError:
            refused = self.lanes.first_refused(tokens)
            if refused < 0:
                raise
            game = f"game {refused}" if self.size > 1 else ""
            raise refuse(self.lanes.phrases[refused], int(tokens[refused]), game) from None
        if self._outside:
            for number in np.flatnonzero(self._waiting):
                self._let_bots_move(int(number))

    def _let_bots_move(self, number: int) -> None:
        while self._waiting[number]:
            state = self.lanes.states[number]
            seat = state.to_act
            move = self._bots[number][seat].choose(state.view(seat))
            self.lanes.play(number, move.code)

    def state(self, number: int = 0) -> State:
        return self.lanes.states[number]

    def observe(self, number: int, seat: int) -> Floats:
        """What a seat may know of a game, its own half-said move included."""
        phrase = self.lanes.phrases[number]
        own = phrase if phrase.field != WHOLE and self.seats[number] == seat else None
        viewer = SPECTATOR if seat < 0 else seat
        self.observations.observer.write(self.state(number), viewer, own, self._row, 0)
        return self.observations.scaled(np.frombuffer(memoryview(self._row), dtype=np.int16))

    def mask(self, number: int, seat: int) -> Masks:
        """The actions a seat may take now: none, unless it is to act."""
        if self.seats[number] != seat:
            return np.zeros(self.actions.size, dtype=np.int8)
        return self.actions.mask(self.lanes.phrases[number])
