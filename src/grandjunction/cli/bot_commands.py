"""The commands about bots: let them play, measure and train them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common_options import JsonOption, PlayersOption, ProcessesOption, RulesetOption, SeedOption


def simulate(
    ruleset: RulesetOption = "birmingham",
    players: PlayersOption = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, metavar="N", help="Number of games.")] = 100,
    seed: SeedOption = "1",
    bots: Annotated[
        str, typer.Option("--bots", "-b", metavar="NAMES", help="Bots by seat, separated by commas.")
    ] = "greedy",
    json: JsonOption = False,
    records: Annotated[
        Path | None, typer.Option("--records", metavar="DIR", help="Save every game's record here.")
    ] = None,
) -> None:
    """Let bots play many games and print a summary."""
    from .simulate import run

    run(ruleset, players, games, seed, bots, json, records)


def arena(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT", help="NAME, NAME:budget=NODES, or NAME=COMMAND.")
    ],
    ruleset: RulesetOption = "birmingham",
    players: PlayersOption = None,
    games: Annotated[
        int,
        typer.Option("--games", "-n", min=1, metavar="N", help="Number of games, rounded up to whole deals."),
    ] = 100,
    seed: SeedOption = "1",
    fill: Annotated[
        str,
        typer.Option(
            "--fill", metavar="HOW", help="Seats if there are fewer bots: even (2+2) or one (1+3 and 3+1)."
        ),
    ] = "even",
    json: JsonOption = False,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Write an HTML report with plots.")
    ] = None,
    processes: ProcessesOption = None,
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray", metavar="ADDRESS", help="Play on this Ray cluster: auto, HOST:PORT, ray://…, or local."
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", min=0.01, max=3600, metavar="S", help="Seconds a COMMAND has for each move."
        ),
    ] = 5.0,
) -> None:
    """Measure bots against each other.

    They play the same deals from every seat. Prints each bot's share of the wins and mean VP with 95 %
    confidence intervals, a rating, and who beats whom. A BOT is a built-in bot, perhaps with a budget, or any
    program that speaks the protocol of docs/bot-protocol.md. A single bot plays against copies of itself.
    Ctrl+C stops early and keeps the finished deals.
    """
    from .arena import run

    run(bots, ruleset, players, games, seed, fill, json, report, processes, ray, seconds)


def train(
    ruleset: RulesetOption = "birmingham",
    players: PlayersOption = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Output folder.")] = Path(
        "training"
    ),
    rounds: Annotated[int, typer.Option("--rounds", min=0, metavar="N", help="Training rounds.")] = 3,
    games: Annotated[
        int, typer.Option("--games", "-n", min=50, metavar="N", help="Self-play games per round.")
    ] = 4000,
    gate: Annotated[
        int,
        typer.Option(
            "--gate", min=4, metavar="N", help="Games that decide whether a candidate replaces the best."
        ),
    ] = 200,
    budget: Annotated[
        int, typer.Option("--budget", min=50, metavar="NODES", help="Positions evaluated per turn.")
    ] = 600,
    seed: SeedOption = "train",
    start: Annotated[
        Path | None, typer.Option("--start", metavar="FOLDER", help="Start from the nets in this folder.")
    ] = None,
    like: Annotated[
        str, typer.Option("--like", metavar="ID/N", help="First try the shipped nets of another table.")
    ] = "",
    scales: Annotated[
        str,
        typer.Option(
            "--scales", metavar="LIST", help="How far the nets are believed, each tried; 0,0.5 is by era."
        ),
    ] = "1 0.5",
    robust: Annotated[
        float,
        typer.Option(
            "--robust", min=0, metavar="VP", help="Count errors above this linearly. 0: all by their square."
        ),
    ] = 0.0,
    refine: Annotated[
        float,
        typer.Option(
            "--refine",
            min=0,
            max=0.1,
            metavar="RATE",
            help="Change the best nets so far, at this rate. 0: fit new ones from scratch.",
        ),
    ] = 0.0,
    compare: Annotated[
        float,
        typer.Option(
            "--compare",
            min=0,
            max=1,
            metavar="SHARE",
            help="At this share of turns, play alternative turns forward and learn to choose among them.",
        ),
    ] = 0.0,
    foresight: Annotated[
        int,
        typer.Option(
            "--foresight",
            min=0,
            metavar="NODES",
            help="With --compare: positions to plan the seat's own next turn with. 0: it is played greedily.",
        ),
    ] = 0,
    teacher: Annotated[
        int,
        typer.Option(
            "--teacher",
            min=0,
            metavar="NODES",
            help="Self-play between strategists with this many positions per turn. 0: between planners.",
        ),
    ] = 0,
    processes: ProcessesOption = None,
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS", help="Play on this Ray cluster; the folder must be shared."),
    ] = None,
) -> None:
    """Train the bots' learned judge by self-play.

    Each round plays games with the best nets so far, fits new nets to the results, and plays the new against
    the best on fresh deals. The new nets replace the best only if they win. Everything is saved in the output
    folder, and the same command resumes a stopped training. With "--rounds 0" and nothing to start from, it
    only calibrates the forecasts of a table without nets. Needs the extra "train" (PyTorch). See
    docs/strength.md.
    """
    from .train import run

    run(
        ruleset,
        players,
        out,
        rounds,
        games,
        gate,
        budget,
        seed,
        start,
        like,
        scales,
        robust,
        refine,
        compare,
        foresight,
        teacher,
        processes,
        ray,
    )
