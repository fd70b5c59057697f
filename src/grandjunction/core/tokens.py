"""A move said token by token, over a small vocabulary, so that no prefix is a dead end.

What is asked, in this order: verb, item, target, up to three cards, two coal sources, two further sources.
The verb is always asked; of the rest only what the legal moves still open to choice disagree on. The mask
after any prefix is what those moves hold in the field asked, so every way through the masks is a legal move
and every legal move has exactly one way.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from .bits import BIT
from .options import Options
from .ruleset import Ruleset
from .state import State

FIELDS: Final = [
    "verb", "item", "target", "card", "second_card", "third_card",
    "coal", "second_coal", "source", "second_source",
]  # fmt: skip
LONGEST: Final = 10  # tokens a move
_VERB: Final = 0
_ITEM: Final = 1
_TARGET: Final = 2
_CARD: Final = 3
_COAL: Final = 6
WHOLE: Final = 10  # the field of a move that is said completely

# Where each field lies in a code.
_SHIFT: Final = vec[i64]([0, 16, 10, 4, 44, 50, 20, 26, 32, 38])
_BITS: Final = vec[i64]([15, 15, 63, 63, 63, 63, 63, 63, 63, 63])

NONE_TOKEN: Final = 0


def field_of(code: i64, field: i64) -> i64:
    """What a code holds in a field; 0: nothing."""
    return (code >> _SHIFT[field]) & _BITS[field]


class Vocabulary:
    """The tokens of a ruleset: nothing, the special sources, verbs, items, cards, spaces, lines."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules: Final = rules
        names = ["none", *rules.sources]
        self._verbs: vec[i64] = vec[i64]([NONE_TOKEN] * 16)
        chance = _of_chance(rules)
        players_verbs = [verb for verb in rules.verbs if chance & BIT[verb.id] == 0]
        for verb in players_verbs:
            self._verbs[verb.id] = len(names)
            names.append(f"verb {verb.name}")
        self._items: vec[i64] = vec[i64]([NONE_TOKEN] * 256)
        for verb in players_verbs:
            if "item" not in verb.shape and "to" not in verb.shape:
                continue
            for number, word in enumerate(verb.items(rules)):
                name = f"item {word}"
                if name not in names:
                    names.append(name)
                self._items[verb.id * 16 + number] = names.index(name)
        self._cards: i64 = len(names)
        names.extend([f"card {id}" for id in rules.cards.ids])
        self._spaces: i64 = len(names)
        names.extend([f"space {id}" for id in rules.board.slot_ids])
        self._sources: vec[i64] = vec[i64]([self._spaces + value - 1 for value in range(64)])
        for token, source in enumerate(rules.sources.values(), 1):
            self._sources[source] = token
        self._lines: i64 = len(names)
        names.extend([f"line {id}" for id in rules.board.line_ids])
        self._targets: vec[i64] = vec[i64]([self._spaces] * 16)
        for verb in players_verbs:
            if "line" in verb.shape:
                self._targets[verb.id] = self._lines
        self.names: Final = names
        self.size: i64 = len(names)

    def token(self, code: i64, field: i64) -> i64:
        """The token for what a code holds in a field."""
        value = field_of(code, field)
        if field == _VERB:
            return self._verbs[value]
        if value == 0:
            return NONE_TOKEN
        if field == _ITEM:
            return self._items[field_of(code, _VERB) * 16 + value - 1]
        if field == _TARGET:
            return self._targets[field_of(code, _VERB)] + value - 1
        if field < _COAL:
            return self._cards + value - 1
        return self._sources[value]


def _of_chance(rules: Ruleset) -> i64:
    """The verbs that only nature says."""
    verbs: i64 = 0
    for decision in range(len(rules.answers)):
        if rules.chance & BIT[decision]:
            for verb in rules.answers[decision]:
                verbs |= BIT[verb.id]
    return verbs


class Phrase:
    """A move as far as it is said: the tokens, and the legal moves that begin so."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary: Final = vocabulary
        self.field: i64 = WHOLE  # what the next token is about
        self.tokens: vec[i64] = vec[i64]([0] * LONGEST)
        self.said: i64 = 0  # how many tokens
        self.codes: vec[i64] = vec[i64]([0] * 256)
        self.open: i64 = 0  # how many moves begin so
        self._options: Final = Options()

    def begin(self, state: State) -> None:
        """Nothing is said yet: every legal move is open."""
        state.fill(self._options)
        self.said = 0
        self.field = _VERB
        self.codes = self._options.write(self.codes, 0)
        self.open = self._options.moves()

    def clear(self) -> None:
        """Nobody has anything to say."""
        self.said = 0
        self.open = 0
        self.field = WHOLE

    def allows(self, token: i64) -> bool:
        """Whether a legal move goes on so."""
        i: i64 = 0
        while i < self.open:
            if self.vocabulary.token(self.codes[i], self.field) == token:
                return True
            i += 1
        return False

    def say(self, token: i64) -> bool:
        """Add a token; tells whether the move is complete. A token no move goes on with changes nothing."""
        if not self.allows(token):
            raise ValueError(f"no legal move goes on with token {token}")
        return self.take(token)

    def take(self, token: i64) -> bool:
        """As ``say``, for a token known to be allowed."""
        kept: i64 = 0
        i: i64 = 0
        while i < self.open:
            if self.vocabulary.token(self.codes[i], self.field) == token:
                self.codes[kept] = self.codes[i]
                kept += 1
            i += 1
        self.open = kept
        self.tokens[self.said] = token
        self.said += 1
        self.field += 1
        while self.field < WHOLE and self._agreed():
            self.field += 1
        return self.field == WHOLE

    def _agreed(self) -> bool:
        """Whether all open moves hold the same in the field."""
        value = field_of(self.codes[0], self.field)
        i: i64 = 1
        while i < self.open:
            if field_of(self.codes[i], self.field) != value:
                return False
            i += 1
        return True

    def code(self) -> i64:
        """The move that is said completely."""
        if self.field != WHOLE or self.open != 1:
            raise ValueError("the move is not complete")
        return self.codes[0]

    def next_token(self, code: i64) -> i64:
        """What to say next to say this move."""
        return self.vocabulary.token(code, self.field)

    def mark(self, mask: vec[u8], first: i64) -> None:
        """Set the mask, from a place on, to the tokens that may be said next."""
        place = first
        last = first + self.vocabulary.size
        while place < last:
            mask[place] = 0
            place += 1
        i: i64 = 0
        while i < self.open:
            mask[first + self.vocabulary.token(self.codes[i], self.field)] = 1
            i += 1

    def copy(self) -> Phrase:
        twin = Phrase(self.vocabulary)
        twin.field = self.field
        twin.tokens = self.tokens[:]
        twin.said = self.said
        twin.codes = self.codes[:]
        twin.open = self.open
        return twin


def encode(vocabulary: Vocabulary, state: State, code: i64) -> list[int]:
    """The tokens that say a legal move in a position."""
    phrase = Phrase(vocabulary)
    phrase.begin(state)
    tokens: list[int] = []
    while phrase.field != WHOLE:
        token = phrase.next_token(code)
        tokens.append(token)
        phrase.say(token)
    if phrase.codes[0] != code:
        raise ValueError("the move is not legal here")
    return tokens
