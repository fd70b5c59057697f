"""Compares the speed of two revisions: builds both, measures them alternately, and marks what got slower.

    python benchmarks/compare.py main HEAD [--record records/birmingham-4.gj ...] [--seconds 0.5] [--turns 5]
    python benchmarks/compare.py main HEAD --instructions     # counted by valgrind: exact, on any load

Run it with a Python that has the packages of constraints.txt (`.venv/bin/python`). Look at the ratios: both
revisions are measured alternately and by CPU time, so background load affects both.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REGRESSION = 0.85  # a rate below this share of the older one is marked
RECORDS = [ROOT / "records" / name for name in ("birmingham-4.gj", "lancashire-2018-4.gj")]

COUNTED = 10  # repetitions whose instructions are counted

Rates = dict[str, float]


class Failed(Exception):
    """Says why a revision cannot be built or measured."""


def run(command: list[str], what: str, **settings: object) -> bytes:
    done = subprocess.run(command, capture_output=True, check=False, **settings)  # type: ignore[call-overload]
    if done.returncode != 0:
        raise Failed(f"{what} failed:\n{done.stderr.decode(errors='replace').strip()}")
    output: bytes = done.stdout
    return output


def build(revision: str, folder: Path) -> Path:
    """Install a revision into a folder of its own. Return the folder to put on the path."""
    source, target = folder / "source", folder / "site"
    source.mkdir(parents=True)
    archive = run(["git", "archive", revision], f"reading {revision}", cwd=ROOT)
    run(["tar", "-x"], f"unpacking {revision}", cwd=source, input=archive)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    print(f"building {revision} ...", file=sys.stderr)
    run([*pip, "--target", str(target), str(source)], f"building {revision}")
    if not any(target.rglob("*.so")):
        raise Failed(f"{revision} was installed uncompiled, so there is nothing to compare")
    return target


def probe(site: Path, record: Path, seconds: float) -> Rates:
    command = [sys.executable, "-P", str(ROOT / "benchmarks" / "probe.py"), str(record), str(seconds)]
    output = run(command, f"measuring {record.stem}", env={**os.environ, "PYTHONPATH": str(site)})
    found: Rates = json.loads(output)
    return found


def instructions(site: Path, record: Path, figure: str, times: int) -> int:
    """Return how many instructions the processor runs for a figure's work, the start of Python included."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    command += [sys.executable, "-P", str(ROOT / "benchmarks" / "probe.py"), str(record), figure, str(times)]
    settings = {**os.environ, "PYTHONPATH": str(site), "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=settings)
    counted = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    if done.returncode != 0 or not counted:
        raise Failed(f"counting {figure} failed:\n{done.stderr.strip()}")
    return int(counted[1].replace(",", ""))


def count(site: Path, record: Path) -> Rates:
    """Return how often a million instructions do the work of each figure."""
    found: Rates = {}
    for figure in probe(site, record, 0.01):
        print(f"{record.stem}: counting {figure}", file=sys.stderr)
        first, last = (instructions(site, record, figure, times) for times in (2, 2 + COUNTED))
        found[figure] = 1e6 * COUNTED / (last - first)
    return found


def report(record: Path, names: tuple[str, str], turns: list[tuple[Rates, Rates]], unit: str) -> int:
    """Print the best rates and their ratios. Return how many got slower. Noise can only lower a rate."""
    slower = 0
    print(f"{record.stem}, per {unit}")
    print(f"  {'':18} {names[0][:14]:>14} {names[1][:14]:>14}   ratio")
    for figure in turns[0][0]:
        before = max(old[figure] for old, _ in turns)
        after = max(new[figure] for _, new in turns)
        regressed = after < REGRESSION * before
        slower += regressed
        mark = "   SLOWER" if regressed else ""
        print(f"  {figure:18} {before:14,.5g} {after:14,.5g} {after / before:7.2f}{mark}")
    return slower


def compare(arguments: argparse.Namespace) -> int:
    """Return how many figures of the newer revision are more than 15 % lower."""
    slower = 0
    with tempfile.TemporaryDirectory() as folder:
        old = build(arguments.old, Path(folder) / "old")
        new = build(arguments.new, Path(folder) / "new")
        for record in arguments.record or RECORDS:
            if arguments.instructions:
                counts = [(count(old, record), count(new, record))]
                slower += report(record, (arguments.old, arguments.new), counts, "million instructions")
                continue
            turns: list[tuple[Rates, Rates]] = []
            for turn in range(arguments.turns):
                print(f"{record.stem}: turn {turn + 1} of {arguments.turns}", file=sys.stderr)
                turns.append((probe(old, record, arguments.seconds), probe(new, record, arguments.seconds)))
            slower += report(record, (arguments.old, arguments.new), turns, "second of CPU time")
    return slower


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", help="the older revision: main, HEAD~3, a tag ...")
    parser.add_argument("new", help="the newer revision; uncommitted changes are ignored")
    parser.add_argument("--record", type=Path, action="append", help="measure the positions of this game")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time for each figure and turn")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--instructions", action="store_true", help="count instructions (needs valgrind)")
    try:
        return 1 if compare(parser.parse_args()) else 0
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
