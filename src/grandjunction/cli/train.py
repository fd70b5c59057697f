"""``train``: trains the bots' learned judge by self-play."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import typer

from ..extras import MissingExtra, need
from .common import fail, find_rules, player_count


def run(
    ruleset: str,
    players: int | None,
    out: Path,
    rounds: int,
    games: int,
    gate: int,
    budget: int,
    seed: str,
    start: Path | None,
    like: str,
    scales: str,
    robust: float,
    refine: float,
    compare: float,
    foresight: int,
    teacher: int,
    processes: int | None,
    ray: str | None,
) -> None:
    """Train nets for a table, plot the rounds, and print where the best nets are."""
    if rounds == 0 and start is None and not like:
        _forecasts(ruleset, players, out, games, budget, seed, processes, ray)
        return
    _need("numpy", "torch", "matplotlib")
    from ..training.curves import draw
    from ..training.fit import Recipe
    from ..training.loop import Plan, train

    rules = find_rules(ruleset)
    plan = Plan(
        rules.id,
        player_count(rules, players),
        out,
        rounds=rounds,
        games=games,
        gate=gate,
        budget=budget,
        seed=seed,
        start="" if start is None else str(start),
        like=like,
        scales=tuple(scales.split()),
        compare=compare,
        foresight=foresight,
        teacher=teacher,
        recipe=Recipe(robust=robust, refine=refine),
    )
    try:
        _make(out)
        best = train(plan, processes or os.cpu_count() or 1, ray, typer.echo, _progress)
    except (OSError, ValueError, MissingExtra) as error:
        fail(str(error))
    except KeyboardInterrupt:
        _stop()
    picture = plan.round(1).parent / "training.png"
    if rounds:
        draw(picture.parent, picture)
        typer.echo(f"loss and strength: {picture}")
    typer.echo(f"the best nets: {best / plan.name if str(best) != '.' else 'none has won its gate'}")


def _forecasts(
    ruleset: str,
    players: int | None,
    out: Path,
    games: int,
    budget: int,
    seed: str,
    processes: int | None,
    ray: str | None,
) -> None:
    """Calibrate the forecasts of a table without nets, and print where they are."""
    _need("numpy")
    from ..training.forecasts import calibrate_by_hand
    from ..training.selfplay import Table

    rules = find_rules(ruleset)
    table = Table(rules.id, player_count(rules, players), budget=budget)
    cores = processes or os.cpu_count() or 1
    try:
        _make(out)
        file = calibrate_by_hand(table, games, seed, out, cores, ray, _progress)
    except (OSError, ValueError, MissingExtra) as error:
        fail(str(error))
    except KeyboardInterrupt:
        _stop()
    typer.echo(f"the forecasts without nets: {file}")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(f"cannot make the folder {folder}: {error.strerror or error}")


def _stop() -> NoReturn:
    typer.echo("grandjunction: stopped; the same command goes on from here", err=True)
    raise typer.Exit(130) from None


def _need(*modules: str) -> None:
    try:
        need("train", "training", *modules)
    except MissingExtra as error:
        fail(str(error))


def _progress(what: str, total: int, results: Iterator[Any]) -> Iterator[Any]:
    from rich.console import Console
    from rich.progress import track

    return iter(
        track(
            results,
            description=what,
            total=total,
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
    )
