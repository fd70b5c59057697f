"""A fair queue: owners take turns, so one owner's backlog delays nobody else."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final


class FairQueue:
    """Admits a limited number at once. Waiting owners take turns, one entry each."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: Final[dict[str, deque[asyncio.Future[None]]]] = {}  # ordered by whose turn it is

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(not place.done() for line in self._waiting.values() for place in line)

    @asynccontextmanager
    async def place(self, owner: str) -> AsyncIterator[None]:
        """Wait for a place, and hold it."""
        await self._enter(owner)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, owner: str) -> None:
        if self._free:
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # it was let in at the same moment
                self._leave()
            raise

    def _leave(self) -> None:
        """Let the next one in, or keep the place free."""
        while self._waiting:
            owner = next(iter(self._waiting))
            line = self._waiting.pop(owner)
            place = line.popleft()
            if line:
                self._waiting[owner] = line  # behind the others
            if not place.done():  # else it was given up
                place.set_result(None)
                return
        self._free += 1
