"""Moves as actions: token by token over a fixed vocabulary, or as candidates with features.

Both come from the same legal moves. Tokens have no dead ends: whatever the masks allow completes to a legal
move, and every legal move has exactly one sequence of tokens.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import u8

from ..core.components import Tiles
from ..core.learning.tokens import WHOLE, Phrase, Vocabulary, encode
from ..core.moves import (
    FIELDS,
    ITEM_FIELD,
    MOST_ITEMS,
    MOST_VALUES,
    MOST_VERBS,
    VERB_FIELD,
    Move,
    split_codes,
    with_field,
)
from ..core.ruleset import Ruleset
from ..core.state import State
from ..core.verbs.build import Build
from ..core.view import View
from ..rulesets import ruleset
from .errors import IllegalAction, one_action, refuse

Masks = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]

_TILE_NUMBERS: Final = ("level", "cost", "vp", "income", "icons", "coal", "iron", "sale")
_TILE_SCALES: Final = np.array([0.125, 0.05, 0.05, 0.125, 0.5, 0.5, 0.5, 0.5], dtype=np.float32)


class Candidates:
    """The legal moves of a position in order, with a row of features each."""

    def __init__(self, rules: Ruleset, codes: npt.NDArray[np.int64], features: Floats) -> None:
        self.rules: Final = rules
        self.codes: Final = codes
        self.features: Final = features

    def __len__(self) -> int:
        return len(self.codes)

    def move(self, number: int) -> Move:
        return Move(self.rules, int(self.codes[number]))


class ActionCoder:
    """Encodes and decodes the actions of a ruleset."""

    def __init__(self, rules: Ruleset | str) -> None:
        self.rules: Final = ruleset(rules) if isinstance(rules, str) else rules
        self.vocabulary: Final = Vocabulary(self.rules)
        self.size: Final = int(self.vocabulary.size)
        self.names: Final = self.vocabulary.names
        self._tokens: Final = self._token_table()
        self._kinds: Final = _tile_table(self.rules.tiles)
        builds = [isinstance(verb, Build) for verb in self.rules.verbs]
        self._builds: Final = np.array(builds + [False] * (MOST_VERBS - len(builds)))
        # One buffer for all calls: mypyc never frees a vector that plain Python hands to compiled code.
        self._marks: Final = vec[u8]([0] * self.size)
        #: Names of a candidate's features.
        self.candidate_names: Final = [*self.names, *(f"tile {name}" for name in _TILE_NUMBERS)]

    # -- tokens -------------------------------------------------------------------------------------

    def begin(self, state: State) -> Phrase:
        """An empty phrase for the seat to act."""
        phrase = Phrase(self.vocabulary)
        if state.is_over or state.is_chance:
            return phrase
        phrase.begin(state)
        return phrase

    def mask(self, phrase: Phrase) -> Masks:
        """Mask with 1 for every token allowed next."""
        phrase.mark(self._marks, 0)
        return np.frombuffer(memoryview(self._marks), dtype=np.int8).copy()

    def encode(self, position: State | View, move: Move) -> list[int]:
        """The tokens of a legal move."""
        state = position.known if isinstance(position, View) else position
        legal = isinstance(move, Move) and move.rules is self.rules and move in state.legal_moves()
        if not legal:
            raise IllegalAction(f"{move} is not a legal move here")
        return encode(self.vocabulary, state, move.code)

    def decode(self, position: State | View, tokens: list[int]) -> Move:
        """The legal move with these tokens. Other tokens raise ``IllegalAction``, a ``ValueError``."""
        state = position.known if isinstance(position, View) else position
        phrase = self.begin(state)
        for token in tokens:
            number = one_action(token, self.size)
            if phrase.field == WHOLE:
                raise IllegalAction("the move is complete before its last token")
            if not phrase.allows(number):
                raise refuse(phrase, number)
            phrase.take(number)
        if phrase.field != WHOLE or not tokens:
            raise IllegalAction("the move is not complete: its last tokens are missing")
        return Move(self.rules, phrase.code())

    def asked(self, phrase: Phrase) -> str:
        """The field that the next token fills, one of ``FIELDS``; "" if the move is complete."""
        return "" if phrase.field == WHOLE else FIELDS[phrase.field]

    # -- candidates ---------------------------------------------------------------------------------

    def candidates(self, position: State | View) -> Candidates:
        """Every legal move with its features; empty if another seat or nobody is to act.

        The features count each token of the move, asked for or not. A build also has the figures of its tile.
        """
        state = position.known if isinstance(position, View) else position
        seat = position.seat if isinstance(position, View) else state.to_act
        decides = not (state.is_over or state.is_chance) and seat == state.to_act
        codes = np.array(state.legal_codes() if decides else [], dtype=np.int64)
        features = np.zeros((len(codes), len(self.candidate_names)), dtype=np.float32)
        if len(codes) == 0:
            return Candidates(self.rules, codes, features)
        values = split_codes(codes)
        rows = np.arange(len(codes))
        for field in range(len(FIELDS)):
            tokens = self._tokens[values[VERB_FIELD], field, values[field]]
            features[rows, tokens] += tokens != 0
        built = np.flatnonzero(self._builds[values[VERB_FIELD]])
        tracks = range(len(self.rules.board.industries))
        top = np.array([state.top_tile(state.seat, industry) for industry in tracks])
        features[built, self.size :] = self._kinds[top[values[ITEM_FIELD][built] - 1]]
        return Candidates(self.rules, codes, features)

    def _token_table(self) -> npt.NDArray[np.int64]:
        """Table of the token for every verb, field and value."""
        table = np.zeros((MOST_VERBS, len(FIELDS), MOST_VALUES), dtype=np.int64)
        for verb in range(len(self.rules.verbs)):
            table[verb, VERB_FIELD, verb] = self.vocabulary.token(verb, VERB_FIELD)
            for field in range(ITEM_FIELD, len(FIELDS)):
                for value in range(MOST_ITEMS if field == ITEM_FIELD else MOST_VALUES):
                    code = with_field(verb, field, value)
                    table[verb, field, value] = self.vocabulary.token(code, field)
        return table


def _tile_table(tiles: Tiles) -> Floats:
    """Scaled figures of each kind of tile."""
    rows = [[getattr(kind, name) for name in _TILE_NUMBERS] for kind in tiles.kinds]
    return np.array(rows, dtype=np.float32) * _TILE_SCALES
