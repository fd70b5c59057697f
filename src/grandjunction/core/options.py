"""Buffers for what may be done: units with the cards that may pay for them, and lists of sources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, overload

from librt.vecs import append, vec
from mypy_extensions import i64

from .bits import count, lowest, members
from .moves import Move, with_card

if TYPE_CHECKING:
    from .ruleset import Ruleset


class SourceList:
    """Ways to take cubes and the like: each a pair of sources and how many of them come from the market."""

    def __init__(self) -> None:
        self.pairs: vec[i64] = vec[i64]([0] * 4)
        self.bought: vec[i64] = vec[i64]([0] * 4)
        self.size: i64 = 0

    def add(self, sources: i64, bought: i64) -> None:
        if self.size == len(self.pairs):
            self.pairs = append(self.pairs, 0)
            self.bought = append(self.bought, 0)
        self.pairs[self.size] = sources
        self.bought[self.size] = bought
        self.size += 1

    def find(self, sources: i64) -> i64:
        """Where this pair stands, or -1."""
        i: i64 = 0
        while i < self.size:
            if self.pairs[i] == sources:
                return i
            i += 1
        return -1


def _moves_with(cards: i64) -> i64:
    """How many moves a unit with these cards is."""
    if cards == 0:
        return 1
    return count(cards)


class Options:
    """The factored list of legal units. ``cards[i]`` is the mask of kinds that may pay; 0: none is due."""

    def __init__(self, room: int = 48) -> None:
        self.units: vec[i64] = vec[i64]([0] * room)
        self.cards: vec[i64] = vec[i64]([0] * room)
        self.size: i64 = 0
        self.first_only = False  # one is enough: verbs may stop at the first
        # Working space for the verbs, kept here so that two lists can be filled side by side.
        self.coal: Final = SourceList()
        self.other: Final = SourceList()

    def add(self, code: i64, cards: i64) -> None:
        if self.size == len(self.units):
            self.units = append(self.units, 0)
            self.cards = append(self.cards, 0)
        self.units[self.size] = code
        self.cards[self.size] = cards
        self.size += 1

    def moves(self) -> i64:
        """How many moves these units are, each with each of its cards."""
        total: i64 = 0
        same: i64 = 0  # units in a row mostly share their cards: count those once
        here: i64 = 1
        i: i64 = 0
        while i < self.size:
            cards = self.cards[i]
            if cards != same:
                same = cards
                here = _moves_with(cards)
            total += here
            i += 1
        return total

    def move(self, number: i64) -> i64:
        """The code of one of those moves, found without writing out the others."""
        same: i64 = 0
        here: i64 = 1
        i: i64 = 0
        while True:
            cards = self.cards[i]
            if cards != same:
                same = cards
                here = _moves_with(cards)
            if number < here:
                break
            number -= here
            i += 1
        if cards == 0:
            return self.units[i]
        while number:
            cards &= cards - 1
            number -= 1
        return with_card(self.units[i], lowest(cards))

    def codes(self) -> list[int]:
        """The codes of all those moves."""
        return list(self.write(vec[i64]([0] * self.moves()), 0))

    def write(self, out: vec[i64], first: i64) -> vec[i64]:
        """Write those codes into a vector from a place on; tells the vector, which may have had to grow."""
        end = first + self.moves()
        while len(out) < end:
            out = append(out, 0)
        place = first
        i: i64 = 0
        while i < self.size:
            cards = self.cards[i]
            if cards == 0:
                out[place] = self.units[i]
                place += 1
            while cards:
                out[place] = with_card(self.units[i], lowest(cards))
                place += 1
                cards &= cards - 1
            i += 1
        return out


class Option:
    """One legal unit and the kinds of card that may pay for it (none: it needs no card)."""

    def __init__(self, rules: Ruleset, code: int, kinds: int) -> None:
        self.rules: Final = rules
        self.code: Final = code
        self.kinds: Final = kinds  # the cards as a mask

    @property
    def unit(self) -> Move:
        return Move(self.rules, self.code)

    @property
    def cards(self) -> list[str]:
        return [self.rules.cards.ids[kind] for kind in members(self.kinds)]

    def __repr__(self) -> str:
        return f"<Option {self.unit} cards={self.cards}>"


class MoveList:
    """Legal moves in order. A move is written out and made an object only when it is looked at."""

    def __init__(self, rules: Ruleset, options: Options) -> None:
        """``options`` belongs to this list from now on."""
        self.rules: Final = rules
        self._options: Final = options
        self._size: Final[i64] = options.moves()

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [Move(self.rules, code) for code in self._options.codes()[index]]
        size: int = self._size
        if not -size <= index < size:
            raise IndexError(f"there are {size} legal moves, so none has index {index}")
        return Move(self.rules, self._options.move(index if index >= 0 else size + index))

    def __iter__(self) -> Iterator[Move]:
        for code in self._options.codes():
            yield Move(self.rules, code)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and move.rules is self.rules and move.code in self._options.codes()

    def __repr__(self) -> str:
        return repr(list(self))
