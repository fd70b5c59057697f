"""``arena``: measures bots against each other."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import typer

from ..extras import MissingExtra
from .common import check_folder, console, fail, find_rules, player_count, print_json, text_table

if TYPE_CHECKING:
    from rich.progress import Progress

    from ..arena import Match, Result

INTERRUPTED = 130  # the exit code after Ctrl+C
BROKEN = 1  # the exit code if a worker is lost


def run(
    bots: list[str],
    ruleset: str,
    players: int | None,
    games: int,
    seed: str,
    fill: str,
    json: bool,
    report: Path | None,
    processes: int | None,
    ray: str | None,
    seconds: float,
) -> None:
    try:
        from ..arena import summarize
    except MissingExtra as error:
        fail(str(error))
    match = _match(bots, ruleset, players, games, seed, fill, seconds)
    _check_report(report)
    if match.games != games:
        typer.echo(
            f"grandjunction: {games} games are not whole deals of {len(match.arrangements)}: "
            f"playing {match.games}",
            err=True,
        )
    results: list[Result] = []
    start = time.perf_counter()
    code = _play(match, processes, ray, results)
    summary = summarize(match, results) if _any_deal(match, results) else None
    if summary is None:
        typer.echo("grandjunction: stopped before the first deal was played out", err=True)
        raise typer.Exit(code)
    summary["interrupted"] = code != 0
    summary["command"] = match.command(games)
    summary["seconds"] = round(time.perf_counter() - start, 2)
    if report is not None:
        _write_report(report, summary)
    if json:
        print_json(summary)
    else:
        _print(summary)
    if code:
        raise typer.Exit(code)


# -- before ---------------------------------------------------------------------------------------------


def _match(
    bots: list[str], ruleset: str, players: int | None, games: int, seed: str, fill: str, seconds: float
) -> Match:
    from ..arena import FILLS, BadEntrant, Match, entrants

    rules = find_rules(ruleset)
    seats = player_count(rules, players)
    if fill not in FILLS:
        fail(f"--fill is {' or '.join(FILLS)}, not {fill!r}")
    try:
        found = entrants(bots, seconds)
    except BadEntrant as error:
        fail(str(error))
    return Match.of_games(games, rules.id, seats, seed, found, fill)


def _check_report(path: Path | None) -> None:
    """Fail, before anything is played, unless the report can be written."""
    if path is None:
        return
    check_folder(path)
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        fail(f"cannot write {path}: Permission denied")


# -- playing --------------------------------------------------------------------------------------------


def _play(match: Match, processes: int | None, ray: str | None, results: list[Result]) -> int:
    """Play the match into ``results``. Return the exit code: 0 if it was played to the end."""
    from ..arena.local import WorkerLost

    before = signal.signal(signal.SIGTERM, _leave)
    playing = _games(match, processes, ray)
    try:
        with _bar() as bar:
            task = bar.add_task("", total=match.games)
            shown = 0.0
            for result in playing:
                results.append(result)
                bar.advance(task)
                if not bar.disable and time.monotonic() - shown > 0.5:
                    bar.update(task, description=_so_far(match, results))
                    shown = time.monotonic()
    except KeyboardInterrupt:
        return INTERRUPTED
    except WorkerLost as error:
        typer.echo(f"grandjunction: {error}", err=True)
        return BROKEN
    finally:
        playing.close()  # type: ignore[attr-defined]
        signal.signal(signal.SIGTERM, before)
    return 0


def _leave(number: int, frame: FrameType | None) -> None:
    """Turn SIGTERM into an exception, so that the outside bots are ended too."""
    raise SystemExit(128 + number)


def _games(match: Match, processes: int | None, ray: str | None) -> Iterator[Result]:
    from ..arena import local

    if ray is None:
        count = min(processes or os.cpu_count() or 1, match.games)
        yield from local.run(match, count)
        return
    from ..arena import cluster

    try:
        yield from cluster.run(match, ray, processes)
    except MissingExtra as error:
        fail(str(error))
    except (OSError, OverflowError, cluster.OtherVersion, ValueError) as error:
        fail(f"cannot play on the cluster {ray}: {str(error).splitlines()[0]}")


def _bar() -> Progress:
    """Return a progress bar, shown only if standard error is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        BarColumn(30),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def _any_deal(match: Match, results: list[Result]) -> bool:
    from ..arena.summary import whole_deals

    return bool(whole_deals(match, results))


def _so_far(match: Match, results: list[Result]) -> str:
    """Return the estimate from the finished deals."""
    from ..arena.intervals import mean
    from ..arena.summary import whole_deals, win_share

    deals = whole_deals(match, results)
    if not deals:
        return ""
    if len(match.entrants) == 1:
        return f"mean {mean([mean(game.vp) for deal in deals for game in deal]):.1f} VP"
    shares = [(entrant.label, win_share(deals, number)) for number, entrant in enumerate(match.entrants)]
    return "  ".join(f"{label} {share.mean:.1%} ±{share.margin or 0:.1%}" for label, share in shares)


# -- after ----------------------------------------------------------------------------------------------


def _write_report(path: Path, summary: dict[str, Any]) -> None:
    from ..arena.report import page
    from .common import write_text

    write_text(path, page(summary))


def _print(summary: dict[str, Any]) -> None:
    from ..arena.rows import HEADS, cells, faults, ranked, span

    table = text_table(HEADS[:1], (*HEADS[1:], "Rating", "ms/move"))
    for row in ranked(summary):
        rating = row["rating"]
        rated = "–" if rating is None else f"{rating['mu']:.1f} ±{2 * rating['sigma']:.1f}"
        table.add_row(*cells(row), rated, f"{row['ms_per_decision']:.1f}")
    console().print(table)
    everyone, winner = summary["table"]["vp"], summary["table"]["winner_vp"]
    typer.echo(
        f"Table mean {everyone['mean']:.1f} VP ({span(everyone, '{:.1f}')}), "
        f"winner's mean {winner['mean']:.1f} VP ({span(winner, '{:.1f}')})"
    )
    for pair in summary["pairs"]:
        typer.echo(_verdict(pair))
    for row in summary["bots"]:
        if row["faults"]:
            typer.echo(f"{row['bot']} lost turns by its faults: {faults(row)}")
    stopped = "stopped after " if summary["interrupted"] else ""
    left_out = f" ({summary['left_out']} of unfinished deals left out)" if summary["left_out"] else ""
    typer.echo(
        f"{stopped}{_counted(summary['games'], 'game')}, {_counted(summary['deals'], 'deal')} "
        f"of {summary['ruleset']} with "
        f"{summary['players']} players, seed {summary['seed']}, in {summary['seconds']} s{left_out}"
    )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _verdict(pair: dict[str, Any]) -> str:
    """Say whether the bot that won more beats the other."""
    from ..arena.rows import winner_first

    pair = winner_first(pair)
    return (
        f"{pair['a']} beats {pair['b']} with 95 % confidence: {'yes' if pair['beats'] else 'no'} "
        f"(finishes ahead in {pair['ahead']['mean']:.1%}, {pair['vp_difference']['mean']:+.1f} VP)"
    )
