"""Kills the server again and again: everything it acknowledged is stored, and games end the same way."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import httpx
import pytest

from grandjunction.core.rng import Rng
from grandjunction.record.game import Game, texts
from grandjunction.rulesets import ruleset
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.thinkers import think
from tests.server.support import PATIENCE, Browser, Json, until, whole

GAMES: Final = 3  # begun before each kill, so that some are under way however fast the machine is
KILLS: Final = 2 * int(os.environ.get("GRANDJUNCTION_SOAK", "1"))
MOST_KILLS: Final = KILLS + 10
RULESETS: Final = ("birmingham", "lancashire-2018")


class Process:
    """A server process, started as people start it."""

    def __init__(self, database: Path | str, *options: str, errors: int | None = None) -> None:
        command = [sys.executable, "-m", "grandjunction", "serve", "--no-open", "--database", str(database)]
        self.process: Final = subprocess.Popen(
            [*command, *options],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        found = re.search(r"http://([\d.]+:\d+)/", self.process.stdout.readline())
        assert found is not None
        self.address: Final = found[1]
        try:
            until(self._answers)
        except BaseException:
            self.process.terminate()  # nobody else would
            raise

    def _answers(self) -> bool:
        try:
            return httpx.get(f"http://{self.address}/api/about", timeout=PATIENCE).is_success
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)


def expected_end(ruleset_id: str, seed: str, players: int) -> list[str]:
    """Return the moves of a practice game between bots that nothing interrupts."""
    rng = Rng(seed)
    game = Game(ruleset(ruleset_id), players)
    game.settle(rng)
    while not game.state.is_over:
        seat = game.state.to_act
        game.replay(think("random", f"{seed}/{seat}/{game.ply}", game.state.view(seat).to_position()))
        game.settle(rng)
    return texts(game.played)


class Acknowledged:
    """Everything the server acknowledged: the moves of each game, and the person's drafts."""

    def __init__(self) -> None:
        self.moves: dict[str, dict[int, str | None]] = {}
        self.drafted: tuple[int, list[str]] | None = None

    def note(self, game: str, log: list[Json]) -> None:
        known = self.moves.setdefault(game, {})
        for line in log:
            if line["move"] is not None:
                assert known.setdefault(line["ply"], line["move"]) == line["move"]


class Load:
    """A reader of all games and a person who plays, for as long as the server lives."""

    def __init__(
        self, address: str, games: list[str], own: str, cookie: tuple[str, str], seen: Acknowledged
    ) -> None:
        self.games: Final = games
        self.own: Final = own
        self.seen: Final = seen
        self.stop: Final = threading.Event()
        self.failures: Final[list[BaseException]] = []
        self.browsers: Final = [Browser(address) for _ in range(2)]
        self.browsers[0].http.cookies.set(*cookie)
        self.threads: Final = [
            threading.Thread(target=self._run, args=(work,)) for work in (self._play, self._read)
        ]
        for thread in self.threads:
            thread.start()

    def _run(self, work: object) -> None:
        assert callable(work)
        try:
            while not self.stop.is_set():
                work()
        except httpx.TransportError:
            pass  # the server is dead
        except BaseException as error:
            self.failures.append(error)

    def _read(self) -> None:
        for game in [*self.games, self.own]:
            since = max(self.seen.moves.get(game, {0: ""}))
            self.seen.note(game, self.browsers[1].game("GET", game, f"/log?since={since}"))

    def _play(self) -> None:
        anna, rnd = self.browsers[0], Random()
        table = anna.table(self.own)
        if table["over"] or table["draft"] is None:
            time.sleep(0.01)
        elif table["draft"]["complete"]:
            self.seen.drafted = None  # neither is promised while the answer is on its way
            table = anna.end(table)
            self.seen.drafted = (table["last_ply"], [])
        else:
            choice = whole(rnd.choice(anna.choices(self.own)), rnd)
            self.seen.drafted = None
            table = anna.draft(table, choice)
            self.seen.drafted = (table["last_ply"], table["draft"]["units"] if table["draft"] else [])

    def join(self) -> None:
        self.stop.set()
        for thread in self.threads:
            thread.join(PATIENCE)
        assert self.failures == []


def check(database: Path, own: str, seen: Acknowledged) -> int:
    """Check that everything acknowledged is stored. Return how many bots' games were interrupted."""
    storage = SqliteStorage(database)
    try:
        for game, moves in seen.moves.items():
            stored = storage.load(game)
            assert stored is not None
            for ply, move in moves.items():
                assert stored.moves[ply] == move
        stored = storage.load(own)
        assert stored is not None
        if seen.drafted is not None:
            ply, units = seen.drafted
            assert len(stored.moves) >= ply
            if len(stored.moves) == ply:
                assert stored.draft == units
        return len(set(storage.job_keys("bot")) - {own})
    finally:
        storage.close()


def wait_for_end(browser: Browser, game: str) -> None:
    until(lambda: browser.table(game)["over"])


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    rnd = Random()
    seen = Acknowledged()
    server = Process(database)
    try:
        anna = Browser(server.address)
        own = anna.new_game("me", "random", ruleset="birmingham")["game"]
        cookie = anna.cookie
        assert cookie is not None
        seeds: dict[str, tuple[str, str, int]] = {}
        kills = interrupted = 0
        # More kills on a machine so busy that the server had told nothing yet.
        while kills < KILLS or (not (interrupted and seen.moves) and kills < MOST_KILLS):
            anna = Browser(server.address)
            anna.http.cookies.set(*cookie)
            for _ in range(GAMES):
                id, players, seed = RULESETS[len(seeds) % 2], 2 + len(seeds) % 3, f"crash {len(seeds)}"
                game = anna.new_game(*["random"] * players, ruleset=id, seed=seed)["game"]
                seeds[game] = (id, seed, players)
            load = Load(server.address, list(seeds), own, cookie, seen)
            time.sleep(rnd.uniform(0.01, 0.3) * (1 + kills // KILLS))
            server.kill()
            load.join()
            kills += 1
            interrupted += check(database, own, seen)
            server = Process(database)
        assert interrupted > 0, "games must be under way when the server is killed"
        anna = Browser(server.address)
        anna.http.cookies.set(*cookie)
        for game, (id, seed, players) in seeds.items():
            wait_for_end(anna, game)
            told = [line["move"] for line in anna.game("GET", game, "/log")]
            assert told == expected_end(id, seed, players)
        assert seen.moves
        assert anna.wait_for_turn(own)["draft"] is not None or anna.table(own)["over"]
    finally:
        server.kill()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_workers_do_not_outlive_a_killed_server(tmp_path: Path) -> None:
    server = Process(tmp_path / "games.db")
    try:
        anna = Browser(server.address)
        game = anna.new_game("random", "random")["game"]
        until(lambda: anna.table(game)["over"])
        workers = children(server.process.pid)
        assert workers
    finally:
        server.kill()
    until(lambda: not any(alive(pid) for pid in workers))


def children(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


def workers(server: Process) -> list[int]:
    """Return the processes that serve, without Python's resource tracker."""
    found = []
    for pid in children(server.process.pid):
        with suppress(OSError):  # it has ended meanwhile
            if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def alive(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
