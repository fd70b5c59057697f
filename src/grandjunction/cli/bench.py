"""``bench``: measures the engine's speed, compiled and interpreted in one run."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typer

from ..core.compiled import is_compiled
from ..core.ruleset import Ruleset
from ..rulesets import RULESETS, ruleset
from .common import console, fail, find_rules, player_count, print_json, progress, text_table
from .measure import SLICES, Meter, games_within, moves_by_interface, random_games, sliced, timings

_PACKAGE = Path(__file__).resolve().parents[1]
_TIMED = ("options", "legal_moves", "apply", "copy", "view", "key")


def run(id: str | None, players: int | None, seconds: float, json: bool) -> None:
    found = measure(_tables(id, players), seconds, quiet=json)
    if json:
        print_json(found)
    else:
        _print(found)


def _tables(id: str | None, players: int | None) -> list[tuple[Ruleset, int]]:
    """Return the rulesets and player counts to measure, by default all."""
    if id is not None:
        rules = find_rules(id)
        return [(rules, n) for n in ([player_count(rules, players)] if players else rules.player_counts)]
    tables = [(rules, n) for rules in map(find_rules, RULESETS) for n in rules.player_counts]
    wanted = [table for table in tables if players in (None, table[1])]
    if not wanted:
        fail(f"no ruleset allows {players} players")
    return wanted


def measure(tables: list[tuple[Ruleset, int]], seconds: float, quiet: bool) -> dict[str, Any]:
    """Measure everything in one run, so that the ratios are comparable."""
    from .. import __version__

    found: dict[str, Any] = {}
    with TemporaryDirectory() as folder:
        sources = _uncompiled_copy(Path(folder)) if is_compiled() else None
        for rules, players in progress(tables, "measuring", quiet):
            found[f"{rules.id}/{players}"] = {
                **rates(rules, players, seconds, sources),
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
        "slices": SLICES,
        "two_processes": {"table": f"{first.id}/{players}", **two_processes(first, players, seconds)},
        "rulesets": found,
    }


def rates(rules: Ruleset, players: int, seconds: float, sources: Path | None) -> dict[str, Any]:
    """Return rates, each the best of several slices. The builds take turns, so that load hits both alike.

    ``sources`` is an uncompiled copy of the package; None if this build is the uncompiled one.
    """
    games = Meter(sliced(partial(random_games, rules, players), seconds))
    moves = Meter(sliced(partial(moves_by_interface, rules, players), seconds))
    if sources is None:
        _take_turns([games, moves])
        interpreted = games
    else:
        with _interpreted(sources, rules.id, players, seconds) as one_slice:
            interpreted = Meter(one_slice)
            _take_turns([games, moves, interpreted])
    return {
        "games_per_s": round(games.best, 2),
        "interpreted_games_per_s": round(interpreted.best, 2),
        "ratio": round(games.best / interpreted.best, 2),
        "api_moves_per_s": round(moves.best, 1),
        "median_slice": {
            "games_per_s": round(games.median, 2),
            "interpreted_games_per_s": round(interpreted.median, 2),
            "api_moves_per_s": round(moves.median, 1),
        },
    }


def _take_turns(meters: list[Meter]) -> None:
    for _ in range(SLICES):
        for meter in meters:
            meter.take_slice()


def environment(id: str, players: int, seconds: float) -> dict[str, float] | None:
    """Return steps a second of the learning environments; None if their extra is not installed."""
    try:
        from ..envs.speed import measure as steps
    except ImportError:
        return None
    return steps(id, players, seconds)


def two_processes(rules: Ruleset, players: int, seconds: float) -> dict[str, float]:
    """Compare two processes with one: games a second, the best slice of each."""
    games = games_within(partial(random_games, rules, players), seconds / SLICES)
    job = (rules.id, players, games)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(_play, [job] * 2))  # start the workers before the clock
        alone = together = 0.0
        for _ in range(SLICES):
            alone = max(alone, _games_per_second(pool, [job]))
            together = max(together, _games_per_second(pool, [job] * 2))
    return {
        "one_games_per_s": round(alone, 1),
        "two_games_per_s": round(together, 1),
        "factor": round(together / alone, 2),
    }


def _games_per_second(pool: ProcessPoolExecutor, jobs: list[tuple[str, int, int]]) -> float:
    """Return games a second of all jobs together, from the start to the end of the last."""
    start = time.perf_counter()
    games = sum(pool.map(_play, jobs))
    return games / (time.perf_counter() - start)


def _play(job: tuple[str, int, int]) -> int:
    id, players, games = job
    return random_games(ruleset(id), players, games)


def _uncompiled_copy(folder: Path) -> Path:
    """Copy the package without its compiled modules. Return the folder to put on the path."""
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(_PACKAGE, folder / _PACKAGE.name, ignore=ignored)
    return folder


@contextmanager
def _interpreted(sources: Path, id: str, players: int, seconds: float) -> Iterator[Callable[[], float]]:
    """Run these sources in a process. Yield a function that lets it measure one slice."""
    command = [sys.executable, "-P", "-m", f"{_PACKAGE.name}.cli.measure", id, str(players), str(seconds)]
    path = os.pathsep.join([str(sources), *(entry for entry in sys.path if entry)])
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": path}, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as process:

        def one_slice() -> float:
            assert process.stdin is not None
            assert process.stdout is not None
            with suppress(BrokenPipeError):  # it has ended; its standard error says why
                process.stdin.write("\n")
                process.stdin.flush()
            told = process.stdout.readline()
            if not told:
                said = process.communicate()[1].strip().splitlines()
                fail(f"the interpreted run failed: {(said or ['no output'])[-1]}")
            return float(told)

        one_slice()  # the first slice also starts it and finds out how many games fit
        yield one_slice


def _print(found: dict[str, Any]) -> None:
    versions = found["versions"]
    build = "compiled" if found["compiled"] else "interpreted: there is no compiled build here"
    python = f"Python {versions['python']}, {versions['machine']}"
    typer.echo(f"grandjunction {versions['grandjunction']} ({build}), {python}")
    timed = [f"{key}, µs" for key in _TIMED]
    table = text_table([""], ["games/s", "interpreted", "ratio", "moves/s, API", *timed, "bytes"])
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
    typer.echo(f"Rates are by CPU time: the best of {found['slices']} slices of the same games.")
    typer.echo("Microseconds are means over positions, with the 99th percentile in brackets.")
    typer.echo(f"Two processes on {two['table']} play {two['factor']:.2f} times as many games as one.")
