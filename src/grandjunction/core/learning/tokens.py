"""Moves said token by token over a small vocabulary, with no dead ends.

The fields are asked in this order: verb, item, target, up to three cards, two coal sources, two further
sources. The verb is always asked; other fields only where the remaining legal moves differ. The mask holds
the values that those moves have in the field, so every path through the masks is a legal move, and every
legal move has exactly one path.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ..moves import (
    COAL_FIELD,
    ITEM_FIELD,
    MOST_ITEMS,
    MOST_VALUES,
    MOST_VERBS,
    NO_FIELD,
    TARGET_FIELD,
    VERB_FIELD,
    field_of,
)
from ..options import Options
from ..ruleset import Ruleset
from ..state import State

LONGEST: Final = 10  # the most tokens per move
WHOLE: Final = NO_FIELD  # the field after the last, when the move is complete
NONE_TOKEN: Final = 0


class Vocabulary:
    """The tokens of a ruleset: "none", sources that are not spaces, verbs, items, cards, spaces, lines."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules: Final = rules
        names = ["none", *rules.sources]
        self._verbs: vec[i64] = vec[i64]([NONE_TOKEN] * MOST_VERBS)
        chance = rules.chance_verbs()
        players_verbs = [verb for verb in rules.verbs if verb not in chance]
        for verb in players_verbs:
            self._verbs[verb.id] = len(names)
            names.append(f"verb {verb.name}")
        self._items: vec[i64] = vec[i64]([NONE_TOKEN] * (MOST_VERBS * MOST_ITEMS))
        for verb in players_verbs:
            if "item" not in verb.shape and "to" not in verb.shape:
                continue
            for number, word in enumerate(verb.items(rules)):
                name = f"item {word}"
                if name not in names:
                    names.append(name)
                self._items[verb.id * MOST_ITEMS + number] = names.index(name)
        self._cards: i64 = len(names)
        names.extend([f"card {id}" for id in rules.cards.ids])
        self._spaces: i64 = len(names)
        names.extend([f"space {id}" for id in rules.board.slot_ids])
        self._sources: vec[i64] = vec[i64]([self._spaces + value - 1 for value in range(MOST_VALUES)])
        for token, source in enumerate(rules.sources.values(), 1):
            self._sources[source] = token
        self._lines: i64 = len(names)
        names.extend([f"line {id}" for id in rules.board.line_ids])
        self._targets: vec[i64] = vec[i64]([self._spaces] * MOST_VERBS)
        for verb in players_verbs:
            if "line" in verb.shape:
                self._targets[verb.id] = self._lines
        self.names: Final = names
        self.size: i64 = len(names)

    def token(self, code: i64, field: i64) -> i64:
        """Token for the value of a code's field."""
        value = field_of(code, field)
        if field == VERB_FIELD:
            return self._verbs[value]
        if value == 0:
            return NONE_TOKEN
        if field == ITEM_FIELD:
            return self._items[field_of(code, VERB_FIELD) * MOST_ITEMS + value - 1]
        if field == TARGET_FIELD:
            return self._targets[field_of(code, VERB_FIELD)] + value - 1
        if field < COAL_FIELD:
            return self._cards + value - 1
        return self._sources[value]


class Phrase:
    """A partly said move: its tokens so far, and the legal moves that begin with them."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary: Final = vocabulary
        self.field: i64 = WHOLE  # the field that the next token fills
        self.tokens: vec[i64] = vec[i64]([0] * LONGEST)
        self.said: i64 = 0  # number of tokens so far
        self.codes: vec[i64] = vec[i64]([0] * 256)
        self.open: i64 = 0  # number of moves that still fit
        self._options: Final = Options()

    def begin(self, state: State) -> None:
        """Start a move: every legal move still fits."""
        state.fill(self._options)
        self.said = 0
        self.field = VERB_FIELD
        self.codes = self._options.write(self.codes, 0)
        self.open = self._options.moves()

    def clear(self) -> None:
        """Forget the move: no seat is to act."""
        self.said = 0
        self.open = 0
        self.field = WHOLE

    def allows(self, token: i64) -> bool:
        """Whether some legal move continues with this token."""
        i: i64 = 0
        while i < self.open:
            if self.vocabulary.token(self.codes[i], self.field) == token:
                return True
            i += 1
        return False

    def say(self, token: i64) -> bool:
        """Add a token and return whether the move is complete.

        Raises ValueError and changes nothing if no legal move continues with it.
        """
        if not self.allows(token):
            raise ValueError(f"no legal move goes on with token {token}")
        return self.take(token)

    def take(self, token: i64) -> bool:
        """Like ``say``, for a token known to be allowed."""
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
        """Whether all moves that still fit have the same value in the field."""
        value = field_of(self.codes[0], self.field)
        i: i64 = 1
        while i < self.open:
            if field_of(self.codes[i], self.field) != value:
                return False
            i += 1
        return True

    def code(self) -> i64:
        """Code of the complete move."""
        if self.field != WHOLE or self.open != 1:
            raise ValueError("the move is not complete")
        return self.codes[0]

    def next_token(self, code: i64) -> i64:
        """The next token on the way to this move."""
        return self.vocabulary.token(code, self.field)

    def mark(self, mask: vec[u8], first: i64) -> None:
        """Write the mask of the tokens allowed next, from index ``first`` on."""
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
    """The tokens of a legal move in a position."""
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
