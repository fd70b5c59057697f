"""Requests that wait for the answer of a job, which any worker may find."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from .jobs import Jobs

LOOK: Final = 2.0  # seconds between two checks, in case the news of an answer is missed


class Waiting:
    """The requests that wait for answers of one kind, by key."""

    def __init__(self, jobs: Jobs, kind: str) -> None:
        self._jobs: Final = jobs
        self._kind: Final = kind
        self._waiting: Final[dict[str, set[asyncio.Event]]] = {}

    async def wait(self, key: str, find: Callable[[], Awaitable[str | None]], longest: float) -> str:
        """Return what ``find`` finds, which is called again at every news. Raises ``TimeoutError``."""
        news = asyncio.Event()
        self._waiting.setdefault(key, set()).add(news)
        try:
            async with asyncio.timeout(longest):
                while (found := await find()) is None:
                    self._jobs.wake(self._kind)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(news.wait(), LOOK)
                    news.clear()
                return found
        finally:
            self._waiting[key].discard(news)
            if not self._waiting[key]:
                del self._waiting[key]

    def look(self, key: str) -> None:
        """Wake the requests that wait for an answer."""
        for news in self._waiting.get(key, ()):
            news.set()
