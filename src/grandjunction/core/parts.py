"""Parts that only some games lay out beside the board, described for everyone who shows a table.

A ruleset hands them over with ``Ruleset.add_stalls`` and ``add_track``. Server, terminal and bots ask the
part for what it shows and never which game it belongs to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

if TYPE_CHECKING:
    from .state import State


class Ware:
    """One kind of tile that can lie on a stall: its id and the mask of the industries it buys from."""

    def __init__(self, id: str, buys: int) -> None:
        self.id: Final = id
        self.buys: Final = buys


class Stall:
    """One printed stall: its place, the fewest players it is used with, and the bonus it gives."""

    def __init__(self, id: str, place: int, from_players: int, bonus: str, amount: int) -> None:
        self.id: Final = id
        self.place: Final = place
        self.from_players: Final = from_players
        self.bonus: Final = bonus  # a key of the words
        self.amount: Final = amount


class StallRow:
    """Stalls that buy wares. Beside each, something may lie that whoever sells there can take.

    ``name`` and ``supply`` are keys of the words: for the row, and for what lies beside a stall.
    """

    def __init__(self, name: str, supply: str, stalls: list[Stall], wares: list[Ware]) -> None:
        self.name: Final = name
        self.supply: Final = supply
        self.stalls: Final = stalls
        self.wares: Final = wares

    def wanted(self, state: State, stall: int) -> Ware | None:
        """The tile on a stall, or None."""
        raise NotImplementedError

    def supplied(self, state: State, stall: int) -> bool:
        """Whether something lies beside a stall."""
        raise NotImplementedError


class MarkerTrack:
    """A marker that tiles, drawn from a stack, move down a track. Below the last row it is closed.

    ``name`` is a key of the words, ``bonuses`` what each row brings, ``tiles`` the number of tiles worth
    0, 1, 2 … spaces, by player count.
    """

    def __init__(self, name: str, bonuses: list[int], tiles: dict[int, list[int]]) -> None:
        self.name: Final = name
        self.bonuses: vec[i64] = vec[i64](bonuses)
        self.closed: i64 = len(bonuses)  # the row below the last
        self.tiles: Final = tiles

    def row(self, state: State) -> int:
        """The marker's row from the top."""
        raise NotImplementedError

    def bonus(self, state: State) -> int | None:
        """What the marker's row brings; None if the track is closed."""
        row: i64 = self.row(state)
        if row >= self.closed:
            return None
        return self.bonuses[row]

    def left(self, state: State) -> list[int]:
        """The tiles still in the stack that are worth 0, 1, 2 … spaces."""
        raise NotImplementedError
