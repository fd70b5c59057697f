"""The settings of a strategist: how far it searches and how it weighs results."""

from __future__ import annotations

from typing import Final

FAR: Final = 1000.0  # VP, more than any two plans differ by


class Settings:
    """The settings of one strategist."""

    def __init__(
        self,
        budget: int = 30_000,
        plans: int = 8,
        planning: int = 1500,
        turns: int = 1,
        envy: float = 0.3,
        faith: float = 2.0,
        close: float = FAR,
        finish: int = 0,
        own_plan: int = 0,
        early: bool = False,
    ) -> None:
        self.budget: Final = budget  # default positions per turn
        self.plans: Final = plans  # turns compared
        self.planning: Final = planning  # positions to find them
        self.turns: Final = turns  # own turns played forward before the evaluation
        self.envy: Final = envy  # the cost of one VP of the rivals' mean
        self.faith: Final = faith  # how many games the plan's first score counts as
        self.close: Final = close  # plans further behind the best, in VP, are dropped
        self.finish: Final = finish  # with this many own actions left, games are played to the end
        self.own_plan: Final = own_plan  # positions to plan own turns with in rollouts; 0: greedily
        self.early: Final = early  # whether a rollout ends with the last own turn, before the replies to it
