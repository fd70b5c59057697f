"""Makes the load table of README.md: the server with many games, on both stores, with one and two workers.

    python benchmarks/load_table.py [--games 200 1000 3000] [--seconds 25] [--think 30] [--write]

It takes about ten minutes and needs a quiet machine with PostgreSQL, or the package that carries one. Every
figure is printed as it is known; the Markdown tables come last. Clients, server and database share it.
``--write`` replaces the tables in README.md, between the two marks.

Two workers are compared with one by turns a second while everybody plays without a pause. On a small machine
the clients and the database would take the second worker's core, so each worker may use only a share of a
core, and the rest is enough for everybody else. This needs Linux's control groups, version 1, and root.
Where they are missing, the workers are not limited, and the text says so.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from server_load import Http, Load, Seat, cookie_in, limited, serving, tell, workers_of  # noqa: E402
from shares import Shares, can_share, sharing  # noqa: E402
from tests.server.postgres import Postgres  # noqa: E402

from grandjunction.core.compiled import is_compiled  # noqa: E402

Json = dict[str, Any]
STORES: Final = (("SQLite", 1), ("PostgreSQL", 1), ("PostgreSQL", 2))
BUSY: Final = 80  # games that are played without a pause
SHARE: Final = 0.25  # of a core for each worker, while two are compared with one
FULL: Final = 0.9  # of its share that a worker must have used
MASTERS: Final = 100  # games of four masters beside which hints are asked for
HINTS: Final = 20
TURNS: Final = 2  # how often each number of workers is measured, alternating
BEGIN: Final = "<!-- load table -->"
END: Final = "<!-- end of load table -->"
COLUMNS: Final = {
    "p50_ms": "p50, ms",
    "p95_ms": "p95, ms",
    "server_cpu_ms_a_turn": "server CPU a turn, ms",
    "database_cpu_ms_a_turn": "database CPU a turn, ms",
    "clients_cpu_ms_a_turn": "clients' CPU a turn, ms",
    "kb_a_game": "kB a game",
    "kb_a_live_line": "kB a live line",
    "turns": "turns",
    "errors": "errors",
    "lost_updates": "lost",
    "load_average": "load average",
}


class Bench:
    """The database server of a run, and a folder for SQLite."""

    def __init__(self, postgres: Postgres, folder: Path) -> None:
        self.postgres: Final = postgres
        self.folder: Final = folder
        self.made = 0

    def new_database(self, store: str) -> str:
        self.made += 1
        if store == "PostgreSQL":
            return self.postgres.new_database()
        return str(self.folder / f"{self.made}.db")

    def run(
        self,
        store: str,
        workers: int,
        games: int,
        seconds: float,
        think: float,
        shares: Shares | None = None,
    ) -> tuple[Json, str]:
        """Return the figures of one load, and its database. ``shares`` limit the workers while they play."""
        database = self.new_database(store)
        pid = self.postgres.pid if store == "PostgreSQL" else 0

        def limit() -> None:
            for worker in [] if shares is None else workers_of(server, workers):
                assert shares is not None
                shares.limit(worker)

        with serving(database, workers) as (address, server):
            load = Load(address, games, seconds, think, pid)
            load.before_play = limit
            figures = asyncio.run(load.run(server))
            if shares is not None:
                shares.free()
        figures |= {"store": store, "workers": workers, "think": think}
        print(json.dumps(figures), flush=True)
        return figures, database


# -- reopening ------------------------------------------------------------------------------------------


async def reopened(address: str, games: list[str], begun: float) -> Json:
    """Ask for every game of a server that has just begun, and meanwhile how long anybody else waits."""
    http = Http(address, 40)
    status, _, _ = await http.ask("GET", f"/api/games/{games[0]}", {}, None)
    assert status == 200
    first = time.monotonic() - begun
    waits: list[float] = []
    done = asyncio.Event()

    async def probe() -> None:
        while not done.is_set():
            at = time.monotonic()
            await http.ask("GET", "/healthz", {}, None)
            waits.append(time.monotonic() - at)
            await asyncio.sleep(0.01)

    async def look(game: str) -> None:
        answer = await http.ask("GET", f"/api/games/{game}", {}, None)
        assert answer[0] == 200, answer

    probing = asyncio.create_task(probe())
    at = time.monotonic()
    await limited([look(game) for game in games])
    took = time.monotonic() - at
    done.set()
    await probing
    await http.close()
    return {
        "games": len(games),
        "first_answer_s": round(first, 2),
        "all_games_s": round(took, 1),
        "longest_wait_ms": round(1000 * max(waits), 1),
        "median_wait_ms": round(1000 * sorted(waits)[len(waits) // 2], 1),
    }


def reopen(database: str) -> Json:
    """Start a server again on the games of a load, and return how soon it answers."""
    from grandjunction.server.database.sqlite import SqliteStorage

    storage = SqliteStorage(database)
    games = storage.all_games()
    storage.close()
    begun = time.monotonic()
    with serving(database) as (address, _):
        listening = time.monotonic()
        figures = asyncio.run(reopened(address, games, listening))
    figures["start_s"] = round(listening - begun, 2)
    print(json.dumps(figures), flush=True)
    return figures


# -- hints ----------------------------------------------------------------------------------------------


async def hints_beside_masters(address: str) -> Json:
    """Let one browser begin as many games of masters as it may, and ask for hints from another."""
    http, load = Http(address, 4), Load(address, 0, 0.0, 0.0)
    await asyncio.sleep(5)  # until the process of hints has begun

    async def begin(cookie: str, *seats: Json) -> tuple[str, str]:
        """Return the new game, and the cookie of whoever has begun it."""
        headers = {"Cookie": cookie} if cookie else {}
        body = {"ruleset": "birmingham", "seats": seats}
        status, head, answer = await http.ask("POST", "/api/games", headers, body)
        assert status < 300, answer
        return json.loads(answer)["game"], cookie or cookie_in(head)

    masters = [{"kind": "bot", "bot": "master"}] * 4
    crowding = ""
    for _ in range(MASTERS):
        _, crowding = await begin(crowding, *masters)
    waits: list[float] = []
    mine = ""
    for _ in range(HINTS):
        game, mine = await begin(mine, {"kind": "me"}, {"kind": "person"})
        at = time.monotonic()
        await load.ask(http, Seat(mine, "10.0.0.1"), "GET", f"/api/games/{game}/hint")
        waits.append(time.monotonic() - at)
    await http.close()
    return {"median_s": sorted(waits)[len(waits) // 2], "longest_s": max(waits)}


def hinted(bench: Bench) -> str:
    with serving(bench.new_database("SQLite")) as (address, _):
        figures = asyncio.run(hints_beside_masters(address))
    print(json.dumps(figures), flush=True)
    return (
        f"While the server plays {MASTERS} games of four `master` bots that one browser has begun, another "
        f"browser's hint takes {figures['median_s']:.2f} s (median of {HINTS}), the longest "
        f"{figures['longest_s']:.2f} s."
    )


# -- the tables -----------------------------------------------------------------------------------------


def table(rows: list[Json]) -> str:
    head = ["store, workers", "games", *COLUMNS.values()]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for row in rows:
        named = f"{row['store']}, {row['workers']}"
        cells = [named, f"{row['games']:,}", *(str(row[key]) for key in COLUMNS)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def taken() -> str:
    build = "compiled" if is_compiled() else "not compiled"
    return (
        f"Measured on {time.strftime('%Y-%m-%d')} with `benchmarks/load_table.py`, {build}, on a machine "
        f"with {os.cpu_count()} cores, which the clients and the database shared."
    )


def opened(again: Json) -> str:
    return (
        f"A server with {again['games']:,} unfinished games, opened again: it listens {again['start_s']} s "
        f"after its process began, the first answer comes {again['first_answer_s']} s later, all games are "
        f"read after {again['all_games_s']} s, and meanwhile no answer takes longer than "
        f"{again['longest_wait_ms']} ms (median {again['median_wait_ms']} ms)."
    )


def compared(bench: Bench, seconds: float, share: float) -> str:
    """Measure one and two workers in turns, and return what the second gains."""
    limits = can_share()
    turns, used, took = {1: 0, 2: 0}, {1: 0.0, 2: 0.0}, {1: 0.0, 2: 0.0}
    for _ in range(TURNS):
        for workers in turns:
            with sharing(share) as shares:
                figures, _ = bench.run("PostgreSQL", workers, BUSY, seconds, 0.0, shares if limits else None)
            turns[workers] += figures["turns"]
            took[workers] += figures["seconds"]
            used[workers] += figures["turns"] * figures["server_cpu_ms_a_turn"] / 1000
    a_second = {workers: turns[workers] / took[workers] for workers in turns}
    cpu = {workers: 1000 * used[workers] / turns[workers] for workers in turns}
    full = {workers: used[workers] / took[workers] / workers / share for workers in turns}
    how = (
        f"Each worker was limited to {share:.0%} of a core, so that clients and database did not slow it; "
        f"the workers used {full[1]:.0%} and {full[2]:.0%} of what they were given"
        + ("." if min(full.values()) > FULL else ": the machine was too busy for this comparison.")
        if limits
        else "Clients, workers and database shared the cores, so the second worker had no core of its own."
    )
    return (
        f"Without a pause between turns, one worker on PostgreSQL plays {a_second[1]:.1f} turns a second and "
        f"two play {a_second[2]:.1f}, {a_second[2] / a_second[1]:.2f} times as many, at {cpu[1]:.1f} and "
        f"{cpu[2]:.1f} ms of CPU time a turn ({TURNS} runs of {seconds:.0f} s each, alternating). {how}"
    )


def write(found: str) -> None:
    """Replace what stands between the two marks in README.md."""
    page = Path(__file__).with_name("README.md")
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin, page
    assert end, page
    page.write_text(f"{before}{begin}\n\n{found}\n\n{end}{after}", encoding="utf-8")


@contextmanager
def prepared() -> Iterator[Bench]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgres = Postgres("fsync=on", "synchronous_commit=on")
        stack.callback(postgres.close)
        yield Bench(postgres, folder)


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--games", type=int, nargs="+", default=[200, 1000, 3000])
    options.add_argument("--seconds", type=float, default=25.0, help="of each load")
    options.add_argument("--think", type=float, default=30.0, help="seconds between the turns of a game")
    options.add_argument("--share", type=float, default=SHARE, help="of a core, for each worker compared")
    options.add_argument("--only-workers", action="store_true", help="compare two workers with one, no more")
    options.add_argument("--write", action="store_true", help="replace the tables in README.md")
    asked = options.parse_args()
    rows: list[Json] = []
    if asked.only_workers:
        with prepared() as bench:
            print(f"\n{compared(bench, asked.seconds / 2, asked.share)}")
        return
    with prepared() as bench:
        again: Json = {}
        for games in asked.games:
            for store, workers in STORES:
                tell(f"{store}, {workers} workers, {games} games")
                figures, database = bench.run(store, workers, games, asked.seconds, asked.think)
                rows.append(figures)
                if store == "SQLite" and games == max(asked.games):
                    again = reopen(database)
        tell("without a pause")
        gain = compared(bench, asked.seconds / 2, asked.share)
        tell("hints beside masters")
        hints = hinted(bench)
    found = "\n\n".join((taken(), table(rows), opened(again), hints, gain))
    print(f"\n{found}")
    if asked.write:
        write(found)


if __name__ == "__main__":
    main()
