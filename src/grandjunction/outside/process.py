"""A program on the other side of two pipes, which may do anything: be silent, die, flood, never read."""

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
_GRACE: Final = 1.0  # seconds to end by itself once it is told

_alive: Final[set[Process]] = set()


class Gone(Exception):
    """It has ended, or closed its output: nothing more will come."""


class Flood(Exception):
    """It writes more than anybody asked for."""


class Silent(Exception):
    """No line came in time."""


class Process:
    """Two threads keep the pipes moving, so that neither side can make the game wait."""

    def __init__(self, words: tuple[str, ...]) -> None:
        """Raises ``OSError`` if it cannot be started. What it writes to its standard error is passed on."""
        self._process: Final = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # so that whatever it starts can be ended with it
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
        """Never waits. A program that does not read will not answer either."""
        self._to_write.put(line)

    def receive(self, until: float) -> bytes:
        """The next line, without its end; ``until`` is a moment of ``time.monotonic``.

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
        """Close its input, let it end by itself for a moment, then end it and all it started."""
        self._to_write.put(None)
        with self._news:
            self._news.wait_for(lambda: self._end is not None, _GRACE)
        self.kill()

    def kill(self) -> None:
        """End it now. The group first: once the process is waited for, its number may be another's."""
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
    """End every program this process has started: for those who are about to end themselves."""
    for process in list(_alive):
        process.kill()
