"""A unit move is one integer; ``Move`` is its readable face.

Fields, lowest bits first: verb, card, target (space or line), item (industry, buyer, amount or seat), two
coal sources, two further sources (iron, or what the verb says), two more cards. Zero means "none", so every
index is stored plus one. Sources are a sorted multiset; cards are kinds, never positions in a hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from .ruleset import Ruleset

MARKET: Final = 63  # a source: bought from the market
OWN_SOURCE: Final = 61  # 61 and 62: no space of the board, but what a ruleset says (``Ruleset.add_source``)

_CARD: Final = 4
_TARGET: Final = 10
_ITEM: Final = 16
_COAL: Final = 20
_OTHER: Final = 32
_CARD2: Final = 44
_CARD3: Final = 50
_SIX: Final = 63
_FOUR: Final = 15
CODE_BITS: Final = 56

# The bits each part of a verb's notation uses. A verb may have one part of its own: further sources.
VERB_BITS: Final = 0xF
OWN_PART_BITS: Final = (0, 0x3F00000000, 0xFFF00000000)  # by how many sources it names at most
PART_BITS: Final[dict[str, int]] = {
    "card": 0x3F0,
    "cards": 0xFFF000000003F0,
    "slot": 0xFC00,
    "line": 0xFC00,
    "item": 0xF0000,
    "to": 0xF0000,
    "coal": 0xFFF00000,
    "iron": 0xFFF00000000,
}


def unit(verb: i64, target: i64, item: i64, coal: i64, other: i64) -> i64:
    """Pack a unit without its card. ``target`` and ``item`` are indices or -1."""
    return verb | ((target + 1) << _TARGET) | ((item + 1) << _ITEM) | (coal << _COAL) | (other << _OTHER)


def with_card(code: i64, kind: i64) -> i64:
    return code | ((kind + 1) << _CARD)


def with_more_cards(code: i64, second: i64, third: i64) -> i64:
    return code | ((second + 1) << _CARD2) | ((third + 1) << _CARD3)


def verb_of(code: i64) -> i64:
    return code & _FOUR


def card_of(code: i64) -> i64:
    return ((code >> _CARD) & _SIX) - 1


def second_card_of(code: i64) -> i64:
    return ((code >> _CARD2) & _SIX) - 1


def third_card_of(code: i64) -> i64:
    return ((code >> _CARD3) & _SIX) - 1


def target_of(code: i64) -> i64:
    return ((code >> _TARGET) & _SIX) - 1


def item_of(code: i64) -> i64:
    return ((code >> _ITEM) & _FOUR) - 1


def coal_of(code: i64) -> i64:
    """The coal sources, a pair (see ``pair``)."""
    return (code >> _COAL) & 0xFFF


def other_of(code: i64) -> i64:
    """The further sources, a pair."""
    return (code >> _OTHER) & 0xFFF


def without_card(code: i64) -> i64:
    return code & ~(_SIX << _CARD)


# A pair of sources in twelve bits: each a space plus one, MARKET, one of the ruleset's own, or 0 for none.


def pair(first: i64, second: i64) -> i64:
    """Two sources, sorted, with "none" last."""
    if second == 0 or (first <= second and first != 0):
        return first | (second << 6)
    return second | (first << 6)


def first_source(sources: i64) -> i64:
    return sources & _SIX


def second_source(sources: i64) -> i64:
    return (sources >> 6) & _SIX


def source_count(sources: i64) -> i64:
    n: i64 = 0
    if first_source(sources):
        n += 1
    if second_source(sources):
        n += 1
    return n


class Move:
    """One unit move of a ruleset: hashable, comparable, printed in record notation."""

    def __init__(self, rules: Ruleset, code: int) -> None:
        self.rules: Final = rules
        self.code: Final = code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.code == other.code and self.rules is other.rules

    def __hash__(self) -> int:
        return hash(self.code)

    def __str__(self) -> str:
        return self.rules.write_move(self.code)

    def __repr__(self) -> str:
        return f"<Move {self.rules.write_move(self.code)}>"

    @property
    def verb(self) -> str:
        number = self.code & _FOUR
        return self.rules.verbs[number].name if number < len(self.rules.verbs) else "?"

    @property
    def card(self) -> str | None:
        kind = card_of(self.code)
        return None if kind < 0 else self.rules.cards.ids[kind]


class Refusal:
    """Why a move is not legal: the rule's ID, the reason's key and what it is about (names of ids)."""

    def __init__(self, rule: str, reason: str, params: dict[str, str | int]) -> None:
        self.rule: Final = rule
        self.reason: Final = reason
        self.params: Final = params

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.rule, self.reason, self.params) == (
            other.rule,
            other.reason,
            other.params,
        )

    def __hash__(self) -> int:
        return hash((self.rule, self.reason))

    def __str__(self) -> str:
        about = " ".join(f"{key}={value}" for key, value in self.params.items())
        return f"{self.rule} {self.reason} {about}".rstrip()

    def __repr__(self) -> str:
        return f"<Refusal {self}>"


class IllegalMove(ValueError):
    """Raised when a refused move is applied; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
