"""``serve``: the table in the browser."""

from __future__ import annotations

from pathlib import Path

from .common import fail


def run(host: str, port: int, database: Path | None, open_browser: bool, bots: list[str]) -> None:
    try:
        from ..outside import Command
        from ..server.serve import serve
    except ModuleNotFoundError as error:
        fail(f"the server needs {error.name}, which is not installed")
    try:
        outside = [Command.read(text) for text in bots]
        serve(host, port, database, open_browser, outside=outside)
    except (OSError, ValueError) as error:
        fail(f"cannot serve: {error}")
