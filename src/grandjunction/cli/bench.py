"""``bench``: how fast the engine is, compiled and interpreted in one run."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typer

from ..core.compiled import is_compiled
from ..core.ruleset import Ruleset
from .common import console, fail, find_rules, player_count, print_json
from .measure import api_moves_per_second, games_per_second, timings


def run(id: str, players: int | None, seconds: float, json: bool) -> None:
    rules = find_rules(id)
    count = player_count(rules, players)
    found = measure(rules, count, seconds)
    if json:
        print_json(found)
    else:
        _print(found)


def measure(rules: Ruleset, players: int, seconds: float) -> dict[str, Any]:
    from .. import __version__

    rate = games_per_second(rules, players, seconds)
    interpreted = interpreted_rate(rules.id, players, seconds) if is_compiled() else rate
    return {
        "compiled": is_compiled(),
        "versions": {
            "grandjunction": __version__,
            "ruleset": f"{rules.id} {rules.revision}",
            "python": platform.python_version(),
            "machine": platform.machine(),
        },
        "rulesets": {
            f"{rules.id}/{players}": {
                "games_per_s": round(rate, 2),
                "interpreted_games_per_s": round(interpreted, 2),
                "ratio": round(rate / interpreted, 2),
                "api_moves_per_s": round(api_moves_per_second(rules, players, seconds), 1),
                **timings(rules, players),
            }
        },
    }


def interpreted_rate(id: str, players: int, seconds: float) -> float:
    """Games a second of the same sources uncompiled: a copy without the compiled modules, run apart."""
    package = Path(__file__).resolve().parents[1]
    with TemporaryDirectory() as folder:
        shutil.copytree(
            package,
            Path(folder) / package.name,
            ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"),
        )
        command = [sys.executable, "-P", "-m", f"{package.name}.cli.measure", id, str(players), str(seconds)]
        path = os.pathsep.join([folder, *(entry for entry in sys.path if entry)])
        done = subprocess.run(
            command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
        )
    if done.returncode != 0:
        fail(f"the interpreted run failed: {(done.stderr.strip().splitlines() or ['no output'])[-1]}")
    return float(done.stdout)


def _print(found: dict[str, Any]) -> None:
    from rich.table import Table

    versions = found["versions"]
    build = "compiled" if found["compiled"] else "interpreted: there is no compiled build here"
    python = f"Python {versions['python']}, {versions['machine']}"
    typer.echo(f"grandjunction {versions['grandjunction']} ({build}), {python}")
    for name, numbers in found["rulesets"].items():
        table = Table(box=None, pad_edge=False, show_header=False)
        table.add_column("")
        table.add_column("", justify="right")
        table.add_row(f"{name}, random games a second", f"{numbers['games_per_s']:,.1f}")
        if found["compiled"]:
            table.add_row("the same interpreted", f"{numbers['interpreted_games_per_s']:,.1f}")
            table.add_row("ratio", f"{numbers['ratio']:.1f}")
        table.add_row("moves a second by the public interface", f"{numbers['api_moves_per_s']:,.0f}")
        table.add_row("options, µs (mean)", f"{numbers['options_us']['mean']:,.1f}")
        table.add_row("options, µs (99th percentile)", f"{numbers['options_us']['p99']:,.1f}")
        for key in ("legal_moves", "apply", "copy", "view", "key"):
            table.add_row(f"{key}, µs (mean)", f"{numbers[f'{key}_us']:,.1f}")
        table.add_row("bytes a state", f"{numbers['state_bytes']:,}")
        console().print(table)
