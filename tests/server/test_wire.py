"""The connection in the event loop: what it reads, in which order, and what happens when it is cut."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing

from grandjunction.server.clock.clocks import Clock
from grandjunction.server.database.game_rows import GameRow, SeatRow
from grandjunction.server.database.postgres import PostgresStorage
from grandjunction.server.database.storage import Interrupted
from grandjunction.server.database.wire import Wire
from tests.server.postgres import postgres
from tests.server.support import PATIENCE

SEATS = [SeatRow("Anna", "red", "person", None, "anna"), SeatRow("Ben", "blue", "bot", "greedy")]


def with_wire(url: str, do: Callable[[Wire, list[str]], Awaitable[None]]) -> None:
    """Run something on a wire that is connected. The list has what it hears, and ``missed``."""

    async def run() -> None:
        told: list[str] = []
        wire = Wire(url, "here", told.append, lambda: told.append("missed"))
        try:
            await until(lambda: told == ["missed"])
            await do(wire, told)
        finally:
            await wire.close()

    asyncio.run(run())


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


def test_it_reads_what_is_new_and_only_that() -> None:
    url = postgres().new_database()
    with closing(PostgresStorage(url, "there")) as storage:
        with storage.transaction():
            storage.add_game(GameRow("g", "hamlet", 1, None, "", 1, SEATS, pace="live_15"), ["a", "b"])
            storage.append("g", 2, ["c", "d"], False, 7, acts=1)
            storage.save_draft("g", 4, ["e", "f"], [])

        async def look(wire: Wire, told: list[str]) -> None:
            new = await wire.changes("g", 0, 2)
            assert new == storage.changes("g", 0, 2)
            assert new is not None
            assert (new.version, new.changed, new.over, new.ended) == (2, 7, False, None)
            assert (new.moves, new.draft, new.seats) == (["c", "d"], ["e", "f"], SEATS)
            assert new.clock == storage.clocks.load("g") == Clock.new("live_15", 2)
            same = await wire.changes("g", 2, 4)
            assert same is not None
            assert (same.version, same.moves, same.seats) == (2, [], [])
            assert await wire.changes("none", 0, 0) is None
            many = await asyncio.gather(*(wire.changes("g", 0, since) for since in range(4)))
            assert [one and one.moves for one in many] == [[*"abcd"[since:]] for since in range(4)]

        with_wire(url, look)


def test_it_hears_of_changes_and_connects_again_when_it_is_cut() -> None:
    url = postgres().new_database()
    with closing(PostgresStorage(url, "there")) as storage, closing(PostgresStorage(url, "here")) as own:

        async def cut(wire: Wire, told: list[str]) -> None:
            own.tell("game", "mine", 1)  # one's own news need not be heard
            storage.tell("game", "g", 3)
            await until(lambda: len(told) > 1)
            asked = asyncio.gather(*(wire.changes("g", 0, 0) for _ in range(50)), return_exceptions=True)
            await asyncio.sleep(0)  # they are asked now
            storage.db.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND query NOT LIKE '%%pg_notify%%' "
                "AND datname = current_database()",
                {},
            )
            answers = await asked  # every one is answered, or interrupted
            assert all(one is None or isinstance(one, Interrupted) for one in answers)
            await until(lambda: told.count("missed") == 2)
            storage.tell("game", "g", 4)
            await until(lambda: told[-1] == "there game g 4")
            assert "mine" not in " ".join(told)
            assert await wire.changes("g", 0, 0) is None

        with_wire(url, cut)
