"""``operator``: says who operates the server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from .common import fail
from .db import DatabaseOption
from .plain_command import PlainCommand

if TYPE_CHECKING:
    from ..server.database.postgres import PostgresStorage
    from ..server.database.sqlite import SqliteStorage
    from ..server.keys import Keys

app = typer.Typer(help="Name the operator of the server, who sees /operator.", no_args_is_help=True)


@contextmanager
def _opened(database: str | None) -> Iterator[tuple[SqliteStorage | PostgresStorage, Keys]]:
    """Open the database, in a transaction. The server may run."""
    from ..extras import MissingExtra

    try:
        from ..server.database.databases import find_database, open_existing, secret_of
        from ..server.keys import Keys

        path = find_database(database)
        with closing(open_existing(path)) as storage:
            keys = Keys(secret_of(path, storage))
            with storage.transaction():
                yield storage, keys
    except MissingExtra as error:
        fail(str(error))
    except (OSError, ValueError, sqlite3.Error) as error:
        fail(str(error))


@app.command(cls=PlainCommand)
def link(
    database: DatabaseOption = None,
    public_url: Annotated[
        str, typer.Option("--public-url", metavar="URL", help="Where people reach the server.")
    ] = "http://127.0.0.1:1837/",
) -> None:
    """Print a link that makes the browser that opens it the operator. It works once, for 20 minutes."""
    with _opened(database) as (storage, keys):
        from ..server.edge.site import Site
        from ..server.people.sessions_sql import TicketRow
        from ..server.people.signing_in import LASTS, LINK, new_id

        now = int(storage.time())
        ticket = TicketRow(new_id(), LINK, None, "operator:", now, now + LASTS)
        storage.sessions.add_ticket(ticket)
        typer.echo(f"{Site.at(public_url).public_url}sign-in/{keys.link(ticket.id)}")


@app.command(cls=PlainCommand)
def add(
    email: Annotated[str, typer.Argument(metavar="E-MAIL", help="The address of an account.")],
    database: DatabaseOption = None,
) -> None:
    """Make an account an operator."""
    _set_role(email, database, "operator")


@app.command(cls=PlainCommand)
def remove(
    email: Annotated[str, typer.Argument(metavar="E-MAIL|ID", help="An address, or an id of the list.")],
    database: DatabaseOption = None,
) -> None:
    """Make an operator an ordinary player again."""
    _set_role(email, database, "")


def _set_role(who: str, database: str | None, role: str) -> None:
    with _opened(database) as (storage, _):
        row = storage.people.by_email(who.strip().lower()) or storage.people.find(who)
        if row is None:
            raise ValueError(f"there is no account {who}: it must have signed in once")
        storage.people.change(row.id, role=role)
        typer.echo(f"{row.email or row.id} is {'an operator' if role else 'no operator'} now")


@app.command("list", cls=PlainCommand)
def list_(database: DatabaseOption = None) -> None:
    """List the operators."""
    with _opened(database) as (storage, _):
        rows = storage.oversight.operators()
        for row in rows:
            typer.echo(f"{row.id}  {row.name or '-'}  {row.email or '-'}")
        if not rows:
            typer.echo("nobody yet; `grandjunction operator link` makes one", err=True)
