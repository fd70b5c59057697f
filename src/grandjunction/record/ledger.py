"""What a game's events add up to: where each seat's victory points came from, and its discards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..core.events import Event
from ..core.ruleset import Ruleset

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
    """VP by seat, era (index) and source, and the cards each seat discarded in this era."""

    def __init__(self, rules: Ruleset, players: int, era: int = 0) -> None:
        self.discards: list[list[int]] = [[] for _ in range(players)]  # kinds, the oldest first
        self._rules: Final = rules
        self._era = era
        self._entries: list[dict[tuple[int, str], int]] = [{} for _ in range(players)]

    def copy(self) -> Ledger:
        """Return an independent copy."""
        twin = Ledger(self._rules, len(self._entries))
        twin.discards = [pile[:] for pile in self.discards]
        twin._era = self._era
        twin._entries = [entry.copy() for entry in self._entries]
        return twin

    def add(self, events: Iterable[Event]) -> None:
        """Enter what the events of a move changed."""
        for event in events:
            if event.kind in _SOURCES:
                source, sign = _SOURCES[event.kind]
                seat, amount = event.values[0], event.values[-1]
                entry = self._entries[seat]
                entry[self._era, source] = entry.get((self._era, source), 0) + sign * amount
            elif event.kind == "discarded":
                seat, kind = event.values
                if not self._rules.cards.kinds[kind].wild:  # wild cards go back to their stacks
                    self.discards[seat].append(kind)
            elif event.kind == "era_began":
                self._era = event.values[0]
                self.discards = [[] for _ in self.discards]

    def vp(self, seat: int, era: int) -> dict[str, int]:
        """Return a seat's VP of an era by source, without the sources that gave nothing."""
        return {source: n for (of_era, source), n in self._entries[seat].items() if of_era == era and n}

    def total(self, seat: int) -> int:
        """Return a seat's VP of all eras."""
        return sum(self._entries[seat].values())
