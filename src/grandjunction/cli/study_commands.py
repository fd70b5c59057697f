"""The commands about games, positions and rules: replay, review, solve, count, show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common_options import JsonOption, LangOption, PlayersOption, RulesetOption, SeedOption


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record; - reads standard input.")],
    json: JsonOption = False,
    position: Annotated[
        bool, typer.Option("--position", help="Print a position instead of the scores.")
    ] = False,
    ply: Annotated[
        int | None,
        typer.Option("--ply", metavar="N", help="Print the position after N moves.", show_default="all"),
    ] = None,
    lang: LangOption = None,
) -> None:
    """Replay a record, verify every line, and print the scores."""
    from .replay import replay as run

    run(file, json, position or ply is not None, ply, lang)


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record; - reads standard input.")],
    json: JsonOption = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="OUT", help="Write the review as a page here; - prints it."),
    ] = None,
    depth: Annotated[
        str, typer.Option("--depth", "-d", metavar="DEPTH", help="How deep: quick, normal or deep.")
    ] = "normal",
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="SEAT", help="Review one seat only.", show_default="all")
    ] = None,
    seed: Annotated[
        str, typer.Option("--seed", "-s", metavar="SEED", help="Random seed: equal seeds give equal reviews.")
    ] = "review",
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes", min=1, metavar="N", help="Turns judged in parallel.", show_default="one per core"
        ),
    ] = None,
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="ADDRESS", help="Review on this Ray cluster, as the arena.")
    ] = None,
    lang: LangOption = None,
) -> None:
    """Review a game turn by turn.

    Shows what each turn cost, what luck brought, and what would have been better.

    Every turn and its best alternatives are played on from what the player could know, on the same sampled
    deals. See docs/review.md.
    """
    from .review import run

    run(file, json, html, depth, seat, seed, processes, ray, lang)


def puzzles(
    id: Annotated[
        str | None,
        typer.Argument(
            metavar="ID", help="The puzzle to show or try, or daily. Without one, all are listed."
        ),
    ] = None,
    moves: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MOVE", help="Your turn, move by move in notation, each in quotes.", show_default=False
        ),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset", "-r", metavar="ID", help="List one game, such as lancashire.", show_default="all"
        ),
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option(
            "--theme", metavar="THEME", help="List one theme, such as double_rail.", show_default="all"
        ),
    ] = None,
    solution: Annotated[
        bool, typer.Option("--solution", help="Show the solution, and why it is one.")
    ] = False,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """List the puzzles, show one, or try one.

    In each, one turn is clearly best. With moves, they are graded as your answer. See docs/puzzles.md.
    """
    from .puzzles import attempt, show, show_list

    if id is None:
        show_list(ruleset, theme, json, lang)
    elif moves:
        attempt(id, moves, json, lang)
    else:
        show(id, solution, json, lang)


def perft(
    ruleset: RulesetOption = "hamlet",
    players: PlayersOption = None,
    seed: SeedOption = "1",
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, metavar="N", help="Number of moves.")] = 3,
    position: Annotated[
        Path | None,
        typer.Option("--position", metavar="FILE", help="Start position; - reads standard input."),
    ] = None,
    divide: Annotated[bool, typer.Option("--divide", help="Print the count for each first move.")] = False,
    json: JsonOption = False,
) -> None:
    """Count the move sequences from a position."""
    from .perft import count

    count(ruleset, players, seed, depth, position, divide, json)


def rules(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID", help="A rule such as B-COAL-05 or BE-64, or a group such as B-COAL."),
    ] = None,
    search: Annotated[
        str, typer.Option("--search", metavar="TEXT", help="Only rules that contain this text.")
    ] = "",
    ruleset: Annotated[
        str, typer.Option("--ruleset", "-r", metavar="ID", help="Only this ruleset's.", show_default="all")
    ] = "",
    lang: LangOption = None,
) -> None:
    """Print the numbered rules and the rulings on edge cases."""
    from .rules import show

    show(ids or [], search, ruleset, lang)


def bench(
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset", "-r", metavar="ID", help="Ruleset, such as lancashire-2018.", show_default="all"
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", metavar="N", help="Number of players.", show_default="all"),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option("--seconds", min=0.05, metavar="S", help="Seconds for each rate, over all its slices."),
    ] = 2.0,
    json: JsonOption = False,
) -> None:
    """Measure the engine's speed, compiled and interpreted.

    Each rate is measured in short slices, in turn with the others. The best slice is reported, because
    background load can only lower it. --json adds the median slice.
    """
    from .bench import run

    run(ruleset, players, seconds, json)


def show(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A record or a position, or its text; - reads standard input."),
    ],
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="OUT", help="Write an SVG picture here; - prints it.")
    ] = None,
    theme: Annotated[
        str, typer.Option("--theme", metavar="THEME", help="Theme of the picture: day or night.")
    ] = "day",
    width: Annotated[
        int, typer.Option("--width", min=100, max=10_000, metavar="N", help="Width in pixels.")
    ] = 900,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            metavar="SEAT",
            help="Show what A, B, C, D or a spectator sees.",
            show_default="everything",
        ),
    ] = None,
    ply: Annotated[
        int | None,
        typer.Option("--ply", metavar="N", help="Position after N moves.", show_default="the last"),
    ] = None,
    lang: LangOption = None,
) -> None:
    """Show a position in words or as a picture.

    Of a record, it is the last position, or the one after --ply moves.
    """
    from .show import show as run

    run(file, svg, theme, width, seat, ply, lang)
