"""Receives other workers' changes through PostgreSQL's LISTEN, on its own connection and thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

import psycopg

from .postgres import CHANNEL, connect

AGAIN: Final = 0.5  # seconds to the next try to connect
log: Final = logging.getLogger("grandjunction.server")


class Listener:
    """Calls ``heard`` with each piece of news, and ``missed`` whenever some may have been missed."""

    def __init__(
        self, url: str, worker: str, heard: Callable[[str], None], missed: Callable[[], None]
    ) -> None:
        """``worker`` is this one, whose own news it need not hear."""
        self._url: Final = url
        self._own: Final = f"{worker} "
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
            db.execute(f"LISTEN {CHANNEL}".encode())
            self._missed()  # whatever came before
            while not self._stopped.is_set():
                for news in db.notifies(timeout=1.0):
                    if not news.payload.startswith(self._own):
                        self._heard(news.payload)
                db.execute("SELECT 1")  # notices a connection that was cut
