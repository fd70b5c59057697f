"""``seats``: prints links to the seats of a game, for the operator of the server."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import typer

from ..core.seats import seat_name
from ..extras import MissingExtra
from .common import fail


def run(game: str, database: str | None, public_url: str) -> None:
    try:
        from ..server.database.databases import find_database, open_existing, secret_of, shown
        from ..server.edge.site import Site
        from ..server.keys import Keys
    except MissingExtra as error:
        fail(str(error))
    path = find_database(database)
    try:
        base = Site.at(public_url).public_url
        with closing(open_existing(path)) as storage:
            stored = storage.load(game)
            keys = Keys(secret_of(path, storage))
    except (OSError, ValueError, MissingExtra, sqlite3.Error) as error:
        fail(str(error))
    if stored is None:
        fail(f"there is no game {game} in {shown(path)}")
    for number, seat in enumerate(stored.row.seats):
        if seat.kind == "bot":
            typer.echo(f"{seat_name(number)}  {seat.name} is a bot")
            continue
        token = keys.token("i" if seat.kind == "open" else "r", game, number, seat.generation)
        state = "open" if seat.kind == "open" else "taken"
        typer.echo(f"{seat_name(number)}  {seat.name} ({state})  {base}join/{token}")
