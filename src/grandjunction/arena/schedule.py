"""Who sits where: the line-ups of a match, each rotated through the seats."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from typing import Final

#: How a table is filled when there are fewer bots than seats.
FILLS: Final = ("even", "one")

Arrangement = tuple[int, ...]  # the number of the bot on each seat


def lineups(bots: int, seats: int, fill: str) -> list[Arrangement]:
    """Return the sets of bots that meet at a table.

    With more bots than seats, every combination plays, so that all meet all. With fewer, "even" gives each
    bot the same number of seats, and the remaining seats to each in turn; "one" sets each bot alone against
    copies of each other bot.
    """
    if bots >= seats:
        return list(combinations(range(bots), seats))
    if fill == "one" and bots > 1:
        return [(one, *([other] * (seats - 1))) for one, other in permutations(range(bots), 2)]
    each, rest = divmod(seats, bots)
    return [(*(tuple(range(bots)) * each), *extra) for extra in combinations(range(bots), rest)]


def rotations(lineup: Arrangement) -> list[Arrangement]:
    """Return the distinct rotations of a line-up."""
    turned = [lineup[shift:] + lineup[:shift] for shift in range(len(lineup))]
    return list(dict.fromkeys(turned))


@cache
def arrangements(bots: int, seats: int, fill: str = "even") -> tuple[Arrangement, ...]:
    """Return the games of one deal. Every bot of a line-up has every seat equally often."""
    return tuple(turned for lineup in lineups(bots, seats, fill) for turned in rotations(lineup))
