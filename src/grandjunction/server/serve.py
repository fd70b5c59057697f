"""Runs the server: where its data lie, which address it has, and the browser that opens there."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import uvicorn

from ..outside import Command
from .app import make_app
from .keys import load_secret
from .sqlite import SqliteStorage

LARGEST_FRAME: Final = 4096  # bytes a client may send at once on the live line


def data_folder() -> Path:
    """Where programs keep a user's data on this system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "grandjunction"


def bind(host: str, port: int) -> socket.socket:
    """Listens before anybody is told the address. Port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio sends answers without delay only on sockets that say they are TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)
    except OSError:
        listening.close()
        raise
    return listening


def address(listening: socket.socket, host: str) -> str:
    port = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def serve(
    host: str,
    port: int,
    database: Path | None,
    open_browser: bool,
    workers: int | None = None,
    outside: Sequence[Command] = (),
) -> None:
    """Serve until interrupted. Raises ``OSError`` or ``ValueError`` if it cannot begin."""
    path = data_folder() / "games.db" if database is None else database
    path.parent.mkdir(parents=True, exist_ok=True)
    secret = load_secret(path.with_name(path.name + ".key"))
    listening = bind(host, port)
    app = make_app(SqliteStorage(path), secret, workers=workers, outside=outside)
    url = address(listening, host)
    print(f"Grand Junction: {url}", flush=True)
    print(f"Games are kept in {path}. Press Ctrl+C to stop.", flush=True)
    if open_browser:
        # Off the main thread: some browsers' launchers wait.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws_max_size=LARGEST_FRAME,
        timeout_keep_alive=75,  # longer than browsers think, so that they seldom meet a closed door
        timeout_graceful_shutdown=3,
    )
    with suppress(KeyboardInterrupt):  # uvicorn has stopped in good order and passes it on
        uvicorn.Server(config).run(sockets=[listening])
