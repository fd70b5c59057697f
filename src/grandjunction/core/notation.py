"""Moves as text: ``build iron dudley.2 card dudley coal cannock.1``. Ids, never words of a language.

Writing is canonical and complete. Reading accepts whatever is unambiguous in the position: a card, a
source or a space's number may be left out when only one legal move fits.
"""

from __future__ import annotations

from typing import Final

from .bits import BIT
from .components import MARKETED
from .explain import nearness
from .moves import (
    CODE_BITS,
    IllegalMove,
    Move,
    Refusal,
    card_of,
    coal_of,
    first_source,
    item_of,
    other_of,
    pair,
    second_card_of,
    second_source,
    target_of,
    third_card_of,
    unit,
    verb_of,
    with_card,
    with_more_cards,
)
from .ruleset import Ruleset, Verb
from .state import State

_POSITIONAL: Final = ("item", "slot", "line")


# Reasons that end so only say a part was left out; the nearest missing thing says more.
_LEFT_OUT: Final = ("card_needed", "_count", "malformed")


class NotationError(ValueError):
    """The text is not a move: unknown words, a part too many, or more than one move fits."""


def write_move(rules: Ruleset, code: int) -> str:
    """A move as canonical text."""
    if not 0 <= code < 2**CODE_BITS or verb_of(code) >= len(rules.verbs):
        return f"?{code:x}"
    verb = rules.verbs[verb_of(code)]
    words = [verb.name]
    for part in verb.shape:
        words.extend(_write_part(rules, verb, part, code))
    return " ".join(words)


def _write_part(rules: Ruleset, verb: Verb, part: str, code: int) -> list[str]:
    if part == "slot":
        return [_name(rules.board.slot_ids, target_of(code))]
    if part == "line":
        return [_name(rules.board.line_ids, target_of(code))]
    if part == "item":
        return [_name(verb.items(rules), item_of(code))]
    if part == "to":
        return ["to", _name(verb.items(rules), item_of(code))]
    if part == "card":
        return [] if card_of(code) < 0 else ["card", _name(rules.cards.ids, card_of(code))]
    if part == "cards":
        kinds = (card_of(code), second_card_of(code), third_card_of(code))
        return ["cards"] + [_name(rules.cards.ids, kind) for kind in kinds[: verb.cards]]
    sources = coal_of(code) if part == "coal" else other_of(code)
    named = [_source_word(rules, s) for s in (first_source(sources), second_source(sources)) if s]
    return [part, *named] if named else []


def _name(names: list[str], index: int) -> str:
    return names[index] if 0 <= index < len(names) else "?"


def _source_word(rules: Ruleset, source: int) -> str:
    return rules.source_word(source) or _name(rules.board.slot_ids, source - 1)


class _Said:
    """What a text says of a move; None for what it leaves out."""

    def __init__(self, verb: Verb) -> None:
        self.verb: Final = verb
        self.targets: list[int] | None = None
        self.item: int | None = None
        self.cards: list[int] | None = None
        self.coal: int | None = None
        self.other: int | None = None

    def fits(self, code: int) -> bool:
        """Whether a legal move is what was said."""
        cards = [k for k in (card_of(code), second_card_of(code), third_card_of(code)) if k >= 0]
        return (
            verb_of(code) == self.verb.id
            and (self.targets is None or target_of(code) in self.targets)
            and (self.item is None or item_of(code) == self.item)
            and (self.cards is None or cards == self.cards)
            and (self.coal is None or coal_of(code) == self.coal)
            and (self.other is None or other_of(code) == self.other)
        )

    def literal(self) -> int:
        """The move exactly as said, what is left out being none; for its refusal."""
        target = self.targets[0] if self.targets else -1
        item = -1 if self.item is None else self.item
        code = int(unit(self.verb.id, target, item, self.coal or 0, self.other or 0))
        cards = self.cards or []
        if cards:
            code = with_card(code, cards[0])
        if len(cards) > 1:
            code = with_more_cards(code, cards[1], cards[2] if len(cards) > 2 else -1)
        return code


def read_move(state: State, text: str) -> Move:
    """The move a text means in a position. It need not be legal if it is complete: ``check`` says why not.

    Raises ``NotationError`` for text that is no move or fits several, and ``IllegalMove`` with the nearest
    missing thing for one that leaves parts out and could not be made whatever they were.
    """
    said = _parse(state.rules, text)
    fitting = [code for code in state.legal_codes() if said.fits(code)]
    if len(fitting) == 1:
        return Move(state.rules, fitting[0])
    if len(fitting) > 1:
        shown = "; ".join(write_move(state.rules, code) for code in fitting[:3])
        raise NotationError(f"{text.strip()!r} fits {len(fitting)} legal moves, say which: {shown} …")
    if said.verb in state.verbs() and (said.targets is not None or said.item is not None):
        fault = _nearest_fault(state, said)
        refusal = state.check_code(said.literal())
        if fault is not None and refusal is not None and refusal.reason.endswith(_LEFT_OUT):
            raise IllegalMove(fault)
    return Move(state.rules, said.literal())


def _nearest_fault(state: State, said: _Said) -> Refusal | None:
    """What is missing at the space that comes nearest, of those the text may mean; ``said`` then means it."""
    item = -1 if said.item is None else said.item
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
    """A move from its complete text, without a position."""
    return Move(rules, _parse(rules, text).literal())


def _parse(rules: Ruleset, text: str) -> _Said:
    words = text.split()
    if not words:
        raise NotationError("an empty move")
    verb = rules.verb_named(words[0])
    if verb is None:
        chance = [v for n, verbs in enumerate(rules.answers) if rules.chance & BIT[n] for v in verbs]
        known = ", ".join(sorted(v.name for v in rules.verbs if v not in chance))
        raise NotationError(f"unknown verb {words[0]!r}; one of {known}")
    said = _Said(verb)
    positional = [part for part in verb.shape if part in _POSITIONAL]
    keywords = [part for part in verb.shape if part not in _POSITIONAL]
    rest = words[1:]
    for part in positional:  # first and by place, since an industry may be called like a keyword
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


_PART_WORDS: Final = {"item": "kind", "to": "buyer", "slot": "space", "line": "line"}


def _most_sources(verb: Verb, part: str) -> int:
    """How many words a part takes at most, cards aside."""
    if part == verb.own:
        return verb.own_most
    return 2 if part in MARKETED else 1


def _read_part(rules: Ruleset, said: _Said, part: str, words: list[str]) -> None:
    most = said.verb.cards if part == "cards" else _most_sources(said.verb, part)
    least = most if part == "cards" else 1
    if not least <= len(words) <= most:
        wanted = str(most) if least == most else f"{least} or {most}"
        raise NotationError(f"{said.verb.name}: {part} takes {wanted}, not {len(words)}: {' '.join(words)}")
    if part in ("item", "to"):
        said.item = _item(said.verb, rules, words[0], _PART_WORDS[part])
    elif part == "slot":
        said.targets = _slots(rules, words[0])
    elif part == "line":
        said.targets = [line_number(rules, words[0])]
    elif part in ("card", "cards"):
        said.cards = sorted(_index(rules.cards.ids, word, "card") for word in words)
    else:
        sources = [_source(rules, word) for word in words]
        both = int(pair(sources[0], sources[1] if len(sources) > 1 else 0))
        if part == "coal":
            said.coal = both
        else:
            said.other = both


def _item(verb: Verb, rules: Ruleset, word: str, what: str) -> int:
    names = verb.items(rules)
    if word not in names:
        raise NotationError(f"{verb.name}: unknown {what} {word!r}; one of {', '.join(names)}")
    return names.index(word)


def _index(names: list[str], word: str, what: str) -> int:
    if word not in names:
        raise NotationError(f"unknown {what} {word!r}")
    return names.index(word)


def _slots(rules: Ruleset, word: str) -> list[int]:
    """A space by its id, or all spaces of a town."""
    if word in rules.board.slot_ids:
        return [rules.board.slot_ids.index(word)]
    found = [i for i, id in enumerate(rules.board.slot_ids) if id.rsplit(".", 1)[0] == word]
    if not found:
        raise NotationError(f"unknown space {word!r}")
    return found


def line_number(rules: Ruleset, word: str) -> int:
    """A line by its id or by its ends in any order."""
    if word in rules.board.line_ids:
        return rules.board.line_ids.index(word)
    ends = sorted(word.split("--"))
    for number, id in enumerate(rules.board.line_ids):
        if sorted(id.split("--")) == ends:
            return number
    raise NotationError(f"unknown line {word!r}")


def _source(rules: Ruleset, word: str) -> int:
    special = rules.sources.get(word)
    if special is not None:
        return special
    slots = _slots(rules, word)
    if len(slots) > 1:
        raise NotationError(f"{word!r} has several spaces: name one, as {rules.board.slot_ids[slots[0]]}")
    return slots[0] + 1
