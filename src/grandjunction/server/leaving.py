"""Ways out of a game: leave, resign, give up, delete, put away. Old games expire.

- If you leave before any person has moved, the seat is open again, with a new invitation.
- If you leave later, you resign: a bot plays the seat to the end.
- When the last person leaves a game that has begun, it ends as it is, without a result.
- Only the last person at a table can delete the game, or, in a game of bots alone, whoever started it.
Anyone can archive a game, which hides it from their list.
- A game that waits for players expires after ``WAITING`` days without a change, any other unfinished game
after ``UNFINISHED`` days. Finished games stay, and so do those that ended by vote, abandoned or given up.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from ..core.seats import SEATS, seat_name
from .botplay import KIND, is_bot, owner_of
from .clock.votes import end_if_voted
from .database.game_rows import NewJob, SeatRow
from .database.storage import StorageFailed
from .hall import Hall, now
from .hints import HINT_BOT
from .hosted import HostedGame, Viewer
from .lobby_messages import Leaving, Left, LeftTo
from .problems import Trouble, not_yours
from .requests import Leave
from .undo import Draft

DAY: Final = 24 * 3600
WAITING: Final = 30  # days
UNFINISHED: Final = 180
AT_ONCE: Final = 200  # games that expire in one transaction
EVERY: Final = 3600.0  # seconds between two looks for old games
GIVEN_UP: Final = "given_up"
log: Final = logging.getLogger("grandjunction.server")


def has_begun(hosted: HostedGame) -> bool:
    """Whether a person has moved."""
    seats = hosted.row.seats
    return any(one.seat >= 0 and seats[one.seat].kind != "bot" for one in hosted.game.played)


def _is_last(hosted: HostedGame, seats: list[int]) -> bool:
    """Whether no other person sits at the table."""
    return all(
        seat.kind != "person" or seat.holder is None or number in seats
        for number, seat in enumerate(hosted.row.seats)
    )


def _is_own_show(hosted: HostedGame, player: str | None) -> bool:
    """Whether a player started a game in which only bots play and have ever played."""
    bots = all(seat.kind == "bot" and seat.former is None for seat in hosted.row.seats)
    return bots and player is not None and hosted.row.creator == player


async def leaving(hall: Hall, hosted: HostedGame, viewer: Viewer) -> Leaving:
    """Return what this browser can do about a game, and when the game expires."""
    player = viewer.player
    if player is None or not viewer.holds:
        raise not_yours()
    last = _is_last(hosted, viewer.seats)
    closed = hosted.row.over or hosted.row.ended is not None
    days = WAITING if any(seat.kind == "open" for seat in hosted.row.seats) else UNFINISHED
    put_away = await hall.journal.read(lambda storage: storage.is_archived(hosted.id, player))
    return Leaving(
        outcome=None if closed else _outcome(hosted, last),
        may_delete=last,
        archived=put_away,
        expires=None if closed else max(hosted.row.changed, hosted.row.created) + days * DAY,
    )


def _outcome(hosted: HostedGame, last: bool) -> LeftTo:
    if last:
        return "ended" if has_begun(hosted) else "deleted"
    return "bot" if has_begun(hosted) else "open"


async def leave(hall: Hall, id: str, player: str | None, asked: Leave) -> Left:
    """Leave one seat of this browser, or all."""
    async with hall.hold(id) as hosted:
        viewer = Viewer(hosted, player)
        seats = viewer.seats if asked.seat is None else [SEATS.index(asked.seat)]
        if not seats or not set(seats) <= set(viewer.seats):
            raise not_yours()
        if hosted.row.over or hosted.row.ended is not None:
            raise Trouble(422, "game_over", "The game is over.")
        outcome = _outcome(hosted, _is_last(hosted, seats))
        if outcome == "deleted":
            await _delete(hall, hosted)
        elif outcome == "ended":
            await hall.end_game(hosted, GIVEN_UP, player)
        else:
            await (
                play_by_bot(hall, hosted, seats, "left") if outcome == "bot" else _open(hall, hosted, seats)
            )
            await end_if_voted(hall, hosted, player)  # fewer people are left, so fewer votes are needed
    return Left(outcome=outcome)


async def _open(hall: Hall, hosted: HostedGame, seats: list[int]) -> None:
    """Open seats again. Their old links stop working."""
    await _drop_draft(hall, hosted, seats)
    for number in seats:
        seat = hosted.row.seats[number]
        name = f"Player {seat_name(number)}"
        await hall.store_seat(
            hosted, number, SeatRow(name, seat.colour, "open", None, None, seat.generation + 1)
        )


async def _drop_draft(hall: Hall, hosted: HostedGame, seats: list[int]) -> None:
    if hosted.game.state.to_act in seats and hosted.draft.units:
        await hall.store_draft(hosted, Draft(hosted.game))


async def play_by_bot(hall: Hall, hosted: HostedGame, seats: list[int], back: str) -> None:
    """Give people's seats to a bot. ``back`` is "may" if they can have them back, and then their links keep
    working; else "left".
    """
    await _drop_draft(hall, hosted, seats)
    for number in seats:
        seat = hosted.row.seats[number]
        generation = seat.generation if back == "may" else seat.generation + 1
        after = SeatRow(
            seat.name, seat.colour, "bot", HINT_BOT, None, generation, hosted.game.ply, seat.holder, back
        )
        await hall.store_seat(hosted, number, after)
    if is_bot(hosted.row.seats, hosted.game.state.to_act):
        job = NewJob(KIND, hosted.id, owner=owner_of(hosted.row.seats))
        await hall.journal.run(lambda storage: storage.ensure_job(job))
        hall.jobs.wake(KIND)


async def delete(hall: Hall, id: str, player: str | None) -> Left:
    """Delete a game with its chat, notes and record.

    Only the last person at the table can. A game of bots alone is deleted by whoever began it.
    """
    stored = await hall.find_unreadable(id)
    if stored is not None:
        people = {seat.holder for seat in stored.row.seats if seat.kind == "person"}
        if player is None or people != {player}:
            raise not_yours()
        await hall.journal.run(lambda storage: storage.delete_game(id))
        return Left(outcome="deleted")
    async with hall.hold(id) as hosted:
        viewer = Viewer(hosted, player)
        if not (viewer.holds and _is_last(hosted, viewer.seats)) and not _is_own_show(hosted, player):
            raise not_yours()
        await _delete(hall, hosted)
    return Left(outcome="deleted")


async def _delete(hall: Hall, hosted: HostedGame) -> None:
    await hall.store(hosted, lambda storage: storage.delete_game(hosted.id))
    hall.forget(hosted.id)


async def archive(hall: Hall, id: str, player: str | None, away: bool) -> None:
    """Archive a game, which hides it from this browser's list, or take it back."""
    stored = await hall.find_unreadable(id) or await hall.find(id)
    if player is None or all(seat.holder != player for seat in stored.row.seats):
        raise not_yours()
    await hall.journal.run(lambda storage: storage.archive(id, player, away))


# -- old games ------------------------------------------------------------------------------------------


async def expire(hall: Hall, at: int) -> int:
    """Delete expired games. Return how many."""
    gone = 0
    while True:
        old = await hall.journal.run(
            lambda storage: storage.expire(at - WAITING * DAY, at - UNFINISHED * DAY, AT_ONCE)
        )
        for id in old:
            hall.forget(id)
        gone += len(old)
        if len(old) < AT_ONCE:
            return gone


async def keep_expiring(hall: Hall) -> None:
    """Delete expired games periodically while the server runs."""
    while True:
        with suppress(StorageFailed):  # it will look again
            gone = await expire(hall, now())
            if gone:
                log.warning("%d games that nobody went on with have expired", gone)
        await asyncio.sleep(EVERY)
