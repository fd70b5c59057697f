"""Kills workers and the database under load: nothing acknowledged is lost or doubled, and every game goes on.

``make soak`` does the same for longer: GRANDJUNCTION_SOAK is the number of rounds of all faults.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Final

import httpx
import pytest

from grandjunction.server.database.postgres import PostgresStorage
from grandjunction.server.hosted import HostedGame
from tests.server.postgres import Postgres
from tests.server.support import PATIENCE, Browser, until, whole
from tests.server.test_crash import Acknowledged, Process, expected_end, workers

ROUNDS: Final = int(os.environ.get("GRANDJUNCTION_SOAK", "1"))
SEATS: Final = 2
pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds workers in /proc")


class Person(threading.Thread):
    """Somebody who plays on whatever happens, and notes all that the server has acknowledged."""

    def __init__(self, address: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.browser: Final = Browser(address)
        self.rnd: Final = Random(seed)
        self.seen: Final = Acknowledged()
        self.games: list[str] = []
        self.turns = self.refused = 0
        self.stopped: Final = threading.Event()
        self.faults: Final[list[BaseException]] = []
        self.browser.http.timeout = httpx.Timeout(20)
        self.new_game()

    def new_game(self) -> None:
        self.games.append(self.browser.new_game("me", "random", ruleset="birmingham-introductory")["game"])

    def run(self) -> None:
        while not self.stopped.is_set():
            try:
                self._play(self.games[-1])
            except (httpx.TransportError, AssertionError):  # the server is down, or says 503 or 409
                self.refused += 1
                time.sleep(0.05)
            except BaseException as error:
                self.faults.append(error)
                return

    def _play(self, game: str) -> None:
        table = self.browser.table(game)
        if table["over"]:
            self.new_game()
        elif table["draft"] is None:
            time.sleep(0.02)
        elif table["draft"]["complete"]:
            self.browser.end(table)
            self.turns += 1
            since = max(self.seen.moves.get(game, {0: ""}))
            self.seen.note(game, self.browser.game("GET", game, f"/log?since={since}"))
        else:
            self.browser.draft(table, whole(self.rnd.choice(self.browser.choices(game)), self.rnd))


class Ordeal:
    """Two workers, their database, bots' games whose moves are known beforehand, and people who play."""

    def __init__(self, database: Postgres, url: str, server: Process) -> None:
        self.database: Final = database
        self.url: Final = url
        self.name: Final = url.partition("@/")[2].partition("?")[0]
        self.server: Final = server
        self.people: Final = [Person(server.address, seed) for seed in range(2)]
        self.looked = 0.0
        self.seeds: Final[dict[str, tuple[str, str, int]]] = {}

    def begin_games(self, number: int) -> None:
        anna = self.people[0].browser
        for _ in range(number):
            made = ("birmingham", f"ordeal {len(self.seeds)}", SEATS)
            game = anna.new_game(*["random"] * SEATS, ruleset=made[0], seed=made[1])["game"]
            self.seeds[game] = made

    def workers(self) -> list[int]:
        """Return the processes that serve."""
        return workers(self.server)

    # -- faults -------------------------------------------------------------------------------------

    def kill_a_worker(self) -> None:
        os.kill(Random().choice(self.workers()), signal.SIGKILL)

    def cut_connections(self) -> None:
        self.database.ask(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.name}'"
        )

    def restart_the_database(self) -> None:
        self.database.stop(signal.SIGINT)
        time.sleep(0.3)
        self.database.start()

    def crash_the_database(self) -> None:
        self.database.stop(signal.SIGQUIT)
        self.database.start()

    def make_it_read_only(self) -> None:
        self._set("default_transaction_read_only = on")
        time.sleep(1.0)
        self._set("default_transaction_read_only = off")

    def _set(self, setting: str) -> None:
        self.database.ask(f"ALTER DATABASE {self.name} SET {setting}")
        self.cut_connections()

    def fill_the_disk(self) -> None:
        """Let every new move fail as it does on a full disk."""
        full = "RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = 'No space left on device'"
        self.database.ask(
            f"CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {full}; END $$; "
            "CREATE TRIGGER no_room BEFORE INSERT ON moves EXECUTE FUNCTION no_room()",
            self.name,
        )
        time.sleep(1.0)
        self.database.ask("DROP TRIGGER no_room ON moves; DROP FUNCTION no_room()", self.name)

    # -- afterwards ---------------------------------------------------------------------------------

    def turns(self) -> int:
        return sum(person.turns for person in self.people)

    def plies(self) -> int:
        """Return how many moves of the bots' games are stored. Somebody looks at those games now and then."""
        if time.monotonic() > self.looked + 10:  # or else they rest
            self.looked = time.monotonic()
            for game in self.seeds:
                with suppress(httpx.TransportError):
                    self.people[0].browser.http.get(f"/api/games/{game}")
        games = ", ".join(f"'{game}'" for game in self.seeds)
        return int(self.database.ask(f"SELECT sum(plies) FROM games WHERE id IN ({games})", self.name)[0][0])

    def waits(self) -> bool:
        return any(game in self.seeds for (game,) in self.database.ask("SELECT key FROM jobs", self.name))

    def goes_on(self, plies: int, turns: int) -> bool:
        """Whether people and bots have played on since then."""
        return self.turns() > turns + 1 and (self.plies() > plies or not self.waits())

    def check(self) -> None:
        """Compare everything that was acknowledged with what is stored."""
        with closing(PostgresStorage(self.url)) as storage:
            for person in self.people:
                assert person.faults == []
                for game, moves in person.seen.moves.items():
                    stored = storage.load(game)
                    assert stored is not None
                    assert {ply: stored.moves[ply] for ply in moves} == moves
                    HostedGame(stored)  # and every move was legal: none is doubled
            for game, (ruleset, seed, players) in self.seeds.items():
                stored = storage.load(game)
                assert stored is not None
                assert stored.moves == expected_end(ruleset, seed, players)


def test_nothing_is_lost_and_everything_goes_on() -> None:
    database = Postgres()
    url = database.new_database()
    server = Process(url, "--workers", "2", "--port", "0")
    try:
        ordeal = Ordeal(database, url, server)
        for person in ordeal.people:
            person.start()
        faults: list[Callable[[], None]] = [
            ordeal.kill_a_worker, ordeal.cut_connections, ordeal.restart_the_database,
            ordeal.crash_the_database, ordeal.make_it_read_only, ordeal.fill_the_disk,
        ]  # fmt: skip
        for _ in range(ROUNDS):
            for fault in faults:
                if not ordeal.seeds or ROUNDS > 1:
                    until(lambda: tried(ordeal))
                before = ordeal.plies(), ordeal.turns()
                fault()
                until(lambda before=before: ordeal.goes_on(*before))  # type: ignore[misc]
        while ordeal.waits():  # every bot's game comes to its end by itself
            plies = ordeal.plies()
            until(lambda plies=plies: ordeal.plies() > plies or not ordeal.waits())  # type: ignore[misc]
        for person in ordeal.people:
            person.stopped.set()
            person.join(PATIENCE)
        ordeal.check()
        assert ordeal.turns() > 10
    finally:
        server.process.terminate()
        server.process.wait(PATIENCE)
        database.close()


def tried(ordeal: Ordeal) -> bool:
    """Try to begin games, which may take until the server is well again."""
    try:
        ordeal.begin_games(1)
    except (httpx.TransportError, AssertionError):
        time.sleep(0.2)
        return False
    return True
