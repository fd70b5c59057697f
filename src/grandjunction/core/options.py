"""Buffers for legal units with the cards that can pay for them, and for ways to take resources."""

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
    """Ways to take a resource: each is a pair of sources and how many of the two are the market."""

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
        """Index of this pair, or -1."""
        i: i64 = 0
        while i < self.size:
            if self.pairs[i] == sources:
                return i
            i += 1
        return -1


def _moves_with(cards: i64) -> i64:
    """Number of moves that a unit with these cards stands for."""
    if cards == 0:
        return 1
    return count(cards)


class Options:
    """The legal units, each listed once. ``cards[i]`` masks the kinds that can pay; 0 if no card is due."""

    def __init__(self, room: int = 48) -> None:
        self.units: vec[i64] = vec[i64]([0] * room)
        self.cards: vec[i64] = vec[i64]([0] * room)
        self.size: i64 = 0
        self.first_only = False  # verbs may stop at the first unit
        # Scratch lists for the verbs. They belong to the buffer, so two buffers can be filled side by side.
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
        """Number of moves: each unit with each of its cards."""
        total: i64 = 0
        same: i64 = 0  # neighbouring units mostly share their cards, so count them once
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
        """Code of the move with this number, without listing the others."""
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
        """Codes of all moves."""
        return list(self.write(vec[i64]([0] * self.moves()), 0))

    def write(self, out: vec[i64], first: i64) -> vec[i64]:
        """Write the codes into a vector from index ``first`` on; return the vector, which may have grown."""
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
    """One legal unit and the kinds of card that can pay for it; none if it needs no card."""

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

    def moves(self) -> list[Move]:
        """The moves this unit stands for: one per card, or the unit itself if it needs no card."""
        if not self.kinds:
            return [self.unit]
        return [Move(self.rules, with_card(self.code, kind)) for kind in members(self.kinds)]

    def __repr__(self) -> str:
        return f"<Option {self.unit} cards={self.cards}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Option, (self.rules, self.code, self.kinds)


class MoveList:
    """Legal moves in order. Each ``Move`` is created only when you look at it."""

    def __init__(self, rules: Ruleset, options: Options) -> None:
        """Take over ``options``; do not change it afterwards."""
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

    def __reduce__(self) -> tuple[object, ...]:
        size = self._options.size
        return _move_list, (self.rules, list(self._options.units[:size]), list(self._options.cards[:size]))


def _move_list(rules: Ruleset, units: list[int], cards: list[int]) -> MoveList:
    """The list of moves that was pickled as its units and their cards."""
    options = Options(len(units))
    for code, kinds in zip(units, cards, strict=True):
        options.add(code, kinds)
    return MoveList(rules, options)
