"""The letters of the seats, as positions, records and messages write them."""

from __future__ import annotations

from typing import Final, Literal

Seat = Literal["A", "B", "C", "D"]

SEATS: Final = "ABCD"
_LETTERS: Final[list[Seat]] = ["A", "B", "C", "D"]


def seat_name(seat: int) -> Seat:
    """Return the letter of a seat number."""
    return _LETTERS[seat]


def seat_label(seat: int, names: list[str]) -> str:
    """Return a seat's letter and its player's name, the letter only once: "A Ann", "player A"."""
    letter, name = seat_name(seat), names[seat]
    return name if name.endswith(f" {letter}") else f"{letter} {name}"
