"""Two revisions side by side in one run: builds each, measures them in turns, names what got slower.

    python benchmarks/compare.py main HEAD [--ruleset birmingham] [--players 4] [--seconds 2] [--turns 5]

Needs the packages of constraints.txt in the Python that runs it (`.venv/bin/python`). Ratios, not times:
the two are measured alternately, so whatever else the machine does falls on both.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REGRESSION = 0.85  # below this share of the older rate it is named

# Run with each build: games and public-interface moves a second of CPU time.
PROBE = """
import json, sys, time
import grandjunction as gj
from grandjunction.core.playout import Policy, playout
id, players, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
rules, clock = gj.ruleset(id), time.process_time

def rate(work):
    done, start = 0, clock()
    while clock() - start < seconds:
        done += work()
    return done / (clock() - start)

rng = gj.Rng(1)
def random_game():
    state = gj.State(rules, players)
    state.advance(None)
    playout(state, Policy(), rng)
    return 1

def api_game():
    game = gj.new_game(id, players=players, seed=int(rng.below(1000)))
    moves = 0
    while not game.state.is_over:
        legal = game.legal_moves()
        game.play(legal[rng.below(len(legal))])
        moves += 1
    return moves

game = gj.new_game(id, players=players, seed=1)
def some(work):
    def hundred():
        for _ in range(100):
            work()
        return 100
    return hundred
print(json.dumps({
    "games": rate(random_game), "api moves": rate(api_game),
    "copy": rate(some(game.state.copy)), "options": rate(some(game.state.options)),
    "legal_moves": rate(some(game.state.legal_moves)), "view": rate(some(lambda: game.state.view(0))),
    "key": rate(some(game.state.key)),
}))
"""


def build(revision: str, folder: Path) -> Path:
    """Install a revision into a folder of its own; tells the folder to put on the path."""
    source, target = folder / "source", folder / "site"
    source.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "-x"], cwd=source, input=archive.stdout, check=True)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", str(target), str(source)], check=True)
    return target


def probe(site: Path, arguments: argparse.Namespace) -> dict[str, float]:
    command = [sys.executable, "-P", "-c", PROBE, arguments.ruleset, str(arguments.players)]
    done = subprocess.run(
        [*command, str(arguments.seconds)],
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--ruleset", default="birmingham")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time for each figure and turn")
    parser.add_argument("--turns", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        old = build(arguments.old, Path(folder) / "old")
        new = build(arguments.new, Path(folder) / "new")
        rates: list[tuple[dict[str, float], dict[str, float]]] = []
        for turn in range(arguments.turns):
            print(f"turn {turn + 1} of {arguments.turns}", file=sys.stderr)
            rates.append((probe(old, arguments), probe(new, arguments)))
    slower = 0
    print(f"{'per second':12} {arguments.old:>14} {arguments.new:>14}   ratio")
    for name in rates[0][0]:
        before = statistics.median(pair[0][name] for pair in rates)
        after = statistics.median(pair[1][name] for pair in rates)
        mark = "   SLOWER" if after < REGRESSION * before else ""
        slower += bool(mark)
        print(f"{name:12} {before:14,.0f} {after:14,.0f} {after / before:7.2f}{mark}")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
