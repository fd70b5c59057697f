"""Who sits where: the line-ups of a match, and every one of them turned through the seats."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from typing import Final

#: How fewer bots than seats fill a table.
FILLS: Final = ("even", "one")

Arrangement = tuple[int, ...]  # the number of the bot on each seat


def lineups(bots: int, seats: int, fill: str) -> list[Arrangement]:
    """The bots that meet at a table.

    More bots than seats: every choice of them, so that all meet all. Fewer: by "even" each has as many
    seats as the next, and those that remain go to each in turn; by "one" each sits alone against copies of
    each other.
    """
    if bots >= seats:
        return list(combinations(range(bots), seats))
    if fill == "one" and bots > 1:
        return [(one, *([other] * (seats - 1))) for one, other in permutations(range(bots), 2)]
    each, rest = divmod(seats, bots)
    return [(*(tuple(range(bots)) * each), *extra) for extra in combinations(range(bots), rest)]


def rotations(lineup: Arrangement) -> list[Arrangement]:
    """The line-up turned through the seats; turns that look the same are played once."""
    turned = [lineup[shift:] + lineup[:shift] for shift in range(len(lineup))]
    return list(dict.fromkeys(turned))


@cache
def arrangements(bots: int, seats: int, fill: str = "even") -> tuple[Arrangement, ...]:
    """All games of one deal. Every bot of a line-up has every seat equally often."""
    return tuple(turned for lineup in lineups(bots, seats, fill) for turned in rotations(lineup))
