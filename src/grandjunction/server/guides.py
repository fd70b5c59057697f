"""The guided first games. Each has a fixed deal, so that the hand can always do what the guide asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .hall import Hall
from .lobby import new_game
from .lobby_messages import Joined
from .requests import GuideName, NewGame, NewGuide, NewSeat


@dataclass(frozen=True)
class GuidedGame:
    """The deal of a guided game, and the newcomer's opponent."""

    ruleset: str
    seed: str
    bot: str


#: Deals in which the first seat begins and can sell early: in round 2 or in round 3.
GUIDED: Final[dict[GuideName, GuidedGame]] = {
    "birmingham": GuidedGame("birmingham-introductory", "guide 92", "noisy"),
    "lancashire": GuidedGame("lancashire-2018-introductory", "guide 88", "noisy"),
}


async def new_guided_game(hall: Hall, player: str, asked: NewGuide) -> Joined:
    """Start a guided game. It counts as practice, because its deal is known."""
    guided = GUIDED[asked.guide]
    seats = [
        NewSeat(kind="me", name=asked.name),
        NewSeat(kind="bot", bot=guided.bot, name=asked.rival),
    ]
    return await new_game(hall, player, NewGame(ruleset=guided.ruleset, seats=seats, seed=guided.seed))
