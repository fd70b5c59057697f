"""The server under load, on loopback: many games, two connected clients each, all making moves.

    python benchmarks/server_load.py [--games 200] [--seconds 40] [--think 30] [--json]

It tells on standard error how far it is, and gives up after the seconds asked for and ``PATIENCE`` more.

Each turn is drafted from the choices the server offers and then ended; the time from sending *End turn* to
the other seat's update is what a player waits for. Clients and server share this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect

from grandjunction.core.compiled import is_compiled

COOKIE: Final = "grandjunction"
PATIENCE: Final = 180.0  # seconds for setting up and taking down
Json = dict[str, Any]


class Seat:
    """One client: its cookie, its live line, and the last it was told."""

    def __init__(self, cookie: str) -> None:
        self.headers: Final = {"Cookie": f"{COOKIE}={cookie}"}
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
        """When it was told of this ply."""
        while not self.table or self.table["last_ply"] < ply:
            self.told.clear()
            await asyncio.wait_for(self.told.wait(), 60)
        return self.told_at


class Load:
    def __init__(self, address: str, games: int, seconds: float, think: float) -> None:
        self.address: Final = address
        self.games: Final = games
        self.seconds: Final = seconds
        self.think: Final = think
        self.rnd: Final = Random(1)
        self.waits: list[float] = []
        self.errors = 0
        self.requests = 0

    async def new_game(self, http: httpx.AsyncClient) -> tuple[str, list[Seat]]:
        seats = [{"kind": "me"}, {"kind": "open"}]
        anna = await http.post("/api/games", json={"ruleset": "birmingham", "seats": seats})
        made = anna.json()
        http.cookies.clear()
        ben = await http.post("/api/join", json={"token": made["invites"][0]["token"]})
        http.cookies.clear()
        return made["game"], [Seat(answer.cookies[COOKIE]) for answer in (anna, ben)]

    async def ask(self, http: httpx.AsyncClient, seat: Seat, method: str, path: str, body: Any = None) -> Any:
        self.requests += 1
        answer = await http.request(method, path, json=body, headers=seat.headers)
        if not answer.is_success:
            self.errors += 1
            raise RuntimeError(f"{path}: {answer.status_code} {answer.text[:200]}")
        return answer.json()

    async def turn(self, http: httpx.AsyncClient, game: str, seats: list[Seat]) -> None:
        acting = next(seat for seat in seats if seat.table["draft"] is not None)
        other = seats[1 - seats.index(acting)]
        table = acting.table
        path = f"/api/games/{game}"
        while not table["draft"]["complete"]:
            choices = (await self.ask(http, acting, "GET", f"{path}/choices"))["choices"]
            choice = self.rnd.choice(choices)
            move = choice["move"]
            if choice["cards"]:
                move += " card " + self.rnd.choice(choice["cards"])
            elif choice["card_sets"]:
                move += " cards " + " ".join(self.rnd.choice(choice["card_sets"]))
            body = {"ply": table["ply"], "stamp": table["stamp"], "move": move}
            table = await self.ask(http, acting, "POST", f"{path}/draft", body)
        sent = time.perf_counter()
        body = {"ply": table["ply"], "stamp": table["stamp"]}
        table = await self.ask(http, acting, "POST", f"{path}/end", body)
        self.waits.append(await other.until(table["last_ply"]) - sent)
        await acting.until(table["last_ply"])

    async def play(self, http: httpx.AsyncClient, game: str, seats: list[Seat], end: float) -> None:
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
        """How it goes, every ten seconds."""
        while True:
            await asyncio.sleep(10)
            tell(f"{len(self.waits)} turns, {self.errors} errors")

    async def run(self, pid: int) -> Json:
        async with asyncio.timeout(self.seconds + PATIENCE):
            return await self._run(pid)

    async def _run(self, pid: int) -> Json:
        empty = memory(pid)
        async with httpx.AsyncClient(base_url=f"http://{self.address}", timeout=60) as http:
            made = [await self.new_game(http) for _ in range(self.games)]
        idle = memory(pid)
        tell(f"{self.games} games begun")
        sockets: list[ClientConnection] = []
        listeners: list[asyncio.Task[None]] = []
        for game, seats in made:
            for seat in seats:
                url = f"ws://{self.address}/api/games/{game}/live"
                socket = await connect(url, additional_headers=seat.headers, ping_interval=None)
                sockets.append(socket)
                listeners.append(asyncio.create_task(seat.listen(socket)))
        for _, seats in made:
            for seat in seats:
                await seat.until(0)
        connected = memory(pid)
        tell(f"{len(sockets)} clients connected")
        reporter = asyncio.create_task(self.report())
        busy, own = cpu(pid), time.process_time()
        end = time.monotonic() + self.seconds
        limits = httpx.Limits(max_connections=100, max_keepalive_connections=100)
        async with httpx.AsyncClient(base_url=f"http://{self.address}", timeout=60, limits=limits) as http:
            await asyncio.gather(*(self.play(http, game, seats, end) for game, seats in made))
            busy, own = cpu(pid) - busy, time.process_time() - own
            reporter.cancel()
            lost = await self.count_lost(http, made)
        for socket in sockets:
            await socket.close()
        await asyncio.gather(*listeners, return_exceptions=True)
        waits = sorted(self.waits)
        if not waits:
            raise SystemExit("not one turn was finished")
        return {
            "compiled": is_compiled(),
            "games": self.games,
            "clients": len(sockets),
            "turns": len(waits),
            "turns_a_second": round(len(waits) / self.seconds, 1),
            "requests": self.requests,
            "p50_ms": round(1000 * waits[len(waits) // 2], 1),
            "p95_ms": round(1000 * waits[len(waits) * 95 // 100], 1),
            "server_cpu_ms_a_turn": round(1000 * busy / len(waits), 1),
            "clients_cpu_ms_a_turn": round(1000 * own / len(waits), 1),
            "load_average": round(os.getloadavg()[0], 1),  # of a busy machine the waits tell little
            "errors": self.errors,
            "lost_updates": lost,
            "memory_empty_mb": round(empty / 1024, 1),
            "kb_a_game": round((idle - empty) / self.games),
            "kb_a_game_with_two_clients": round((connected - empty) / self.games),
            "memory_at_end_mb": round(memory(pid) / 1024, 1),
        }

    async def count_lost(self, http: httpx.AsyncClient, made: list[tuple[str, list[Seat]]]) -> int:
        """Gaps in what a client was told, and clients that were not told the last."""
        lost = 0
        for game, seats in made:
            for seat in seats:
                table = await self.ask(http, seat, "GET", f"/api/games/{game}")
                lost += seat.lost + (seat.table["last_ply"] != table["last_ply"])
        return lost


def tell(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def cpu(pid: int) -> float:
    """Seconds of processor time, of the process alone (bots think in others)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """Resident, in kB."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) if found else 0


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--seconds", type=float, default=40.0)
    options.add_argument("--think", type=float, default=30.0, help="seconds between the turns of a game")
    options.add_argument("--json", action="store_true")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "grandjunction",
            "serve",
            "--no-open",
            "--database",
            f"{folder}/games.db",
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://([\d.:]+)/", server.stdout.readline())
            assert found is not None, "the server did not start"
            httpx.get(f"http://{found[1]}/api/rulesets/birmingham", timeout=60)
            load = Load(found[1], asked.games, asked.seconds, asked.think)
            figures = asyncio.run(load.run(server.pid))
        finally:
            server.terminate()
            server.wait(10)
    if asked.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name.replace('_', ' '):28} {figure}")


if __name__ == "__main__":
    main()
