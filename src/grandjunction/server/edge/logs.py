"""What the server logs: lines for people or JSON for programs, and never a key to a seat."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from typing import Final

PLAIN: Final = "plain"
JSON: Final = "json"
requests: Final = logging.getLogger("grandjunction.requests")  # one line for each, in JSON only
# A seat's link, and a browser's cookie: whoever reads one holds the seat.
_SECRET: Final = re.compile(
    r"\b[ir][A-Za-z0-9_-]{16}[0-3][A-Za-z0-9_-]{22}|[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{22}"
)


def start(style: str) -> None:
    """Log to standard error in a style, ``plain`` or ``json``."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if style == JSON else Lines())
    handler.addFilter(Calm())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    requests.setLevel(logging.INFO if style == JSON else logging.WARNING)


def scrubbed(text: str) -> str:
    """Return a text without the keys to seats that may be in it."""
    return _SECRET.sub("[secret]", text)


class Calm(logging.Filter):
    """Limits each kind of message per minute, so that nobody can fill the disk.

    The next message that passes says how many were dropped. Request logs always pass.
    """

    def __init__(self, most: int = 20, seconds: float = 60.0) -> None:
        super().__init__()
        self._most: Final = most
        self._seconds: Final = seconds
        self._seen: Final[dict[tuple[str, str], list[float]]] = {}  # since when, passed, kept back

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == requests.name:
            return True
        at = time.monotonic()
        kind = (record.name, str(record.msg)[:80])
        since, passed, kept = self._seen.get(kind, [at, 0, 0])
        if at - since >= self._seconds:
            since, passed = at, 0
        if passed >= self._most:
            self._seen[kind] = [since, passed, kept + 1]
            return False
        if kept:
            record.msg, record.args = f"{record.getMessage()} (and {int(kept)} more like it before)", None
        self._seen[kind] = [since, passed + 1, 0]
        while len(self._seen) > 1000:
            del self._seen[next(iter(self._seen))]
        return True


class Lines(logging.Formatter):
    """Lines for people: time, level, message."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return scrubbed(super().format(record))


class JsonLines(logging.Formatter):
    """One JSON object a line. Fields come from ``extra={"fields": {…}}``."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "time": f"{at}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return scrubbed(json.dumps(line, ensure_ascii=False))
