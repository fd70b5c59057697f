"""What happens when a player runs out of time: the others choose. Also gives seats back.

- *More time*: any one of the others gives it, at once.
- *A bot*: any one of the others lets it play on, at once. The player may have the seat back at any time, by a
  click or by the seat's own link, which still works.
- *An end*: more than half of the others must be for it. The game ends as it is, without a result.
- If nobody chooses for as long as the pace says, the game ends as abandoned.
- Until somebody chooses, the late player can still move, and the game goes on as before.

A player who resigned gets the seat back only if somebody else at the table offers it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ...core.seats import SEATS
from ..database.game_rows import SeatRow
from ..database.storage import Storage
from ..hall import Hall
from ..hosted import HostedGame, Viewer
from ..leaving import play_by_bot
from ..problems import Trouble, not_yours
from .clock_messages import GiveBack, Overtime, RestInfo
from .clocks import Clock
from .rest import BETWEEN, HOLIDAYS, LONGEST_NIGHT
from .votes import electors, end_if_voted

YEAR: Final = 365 * 24 * 3600.0


async def choose(hall: Hall, id: str, player: str | None, asked: Overtime) -> str:
    """Make the choice for the seat that is out of time. Returns the table as JSON."""
    async with hall.hold(id) as hosted:
        seat = _late_seat(hosted, player, asked)
        if asked.choice == "time":
            await _give_time(hall, hosted)
        elif asked.choice == "bot":
            await play_by_bot(hall, hosted, [seat], "may")
        else:
            assert player is not None
            await _vote(hall, hosted, player)
        return hall.table_json(hosted, Viewer(hosted, player))


def _late_seat(hosted: HostedGame, player: str | None, asked: Overtime) -> int:
    """Return the seat that is out of time. Raises unless this player may choose about it."""
    clock = hosted.clock
    if player is None or player not in electors(hosted):
        raise not_yours()
    late = None if clock is None or clock.out is None or hosted.row.ended is not None else clock.seat
    if late is None or SEATS[late] != asked.seat:
        raise Trouble(409, "in_time", "This player is not out of time, or has moved.")
    return late


async def _give_time(hall: Hall, hosted: HostedGame) -> None:
    def write(storage: Storage) -> Clock:
        storage.touch(hosted.id)
        clock = storage.clocks.load(hosted.id)
        clock.give(storage.time(), storage.clocks.rest(clock.holder)[0])
        hall.time.keep(storage, hosted.id, clock)
        return clock

    await _store(hall, hosted, write)


async def _vote(hall: Hall, hosted: HostedGame, player: str) -> None:
    def write(storage: Storage) -> Clock:
        storage.touch(hosted.id)
        clock = storage.clocks.load(hosted.id)
        if player not in clock.votes:
            clock.votes.append(player)
        hall.time.keep(storage, hosted.id, clock)
        return clock

    await _store(hall, hosted, write)
    await end_if_voted(hall, hosted, player)


async def _store(hall: Hall, hosted: HostedGame, write: Callable[[Storage], Clock]) -> None:
    hosted.clock = await hall.store(hosted, write)
    hall.tell(hosted.id)
    hall.time.wake()


# -- seats that are given back --------------------------------------------------------------------------


async def give_back(hall: Hall, id: str, player: str | None, asked: GiveBack) -> str:
    """Take a seat back from the bot, ask for it, or offer it to its former player."""
    async with hall.hold(id) as hosted:
        number = SEATS.index(asked.seat)
        if player is None or number >= len(hosted.row.seats):
            raise not_yours()
        seat = hosted.row.seats[number]
        if hosted.row.over or hosted.row.ended is not None:
            raise Trouble(422, "game_over", "The game is over.")
        if seat.kind != "bot" or seat.former is None:
            raise Trouble(422, "no_former", "Nobody sat here before the bot.")
        after = _given_back(hosted, player, seat)
        await hall.store_seat(hosted, number, after)
        return hall.table_json(hosted, Viewer(hosted, player))


def _given_back(hosted: HostedGame, player: str, seat: SeatRow) -> SeatRow:
    """Return a bot's seat after a request by its former player or by another person."""
    if player == seat.former:
        if seat.back == "may":
            return taken_back(seat, player)
        return replace(seat, back="asked")
    if not any(one.kind == "person" and one.holder == player for one in hosted.row.seats):
        raise not_yours()
    assert seat.former is not None
    return taken_back(seat, seat.former) if seat.back == "asked" else replace(seat, back="may")


def taken_back(seat: SeatRow, player: str) -> SeatRow:
    """Return a seat that a person plays again."""
    return SeatRow(seat.name, seat.colour, "person", None, player, seat.generation + 1)


# -- rests ----------------------------------------------------------------------------------------------


def rest_info(storage: Storage, player: str) -> RestInfo:
    """Return when a player's clocks pause."""
    rest, since = storage.clocks.rest(player)
    at = storage.time()
    today = rest.today(at)
    used = rest.days_by_year().get(today.year, 0)
    return RestInfo.model_validate(
        {
            "zone": storage.people.settings(player).zone,
            "night": None if rest.night is None else {"begins": rest.night[0], "ends": rest.night[1]},
            "holidays": [
                {"first": one.first, "last": one.last} for one in rest.holidays if one.last >= today
            ],
            "days_left": max(0, HOLIDAYS - used),
            "longest_night": LONGEST_NIGHT,
            "night_from": since + BETWEEN if since and at < since + BETWEEN else None,
            "timeouts": storage.clocks.timeouts(player, at - YEAR),
        }
    )
