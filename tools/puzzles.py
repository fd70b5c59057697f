"""Mines the shipped puzzles, packs them, and checks them again. ``make puzzles`` does the first two.

    python tools/puzzles.py mine --until 300     # saves game by game in build/puzzles, and goes on from there
    python tools/puzzles.py pack                 # writes src/grandjunction/puzzling/data
    python tools/puzzles.py check --times 3      # proves shipped puzzles again, on new and more deals

Equal games give equal puzzles: everything is seeded. ``--games`` limits the games of each table, and
``--minutes`` the time.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from grandjunction.puzzling.checking import check
from grandjunction.puzzling.mining import TABLES, Table, mine, play
from grandjunction.puzzling.puzzle import FILES, FORMAT, Puzzle, from_dict, shipped
from grandjunction.rulesets import ruleset

WORK = Path("build/puzzles")
DATA = Path(__file__).resolve().parents[1] / "src" / "grandjunction" / "puzzling" / "data"


def path_of(table: Table) -> Path:
    return WORK / f"{table.short}.jsonl"


def rows(table: Table) -> list[dict[str, object]]:
    """Return what was mined at a table: one row a game."""
    path = path_of(table)
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def mined(table: Table) -> Iterator[Puzzle]:
    for row in rows(table):
        found = row["puzzles"]
        assert isinstance(found, list)
        yield from map(from_dict, found)


def run_mine(asked: argparse.Namespace) -> None:
    WORK.mkdir(parents=True, exist_ok=True)
    stop = time.monotonic() + 60 * asked.minutes
    done = {table: len(rows(table)) for table in TABLES}
    total = sum(1 for table in TABLES for _ in mined(table))
    while total < asked.until and time.monotonic() < stop:
        table = min(TABLES, key=lambda one: done[one])
        number = done[table]
        if number >= asked.games:
            break
        found = list(mine(table, number, play(table, number)))
        with path_of(table).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"game": number, "puzzles": [one.as_dict() for one in found]}) + "\n")
        done[table] += 1
        total += len(found)
        print(f"{table.short} game {number}: {len(found)}, in all {total}", flush=True)


def run_pack(asked: argparse.Namespace) -> None:
    DATA.mkdir(exist_ok=True)
    for name in FILES:
        found = [one for table in TABLES if table.ruleset == name for one in mined(table)]
        head = {"format": FORMAT, "ruleset": name, "revision": ruleset(name).revision}
        lines = [head, *(one.as_dict() for one in found)]
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        (DATA / f"{name}.jsonl").write_text(text, encoding="utf-8")
        print(f"{name}: {len(found)} puzzles, {len(text) // 1024} KiB")


def run_check(asked: argparse.Namespace) -> None:
    results: Counter[str] = Counter()
    for one in list(shipped().values())[asked.first :: asked.every]:
        verdict = check(one, asked.seed, asked.times)
        results[verdict] += 1
        if verdict != "holds":
            print(f"{one.id}: {verdict}", flush=True)
    print(dict(results))
    if set(results) - {"holds"}:
        sys.exit(1)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = parser.add_subparsers(required=True)
    miner = parts.add_parser("mine")
    miner.add_argument("--until", type=int, default=300)
    miner.add_argument("--games", type=int, default=1000)
    miner.add_argument("--minutes", type=float, default=1e6)
    miner.set_defaults(run=run_mine)
    parts.add_parser("pack").set_defaults(run=run_pack)
    checker = parts.add_parser("check")
    checker.add_argument("--times", type=int, default=3)
    checker.add_argument("--seed", default="check")
    checker.add_argument("--first", type=int, default=0)
    checker.add_argument("--every", type=int, default=1)
    checker.set_defaults(run=run_check)
    asked = parser.parse_args()
    asked.run(asked)


if __name__ == "__main__":
    main()
