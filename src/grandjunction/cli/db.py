"""``db``: looks after the database of the server's games."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from .plain_command import PlainCommand

app = typer.Typer(help="Look after the database of the server's games.", no_args_is_help=True)

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="FILE|ADDRESS",
        help="Database of the games: a file, or postgresql://…",
        show_default="a file in your data folder",
    ),
]


@contextmanager
def _named(database: str | None) -> Iterator[Path | str]:
    """Return the database that is meant, and end the command with the reason if something fails."""
    from ..extras import MissingExtra
    from .common import fail

    try:
        from ..server.database.databases import find_database

        yield find_database(database)
    except MissingExtra as error:
        fail(str(error))
    except (OSError, ValueError, sqlite3.Error) as error:
        fail(str(error))


def _shown(database: Path | str) -> str:
    from ..server.database.databases import shown

    return shown(database)


@app.command(cls=PlainCommand)
def stats(database: DatabaseOption = None) -> None:
    """Count games, moves and people. The server may run."""
    with _named(database) as path:
        from ..server.database import care

        for name, value in asdict(care.stats(path)).items():
            typer.echo(f"{name.replace('_', ' '):<12}{value:>14,}")


@app.command(cls=PlainCommand)
def check(database: DatabaseOption = None) -> None:
    """Check every page and every game. The server may run."""
    with _named(database) as path:
        from ..server.database import care

        faults = care.check(path)
        for fault in faults:
            typer.echo(fault)
        if faults:
            raise typer.Exit(1)
        typer.echo(f"{_shown(path)} is whole, and every game can be read.")


@app.command(cls=PlainCommand)
def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The copy; it must not exist yet.")],
    database: DatabaseOption = None,
) -> None:
    """Copy the database and the key to its seats. The server may run."""
    with _named(database) as path:
        from ..server.database import care
        from ..server.keys import key_of

        care.backup(path, target)
        typer.echo(f"Copied to {target} and {key_of(target)}. Keep both where only you can read them.")


@app.command(cls=PlainCommand)
def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: DatabaseOption = None,
) -> None:
    """Put a backup in the database's place. The server must be stopped."""
    with _named(database) as path:
        from ..server.database import care

        kept = care.restore(path, source)
        typer.echo(f"{_shown(path)} is restored." + ("" if kept is None else f" The one before is {kept}."))


@app.command(cls=PlainCommand)
def prune(
    days: Annotated[
        int, typer.Option("--days", min=1, metavar="N", help="Games that nobody has touched for so long.")
    ] = 90,
    finished: Annotated[bool, typer.Option("--finished", help="Finished games too.")] = False,
    database: DatabaseOption = None,
) -> None:
    """Throw away old unfinished games. The server must be stopped."""
    with _named(database) as path:
        from ..server.database import care

        typer.echo(f"Games thrown away: {care.prune(path, days, finished)}")


@app.command(cls=PlainCommand)
def record(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's id, the end of its address.")],
    database: DatabaseOption = None,
) -> None:
    """Print the whole record of a game, hidden cards too. The server may run."""
    with _named(database) as path:
        from ..server.database import care

        typer.echo(care.full_record(path, game), nl=False)


@app.command()
def records(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write them; made if needed.")],
    database: DatabaseOption = None,
) -> None:
    """Write the records of all games that people have finished, without names. The server may run."""
    with _named(database) as path:
        from ..server.database import care

        folder.mkdir(parents=True, exist_ok=True)
        count = 0
        for id, text in care.records_of_people(path):
            (folder / f"{id}.gj").write_text(text, encoding="utf-8")
            count += 1
        typer.echo(f"Games written: {count}")
