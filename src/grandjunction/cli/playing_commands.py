"""The commands that play games and host them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from .common_options import LangOption, PlayersOption, RulesetOption
from .db import DatabaseOption

LogStyle = Literal["plain", "json"]


def play(
    ruleset: RulesetOption = "birmingham",
    players: PlayersOption = None,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            "-s",
            metavar="SEED",
            help="Random seed: equal seeds give equal games.",
            show_default="random",
        ),
    ] = None,
    bots: Annotated[
        str,
        typer.Option("--bots", "-b", metavar="NAMES", help="Bots for the other seats, separated by commas."),
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
    """Play in this terminal. You take seat A, bots take the others."""
    from .play import run

    run(ruleset, players, seed, bots, hot_seat, name, record, lang)


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on.")
    ] = "127.0.0.1",
    lan: Annotated[
        bool,
        typer.Option("--lan", help="Let friends on your network play; prints the address and a QR code."),
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            min=0,
            max=65535,
            metavar="N",
            help="Port; 0 takes any free one.",
            show_default="1837, or the next free one",
        ),
    ] = None,
    database: DatabaseOption = None,
    workers: Annotated[
        int,
        typer.Option("--workers", min=1, max=64, metavar="N", help="Processes that serve; needs PostgreSQL."),
    ] = 1,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the game in a browser.")
    ] = True,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="NAME=COMMAND",
            help="Offer an outside bot (docs/bot-protocol.md); repeatable.",
        ),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option("--public-url", metavar="URL", help="Where people reach it (docs/guide/hosts.md)."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy", metavar="ADDRESS", help="Believe the X-Forwarded headers of this proxy; repeatable."
        ),
    ] = None,
    log: Annotated[LogStyle, typer.Option("--log", help="Log lines for people or for programs.")] = "plain",
    accounts: Annotated[
        bool,
        typer.Option("--accounts", help="Let people sign up and sign in on several devices."),
    ] = False,
    smtp: Annotated[
        str | None,
        typer.Option(
            "--smtp",
            metavar="URL",
            help="Mail server, smtp://USER:PASSWORD@HOST:PORT; better in GRANDJUNCTION_SMTP.",
        ),
    ] = None,
    mail_from: Annotated[
        str | None, typer.Option("--mail-from", metavar="ADDRESS", help="The address mail comes from.")
    ] = None,
    open_tables: Annotated[
        bool,
        typer.Option(
            "--open-tables/--no-open-tables", help="Let people find each other: open tables, quick match."
        ),
    ] = True,
) -> None:
    """Play in the browser: start the game server on this machine."""
    from .serve import run

    address = "0.0.0.0" if lan else host
    run(
        address, port, database, workers, open_browser, bot or [], public_url, proxy or [], log,
        accounts, smtp, mail_from, open_tables,
    )  # fmt: skip


def seats(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's id, the end of its address.")],
    database: DatabaseOption = None,
    public_url: Annotated[
        str, typer.Option("--public-url", metavar="URL", help="Where people reach the server.")
    ] = "http://127.0.0.1:1837/",
) -> None:
    """Print a link to each seat of a game.

    They are for people who have lost theirs. Whoever opens a link takes the seat, so send each to its player
    only.
    """
    from .seat_links import run

    run(game, database, public_url)
