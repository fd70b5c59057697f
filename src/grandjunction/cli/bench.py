"""``bench``: how fast the engine is, compiled and interpreted in one run."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typer

from ..core.compiled import is_compiled
from ..core.ruleset import Ruleset
from ..rulesets import RULESETS, ruleset
from .common import console, fail, find_rules, player_count, print_json, progress
from .measure import api_moves_per_second, games_per_second, timings

_TIMED = ("options", "legal_moves", "apply", "copy", "view", "key")


def run(id: str | None, players: int | None, seconds: float, json: bool) -> None:
    found = measure(_tables(id, players), seconds, quiet=json)
    if json:
        print_json(found)
    else:
        _print(found)


def _tables(id: str | None, players: int | None) -> list[tuple[Ruleset, int]]:
    """The rulesets and player counts to measure: all of them, unless narrowed."""
    if id is not None:
        rules = find_rules(id)
        return [(rules, n) for n in ([player_count(rules, players)] if players else rules.player_counts)]
    tables = [(rules, n) for rules in map(find_rules, RULESETS) for n in rules.player_counts]
    wanted = [table for table in tables if players in (None, table[1])]
    if not wanted:
        fail(f"no ruleset is for {players} players")
    return wanted


def measure(tables: list[tuple[Ruleset, int]], seconds: float, quiet: bool) -> dict[str, Any]:
    """Everything in one run, so that the ratios compare like with like."""
    from .. import __version__

    found: dict[str, Any] = {}
    for rules, players in progress(tables, "measuring", quiet):
        rate = games_per_second(rules, players, seconds)
        interpreted = interpreted_rate(rules.id, players, seconds) if is_compiled() else rate
        found[f"{rules.id}/{players}"] = {
            "games_per_s": round(rate, 2),
            "interpreted_games_per_s": round(interpreted, 2),
            "ratio": round(rate / interpreted, 2),
            "api_moves_per_s": round(api_moves_per_second(rules, players, seconds), 1),
            **timings(rules, players),
            "environment": environment(rules.id, players, min(seconds, 1.0)),
        }
    first, players = tables[0]
    return {
        "compiled": is_compiled(),
        "versions": {
            "grandjunction": __version__,
            "python": platform.python_version(),
            "machine": platform.machine(),
            **{rules.id: rules.revision for rules, _ in tables},
        },
        "two_processes": {"table": f"{first.id}/{players}", **two_processes(first, players, seconds)},
        "rulesets": found,
    }


def environment(id: str, players: int, seconds: float) -> dict[str, float] | None:
    """Steps a second of the learners' environments; None without their extra."""
    try:
        from ..envs.bench import measure as steps
    except ImportError:
        return None
    return steps(id, players, seconds)


def two_processes(rules: Ruleset, players: int, seconds: float) -> dict[str, float]:
    """How many games two processes play together, against one alone, one after the other."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(_rate, [(rules.id, players, 0.05, 1)] * 2))  # start them before the clock does
        (alone,) = pool.map(_rate, [(rules.id, players, seconds, 1)])
        together = sum(pool.map(_rate, [(rules.id, players, seconds, 1), (rules.id, players, seconds, 2)]))
    return {
        "one_games_per_s": round(alone, 1),
        "two_games_per_s": round(together, 1),
        "factor": round(together / alone, 2),
    }


def _rate(job: tuple[str, int, float, int]) -> float:
    id, players, seconds, seed = job
    return games_per_second(ruleset(id), players, seconds, seed)


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
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for heading in (
        "games/s",
        "interpreted",
        "ratio",
        "moves/s, API",
        *(f"{key}, µs" for key in _TIMED),
        "bytes",
    ):
        table.add_column(heading, justify="right")
    for name, numbers in found["rulesets"].items():
        table.add_row(
            name,
            f"{numbers['games_per_s']:,.0f}",
            f"{numbers['interpreted_games_per_s']:,.1f}",
            f"{numbers['ratio']:.1f}",
            f"{numbers['api_moves_per_s']:,.0f}",
            *(f"{numbers[f'{key}_us']['mean']:.1f} ({numbers[f'{key}_us']['p99']:.0f})" for key in _TIMED),
            f"{numbers['state_bytes']:,}",
        )
    console().print(table)
    for name, numbers in found["rulesets"].items():
        steps = numbers["environment"]
        if steps is not None:
            single, many = steps["single_steps_per_s"], steps["vector_steps_per_s"]
            typer.echo(f"{name}: {single:,.0f} environment steps/s, {many:,.0f} vectorised.")
    two = found["two_processes"]
    typer.echo("Means, with the 99th percentile in brackets.")
    typer.echo(f"Two processes on {two['table']} play {two['factor']:.2f} times as many games as one.")
