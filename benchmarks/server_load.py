"""Puts the server under load on loopback: many games with two connected clients each, all making moves.

    python benchmarks/server_load.py [--games 200] [--seconds 40] [--think 30] [--workers 1] [--json]

Progress goes to standard error. The run is aborted ``PATIENCE`` seconds after the time asked for.

Each turn is drafted from the choices the server offers and then ended. The time from sending *End turn* to
the other seat's update is what a player waits for. Clients and server share this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

from websockets.asyncio.client import ClientConnection, connect

from grandjunction.core.compiled import is_compiled
from grandjunction.server.edge.connections import raise_file_limit

PATIENCE: Final = 180.0  # seconds for set-up and shutdown, and for each thousand games as many again
AT_ONCE: Final = 32  # games that are begun at the same time
Json = dict[str, Any]
T = TypeVar("T")


class Seat:
    """One client: its cookie, its live line, and the last table it got."""

    def __init__(self, cookie: str, address: str) -> None:
        # The server believes this machine as a proxy, so that its limits see as many people as there are.
        self.headers: Final = {"Cookie": cookie, "X-Forwarded-For": address}
        self.table: Json = {}
        self.next_ply = -1
        self.lost = 0
        self.told: asyncio.Event = asyncio.Event()
        self.told_at = 0.0

    async def listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            at = time.perf_counter()
            message = json.loads(text)
            if message["type"] != "update":
                continue
            self.table = message["table"]
            for line in message["log"]:
                self.lost += self.next_ply >= 0 and line["ply"] != self.next_ply
                self.next_ply = line["ply"] + 1
            if self.next_ply < 0:
                self.next_ply = self.table["last_ply"]
            self.lost += self.next_ply != self.table["last_ply"]
            self.told_at = at
            self.told.set()

    async def until(self, ply: int) -> float:
        """Wait until the client knows of this ply. Return when it got to know."""
        while not self.table or self.table["last_ply"] < ply:
            self.told.clear()
            await asyncio.wait_for(self.told.wait(), 120)
        return self.told_at

    async def shown(self, stamp: str) -> Json:
        """Wait for the table that an answer has announced, as a page does."""
        while self.table["stamp"] != stamp:
            self.told.clear()
            await asyncio.wait_for(self.told.wait(), 120)
        return self.table


class Http:
    """Plain requests over a few connections that stay open. A larger library takes the server's share.

    As in a browser, everything that one client asks goes over the same connection, and so to one worker.
    """

    def __init__(self, address: str, connections: int) -> None:
        host, _, port = address.partition(":")
        self._where: Final = (host, int(port))
        self._lines: Final[list[tuple[asyncio.StreamReader, asyncio.StreamWriter] | None]] = [
            None for _ in range(connections)
        ]
        self._busy: Final = [asyncio.Lock() for _ in range(connections)]
        self._asked = 0

    async def ask(
        self, method: str, path: str, headers: dict[str, str], body: Any
    ) -> tuple[int, bytes, bytes]:
        """Return the status, the headers and the body of an answer."""
        self._asked += 1
        client = hash(headers["Cookie"]) if "Cookie" in headers else self._asked
        place = client % len(self._lines)
        async with self._busy[place]:
            return await self._ask(place, method, path, headers, body)

    async def _ask(
        self, place: int, method: str, path: str, headers: dict[str, str], body: Any
    ) -> tuple[int, bytes, bytes]:
        line = self._lines[place]
        if line is None:
            line = self._lines[place] = await asyncio.open_connection(*self._where)
        reader, writer = line
        sent = b"" if body is None else json.dumps(body).encode()
        lines = [
            f"{method} {path} HTTP/1.1",
            "Host: localhost",
            "Content-Type: application/json",
            f"Content-Length: {len(sent)}",
        ]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + sent)
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        answer = await reader.readexactly(int(length[1]) if length else 0)
        return int(head[9:12]), head, answer

    async def close(self) -> None:
        for line in self._lines:
            if line is not None:
                line[1].close()


class Load:
    def __init__(self, address: str, games: int, seconds: float, think: float, database: int = 0) -> None:
        """``database`` is the process of a database server whose CPU time is counted apart."""
        self.address: Final = address
        self.database: Final = database
        self.games: Final = games
        self.seconds: Final = seconds
        self.think: Final = think
        self.rnd: Final = Random(1)
        self.waits: list[float] = []
        self.errors = 0
        self.requests = 0
        self.before_play: Callable[[], None] = lambda: None  # called when all clients are connected

    async def new_game(self, http: Http, number: int) -> tuple[str, list[Seat]]:
        seats = [{"kind": "me"}, {"kind": "open"}]
        people = [f"10.{number >> 8 & 255}.{number & 255}.{host}" for host in (1, 2)]
        asked = {"ruleset": "birmingham", "seats": seats}
        head, answer = await self.begin(http, people[0], "/api/games", asked)
        made = json.loads(answer)
        token = made["invites"][0]["token"]
        joined, _ = await self.begin(http, people[1], "/api/join", {"token": token})
        cookies = [cookie_in(head), cookie_in(joined)]
        return made["game"], [Seat(cookie, one) for cookie, one in zip(cookies, people, strict=True)]

    async def begin_nothing(self, http: Http) -> None:
        await http.ask("GET", "/readyz", {}, None)

    async def begin(self, http: Http, address: str, path: str, body: Json) -> tuple[bytes, bytes]:
        while True:
            status, head, answer = await http.ask("POST", path, {"X-Forwarded-For": address}, body)
            if status != 503:  # it is busy: asked to come again
                assert status < 300, answer
                return head, answer
            await asyncio.sleep(0.2)

    async def ask(self, http: Http, seat: Seat, method: str, path: str, body: Any = None) -> Any:
        self.requests += 1
        status, _, answer = await http.ask(method, path, seat.headers, body)
        if status >= 300:
            self.errors += 1
            raise RuntimeError(f"{path}: {status} {answer[:200]!r}")
        return json.loads(answer)

    async def connect(self, game: str, seat: Seat) -> ClientConnection:
        url = f"ws://{self.address}/api/games/{game}/live"
        return await connect(
            url, additional_headers=seat.headers, ping_interval=None, proxy=None, open_timeout=60
        )

    async def turn(self, http: Http, game: str, seats: list[Seat]) -> None:
        acting = next(seat for seat in seats if seat.table["draft"] is not None)
        other = seats[1 - seats.index(acting)]
        table = acting.table
        path = f"/api/games/{game}"
        offered: Json | None = None
        while not table["draft"]["complete"]:
            offered = offered or await self.ask(http, acting, "GET", f"{path}/choices")
            choice = self.rnd.choice(offered["choices"])
            move = choice["move"]
            if choice["cards"]:
                move += " card " + self.rnd.choice(choice["cards"])
            elif choice["card_sets"]:
                move += " cards " + " ".join(self.rnd.choice(choice["card_sets"]))
            body = {"ply": table["ply"], "stamp": table["stamp"], "brief": True, "move": move}
            said = await self.ask(http, acting, "POST", f"{path}/draft", body)
            offered = said["choices"]
            table = await acting.shown(said["stamp"])
        sent = time.perf_counter()
        body = {"ply": table["ply"], "stamp": table["stamp"], "brief": True}
        said = await self.ask(http, acting, "POST", f"{path}/end", body)
        self.waits.append(await other.until(said["last_ply"]) - sent)
        await acting.until(said["last_ply"])

    async def play(self, http: Http, game: str, seats: list[Seat], end: float) -> None:
        for seat in seats:
            await seat.until(0)
        await asyncio.sleep(self.rnd.uniform(0, self.think))
        while time.monotonic() < end and not seats[0].table["over"]:
            try:
                await self.turn(http, game, seats)
            except Exception as error:
                self.errors += 1
                print(f"{game}: {error!r}", file=sys.stderr)
                return
            pause = self.rnd.uniform(0.5, 1.5) * self.think
            await asyncio.sleep(min(pause, max(0.0, end - time.monotonic())))

    async def report(self) -> None:
        """Report progress every ten seconds."""
        while True:
            await asyncio.sleep(10)
            tell(f"{len(self.waits)} turns, {self.errors} errors")

    async def run(self, pid: int) -> Json:
        raise_file_limit()  # every client has a connection
        async with asyncio.timeout(self.seconds + PATIENCE * (1 + self.games / 1000)):
            return await self._run(pid)

    async def _run(self, pid: int) -> Json:
        http = Http(self.address, 100)
        await limited([self.begin_nothing(http) for _ in range(200)])  # until every worker has begun
        await asyncio.sleep(5)  # and the process of hints
        empty = memory(pid)
        made = await limited([self.new_game(http, number) for number in range(self.games)])
        idle = memory(pid)
        tell(f"{self.games} games begun")
        pairs = [(game, seat) for game, seats in made for seat in seats]
        sockets = await limited([self.connect(game, seat) for game, seat in pairs])
        listeners = [
            asyncio.create_task(seat.listen(socket)) for (_, seat), socket in zip(pairs, sockets, strict=True)
        ]
        for _, seats in made:
            for seat in seats:
                await seat.until(0)
        connected = memory(pid)
        tell(f"{len(sockets)} clients connected")
        reporter = asyncio.create_task(self.report())
        self.before_play()
        calm_collector()
        busy, own, stored = cpu(pid), time.process_time(), cpu(self.database) if self.database else 0.0
        begun = time.monotonic()
        end = begun + self.seconds
        await asyncio.gather(*(self.play(http, game, seats, end) for game, seats in made))
        took = time.monotonic() - begun  # turns that were begun in time are played to their end
        busy, own = cpu(pid) - busy, time.process_time() - own
        stored = cpu(self.database) - stored if self.database else 0.0
        reporter.cancel()
        lost = await self.count_lost(http, made)
        await http.close()
        for socket in sockets:
            await socket.close()
        await asyncio.gather(*listeners, return_exceptions=True)
        waits = sorted(self.waits)
        if not waits:
            raise SystemExit("no turn was finished")
        return {
            "compiled": is_compiled(),
            "games": self.games,
            "clients": len(sockets),
            "turns": len(waits),
            "seconds": round(took, 2),
            "turns_a_second": round(len(waits) / took, 1),
            "requests": self.requests,
            "p50_ms": round(1000 * waits[len(waits) // 2], 1),
            "p95_ms": round(1000 * waits[len(waits) * 95 // 100], 1),
            "server_cpu_ms_a_turn": round(1000 * busy / len(waits), 1),
            "database_cpu_ms_a_turn": round(1000 * stored / len(waits), 1),
            "clients_cpu_ms_a_turn": round(1000 * own / len(waits), 1),
            "load_average": round(os.getloadavg()[0], 1),  # on a busy machine the waits mean little
            "errors": self.errors,
            "lost_updates": lost,
            "memory_empty_mb": round(empty / 1024, 1),
            "kb_a_game": round((idle - empty) / self.games),
            "kb_a_live_line": round((connected - idle) / len(sockets), 1),
            "memory_at_end_mb": round(memory(pid) / 1024, 1),
        }

    async def count_lost(self, http: Http, made: list[tuple[str, list[Seat]]]) -> int:
        """Count gaps in what clients got, and clients that missed the last move."""
        lost = 0
        for game, seats in made:
            for seat in seats:
                table = await self.ask(http, seat, "GET", f"/api/games/{game}")
                lost += seat.lost + (seat.table["last_ply"] != table["last_ply"])
        return lost


async def limited(work: list[Coroutine[Any, Any, T]]) -> list[T]:
    """Run work, so many at a time, and return the results in order."""
    places = asyncio.Semaphore(AT_ONCE)

    async def one(doing: Coroutine[Any, Any, T]) -> T:
        async with places:
            return await doing

    return list(await asyncio.gather(*map(one, work)))


def cookie_in(head: bytes) -> str:
    """Return the cookie that an answer sets, as a browser sends it back."""
    found = re.search(rb"(?i)set-cookie: ([^;]+);", head)
    assert found is not None, head
    return found[1].decode()


def calm_collector() -> None:
    """Stop Python's garbage collector. With thousands of clients in this process a full collection takes
    longer than a turn, and the wait would be taken for the server's.
    """
    begun = time.process_time()
    gc.collect()
    tell(f"a full collection takes the clients {1000 * (time.process_time() - begun):.0f} ms")
    gc.disable()


def tell(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def family(pid: int) -> list[int]:
    """Return a process and all that it has started, and those in turn."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended meanwhile
            continue
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def workers_of(pid: int, number: int) -> list[int]:
    """Return the processes of a server that answer requests: itself, or its workers if there are several."""
    if number == 1:
        return [pid]
    commands = {one: Path(f"/proc/{one}/cmdline").read_bytes() for one in family(pid)}
    parents = {
        one: int(Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()[1]) for one in commands
    }
    found = [one for one, text in commands.items() if parents[one] == pid and b"spawn_main" in text]
    assert len(found) == number, commands
    return found


def cpu(pid: int) -> float:
    """Return the CPU seconds of a process and its children. No bots think here."""
    ticks = 0
    for one in family(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """Return the memory of a process and its children in kB. What they share is counted once."""
    texts = [Path(f"/proc/{one}/smaps_rollup").read_text() for one in family(pid)]
    return sum(int(found[1]) for text in texts if (found := re.search(r"Pss:\s+(\d+)", text)))


@contextmanager
def serving(database: str, workers: int = 1) -> Iterator[tuple[str, int]]:
    """Run a server. Yields its address and its process, and ends it afterwards."""
    command = [sys.executable, "-m", "grandjunction", "serve", "--no-open", "--database", database]
    command += ["--port", "0", "--proxy", "127.0.0.1", "--workers", str(workers)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://([\d.:]+)/", server.stdout.readline())
        assert found is not None, "the server did not start"
        yield found[1], server.pid
    finally:
        server.terminate()
        server.wait(30)


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--seconds", type=float, default=40.0)
    options.add_argument("--think", type=float, default=30.0, help="seconds between the turns of a game")
    options.add_argument("--database", help="postgresql://… instead of a new SQLite file")
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--json", action="store_true")
    asked = options.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(asked.database or f"{folder}/games.db", asked.workers) as (address, pid),
    ):
        figures = asyncio.run(Load(address, asked.games, asked.seconds, asked.think).run(pid))
    if asked.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name.replace('_', ' '):28} {figure}")


if __name__ == "__main__":
    main()
