"""Where each seat's victory points came from, by era."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..core.events import Event

# The events that move VP, the source they count for, and their sign.
_SOURCES: Final[dict[str, tuple[str, int]]] = {
    "scored_link": ("links", 1),
    "scored_tile": ("tiles", 1),
    "scored_bonus": ("bonus", 1),
    "scored_money": ("money", 1),
    "scored_income": ("income", 1),
    "scored_again": ("tiles_again", 1),
    "forfeited": ("forfeited", -1),
}

SOURCES: Final = tuple(source for source, _ in _SOURCES.values())


class Ledger:
    """VP by seat, era (index) and source."""

    def __init__(self, players: int) -> None:
        self._era = 0
        self._entries: list[dict[tuple[int, str], int]] = [{} for _ in range(players)]

    def add(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.kind == "era_began":
                self._era = event.values[0]
            elif event.kind in _SOURCES:
                source, sign = _SOURCES[event.kind]
                seat, amount = event.values[0], event.values[-1]
                entry = self._entries[seat]
                entry[self._era, source] = entry.get((self._era, source), 0) + sign * amount

    def vp(self, seat: int, era: int) -> dict[str, int]:
        """A seat's VP of an era by source; sources that gave nothing are left out."""
        return {source: n for (of_era, source), n in self._entries[seat].items() if of_era == era and n}

    def total(self, seat: int) -> int:
        return sum(self._entries[seat].values())
