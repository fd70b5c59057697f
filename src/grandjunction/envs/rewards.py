"""What a seat is rewarded with. The choice is a parameter of every environment.

``margin``  at the end, its VP less the best of the others' VP;
``win``     at the end, its share of the first place: 1 alone, ½ if two share it, 0 otherwise;
``vp``      its VP as they are scored, each step what was scored since the step before.
"""

from __future__ import annotations

from typing import Final

from ..core.standings import standings
from ..core.state import State

REWARDS: Final = ("margin", "win", "vp")


def check_reward(reward: str) -> str:
    if reward not in REWARDS:
        raise ValueError(f"unknown reward {reward!r}; one of {', '.join(REWARDS)}")
    return reward


def margins(state: State) -> list[float]:
    """Each seat's lead over the best of the others."""
    vp = [int(points) for points in state.vp]
    return [float(own - max(vp[:seat] + vp[seat + 1 :])) for seat, own in enumerate(vp)]


def win_shares(state: State) -> list[float]:
    """Each seat's share of the first place, ties broken as the rules do."""
    first = standings(state)[0]
    return [1.0 / len(first) if seat in first else 0.0 for seat in range(state.players)]


def final_rewards(state: State, reward: str) -> list[float]:
    """What the end of a game brings each seat beyond VP already rewarded."""
    if reward == "margin":
        return margins(state)
    if reward == "win":
        return win_shares(state)
    return [0.0] * state.players
