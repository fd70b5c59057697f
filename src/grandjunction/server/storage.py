"""What the server keeps, behind one small interface. A game is its moves in notation, chance included.

Implementations are used from one thread. Everything done inside ``transaction`` is durable when it ends,
or undone if it raises.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol


class StaleWrite(Exception):
    """The game has moved on since the writer looked."""


@dataclass
class SeatRow:
    """A seat: who has it, and how it is shown."""

    name: str
    colour: str
    kind: str  # person, open, bot
    bot: str | None = None
    holder: str | None = None  # the browser that holds it
    generation: int = 0  # raised whenever the seat changes hands, so that old recovery links die


@dataclass
class GameRow:
    """A game without its moves."""

    id: str
    ruleset: str
    revision: int
    seed: str | None  # of a practice game
    bot_seed: str
    created: int
    seats: list[SeatRow]
    changed: int = 0
    over: bool = False


@dataclass
class StoredGame:
    """All there is of one game."""

    row: GameRow
    moves: list[str] = field(default_factory=list)
    draft: list[str] = field(default_factory=list)


@dataclass
class ChatRow:
    id: int
    seat: int | None
    name: str
    text: str
    at: int


class Storage(Protocol):
    def transaction(self) -> AbstractContextManager[None]: ...

    def add_game(self, row: GameRow, moves: list[str]) -> None: ...

    def load(self, game: str) -> StoredGame | None: ...

    def append(self, game: str, ply: int, moves: list[str], over: bool, at: int) -> None:
        """Add moves after the first ``ply`` ones and drop the draft; raises ``StaleWrite`` otherwise."""

    def save_draft(self, game: str, ply: int, draft: list[str]) -> None:
        """Replace the draft; raises ``StaleWrite`` unless exactly ``ply`` moves are stored."""

    def save_seat(self, game: str, seat: int, row: SeatRow) -> None: ...

    def games_of(self, holder: str, most: int) -> list[str]:
        """The games in which a browser holds a seat, the latest changed first."""

    def unfinished_with_bots(self) -> list[str]:
        """Where bots may have to move: looked through when the server starts."""

    def say(self, game: str, seat: int | None, name: str, text: str, at: int) -> ChatRow: ...

    def chat(self, game: str, since: int, most: int) -> list[ChatRow]:
        """Lines with a greater id, the latest ``most`` of them, oldest first."""

    def save_notes(self, game: str, holder: str, text: str) -> None: ...

    def notes(self, game: str, holder: str) -> str: ...

    def close(self) -> None: ...
