"""One or many games as the environments play them: who has which seat, and arrays to look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i16

from ..bots import BOTS, SeatedBot, UnknownBot, bot
from ..core.lanes import Lanes
from ..core.moves import Move
from ..core.playout import Policy
from ..core.ruleset import Ruleset
from ..core.state import SPECTATOR, State
from ..core.tokens import WHOLE
from ..core.view import View
from .actions import ActionCoder, Masks
from .errors import IllegalAction, many_actions, refuse, whole
from .observations import Floats, ObservationCoder

Numbers = npt.NDArray[np.int64]

ILLEGAL: Final = ("raise", "ignore")  # what to do with an action the mask rules out

#: A seat without a bot: whoever steps the environment decides for it.
SELF: Final = "self"


def player_count(rules: Ruleset, players: object) -> int:
    """How many players, if the ruleset is for so many."""
    count = whole(players, "the number of players")
    if count not in rules.player_counts:
        allowed = ", ".join(str(number) for number in rules.player_counts)
        raise ValueError(f"{rules.id} is for {allowed} players, not {count}")
    return count


def seat_plan(players: int, seat: object, opponents: object) -> list[str]:
    """Who plays each seat, from the opponents' names: one for all, or one a seat, clockwise from the own."""
    own = whole(seat, "a seat")
    if not 0 <= own < players:
        raise ValueError(f"there is no seat {own} with {players} players: they are 0 to {players - 1}")
    if isinstance(opponents, str):
        names: list[object] = [opponents] * (players - 1)
    elif isinstance(opponents, Sequence):
        names = list(opponents)
    else:
        bots = ", ".join(BOTS)
        raise ValueError(
            f"opponents are a bot's name or a list of a name for each other seat, not {opponents!r}; "
            f"bots: {bots}"
        )
    if len(names) != players - 1:
        raise ValueError(f"{players} players need {players - 1} opponents, not {len(names)}")
    plan = [SELF] * players
    for place, name in enumerate(names, 1):
        if not isinstance(name, str) or (name != SELF and name not in BOTS):
            raise UnknownBot(name if isinstance(name, str) else repr(name))
        plan[(own + place) % players] = name
    return plan


def check_illegal(illegal: str) -> str:
    if illegal not in ILLEGAL:
        raise ValueError(f"illegal actions are for 'raise' or 'ignore', not {illegal!r}")
    return illegal


class Games:
    """``size`` games of a ruleset. The arrays are preallocated; a step fills them anew."""

    def __init__(self, rules: Ruleset, players: int, size: int, plan: list[str]) -> None:
        self.rules: Final = rules
        self.players: Final = players
        self.size: Final = size
        self.plan: Final = plan
        self.actions: Final = ActionCoder(self.rules)
        self.observations: Final = ObservationCoder(self.rules, players, self.actions.vocabulary)
        self.lanes: Final = Lanes(self.rules, self.observations.observer, size)
        lanes = self.lanes
        self.seats: Final[Numbers] = np.frombuffer(memoryview(lanes.seats), dtype=np.int64)
        self.over: Final[Numbers] = np.frombuffer(memoryview(lanes.over), dtype=np.int64)
        self.vp: Final[Numbers] = np.frombuffer(memoryview(lanes.vp), dtype=np.int64).reshape(size, players)
        self.masks: Final[Masks] = np.frombuffer(memoryview(lanes.masks), dtype=np.int8).reshape(
            size, self.actions.size
        )
        self.features: Final = np.frombuffer(memoryview(lanes.features), dtype=np.int16).reshape(size, -1)
        self._row = vec[i16]([0] * self.observations.size)

    def begin(self, number: int, seed: int | str) -> None:
        """A new game; equal seeds give equal games."""
        self.lanes.begin(
            number, seed, [_policy(name, f"{seed}/{seat}") for seat, name in enumerate(self.plan)]
        )

    def say(self, actions: npt.ArrayLike) -> None:
        """Take an action in every game. Raises ``IllegalAction`` and changes nothing if one may not be."""
        tokens = many_actions(actions, self.size, self.actions.size)
        refused = self.lanes.first_refused(tokens)
        if refused >= 0:
            game = f"game {refused}" if self.size > 1 else ""
            raise refuse(self.lanes.phrases[refused], tokens[refused], game)
        self.lanes.step(tokens)

    def say_allowed(self, actions: npt.ArrayLike) -> None:
        """The same, but a game in which its action may not be taken stays as it is."""
        self.lanes.step_allowed(many_actions(actions, self.size, self.actions.size))

    def tokens_of(self, view: View, move: Move) -> list[int]:
        """The actions that are a whole move of the first game, of which nothing may be said yet."""
        if self.lanes.phrases[0].said:
            raise IllegalAction(
                "a move is half said: finish it action by action before you take another whole"
            )
        return self.actions.encode(view, move)

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


def _policy(name: str, seed: str) -> Policy | None:
    """Who plays a seat; None for whoever steps the environment."""
    if name == SELF:
        return None
    return Policy() if name == "random" else SeatedBot(bot(name, seed))
