"""Kills whoever delivers notices, again and again: none is lost, and none is shown twice.

``make soak`` does it with 500 notices a round, and 5,000 in all: GRANDJUNCTION_SOAK is the number of rounds.
"""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

import pytest

from grandjunction.core.rng import Rng
from grandjunction.record.game import Game, texts
from grandjunction.rulesets import ruleset
from grandjunction.server.database.game_rows import GameRow, NewNotice, SeatRow
from grandjunction.server.database.postgres import PostgresStorage
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.database.storage import Storage
from grandjunction.server.keys import key_of, load_secret
from grandjunction.server.notices.notice_store import Channel
from tests.server.postgres import postgres
from tests.server.receivers import Device, Receiver
from tests.server.support import PATIENCE, until
from tests.server.test_crash import Process, workers

ROUNDS: Final = int(os.environ.get("GRANDJUNCTION_SOAK", "0"))
NOTICES: Final = 500 * ROUNDS or 80
KILLS: Final = 5 * ROUNDS // 2 or 1
pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds workers in /proc")


class Outbox:
    """Players with a device each, a game each, and a notice that it has ended."""

    def __init__(self, web: Receiver) -> None:
        self._web: Final = web
        self._device: Final = Device(web, "any")  # all have its keys: making thousands takes long
        game = Game(ruleset("birmingham-introductory"), 2)
        game.settle(Rng("told"))
        self._game: Final = game
        self.raised: Final[dict[str, str]] = {}  # the id of each player's notice

    def raise_(self, storage: Storage, number: int) -> None:
        """Store a game and its notice, in one transaction."""
        player, id = f"player-{number:015}", f"game{number:012}"
        kept = self._device.subscription()
        target = (
            f'{{"endpoint": "{self._web.url}/{player}", '
            f'"keys": {{"p256dh": "{kept["p256dh"]}", "auth": "{kept["auth"]}"}}}}'
        )
        anna = SeatRow("Anna", "teal", "person", None, "anna")
        seats = [SeatRow("Ben", "red", "person", None, player), anna]
        rules, moves = self._game.rules, texts(self._game.played)
        row = GameRow(id, rules.id, rules.revision, "told", "bots", int(time.time()), seats)
        notice = NewNotice(player, "ended", id, wait=0.0)
        with storage.transaction():
            storage.notices.add_channel(Channel(player, player, "push", target, "Firefox", "http://x/", 1.0))
            storage.add_game(row, moves, [notice])
        self.raised[player] = notice.id

    def check(self) -> int:
        """Return how many were delivered more than once. Every one was, and every copy says the same."""
        delivered: dict[str, Counter[str]] = {}
        for one in list(self._web.got):
            message = self._device.open(one.body)
            delivered.setdefault(one.path[1:], Counter())[message["id"]] += 1
        assert {player: list(ids) for player, ids in delivered.items()} == {
            player: [id] for player, id in self.raised.items()
        }
        return sum(ids.total() - 1 for ids in delivered.values())


def reached(web: Receiver) -> int:
    return len({one.path for one in list(web.got)})


@pytest.fixture
def reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRANDJUNCTION_PRIVATE_WEBHOOKS", "1")


@pytest.mark.usefixtures("reachable")
def test_a_server_that_is_killed_loses_no_notice(tmp_path: Path) -> None:
    with Receiver().serving() as web:
        outbox, database = Outbox(web), tmp_path / "games.db"
        load_secret(key_of(database))
        with closing(SqliteStorage(database)) as storage:
            storage.db.execute("PRAGMA synchronous = OFF")
            for number in range(NOTICES):
                outbox.raise_(storage, number)
        for kill in range(1, KILLS + 1):
            server = Process(database, "--port", "0")
            until(lambda kill=kill: reached(web) >= NOTICES * kill // (KILLS + 1))  # type: ignore[misc]
            server.kill()
        server = Process(database, "--port", "0")
        until(lambda: reached(web) == NOTICES)
        server.kill()
        again = outbox.check()
        print(f"{NOTICES} notices, {KILLS} kills, {again} delivered again")


@pytest.mark.usefixtures("reachable")
def test_workers_that_are_killed_lose_no_notice() -> None:
    url = postgres().new_database()
    name = url.partition("@/")[2].partition("?")[0]
    with Receiver().serving() as web, closing(PostgresStorage(url)) as storage:
        outbox, rnd = Outbox(web), Random(7)
        server = Process(url, "--workers", "2", "--port", "0")
        try:
            for number in range(NOTICES):
                outbox.raise_(storage, number)
                if (number + 1) % (NOTICES // (KILLS + 1)) == 0:
                    until(lambda number=number: reached(web) > number // 2)  # type: ignore[misc]
                    os.kill(rnd.choice(workers(server)), signal.SIGKILL)
                    # For the others, the dead worker's time is up at once.
                    postgres().ask("UPDATE workers SET seen = seen - 60", name)
                    postgres().ask("UPDATE jobs SET lease_until = lease_until - 60", name)
            until(lambda: _all_reached(web))
        finally:
            server.process.terminate()
            server.process.wait(PATIENCE)
        again = outbox.check()
        print(f"{NOTICES} notices, {KILLS} kills, {again} delivered again")


def _all_reached(web: Receiver) -> bool:
    time.sleep(0.05)
    return reached(web) == NOTICES
