"""Rewards. Every environment has a parameter to choose one.

``margin``  at the end, the seat's VP minus the best VP of the others
``win``     at the end, the seat's share of first place: 1 alone, ½ if two share it, 0 otherwise
``vp``      the VP scored since the previous step
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
    """Each seat's VP minus the best VP of the others."""
    vp = [int(points) for points in state.vp]
    return [float(own - max(vp[:seat] + vp[seat + 1 :])) for seat, own in enumerate(vp)]


def win_shares(state: State) -> list[float]:
    """Each seat's share of first place, after the rules' tie-breakers."""
    first = standings(state)[0]
    return [1.0 / len(first) if seat in first else 0.0 for seat in range(state.players)]


def final_rewards(state: State, reward: str) -> list[float]:
    """Each seat's reward at the end of a game, beyond VP already rewarded."""
    if reward == "margin":
        return margins(state)
    if reward == "win":
        return win_shares(state)
    return [0.0] * state.players
