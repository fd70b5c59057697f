"""The games behind the environments: who plays which seat, and the arrays they fill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i16

from ..bots import BOTS, SeatedBot, UnknownBot, bot
from ..core.learning.lanes import Lanes
from ..core.learning.tokens import WHOLE
from ..core.moves import Move
from ..core.playout import Policy
from ..core.rng import Rng
from ..core.ruleset import Ruleset
from ..core.state import SPECTATOR, State
from ..core.view import View
from .actions import ActionCoder, Masks
from .errors import IllegalAction, many_actions, refuse, whole
from .observations import Floats, ObservationCoder

Numbers = npt.NDArray[np.int64]

ILLEGAL: Final = ("raise", "ignore")  # what to do with an action that the mask forbids

#: A seat without a bot, played by whoever steps the environment.
SELF: Final = "self"


def player_count(rules: Ruleset, players: object) -> int:
    """The number of players; raises ValueError if the ruleset does not allow it."""
    count = whole(players, "the number of players")
    if count not in rules.player_counts:
        raise ValueError(rules.players_fault(count))
    return count


def seat_plan(players: int, seat: object, opponents: object) -> list[str]:
    """Who plays each seat, given one opponent for all, or one per seat clockwise from ``seat``."""
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


@dataclass(frozen=True)
class Snapshot:
    """A game under way, as a pickle keeps it."""

    number: int
    seed: int | str | None
    state: State
    rng: Rng
    dice: list[Rng | None]  # what each seat's bot draws from
    tokens: list[int]  # of the move half said


class Games:
    """``size`` games of a ruleset. The arrays are preallocated, and every step refills them."""

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
        self._seeds: Final[list[int | str | None]] = [None] * size  # of the games begun

    def begin(self, number: int, seed: int | str) -> None:
        """Start a new game. Equal seeds give equal games."""
        self.lanes.begin(number, seed, self._policies(seed))
        self._seeds[number] = seed

    def _policies(self, seed: int | str) -> list[Policy | None]:
        return [_policy(name, f"{seed}/{seat}") for seat, name in enumerate(self.plan)]

    # -- pickles and copies -------------------------------------------------------------------------

    def __reduce__(self) -> tuple[Any, ...]:
        begun = [self._snapshot(number) for number in range(self.size) if self._seeds[number] is not None]
        return Games, (self.rules, self.players, self.size, self.plan), begun

    def _snapshot(self, number: int) -> Snapshot:
        phrase = self.lanes.phrases[number]
        return Snapshot(
            number,
            self._seeds[number],
            self.lanes.states[number],
            self.lanes.rng(number),
            [
                policy.dice if isinstance(policy, SeatedBot) else None
                for policy in self.lanes.policies(number)
            ],
            list(phrase.tokens)[: phrase.said] if phrase.field != WHOLE else [],
        )

    def __setstate__(self, begun: list[Snapshot]) -> None:
        for game in begun:
            assert game.seed is not None
            policies = self._policies(game.seed)
            for policy, dice in zip(policies, game.dice, strict=True):
                if isinstance(policy, SeatedBot):
                    policy.dice = dice
            self.lanes.resume(game.number, game.state, game.rng, policies, game.tokens)
            self._seeds[game.number] = game.seed
        self.lanes.publish()

    def say(self, actions: npt.ArrayLike) -> None:
        """Take an action in every game. A forbidden one raises ``IllegalAction``, and nothing changes."""
        tokens = many_actions(actions, self.size, self.actions.size)
        refused = self.lanes.first_refused(tokens)
        if refused >= 0:
            game = f"game {refused}" if self.size > 1 else ""
            raise refuse(self.lanes.phrases[refused], tokens[refused], game)
        self.lanes.step(tokens)

    def say_allowed(self, actions: npt.ArrayLike) -> None:
        """Like ``say``, but skip the games whose action is forbidden."""
        self.lanes.step_allowed(many_actions(actions, self.size, self.actions.size))

    def tokens_of(self, view: View, move: Move) -> list[int]:
        """The actions that make up a whole move of the first game; none of it may be said yet."""
        if self.lanes.phrases[0].said:
            raise IllegalAction(
                "a move is half said: finish it action by action before you take another whole"
            )
        return self.actions.encode(view, move)

    def state(self, number: int = 0) -> State:
        return self.lanes.states[number]

    def observe(self, number: int, seat: int) -> Floats:
        """What a seat knows of a game, including its own partly said move."""
        phrase = self.lanes.phrases[number]
        own = phrase if phrase.field != WHOLE and self.seats[number] == seat else None
        viewer = SPECTATOR if seat < 0 else seat
        self.observations.observer.write(self.state(number), viewer, own, self._row, 0)
        return self.observations.scaled(np.frombuffer(memoryview(self._row), dtype=np.int16))

    def mask(self, number: int, seat: int) -> Masks:
        """Mask of the actions a seat may take; all 0 unless it is to act."""
        if self.seats[number] != seat:
            return np.zeros(self.actions.size, dtype=np.int8)
        return self.actions.mask(self.lanes.phrases[number])


def _policy(name: str, seed: str) -> Policy | None:
    """The policy of a seat; None for whoever steps the environment."""
    if name == SELF:
        return None
    return Policy() if name == "random" else SeatedBot(bot(name, seed))
