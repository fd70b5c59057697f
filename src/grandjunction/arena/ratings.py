"""Rates the bots by their places in all games, with openskill's Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final

from openskill.models import PlackettLuce

from .intervals import mean
from .match import Result

MU: Final = 25.0  # of every bot before the first game
SIGMA: Final = MU / 3


@dataclass(frozen=True)
class Rating:
    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A lower bound that almost surely holds."""
        return self.mu - 3 * self.sigma


def ratings(bots: int, deals: Sequence[Sequence[Result]]) -> list[Rating]:
    """Return the ratings after all deals.

    A deal counts as one game: its games all start from the same ratings, and a bot moves by the mean of what
    they give. So the order within a deal does not matter, and a bot rates like its copy.
    """
    model = PlackettLuce(mu=MU, sigma=SIGMA)
    found = [Rating(MU, SIGMA)] * bots
    for deal in deals:
        moved: list[list[Rating]] = [[] for _ in range(bots)]
        for game in deal:
            if len(set(game.bots)) > 1:  # a bot against its own copies shows nothing
                for bot, rating in zip(game.bots, _rated(model, found, game), strict=True):
                    moved[bot].append(rating)
        found = [_middle(new) if new else old for old, new in zip(found, moved, strict=True)]
    return found


def _rated(model: PlackettLuce, before: list[Rating], game: Result) -> list[Rating]:
    """Return the rating of each seat's bot after this game."""
    teams = [[model.rating(mu=before[bot].mu, sigma=before[bot].sigma)] for bot in game.bots]
    after = model.rate(teams, ranks=[float(place) for place in game.places])
    return [Rating(team[0].mu, team[0].sigma) for team in after]


def _middle(found: list[Rating]) -> Rating:
    return Rating(mean([one.mu for one in found]), exp(mean([log(one.sigma) for one in found])))
