"""The commands and their options. Each imports its work when it is called, so that help comes at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="grandjunction",
    help="Play, simulate, replay and study Brass: Birmingham and Brass: Lancashire.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

RulesetOption = Annotated[str, typer.Option("--ruleset", "-r", metavar="ID", help="Which game.")]
PlayersOption = Annotated[
    int | None,
    typer.Option("--players", "-p", metavar="N", help="How many play.", show_default="the most it takes"),
]
SeedOption = Annotated[str, typer.Option("--seed", "-s", metavar="SEED", help="Equal seeds, equal games.")]
LangOption = Annotated[
    str | None,
    typer.Option(
        "--lang", metavar="LANG", help="Which language: en, pl, ro, ru, zh-Hant.", show_default="the system's"
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


def _version(asked: bool) -> None:
    if asked:
        from .. import __version__
        from ..core.compiled import is_compiled

        typer.echo(f"grandjunction {__version__} ({'compiled' if is_compiled() else 'interpreted'})")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    pass


@app.command()
def play(
    ruleset: RulesetOption = "birmingham",
    players: PlayersOption = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", "-s", metavar="SEED", help="Equal seeds, equal games.", show_default="random"),
    ] = None,
    bots: Annotated[
        str, typer.Option("--bots", "-b", metavar="NAMES", help="Who plays the other seats, with commas.")
    ] = "greedy",
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="People play every seat.")] = False,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="Your name.", show_default="You")
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Save the game's record here.")
    ] = None,
    lang: LangOption = None,
) -> None:
    """Play in this terminal: you have seat A, bots have the others."""
    from .play import run

    run(ruleset, players, seed, bots, hot_seat, name, record, lang)


@app.command()
def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, metavar="N", help="0 takes any that is free.")
    ] = 0,
    database: Annotated[
        Path | None,
        typer.Option("--database", metavar="FILE", help="The games.", show_default="your data folder"),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open a browser there.")] = True,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="NAME=COMMAND",
            help="A program that plays too, by docs/bot-protocol.md; repeatable.",
        ),
    ] = None,
) -> None:
    """Play in the browser: serve the table on this machine."""
    from .serve import run

    run(host, port, database, open_browser, bot or [])


@app.command()
def simulate(
    ruleset: RulesetOption = "birmingham",
    players: PlayersOption = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, metavar="N", help="How many games.")] = 100,
    seed: SeedOption = "1",
    bots: Annotated[
        str, typer.Option("--bots", "-b", metavar="NAMES", help="Who plays, seat by seat, with commas.")
    ] = "greedy",
    json: JsonOption = False,
    records: Annotated[
        Path | None, typer.Option("--records", metavar="DIR", help="Save every game's record here.")
    ] = None,
) -> None:
    """Let bots play many games and sum them up."""
    from .simulate import run

    run(ruleset, players, games, seed, bots, json, records)


@app.command()
def arena(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT", help="NAME, NAME:budget=NODES, or NAME=COMMAND.")
    ],
    ruleset: RulesetOption = "birmingham",
    players: PlayersOption = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, metavar="N", help="How many, rounded up to whole deals.")
    ] = 100,
    seed: SeedOption = "1",
    fill: Annotated[
        str,
        typer.Option(
            "--fill", metavar="HOW", help="With fewer bots than seats: even (2+2), or one (1+3 and 3+1)."
        ),
    ] = "even",
    json: JsonOption = False,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Write an HTML page with plots here.")
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes", min=1, metavar="N", help="Games at once.", show_default="one for each core"
        ),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray", metavar="ADDRESS", help="Play on this Ray cluster: auto, HOST:PORT, ray://…, or local."
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option("--seconds", min=0.01, max=3600, metavar="S", help="Time a COMMAND has for a move."),
    ] = 5.0,
) -> None:
    """Measure bots against each other: the same deals from every seat.

    Tells each bot's share of the wins and its mean VP, with intervals of 95 % confidence, a rating, and who
    beats whom. A BOT is one of ours, perhaps with a budget, or any program that speaks the protocol of
    docs/bot-protocol.md. One bot alone plays against copies of itself. Ctrl+C stops early and keeps the
    deals that were played out.
    """
    from .arena import run

    run(bots, ruleset, players, games, seed, fill, json, report, processes, ray, seconds)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record; - is the standard input.")],
    json: JsonOption = False,
    position: Annotated[bool, typer.Option("--position", help="Print a position, not the scores.")] = False,
    ply: Annotated[
        int | None,
        typer.Option("--ply", metavar="N", help="The position after N moves.", show_default="the last"),
    ] = None,
    lang: LangOption = None,
) -> None:
    """Replay a record, verify every line, and show the scores."""
    from .replay import replay as run

    run(file, json, position or ply is not None, ply, lang)


@app.command()
def perft(
    ruleset: RulesetOption = "hamlet",
    players: PlayersOption = None,
    seed: SeedOption = "1",
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, metavar="N", help="How many moves.")] = 3,
    position: Annotated[
        Path | None, typer.Option("--position", metavar="FILE", help="Begin here; - is the standard input.")
    ] = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
    json: JsonOption = False,
) -> None:
    """Count the sequences of moves from a position."""
    from .perft import count

    count(ruleset, players, seed, depth, position, divide, json)


@app.command()
def rules(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]...", help="Rules such as B-COAL-05 or BE-64, or groups such as B-COAL."),
    ] = None,
    search: Annotated[str, typer.Option("--search", metavar="TEXT", help="Rules that mention this.")] = "",
    ruleset: Annotated[
        str, typer.Option("--ruleset", "-r", metavar="ID", help="Only this game's.", show_default="all")
    ] = "",
    lang: LangOption = None,
) -> None:
    """Print the numbered rules and rulings."""
    from .rules import show

    show(ids or [], search, ruleset, lang)


@app.command()
def bench(
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", "-r", metavar="ID", help="Which game.", show_default="all")
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", metavar="N", help="How many play.", show_default="all")
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", min=0.05, metavar="S", help="How long each rate is taken, in all its slices."
        ),
    ] = 2.0,
    json: JsonOption = False,
) -> None:
    """Measure the engine, compiled and interpreted.

    Each rate is taken in short slices, in turns with the others, and the best slice is reported: whatever
    else the machine does only slows. With --json the median slice is told too.
    """
    from .bench import run

    run(ruleset, players, seconds, json)
