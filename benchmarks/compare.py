"""Two revisions side by side in one run: builds each, measures them in turns, names what got slower.

    python benchmarks/compare.py main HEAD [--record records/birmingham-4.gj ...] [--seconds 0.5] [--turns 5]

Needs the packages of constraints.txt in the Python that runs it (`.venv/bin/python`). Ratios, not times:
the two are measured alternately and by CPU time, so whatever else the machine does falls on both.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REGRESSION = 0.85  # below this share of the older rate it is named
RECORDS = [ROOT / "records" / name for name in ("birmingham-4.gj", "lancashire-2018-4.gj")]

Rates = dict[str, float]


class Failed(Exception):
    """A revision that cannot be built or measured, and why."""


def run(command: list[str], what: str, **settings: object) -> bytes:
    done = subprocess.run(command, capture_output=True, check=False, **settings)  # type: ignore[call-overload]
    if done.returncode != 0:
        raise Failed(f"{what} failed:\n{done.stderr.decode(errors='replace').strip()}")
    output: bytes = done.stdout
    return output


def build(revision: str, folder: Path) -> Path:
    """Install a revision into a folder of its own; tells the folder to put on the path."""
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


def report(record: Path, names: tuple[str, str], turns: list[tuple[Rates, Rates]]) -> int:
    """Print the best rates, since noise only ever slows, and their ratios; tells how many got slower."""
    slower = 0
    print(f"{record.stem}, per second of CPU time")
    print(f"  {'':18} {names[0][:14]:>14} {names[1][:14]:>14}   ratio")
    for figure in turns[0][0]:
        before = max(old[figure] for old, _ in turns)
        after = max(new[figure] for _, new in turns)
        regressed = after < REGRESSION * before
        slower += regressed
        mark = "   SLOWER" if regressed else ""
        print(f"  {figure:18} {before:14,.0f} {after:14,.0f} {after / before:7.2f}{mark}")
    return slower


def compare(arguments: argparse.Namespace) -> int:
    """How many figures of the newer revision fell by more than 15 %."""
    slower = 0
    with tempfile.TemporaryDirectory() as folder:
        old = build(arguments.old, Path(folder) / "old")
        new = build(arguments.new, Path(folder) / "new")
        for record in arguments.record or RECORDS:
            turns: list[tuple[Rates, Rates]] = []
            for turn in range(arguments.turns):
                print(f"{record.stem}: turn {turn + 1} of {arguments.turns}", file=sys.stderr)
                turns.append((probe(old, record, arguments.seconds), probe(new, record, arguments.seconds)))
            slower += report(record, (arguments.old, arguments.new), turns)
    return slower


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", help="a revision: main, HEAD~3, a tag ...")
    parser.add_argument("new", help="another; uncommitted changes are not seen")
    parser.add_argument("--record", type=Path, action="append", help="a game whose positions are measured")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time for each figure and turn")
    parser.add_argument("--turns", type=int, default=5)
    try:
        return 1 if compare(parser.parse_args()) else 0
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
