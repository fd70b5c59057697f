"""Runs the server: finds its data folder, binds its address and opens the browser."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn
from fastapi import FastAPI

from ..outside import Command
from .announce import address, bind, bind_usual, network_address, qr_code
from .app import make_app
from .database.databases import Database, find_database, hold, open_storage, secret_of, shown
from .edge import logs
from .edge.connections import Doors, protocols, raise_file_limit
from .edge.site import Site
from .online import Online
from .workers import run_workers

_interrupted: Final = threading.Event()  # SIGTERM has come
LARGEST_FRAME: Final = 4096  # bytes a client may send at once on the live line
FEW: Final = 2000  # connections
HINTS_AFTER: Final = 2.0  # seconds: nobody asks for a hint sooner, and the start is not slower for it
DRAIN: Final = 10  # seconds that open requests have to end when the server stops


@dataclass(frozen=True)
class Hosting:
    """How the server is run. Every default is right for one machine."""

    host: str = "127.0.0.1"
    port: int | None = None  # None: the usual one, or the next that is free
    database: str | None = None  # a file or the address of PostgreSQL; None: a file in the data folder
    open_browser: bool = True
    workers: int = 1  # worker processes; more than one needs PostgreSQL
    outside: Sequence[Command] = ()
    public_url: str | None = None
    proxies: Sequence[str] = ()  # addresses whose X-Forwarded headers are believed
    log: str = "plain"
    online: Online = Online()  # noqa: RUF009 - it never changes; what is offered to people who come back


def serve(hosting: Hosting) -> None:
    """Serve until interrupted. Raises ``OSError`` or ``ValueError`` if it cannot start."""
    logs.start(hosting.log)
    site = Site.at(hosting.public_url)
    if hosting.online.accounts and hosting.online.mail is not None and site.public_url is None:
        raise ValueError(
            "--accounts with --smtp needs --public-url: the links in mails must lead to this server"
        )
    database = find_database(hosting.database)
    if hosting.workers > 1 and isinstance(database, Path):
        raise ValueError(
            f"--workers {hosting.workers} needs PostgreSQL (--database postgresql://…): "
            "an SQLite file belongs to one process"
        )
    # From here on SIGTERM ends the program as Ctrl+C does, so that what it holds is given back.
    signal.signal(signal.SIGTERM, _interrupt)
    with suppress(KeyboardInterrupt), hold(database):
        _serve(hosting, site, database)


def _interrupt(number: int, frame: FrameType | None) -> None:
    # Python swallows exceptions raised while an object is destroyed, so it is noted too.
    _interrupted.set()
    raise KeyboardInterrupt


class _Server(uvicorn.Server):
    async def main_loop(self) -> None:
        """Serve, unless the server was told to stop while it started."""
        if _interrupted.is_set():
            self.should_exit = True
        await super().main_loop()


def _serve(hosting: Hosting, site: Site, database: Database) -> None:
    app = _make_app(hosting, site)
    try:
        port = hosting.port
        listening = bind_usual(hosting.host) if port is None else bind(hosting.host, port)
    except BaseException:
        app.state.storage.close()
        raise
    _tell(hosting, site, listening, shown(database))
    if hosting.workers == 1:
        _run(hosting, app, listening)
    else:
        app.state.storage.close()  # each worker opens its own; this one has brought the schema up to date
        if _interrupted.is_set():
            raise KeyboardInterrupt
        run_workers(hosting.workers, _work, hosting, listening)


def _work(hosting: Hosting, listening: socket.socket) -> None:
    """Serve as one of several workers."""
    signal.signal(signal.SIGTERM, _interrupt)  # otherwise what it holds would not be given back
    with suppress(KeyboardInterrupt):
        _run(hosting, _make_app(hosting, Site.at(hosting.public_url)), listening)


def _make_app(hosting: Hosting, site: Site) -> FastAPI:
    """Open the storage, and return the application on it."""
    database = find_database(hosting.database)
    storage = open_storage(database)
    try:
        cores = max(1, (os.cpu_count() or 2) - 1)
        return make_app(
            storage,
            secret_of(database, storage),
            workers=max(1, cores // hosting.workers),
            outside=hosting.outside,
            site=site,
            online=hosting.online,
            backed_up=database if isinstance(database, Path) else None,
            hints_after=HINTS_AFTER,
        )
    except BaseException:
        storage.close()
        raise


def _run(hosting: Hosting, app: FastAPI, listening: socket.socket) -> None:
    doors = Doors(_room(), exempt=hosting.proxies)
    app.state.metrics.watch_doors(doors)
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="warning",
        access_log=False,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=60,  # pages ping every 20 s themselves; this detects dead ones
        proxy_headers=bool(hosting.proxies),
        forwarded_allow_ips=list(hosting.proxies),
        server_header=False,
        timeout_keep_alive=75,  # longer than browsers' own, so that they seldom use a closed connection
        timeout_graceful_shutdown=DRAIN,
        **protocols(doors),
    )
    _calm_collector()
    # uvicorn hears the signals while it runs, ends what is open, and raises them again afterwards.
    _Server(config).run(sockets=[listening])


def _calm_collector() -> None:
    """Make Python's garbage collector run less often, and skip what stays for good. A full collection stops
    everything, and takes longer the more games are in memory. Hardly anything here is in a cycle, so
    reference counting frees nearly all memory.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def _room() -> int:
    """Return how many connections fit, and warn if they are few."""
    room = raise_file_limit()
    if room < FEW:
        print(
            f"This system allows the server {room} connections: see `ulimit -n`.", file=sys.stderr, flush=True
        )
    return room


def _draw(code: str) -> None:
    """Print a QR code, if this terminal has its characters."""
    with suppress(UnicodeEncodeError):
        code.encode(sys.stdout.encoding or "ascii")
        print(code, flush=True)


def _tell(hosting: Hosting, site: Site, listening: socket.socket, kept: str) -> None:
    """Print where the game is and open the browser there."""
    own = address(listening, hosting.host) + site.base[1:]
    print(f"Grand Junction: {own}", flush=True)
    shared = site.public_url or network_address(listening, hosting.host)
    if shared is not None:
        print(f"Friends open {shared}", flush=True)
        _draw(qr_code(shared))
    print(f"Games are kept in {kept}. Press Ctrl+C to stop.", flush=True)
    if hosting.open_browser:
        # Off the main thread, because some browsers' launchers block.
        threading.Thread(target=webbrowser.open, args=(own,), daemon=True).start()
