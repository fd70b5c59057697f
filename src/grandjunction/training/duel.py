"""Matches between two sides, such as two sets of nets, on mirrored deals."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from ..bots.bot import Bot
from ..bots.nets import NONE, Shelf
from ..bots.planner import PlannerBot
from ..bots.settings import Settings
from ..bots.strategist import StrategistBot
from ..core.rng import Rng
from ..core.standings import standings
from ..core.state import State
from ..rulesets import ruleset


@dataclass(frozen=True)
class Side:
    """A bot, the folder of its nets ("" for none) and its positions per turn (0 for its default).

    ``settings`` override a strategist's defaults.
    """

    bot: str = "planner"
    folder: str = ""
    budget: int = 1000
    settings: tuple[tuple[str, float], ...] = ()

    def make(self, seed: str) -> Bot:
        """Return a new bot of this side."""
        shelf = Shelf(self.folder) if self.folder else NONE
        if self.bot == "strategist":
            given: dict[str, Any] = dict(self.settings)
            return StrategistBot(seed, shelf=shelf, settings=Settings(**given) if given else None)
        return PlannerBot(seed, shelf=shelf)


@dataclass(frozen=True)
class Duel:
    """One deal of a table, played twice; the sides swap seats."""

    ruleset: str
    players: int
    one: Side
    other: Side
    seed: str
    deal: int = 0

    def deals(self, number: int) -> list[Duel]:
        """Return this duel on ``number`` deals."""
        return [replace(self, deal=deal) for deal in range(number)]


@dataclass(frozen=True)
class Score:
    """The result of ``one`` over both games of a deal."""

    more: float  # mean VP per seat above the other side
    share: float  # of the wins, as if both sides had the same number of seats
    mean: float  # VP per seat


def play(duel: Duel) -> Score:
    """Play both games of a deal and return the score of ``duel.one``."""
    more = share = mean = 0.0
    for turned in (False, True):
        sides = [(seat % 2 == 0) != turned for seat in range(duel.players)]
        state = _game(duel, sides)
        vp = [int(one) for one in state.vp]
        mine = [vp[seat] for seat, side in enumerate(sides) if side]
        theirs = [vp[seat] for seat, side in enumerate(sides) if not side]
        winners = standings(state)[0]
        more += sum(mine) / len(mine) - sum(theirs) / len(theirs)
        mean += sum(mine) / len(mine)
        # With three seats the sides have two and one, then one and two, so the sum is even.
        share += sum(sides[seat] for seat in winners) / len(winners)
    return Score(more / 2, share / 2, mean / 2)


def _game(duel: Duel, sides: list[bool]) -> State:
    rules = ruleset(duel.ruleset)
    state = State(rules, duel.players)
    rng = Rng(f"{duel.seed}/{duel.deal}")
    seats = [
        (duel.one if side else duel.other, f"{duel.seed}/{duel.deal}/{seat}")
        for seat, side in enumerate(sides)
    ]
    bots = [side.make(seed) for side, seed in seats]
    state.advance(None)
    while not state.is_over:
        if state.is_chance:
            state.apply_code(state.chance_code(rng), None)
        else:
            seat = int(state.seat)
            move = bots[seat].choose(state.view(seat), seats[seat][0].budget)
            state.apply_code(move.code, None)
    return state


@dataclass(frozen=True)
class Verdict:
    """The margin and win share over many deals."""

    games: int
    more: float
    error: float  # half the width of the 95 % interval
    share: float

    @property
    def is_better(self) -> bool:
        """Whether the 95 % interval of the margin lies above zero."""
        return self.more - self.error > 0

    def __str__(self) -> str:
        return f"{self.more:+.2f} ± {self.error:.2f} VP a seat, {self.share:.1%} of wins, {self.games} games"


def verdict(scores: list[Score]) -> Verdict:
    """Return the mean over deals, which are independent, with its 95 % interval."""
    mean = sum(score.more for score in scores) / len(scores)
    spread = sum((score.more - mean) ** 2 for score in scores) / max(1, len(scores) - 1)
    error = 1.96 * math.sqrt(spread / len(scores))
    return Verdict(2 * len(scores), mean, error, sum(score.share for score in scores) / len(scores))
