"""Makes the load table of README.md: the server with many games, on both stores, with one and two workers.

    python benchmarks/load_table.py [--games 200 1000 3000] [--seconds 25] [--think 30] [--write]

It takes about ten minutes and needs a quiet machine with PostgreSQL, or the package that carries one. Every
figure is printed as it is known; the Markdown tables come last. Clients, server and database share it.
``--write`` replaces the tables in README.md, between the two marks.

Two workers are compared with one in two ways: by turns a second while everybody plays without a pause, which
needs a core for each of them, and by CPU time a turn, which does not: what two workers with cores of their
own would play.
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

from server_load import Http, Load, limited, serving, tell  # noqa: E402
from tests.server.postgres import Postgres  # noqa: E402

from grandjunction.core.compiled import is_compiled  # noqa: E402

Json = dict[str, Any]
STORES: Final = (("SQLite", 1), ("PostgreSQL", 1), ("PostgreSQL", 2))
BUSY: Final = 80  # games that are played without a pause
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

    def run(self, store: str, workers: int, games: int, seconds: float, think: float) -> tuple[Json, str]:
        """Return the figures of one load, and its database."""
        database = self.new_database(store)
        pid = self.postgres.pid if store == "PostgreSQL" else 0
        with serving(database, workers) as (address, server):
            figures = asyncio.run(Load(address, games, seconds, think, pid).run(server))
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


def compared(one: Json, two: Json) -> str:
    """Return what a second worker gains: measured, and as it would be with a core for everybody."""
    measured = two["turns_a_second"] / one["turns_a_second"]
    alone = 2 * one["server_cpu_ms_a_turn"] / two["server_cpu_ms_a_turn"]
    return (
        f"Without a pause one worker plays {one['turns_a_second']} turns a second and two play "
        f"{two['turns_a_second']}, {measured:.2f} times as many, while clients, workers and database share "
        f"the cores. By CPU time a turn ({one['server_cpu_ms_a_turn']} and {two['server_cpu_ms_a_turn']} ms) "
        f"two workers on cores of their own would play {alone:.2f} times as many."
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
    options.add_argument("--write", action="store_true", help="replace the tables in README.md")
    asked = options.parse_args()
    rows: list[Json] = []
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
        pair = [bench.run("PostgreSQL", workers, BUSY, asked.seconds / 2, 0.0)[0] for workers in (1, 2)]
    found = "\n\n".join((taken(), table(rows), opened(again), compared(*pair)))
    print(f"\n{found}")
    if asked.write:
        write(found)


if __name__ == "__main__":
    main()
