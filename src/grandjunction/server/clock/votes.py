"""Who chooses when a seat is out of time, and when a vote ends the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ..hall import Hall
    from ..hosted import HostedGame

VOTED: Final = "voted"  # why a game ended


def electors(hosted: HostedGame) -> list[str]:
    """Return who may choose when a seat is out of time: the other people at the table, once each."""
    late = None if hosted.clock is None else hosted.clock.holder
    people = {seat.holder for seat in hosted.row.seats if seat.kind == "person" and seat.holder is not None}
    return sorted(people - {late})


def needed(people: list[str]) -> int:
    """Return the number of votes that is more than half."""
    return len(people) // 2 + 1


def votes(hosted: HostedGame) -> int:
    """Return the number of valid votes for ending the game."""
    return 0 if hosted.clock is None else len(set(hosted.clock.votes) & set(electors(hosted)))


async def end_if_voted(hall: Hall, hosted: HostedGame, by: str | None) -> None:
    """End a game if more than half of the remaining people voted for it."""
    people = electors(hosted)
    if hosted.clock is None or hosted.clock.out is None or hosted.row.ended is not None or not people:
        return
    if votes(hosted) >= needed(people):
        await hall.end_game(hosted, VOTED, by)
