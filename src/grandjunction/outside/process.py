"""A program behind two pipes. It may do anything: stay silent, die, flood us, or never read."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from queue import SimpleQueue
from typing import Final

LONGEST_LINE: Final = 65_536  # bytes in an answer
MOST_WAITING: Final = 64  # lines not yet looked at
_CHUNK: Final = 65_536
_GRACE: Final = 1.0  # seconds to end by itself after its input is closed

_alive: Final[set[Process]] = set()


class Gone(Exception):
    """The program has ended or closed its output."""


class Flood(Exception):
    """The program writes more than it was asked for."""


class Silent(Exception):
    """No line came in time."""


class Process:
    """A running program. Two threads serve its pipes, so that it can never block the game."""

    def __init__(self, words: tuple[str, ...]) -> None:
        """Start the program. Raises ``OSError`` if that fails. Its standard error is passed on."""
        self._process: Final = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # so that whatever it starts can be killed with it
        )
        self._lines: Final[deque[bytes]] = deque()
        self._news: Final = threading.Condition()
        self._end: Exception | None = None  # why no further line will come
        self._to_write: Final[SimpleQueue[bytes | None]] = SimpleQueue()
        _alive.add(self)
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._write, daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, line: bytes) -> None:
        """Queue a line, without waiting for the program to read it."""
        self._to_write.put(line)

    def receive(self, until: float) -> bytes:
        """Return the next line without its end. ``until`` is a deadline by ``time.monotonic``.

        Raises ``Silent``, ``Gone`` or ``Flood``.
        """
        with self._news:
            while not self._lines and self._end is None:
                left = until - time.monotonic()
                if left <= 0:
                    raise Silent
                self._news.wait(left)
            if isinstance(self._end, Flood) or not self._lines:
                assert self._end is not None
                raise self._end
            return self._lines.popleft()

    def close(self) -> None:
        """Close the program's input, give it a moment to end, then kill it and all it started."""
        self._to_write.put(None)
        with self._news:
            self._news.wait_for(lambda: self._end is not None, _GRACE)
        self.kill()

    def kill(self) -> None:
        """Kill the program now. Its group goes first: after the wait, its id may belong to another."""
        if self not in _alive:
            return
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        _alive.discard(self)
        self._to_write.put(None)

    def _read(self) -> None:
        assert self._process.stdout is not None
        buffer = bytearray()
        end: Exception = Gone()
        with self._process.stdout as pipe, suppress(OSError, ValueError):
            while chunk := pipe.read(_CHUNK):
                *lines, rest = (bytes(buffer) + chunk).split(b"\n")
                buffer = bytearray(rest)
                if not self._add(lines) or len(buffer) > LONGEST_LINE:
                    end = Flood()
                    break
            else:
                if buffer:
                    self._add([bytes(buffer)])
        with self._news:
            self._end = end
            self._news.notify_all()

    def _add(self, lines: list[bytes]) -> bool:
        with self._news:
            self._lines.extend(lines)
            self._news.notify_all()
            return len(self._lines) <= MOST_WAITING and all(len(line) <= LONGEST_LINE for line in lines)

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError), self._process.stdin as pipe:
            while (line := self._to_write.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[pipe.write(rest) or 0 :]


def end_all() -> None:
    """Kill every program this process has started. Call it before the process itself ends."""
    for process in list(_alive):
        process.kill()
