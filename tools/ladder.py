"""Plays each bot against the one below, for every ruleset and player count, and prints a Markdown table.

    python tools/ladder.py random greedy planner strategist --games 200 --results benchmarks/ladder

Each finished row is saved as a file in the results folder. Run again, the tool plays only the rows that are
missing or were saved with another version, revision, seed or number of games, or with other nets. You can
play rulesets or pairs separately: the table shows everything in the folder.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from grandjunction.arena import BadEntrant, Match, entrants, local, summarize
from grandjunction.bots.nets import SHIPPED
from grandjunction.rulesets import RULESETS, ruleset

HEAD = (
    "| Ruleset | Players | Bot | against | Wins | 95 % | VP | more VP | Games | Beats it |\n"
    "|---|---|---|---|---|---|---|---|---|---|\n"
)


def main() -> None:
    settings = _settings()
    rows = [
        (id, players, upper, lower)
        for id in settings.rulesets
        for players in ruleset(id).player_counts
        if not settings.players or players in settings.players
        for lower, upper in pairwise(settings.bots)
    ]
    for number, row in enumerate(rows, 1):
        file = settings.results / f"{row[0]}-{row[1]}-{_safe(row[2])}-{_safe(row[3])}.json"
        match = _match(*row, settings)
        if settings.only_table or _is_played(file, match):
            continue
        start = time.perf_counter()
        summary = summarize(match, list(local.run(match, settings.processes)))
        del summary["games_played"]
        summary["nets"] = _nets(match)
        summary["command"] = match.command(match.games)
        summary["seconds"] = round(time.perf_counter() - start, 1)
        file.write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
        print(f"{number}/{len(rows)} {_line(summary)}", file=sys.stderr, flush=True)
    print(table(settings.results, settings.bots), end="")


def _settings() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("bots", nargs="+", help="two or more, the weakest first")
    parser.add_argument(
        "--games", type=_count, default=200, help="games for each row, rounded up to whole deals"
    )
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--results", type=Path, default=Path("benchmarks/ladder"))
    ids = [id for id in RULESETS if id != "hamlet"]
    parser.add_argument("--rulesets", nargs="+", default=ids, choices=list(RULESETS), metavar="ID")
    parser.add_argument("--players", nargs="*", type=int, default=[], help="only these numbers of players")
    parser.add_argument("--processes", type=_count, default=os.cpu_count() or 1)
    parser.add_argument("--only-table", action="store_true", help="play nothing, print the saved rows")
    settings = parser.parse_args()
    if len(settings.bots) < 2:
        parser.error("a ladder has two bots or more")
    try:
        entrants(settings.bots)
        settings.results.mkdir(parents=True, exist_ok=True)
    except (BadEntrant, OSError) as error:
        parser.error(str(error))
    return settings


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive whole number")
    return int(text)


def _match(id: str, players: int, upper: str, lower: str, settings: argparse.Namespace) -> Match:
    return Match.of_games(settings.games, id, players, settings.seed, entrants([upper, lower]))


def _safe(bot: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in bot)


def _is_played(file: Path, match: Match) -> bool:
    """Return whether the file holds exactly this row."""
    from grandjunction import __version__

    if not file.exists():
        return False
    kept = json.loads(file.read_text(encoding="utf-8"))
    wanted = (match.seed, match.games, ruleset(match.ruleset).revision, __version__, _nets(match))
    version = kept["versions"]["grandjunction"]
    return (kept["seed"], kept["games"], kept["revision"], version, kept.get("nets")) == wanted


def _nets(match: Match) -> str | None:
    """Return what tells the nets of the table from others, or None if it has none."""
    nets = SHIPPED.nets(ruleset(match.ruleset), match.players)
    return None if nets is None else sha256(nets.text().encode()).hexdigest()[:16]


def table(folder: Path, bots: list[str]) -> str:
    """Return all saved rows between these bots, and the commands that reproduce them."""
    kept: list[dict[str, Any]] = [
        json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.json"))
    ]
    rungs = [(upper, lower) for lower, upper in pairwise(bots)]
    rows = [row for row in kept if tuple(bot["asked"] for bot in row["bots"]) in rungs]
    rows.sort(key=lambda row: (row["ruleset"], row["players"], bots.index(row["bots"][0]["asked"])))
    commands = "".join(f"{row['command']}\n" for row in rows)
    return HEAD + "".join(f"{_line(row)}\n" for row in rows) + f"\n```\n{commands}```\n"


def _line(row: dict[str, Any]) -> str:
    upper, lower = row["bots"]
    (pair,) = row["pairs"]
    share, vp, more = upper["win_share"], upper["vp"], pair["vp_difference"]
    return (
        f"| `{row['ruleset']}` | {row['players']} | {upper['bot']} | {lower['bot']} | {share['mean']:.1%} "
        f"| {share['low']:.1%} to {share['high']:.1%} | {vp['mean']:.1f} to {lower['vp']['mean']:.1f} "
        f"| {more['mean']:+.1f} ({more['low']:+.1f} to {more['high']:+.1f}) | {row['games']} "
        f"| {'yes' if share['low'] > upper['even_share'] else 'not proved'} |"
    )


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)  # finished rows are saved
