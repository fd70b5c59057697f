"""Writes and reads moves as text: ``build iron dudley.2 card dudley coal cannock.1``.

The words are ids, the same in every language. Written moves are canonical and complete. When reading, a
card, a source or a space's number may be left out if only one legal move fits.
"""

from __future__ import annotations

from typing import Final

from .bits import BIT
from .components import MARKETED
from .explain import nearness
from .moves import (
    IllegalMove,
    Move,
    Refusal,
    cards_of,
    coal_of,
    item_of,
    other_of,
    pair,
    target_of,
    unit,
    verb_of,
    with_card,
    with_more_cards,
)
from .ruleset import Ruleset, Verb
from .seats import SEATS, seat_name
from .state import State

_POSITIONAL: Final = ("item", "slot", "line")


_SHOWN: Final = 3  # how many of the fitting moves an ambiguous text is answered with
# Reasons with these endings only say that a part was left out. The nearest missing thing says more.
_LEFT_OUT: Final = ("card_needed", "_count", "malformed")


class NotationError(ValueError):
    """Raised when a text is not one move: unknown words, superfluous parts, or several moves fit."""


class AmbiguousMove(NotationError):
    """Raised when a text leaves out so much that several legal moves fit; ``moves`` are all of them.

    It is a ``NotationError`` because the remedy is the same: a more explicit text. Callers that only report
    bad text need not tell the two apart.
    """

    def __init__(self, text: str, moves: list[Move]) -> None:
        shown = "; ".join(str(move) for move in moves[:_SHOWN])
        more = "; …" if len(moves) > _SHOWN else ""
        super().__init__(f"{text.strip()!r} is ambiguous: {len(moves)} legal moves fit: {shown}{more}")
        self.text: Final = text
        self.moves: Final = moves

    def __reduce__(self) -> tuple[object, ...]:
        return AmbiguousMove, (self.text, self.moves)


def write_move(rules: Ruleset, code: int) -> str:
    """Canonical text of a move."""
    verb = rules.verb_of(code)
    if verb is None:
        return f"?{code:x}"
    move = Move(rules, code)
    words = [verb.name]
    bare = _is_a_draw(rules, verb)
    for part in verb.shape:
        named = move.part(part)
        if named and part not in _POSITIONAL and not bare:
            words.append(part)
        words.extend(named)
    return " ".join(words)


def _is_a_draw(rules: Ruleset, verb: Verb) -> bool:
    """Whether a verb is chance bringing a card. Its text is the record's, where the seat comes first."""
    return verb.shape == ["card"] and verb in rules.chance_verbs()


class _Said:
    """The parts of a move that a text names; None for those it leaves out. A word may mean several things."""

    def __init__(self, verb: Verb) -> None:
        self.verb: Final = verb
        self.targets: list[int] | None = None
        self.items: list[int] | None = None
        self.cards: list[int] | None = None
        self.coal: list[int] | None = None
        self.other: list[int] | None = None
        self.seat = ""  # whose chance outcome it is, where the text says so

    def fits(self, code: int) -> bool:
        """Whether a legal move agrees with everything that was said."""
        return (
            verb_of(code) == self.verb.id
            and (self.targets is None or target_of(code) in self.targets)
            and (self.items is None or item_of(code) in self.items)
            and (self.cards is None or cards_of(code) == self.cards)
            and (self.coal is None or coal_of(code) in self.coal)
            and (self.other is None or other_of(code) in self.other)
        )

    def literal(self) -> int:
        """The code with the first thing each word may mean and nothing for the parts left out."""
        target = self.targets[0] if self.targets else -1
        item = self.items[0] if self.items else -1
        coal = self.coal[0] if self.coal else 0
        other = self.other[0] if self.other else 0
        code = int(unit(self.verb.id, target, item, coal, other))
        cards = self.cards or []
        if cards:
            code = with_card(code, cards[0])
        if len(cards) > 1:
            code = with_more_cards(code, cards[1], cards[2] if len(cards) > 2 else -1)
        return code


def read_move(state: State, text: str) -> Move:
    """The move that a text means in a position. A complete text may be an illegal move: ``check`` says why.

    Raises ``NotationError`` if the text is no move, ``AmbiguousMove`` if it fits several legal moves, and
    ``IllegalMove`` with the nearest missing thing if it leaves parts out and no choice of them is legal.
    """
    said = _parse(state.rules, text)
    if said.seat and state.is_chance and said.seat != seat_name(state.seat):
        raise NotationError(f"this happens to {seat_name(state.seat)}, not {said.seat}")
    fitting = [code for code in state.legal_codes() if said.fits(code)]
    if len(fitting) == 1:
        return Move(state.rules, fitting[0])
    if len(fitting) > 1:
        raise AmbiguousMove(text, [Move(state.rules, code) for code in fitting])
    if said.verb in state.verbs() and (said.targets is not None or said.items is not None):
        fault = _nearest_fault(state, said)
        refusal = state.check_code(said.literal())
        if fault is not None and refusal is not None and refusal.reason.endswith(_LEFT_OUT):
            raise IllegalMove(fault)
    return Move(state.rules, said.literal())


def _nearest_fault(state: State, said: _Said) -> Refusal | None:
    """What is missing at the closest of the spaces that the text may mean; narrows ``said`` to that space."""
    item = said.items[0] if said.items else -1
    best: Refusal | None = None
    for target in said.targets[:] if said.targets else [-1]:
        fault = said.verb.nearest_fault(state, target, item)
        if best is None or fault is None or nearness(fault) > nearness(best):
            best = fault
            said.targets = None if target < 0 else [target]
        if fault is None:
            break
    return best


def parse_move(rules: Ruleset, text: str) -> Move:
    """The move that a complete text means, without a position."""
    said = _parse(rules, text)
    for several in (said.items, said.coal, said.other):
        if several is not None and len(several) > 1:
            raise NotationError(f"{text.strip()!r} may mean several spaces: number them")
    return Move(rules, said.literal())


def _parse(rules: Ruleset, text: str) -> _Said:
    words = text.split()
    if not words:
        raise NotationError("an empty move")
    verb = rules.verb_named(words[0])
    if verb is None:
        chance = rules.chance_verbs()
        known = ", ".join(sorted(v.name for v in rules.verbs if v not in chance))
        raise NotationError(f"unknown verb {words[0]!r}; one of {known}")
    said = _Said(verb)
    positional = [part for part in verb.shape if part in _POSITIONAL]
    keywords = [part for part in verb.shape if part not in _POSITIONAL]
    rest = words[1:]
    if rest and _is_a_draw(rules, verb):
        rest = _outcome(said, rest)
    for part in positional:  # by place, because an industry may have the name of a keyword
        if part == "item" and (not rest or rest[0] in keywords) and len(verb.items(rules)) == 1:
            said.items = [0]  # the only kind goes without saying: loan card dudley
            continue
        if not rest:
            raise NotationError(f"{verb.name}: name its {_PART_WORDS[part]}")
        _read_part(rules, said, part, [rest.pop(0)])
    while rest:
        part = rest.pop(0)
        if part not in keywords:
            raise NotationError(f"{verb.name}: {part!r} is unknown or said twice")
        keywords.remove(part)
        values: list[str] = []
        while rest and (not values or rest[0] not in keywords):
            values.append(rest.pop(0))
        _read_part(rules, said, part, values)
    return said


def _outcome(said: _Said, words: list[str]) -> list[str]:
    """The words of a card that chance brings: ``draw dudley``, or as records write it, ``draw A dudley``.

    ``draw card dudley`` is how moves were written before; stored games have it.
    """
    if len(words[0]) == 1 and words[0] in SEATS:
        said.seat = words[0]
        words = words[1:]
    return words if words[:1] == ["card"] else ["card", *words]


_PART_WORDS: Final = {"item": "kind", "to": "buyer", "slot": "space", "line": "line"}


def _most_sources(verb: Verb, part: str) -> int:
    """Maximum number of words in a part other than cards."""
    if part == verb.source_word:
        return verb.most_sources
    return 2 if part in MARKETED else 1


def _read_part(rules: Ruleset, said: _Said, part: str, words: list[str]) -> None:
    most = said.verb.cards if part == "cards" else _most_sources(said.verb, part)
    least = most if part == "cards" else 1
    if not least <= len(words) <= most:
        wanted = str(most) if least == most else f"{least} or {most}"
        raise NotationError(f"{said.verb.name}: {part} takes {wanted}, not {len(words)}: {' '.join(words)}")
    if part in ("item", "to"):
        said.items = _items(said.verb, rules, words[0], _PART_WORDS[part])
    elif part == "slot":
        said.targets = _slots(rules, words[0])
    elif part == "line":
        said.targets = [line_number(rules, words[0])]
    elif part in ("card", "cards"):
        said.cards = sorted(_index(rules.cards.ids, word, "card") for word in words)
    else:
        first = _sources(rules, part, words[0])
        second = _sources(rules, part, words[1]) if len(words) > 1 else [0]
        pairs = [int(pair(one, other)) for one in first for other in second]
        if part == "coal":
            said.coal = pairs
        else:
            said.other = pairs


def _items(verb: Verb, rules: Ruleset, word: str, what: str) -> list[int]:
    """An item by its id, or all that stand in a place, as the stalls of a buyer do."""
    names = verb.items(rules)
    if word in names:
        return [names.index(word)]
    found = [number for number, name in enumerate(names) if name.rpartition(".")[0] == word]
    if not found:
        raise NotationError(f"{verb.name}: unknown {what} {word!r}; one of {', '.join(names)}")
    return found


def _index(names: list[str], word: str, what: str) -> int:
    if word not in names:
        raise NotationError(f"unknown {what} {word!r}")
    return names.index(word)


def _slots(rules: Ruleset, word: str) -> list[int]:
    """Numbers of the space with this id, or of all spaces of this town."""
    if word in rules.board.slot_ids:
        return [rules.board.slot_ids.index(word)]
    found = [i for i, id in enumerate(rules.board.slot_ids) if id.rsplit(".", 1)[0] == word]
    if not found:
        town = word.rpartition(".")[0]
        near = [id for id in rules.board.slot_ids if town and id.rpartition(".")[0] == town]
        raise NotationError(_unknown("space", word, near))
    return found


def line_number(rules: Ruleset, word: str) -> int:
    """Number of the line with this id, or with these ends in any order."""
    if word in rules.board.line_ids:
        return rules.board.line_ids.index(word)
    ends = sorted(word.split("--"))
    for number, id in enumerate(rules.board.line_ids):
        if sorted(id.split("--")) == ends:
            return number
    near = [id for id in rules.board.line_ids if any(end in id.split("--") for end in ends)]
    raise NotationError(_unknown("line", word, near))


def _unknown(what: str, word: str, near: list[str]) -> str:
    """Return that a word is unknown, and what it may have been meant to be."""
    hint = f"; one of {', '.join(near)}" if near else ""
    return f"unknown {what} {word!r}{hint}"


def _sources(rules: Ruleset, part: str, word: str) -> list[int]:
    """A source by its word or its space, or the spaces of a town that can supply what the part is about."""
    special = rules.sources.get(word)
    if special is not None:
        return [special]
    slots = _slots(rules, word)
    supplies = _supplier(rules, part)
    able = [slot for slot in slots if rules.board.slot_shows[slot] & supplies]
    return [slot + 1 for slot in able or slots]


def _supplier(rules: Ruleset, part: str) -> int:
    """The mask of the industry that a part names a tile of: the maker of a resource, or a buyer."""
    names = rules.board.industries
    industry = names.index(part) if part in names else -1
    if part in rules.resources:
        industry = rules.maker[rules.resources.index(part)]
    return BIT[industry] if industry >= 0 else 0
