"""How deep a review looks: how many turns it compares, on how many deals, and how it plays on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: Positions a turn that a continuation needs. With fewer, the search ends amid the first actions: seats then
#: miss their sales, at Lancashire above all (41 VP on average with 80, 151 with 200, 156 with 400), and a
#: review calls turns mistakes that are none.
ENOUGH: Final = 200


@dataclass(frozen=True, slots=True)
class Depth:
    """The settings of one review. More of anything takes proportionally longer."""

    name: str
    plans: int  # turns compared besides the played one
    planning: int  # positions evaluated to find them
    deals: int  # deals on which all of them are compared first
    shown: int  # turns that are then compared with the played one …
    fresh: int  # … on this many new deals
    luck: int  # pairs of deals for each draw
    budget: int  # positions evaluated for each turn when playing on
    turns: int = 1  # own turns played on before the judge decides
    luck_turns: int = 2  # the same after a draw, whose cards may be played later
    finish: int = 4  # with at most this many own actions left, games are played to their end


DEPTHS: Final = {
    "quick": Depth("quick", plans=4, planning=500, deals=4, shown=2, fresh=8, luck=4, budget=ENOUGH),
    "normal": Depth("normal", plans=5, planning=800, deals=6, shown=3, fresh=12, luck=10, budget=250),
    "deep": Depth("deep", plans=8, planning=3000, deals=24, shown=3, fresh=64, luck=32, budget=600),
}


class UnknownDepth(ValueError):
    """No depth has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"unknown depth {name!r}; one of {', '.join(DEPTHS)}")


def depth_of(depth: str | Depth) -> Depth:
    """Return the settings of this name, or settings of one's own as they are."""
    if isinstance(depth, Depth):
        return depth
    if depth not in DEPTHS:
        raise UnknownDepth(depth)
    return DEPTHS[depth]
