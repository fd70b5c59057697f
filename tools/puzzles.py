"""Mines the shipped puzzles, packs them, and checks them again. ``make puzzles`` does the first two.

    python tools/puzzles.py mine --until 300     # saves game by game in build/puzzles, and goes on from there
    python tools/puzzles.py mine --records DIR   # the same with recorded games: *.gj in a folder
    python tools/puzzles.py pack                 # adds them to src/grandjunction/puzzling/data
    python tools/puzzles.py check --times 3      # proves shipped puzzles again, on new and more deals

Equal games give equal puzzles: everything is seeded. ``--games`` limits the games of each table, and
``--minutes`` the time. ``--first`` begins with another game, so that new nets do not play the games of
shipped puzzles again under the same ids. ``--theme`` saves only puzzles with one of these themes.
``pack --anew`` forgets what is shipped, and ``check --drop`` takes out what does not hold.
`grandjunction db records DIR` writes the games that people have finished on a server.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from grandjunction import load_game
from grandjunction.puzzling.checking import HOLDS, check
from grandjunction.puzzling.mining import TABLES, mine, name_of, play
from grandjunction.puzzling.puzzle import FILES, FORMAT, Puzzle, from_dict, shipped
from grandjunction.rulesets import ruleset

WORK = Path("build/puzzles")
RECORDED = "records"  # the file of what was mined from recorded games
DATA = Path(__file__).resolve().parents[1] / "src" / "grandjunction" / "puzzling" / "data"


def path_of(short: str) -> Path:
    return WORK / f"{short}.jsonl"


def rows(short: str) -> list[dict[str, object]]:
    """Return what was mined at a table or from records: one row a game."""
    path = path_of(short)
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def mined(short: str) -> Iterator[Puzzle]:
    for row in rows(short):
        found = row["puzzles"]
        assert isinstance(found, list)
        yield from map(from_dict, found)


def save(short: str, game: str | int, found: list[Puzzle]) -> None:
    with path_of(short).open("a", encoding="utf-8") as file:
        file.write(json.dumps({"game": game, "puzzles": [one.as_dict() for one in found]}) + "\n")


def run_mine(asked: argparse.Namespace) -> None:
    WORK.mkdir(parents=True, exist_ok=True)
    stop = time.monotonic() + 60 * asked.minutes
    if asked.records is not None:
        mine_records(asked.records, stop)
        return
    done = {table: len(rows(table.short)) for table in TABLES if asked.table in ("", table.short)}
    total = sum(1 for table in done for _ in mined(table.short))
    while total < asked.until and time.monotonic() < stop:
        table = min(done, key=lambda one: done[one])
        number = asked.first + done[table]
        if done[table] >= asked.games:
            break
        found = list(mine(f"{table.short}-{number}", play(table, number), asked.theme or ()))
        save(table.short, number, found)
        done[table] += 1
        total += len(found)
        print(f"{table.short} game {number}: {len(found)}, in all {total}", flush=True)


def mine_records(folder: Path, stop: float) -> None:
    """Mine the finished games in a folder that were not mined before."""
    done = {row["game"] for row in rows(RECORDED)}
    for path in sorted(folder.glob("*.gj")):
        game = load_game(path)
        name = name_of(game)
        if name in done or time.monotonic() > stop:
            continue
        if game.rules.id not in FILES or not game.state.is_over:
            print(f"{path.name}: not mined, it is unfinished or no puzzles are shipped for {game.rules.id}")
            continue
        found = list(mine(name, game))
        save(RECORDED, name, found)
        print(f"{path.name}: {len(found)}", flush=True)


def run_pack(asked: argparse.Namespace) -> None:
    kept = {} if asked.anew else dict(shipped())
    for short in (*(table.short for table in TABLES), RECORDED):
        kept.update({one.id: one for one in mined(short)})
    write(kept.values())


def place(one: Puzzle) -> tuple[int, int, str]:
    """Return where a puzzle stands in its file: by table and game; last, those from recorded games."""
    shorts = [table.short for table in TABLES]
    short, _, rest = one.id.partition("-")
    if short not in shorts:
        return len(shorts), 0, one.id
    return shorts.index(short), int(rest.partition("-")[0]), ""


def write(puzzles: Iterable[Puzzle]) -> None:
    """Write the files of the package."""
    DATA.mkdir(exist_ok=True)
    every = sorted(puzzles, key=place)
    for name in FILES:
        found = [one for one in every if one.ruleset == name]
        head = {"format": FORMAT, "ruleset": name, "revision": ruleset(name).revision}
        lines = [head, *(one.as_dict() for one in found)]
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        (DATA / f"{name}.jsonl").write_text(text, encoding="utf-8")
        print(f"{name}: {len(found)} puzzles, {len(text) // 1024} KiB")


def run_check(asked: argparse.Namespace) -> None:
    failed: set[str] = set()
    chosen = list(shipped().values())[asked.first :: asked.every]
    for one in chosen:
        verdict = check(one, asked.seed, asked.times)
        if verdict != HOLDS:
            failed.add(one.id)
            print(f"{one.id}: {verdict}", flush=True)
    print(f"{len(chosen) - len(failed)} of {len(chosen)} hold")
    if asked.drop:
        write(one for one in shipped().values() if one.id not in failed)
    elif failed:
        sys.exit(1)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = parser.add_subparsers(required=True)
    miner = parts.add_parser("mine")
    miner.add_argument("--until", type=int, default=300)
    miner.add_argument("--games", type=int, default=1000)
    miner.add_argument("--first", type=int, default=0, help="number of the first game of each table")
    miner.add_argument("--minutes", type=float, default=1e6)
    miner.add_argument("--records", type=Path, help="mine the recorded games of this folder instead")
    miner.add_argument("--table", default="", help="one table alone, such as l4")
    miner.add_argument("--theme", action="append", help="save only puzzles with this theme or these")
    miner.set_defaults(run=run_mine)
    packer = parts.add_parser("pack")
    packer.add_argument("--anew", action="store_true", help="forget what is shipped")
    packer.set_defaults(run=run_pack)
    checker = parts.add_parser("check")
    checker.add_argument("--times", type=int, default=3)
    checker.add_argument("--seed", default="check")
    checker.add_argument("--first", type=int, default=0)
    checker.add_argument("--every", type=int, default=1)
    checker.add_argument("--drop", action="store_true", help="take out what does not hold")
    checker.set_defaults(run=run_check)
    asked = parser.parse_args()
    asked.run(asked)


if __name__ == "__main__":
    main()
