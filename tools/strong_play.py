"""Gathers how strong play is distributed; writes src/grandjunction/reviews/data/strong-play.json.

    python tools/strong_play.py --games 50

The games are those that puzzles are mined from: planners, in every second game with a strategist. They are
kept in build/strong-play, so that a later run only adds games.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from grandjunction.puzzling.mining import TABLES, Table, play
from grandjunction.reviews.strong_play import FORMAT, gather, row_of
from grandjunction.rulesets import ruleset

WORK = Path("build/strong-play")
OUT = Path(__file__).resolve().parents[1] / "src" / "grandjunction" / "reviews" / "data" / "strong-play.json"


def rows(table: Table, games: int) -> list[dict[str, object]]:
    """Return the rows of a table's games; those that are missing are played."""
    path = WORK / f"{table.short}.jsonl"
    kept = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for number in range(len(kept), games):
        kept.append(json.dumps(row_of(play(table, number))))
        with path.open("a", encoding="utf-8") as file:
            file.write(kept[-1] + "\n")
    return [json.loads(line) for line in kept]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=50, help="games at each table")
    asked = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    tables = {
        f"{table.ruleset}-{table.players}": {
            "revision": ruleset(table.ruleset).revision,
            **gather(rows(table, asked.games)),
        }
        for table in TABLES
    }
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps({"format": FORMAT, "tables": tables}, indent=1) + "\n", encoding="utf-8")
    print(f"{len(tables)} tables, {OUT.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
