"""What a storage keeps for the analysis board, and the interface to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class StudyRow:
    """A study that somebody has stored."""

    id: str
    maker: str
    title: str
    ruleset: str
    text: str
    created: int
    changed: int


class Studies(Protocol):
    """The studies of a storage, in the transaction of its caller. Times are in seconds since 1970."""

    def add(self, row: StudyRow) -> None: ...

    def find(self, id: str) -> StudyRow | None: ...

    def save(self, id: str, maker: str, title: str, text: str, at: int) -> bool:
        """Replace a study. Return False if there is none of this maker."""

    def delete(self, id: str, maker: str) -> bool:
        """Delete a study. Return False if there is none of this maker."""

    def of(self, maker: str, most: int) -> list[StudyRow]:
        """Return somebody's studies without their texts, the latest changed first."""

    def count(self, maker: str) -> int: ...

    def keep_analysis(self, key: str, text: str, at: int) -> None:
        """Keep the best turns found in a position."""

    def analysis(self, key: str) -> str | None: ...

    def forget_analyses(self, before: int) -> None: ...
