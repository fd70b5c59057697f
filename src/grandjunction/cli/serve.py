"""``serve``: serves games to browsers."""

from __future__ import annotations

from ..extras import MissingExtra
from .common import fail


def run(
    host: str,
    port: int | None,
    database: str | None,
    workers: int,
    open_browser: bool,
    bots: list[str],
    public_url: str | None,
    proxies: list[str],
    log: str,
    accounts: bool,
    smtp: str | None,
    mail_from: str | None,
    open_tables: bool,
) -> None:
    try:
        from ..outside import Command
        from ..server.online import Online
        from ..server.serve import Hosting, serve
    except MissingExtra as error:
        fail(str(error))
    try:
        hosting = Hosting(
            host=host,
            port=port,
            database=database,
            workers=workers,
            open_browser=open_browser,
            outside=[Command.read(text) for text in bots],
            public_url=public_url,
            proxies=proxies,
            log=log,
            online=Online.read(accounts, smtp, mail_from, open_tables),
        )
        serve(hosting)
    except (OSError, ValueError, MissingExtra) as error:
        said = error.strerror if isinstance(error, OSError) and error.filename is None else None
        fail(f"cannot serve: {said or error}")  # without the number of the system's error
