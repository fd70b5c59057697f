"""``arena``: bots against each other, measured."""

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

from .common import check_folder, console, fail, find_rules, player_count, print_json

if TYPE_CHECKING:
    from rich.progress import Progress

    from ..arena import Match, Result

INTERRUPTED = 130  # the exit code of a command that Ctrl+C has ended
BROKEN = 1  # and of one that could not play on


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
    except ModuleNotFoundError as error:
        fail(f'the arena needs {error.name}: install "grandjunction[arena]"')
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
    summary["command"] = command(match, games)
    summary["seconds"] = round(time.perf_counter() - start, 2)
    if report is not None:
        _write_report(report, summary)
    if json:
        print_json(summary)
    else:
        _print(summary)
    if code:
        raise typer.Exit(code)


def command(match: Match, games: int) -> str:
    """What to type for the same games."""
    import shlex

    from ..outside.command import SECONDS

    words = ["grandjunction", "arena", *(entrant.text for entrant in match.entrants)]
    words += ["--ruleset", match.ruleset, "--players", str(match.players)]
    words += ["--games", str(games), "--seed", match.seed]
    if match.fill != "even":
        words += ["--fill", match.fill]
    for entrant in match.entrants:
        if entrant.command is not None and entrant.command.seconds != SECONDS:
            return shlex.join([*words, "--seconds", f"{entrant.command.seconds:g}"])
    return shlex.join(words)


# -- before ---------------------------------------------------------------------------------------------


def _match(
    bots: list[str], ruleset: str, players: int | None, games: int, seed: str, fill: str, seconds: float
) -> Match:
    from ..arena import FILLS, BadEntrant, Match, arrangements, entrants

    rules = find_rules(ruleset)
    seats = player_count(rules, players)
    if fill not in FILLS:
        fail(f"--fill is {' or '.join(FILLS)}, not {fill!r}")
    try:
        found = entrants(bots, seconds)
    except BadEntrant as error:
        fail(str(error))
    a_deal = len(arrangements(len(found), seats, fill))
    return Match(rules.id, seats, seed, found, -(-games // a_deal), fill)


def _check_report(path: Path | None) -> None:
    """Before anything is played: that it can be drawn, and written where it is to be."""
    if path is None:
        return
    check_folder(path)
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        fail(f"cannot write {path}: Permission denied")
    try:
        import matplotlib  # noqa: F401
    except ModuleNotFoundError:
        fail('the report needs matplotlib: install "grandjunction[arena]"')


# -- playing --------------------------------------------------------------------------------------------


def _play(match: Match, processes: int | None, ray: str | None, results: list[Result]) -> int:
    """Play the match into ``results``; other than 0 is the exit code of a match that was not played out."""
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
    """Ended by ``kill`` or ``timeout``: by the way of all errors, which ends the bots from outside too."""
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
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        fail('--ray needs Ray: install "grandjunction[ray]"')
    except (OSError, OverflowError, cluster.OtherVersion, ValueError) as error:
        fail(f"cannot play on the cluster {ray}: {str(error).splitlines()[0]}")


def _bar() -> Progress:
    """On the standard error, where somebody looks at it."""
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
    """The estimate from the deals played out."""
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
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("Bot")
    for title in (
        "Games",
        "Wins",
        "95 %",
        "Even",
        "Mean VP",
        "95 %",
        "When won",
        "Best",
        "Rating",
        "ms/move",
    ):
        table.add_column(title, justify="right")
    for row in sorted(summary["bots"], key=lambda row: -row["win_share"]["mean"] / row["even_share"]):
        rating = row["rating"]
        table.add_row(
            row["bot"],
            str(row["games"]),
            f"{row['win_share']['mean']:.1%}",
            span(row["win_share"], "{:.1%}"),
            f"{row['even_share']:.0%}",
            f"{row['vp']['mean']:.1f}",
            span(row["vp"], "{:.1f}"),
            "–" if row["vp_when_won"] is None else f"{row['vp_when_won']:.1f}",
            str(row["best_vp"]),
            "–" if rating is None else f"{rating['mu']:.1f} ±{2 * rating['sigma']:.1f}",
            f"{row['ms_per_decision']:.1f}",
        )
    console().print(table)
    everyone, winner = summary["table"]["vp"], summary["table"]["winner_vp"]
    typer.echo(
        f"Table mean {everyone['mean']:.1f} VP ({span(everyone, '{:.1f}')}), "
        f"winner's mean {winner['mean']:.1f} VP ({span(winner, '{:.1f}')})"
    )
    for pair in summary["pairs"]:
        typer.echo(verdict(pair))
    for row in summary["bots"]:
        if row["faults"]:
            said = ", ".join(f"{count} {kind}" for kind, count in row["faults"].items())
            typer.echo(f"{row['bot']} lost turns by its faults: {said}")
    stopped = "stopped after " if summary["interrupted"] else ""
    left_out = f" ({summary['left_out']} of unfinished deals left out)" if summary["left_out"] else ""
    typer.echo(
        f"{stopped}{_counted(summary['games'], 'game')}, {_counted(summary['deals'], 'deal')} "
        f"of {summary['ruleset']} with "
        f"{summary['players']} players, seed {summary['seed']}, in {summary['seconds']} s{left_out}"
    )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def span(estimate: dict[str, float | None], form: str) -> str:
    """The interval of an estimate."""
    if estimate["low"] is None:
        return "–"
    return f"{form.format(estimate['low'])} to {form.format(estimate['high'])}"


def verdict(pair: dict[str, Any]) -> str:
    """Whether the one that won more beats the other."""
    a, b, difference, ahead = pair["a"], pair["b"], pair["win_difference"], pair["ahead"]["mean"]
    vp = pair["vp_difference"]["mean"]
    beats = pair["a_beats_b"]
    if difference["mean"] < 0:
        a, b, ahead, vp, beats = b, a, 1 - ahead, -vp, pair["b_beats_a"]
    return (
        f"{a} beats {b} with 95 % confidence: {'yes' if beats else 'no'} "
        f"(finishes ahead in {ahead:.1%}, {vp:+.1f} VP)"
    )
