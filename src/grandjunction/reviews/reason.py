"""A reason why one turn is better than another."""

from __future__ import annotations

from dataclasses import dataclass, field

Value = str | int | list[str]


@dataclass(frozen=True, slots=True)
class Reason:
    """A difference in favour of a turn: a key of the words, and the ids and numbers it is about."""

    key: str
    values: dict[str, Value]
    weight: float = field(compare=False)  # roughly VP, to put the largest first
