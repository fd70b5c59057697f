"""Receives other workers' changes through PostgreSQL's LISTEN, on its own connection and thread."""

from __future__ import annotations

import logging
import selectors
import threading
import time
from collections.abc import Callable
from typing import Final

import psycopg
from psycopg.pq.abc import PGconn

from .postgres import CHANNEL, connect
from .prepared import Prepared

AGAIN: Final = 0.5  # seconds to the next try to connect
LOOK: Final = 1.0  # seconds between two checks of the connection
log: Final = logging.getLogger("grandjunction.server")


class Listener:
    """Calls ``heard`` with each piece of news, and ``missed`` whenever some may have been missed."""

    def __init__(
        self, url: str, worker: str, heard: Callable[[str], None], missed: Callable[[], None]
    ) -> None:
        """``worker`` is this one, whose own news it need not hear."""
        self._url: Final = url
        self._own: Final = f"{worker} ".encode()
        self._heard: Final = heard
        self._missed: Final = missed
        self._stopped: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._listen()
            except psycopg.Error as error:
                log.warning("news of other workers cannot be heard: %s", " ".join(str(error).split()))
                self._stopped.wait(AGAIN)

    def _listen(self) -> None:
        with connect(self._url) as db:
            statements = Prepared(db)  # psycopg's own would swallow news that comes with an answer
            statements.execute(f"LISTEN {CHANNEL}")
            self._missed()  # whatever came before
            ready = selectors.DefaultSelector()
            ready.register(db.pgconn.socket, selectors.EVENT_READ)
            looked = time.monotonic()
            with ready:
                while not self._stopped.is_set():
                    if ready.select(LOOK):
                        self._hear(db.pgconn)
                    if time.monotonic() - looked >= LOOK:
                        statements.execute("SELECT 1")  # notices a connection that was cut
                        self._hear(db.pgconn)
                        looked = time.monotonic()

    def _hear(self, pg: PGconn) -> None:
        """Pass on what has come. psycopg's own ``notifies`` takes several times the CPU time."""
        pg.consume_input()
        while (news := pg.notifies()) is not None:
            if not news.extra.startswith(self._own):
                self._heard(news.extra.decode())
