"""Unit moves: packed into one integer for speed, and as ``Move`` for reading.

This module alone knows how a code is laid out. Lowest bits first: verb, card, target (a space or a line),
item (an industry, buyer, amount or seat), two coal sources, two further sources (iron, or what the verb
names), two more cards. Zero means "none", so every index is stored plus one. Sources are a sorted multiset;
cards are kinds, not positions in a hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64

if TYPE_CHECKING:
    from .ruleset import Ruleset

MARKET: Final = 63  # a source: bought from the market
EXTRA_SOURCE: Final = 61  # 61 and 62: sources or buyers that a ruleset adds (``Ruleset.add_source``)
# How many values of a field a code can tell apart.
MOST_VERBS: Final = 16
MOST_ITEMS: Final = 16
MOST_VALUES: Final = 64  # of any other field

# Where each field begins, and how wide it is.
_CARD: Final = 4
_TARGET: Final = 10
_ITEM: Final = 16
_COAL: Final = 20
_OTHER: Final = 32
_CARD2: Final = 44
_CARD3: Final = 50
CODE_BITS: Final = 56
_FOUR: Final = 15
_SIX: Final = 63
_PAIR: Final = 0xFFF  # two sources
_SOURCE: Final = 6  # the second source of a pair begins here

# The bits that each part of a verb's notation uses.
_ALL_CARDS: Final = (_SIX << _CARD) | (_SIX << _CARD2) | (_SIX << _CARD3)
_SOURCE_BITS: Final = (0, _SIX << _OTHER, _PAIR << _OTHER)  # index: how many further sources a move may name
_PART_BITS: Final[dict[str, int]] = {
    "card": _SIX << _CARD,
    "cards": _ALL_CARDS,
    "slot": _SIX << _TARGET,
    "line": _SIX << _TARGET,
    "item": _FOUR << _ITEM,
    "to": _FOUR << _ITEM,
    "coal": _PAIR << _COAL,
    "iron": _PAIR << _OTHER,
}

# The fields of a code, in the order in which a learner is asked for them.
FIELDS: Final = [
    "verb", "item", "target", "card", "second_card", "third_card",
    "coal", "second_coal", "source", "second_source",
]  # fmt: skip
VERB_FIELD: Final = 0
ITEM_FIELD: Final = 1
TARGET_FIELD: Final = 2
COAL_FIELD: Final = 6  # the first of the sources
NO_FIELD: Final = 10  # past the last
_FIELD_SHIFTS: Final = vec[i64](
    [0, _ITEM, _TARGET, _CARD, _CARD2, _CARD3, _COAL, _COAL + _SOURCE, _OTHER, _OTHER + _SOURCE]
)
_FIELD_MASKS: Final = vec[i64]([_FOUR, _FOUR, _SIX, _SIX, _SIX, _SIX, _SIX, _SIX, _SIX, _SIX])


def unit(verb: i64, target: i64, item: i64, coal: i64, other: i64) -> i64:
    """Code of a unit without its card. ``target`` and ``item`` are indices or -1."""
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
    """The coal sources, as a ``pair``."""
    return (code >> _COAL) & _PAIR


def other_of(code: i64) -> i64:
    """The further sources, as a ``pair``."""
    return (code >> _OTHER) & _PAIR


def without_card(code: i64) -> i64:
    return code & ~(_SIX << _CARD)


def without_cards(code: i64) -> i64:
    """The code with all its cards removed."""
    return code & ~_ALL_CARDS


def cards_of(code: i64) -> list[int]:
    """Kinds of all cards that a move names."""
    return [kind for kind in (card_of(code), second_card_of(code), third_card_of(code)) if kind >= 0]


def outcome_of(code: i64) -> i64:
    """Number of a chance outcome: that of its card, or else of its item."""
    kind = card_of(code)
    if kind >= 0:
        return kind
    return item_of(code)


def is_code(code: int) -> bool:
    """Whether a number is in the range of codes; its verb may still be unknown."""
    return code >= 0 and code.bit_length() <= CODE_BITS


def bits_for(parts: list[str], source_word: str, most_sources: int) -> i64:
    """Mask of the bits that a verb with these parts uses; ``source_word`` is the part for further sources."""
    bits: i64 = _FOUR
    for part in parts:
        bits |= _SOURCE_BITS[most_sources] if part == source_word else _PART_BITS[part]
    return bits


def strays(code: i64, bits: i64) -> bool:
    """Whether a code has bits outside this mask."""
    return code & ~bits != 0


def field_of(code: i64, field: i64) -> i64:
    """Value of one of ``FIELDS``: a verb's number; for the others an index plus one, or 0 for none."""
    return (code >> _FIELD_SHIFTS[field]) & _FIELD_MASKS[field]


def with_field(code: i64, field: i64, value: i64) -> i64:
    """The code with an empty field set to a value."""
    return code | (value << _FIELD_SHIFTS[field])


def split_codes(codes: Any) -> list[Any]:
    """``field_of`` for a whole NumPy array of codes: one array per field."""
    return [
        (codes >> int(shift)) & int(mask)
        for shift, mask in zip(list(_FIELD_SHIFTS), list(_FIELD_MASKS), strict=True)
    ]


# A pair of sources in twelve bits: each a space plus one, MARKET, an extra source, or 0 for none.


def pair(first: i64, second: i64) -> i64:
    """Two sources packed together, sorted, with "none" last."""
    if second == 0 or (first <= second and first != 0):
        return first | (second << _SOURCE)
    return second | (first << _SOURCE)


def first_source(sources: i64) -> i64:
    return sources & _SIX


def second_source(sources: i64) -> i64:
    return (sources >> _SOURCE) & _SIX


def source_count(sources: i64) -> i64:
    n: i64 = 0
    if first_source(sources):
        n += 1
    if second_source(sources):
        n += 1
    return n


class Move:
    """One unit move of a ruleset: hashable, comparable, printed in record notation.

    Its parts are attributes in the game's words, computed when you ask for them. A part that the move does
    not have is None, or an empty list where there may be several words.

    ==================  ==========================================================================
    ``verb``            what is done: ``"build"``, ``"link"``, ``"sell"`` …
    ``industry``        the industry built or developed: ``"cotton"``
    ``slot``            the space built on, sold from or given up: ``"derby.2"``
    ``line``            the line a link is laid on: ``"belper--derby"``
    ``buyer``           who buys: a merchant space, the space of a port, or ``"distant"``
    ``card``            the card that pays, the first if there are several: ``"derby"``
    ``cards``           all cards that pay
    ``coal``, ``iron``  where they come from: ``["market", "market"]``, ``["dudley.2"]``
    ``extra``           where the ruleset's extra resource comes from, such as beer
    ``amount``          the pounds of a loan: ``30``
    ``outcome``         a chance outcome in one word: a card, a seat, a tile
    ==================  ==========================================================================

    ``part`` gives the words of any part by its name in the notation: ``part("beer")``, ``part("port")``.
    """

    def __init__(self, rules: Ruleset, code: int) -> None:
        self.rules: Final = rules
        self.code: Final = code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.code == other.code and self.rules is other.rules

    def __hash__(self) -> int:
        return hash(self.code)

    def __reduce__(self) -> tuple[object, ...]:
        return Move, (self.rules, self.code)

    def __str__(self) -> str:
        return self.rules.write_move(self.code)

    def __repr__(self) -> str:
        return f"<Move {self.rules.write_move(self.code)}>"

    @property
    def verb(self) -> str:
        verb = self.rules.verb_of(self.code)
        return "?" if verb is None else verb.name

    @property
    def industry(self) -> str | None:
        return self._item("industry")

    @property
    def slot(self) -> str | None:
        return self._word("slot")

    @property
    def line(self) -> str | None:
        return self._word("line")

    @property
    def buyer(self) -> str | None:
        verb = self.rules.verb_of(self.code)
        return None if verb is None else self._word(verb.buyer)

    @property
    def card(self) -> str | None:
        kind = card_of(self.code)
        return None if kind < 0 else _name(self.rules.cards.ids, kind)

    @property
    def cards(self) -> list[str]:
        return [_name(self.rules.cards.ids, kind) for kind in cards_of(self.code)]

    @property
    def coal(self) -> list[str]:
        return self.part("coal")

    @property
    def iron(self) -> list[str]:
        return self.part("iron")

    @property
    def extra(self) -> list[str]:
        resource = self.rules.extra_resource
        return self.part(resource) if resource else []

    @property
    def amount(self) -> int | None:
        pounds = self._item("amount")
        return None if pounds is None else int(pounds)

    @property
    def outcome(self) -> str | None:
        if self.rules.verb_of(self.code) not in self.rules.chance_verbs():
            return None
        return self.card or self._word("item")

    @property
    def without_cards(self) -> Move:
        """The same move without its cards. Moves that differ only in their cards are then equal."""
        return Move(self.rules, without_cards(self.code))

    def part(self, name: str) -> list[str]:
        """Words of one part of the notation; [] if the move leaves it out or its verb does not have it.

        A number that stands for nothing becomes "?", so malformed codes can be shown too.
        """
        rules = self.rules
        verb = rules.verb_of(self.code)
        if verb is None or name not in verb.shape:
            return []
        if name == "slot":
            return [_name(rules.board.slot_ids, target_of(self.code))]
        if name == "line":
            return [_name(rules.board.line_ids, target_of(self.code))]
        if name in ("item", "to"):
            return [_name(verb.items(rules), item_of(self.code))]
        if name == "card":
            return self.cards[:1]
        if name == "cards":
            kinds = (card_of(self.code), second_card_of(self.code), third_card_of(self.code))
            named = [_name(rules.cards.ids, kind) for kind in kinds[: verb.cards]]
            return named if cards_of(self.code) else []
        sources = coal_of(self.code) if name == "coal" else other_of(self.code)
        return [
            rules.source_word(source) or _name(rules.board.slot_ids, source - 1)
            for source in (first_source(sources), second_source(sources))
            if source
        ]

    def _word(self, name: str) -> str | None:
        words = self.part(name)
        return words[0] if words else None

    def _item(self, kind: str) -> str | None:
        """The word of the item, if it is of this kind."""
        verb = self.rules.verb_of(self.code)
        return self._word("item") if verb is not None and verb.item == kind else None


def _name(names: list[str], index: int) -> str:
    return names[index] if 0 <= index < len(names) else "?"


class Refusal:
    """Why a move is not legal: the ID of the rule, the key of the reason, and the ids it is about."""

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

    def __reduce__(self) -> tuple[object, ...]:
        return Refusal, (self.rule, self.reason, self.params)

    def __str__(self) -> str:
        about = " ".join(f"{key}={value}" for key, value in self.params.items())
        return f"{self.rule} {self.reason} {about}".rstrip()

    def __repr__(self) -> str:
        return f"<Refusal {self}>"


class IllegalMove(ValueError):
    """Raised when an illegal move is applied. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    def __reduce__(self) -> tuple[object, ...]:
        return IllegalMove, (self.refusal,)
