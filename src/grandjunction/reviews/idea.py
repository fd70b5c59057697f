"""The idea of a turn. Turns that differ only in order, cards, sources or the space of a town are one idea."""

from __future__ import annotations

from collections.abc import Iterable

from ..core.moves import Move
from ..core.ruleset import Ruleset

#: What a turn does, whatever it pays with: one word group per move, sorted.
Idea = tuple[str, ...]


def idea(rules: Ruleset, codes: Iterable[int]) -> Idea:
    """Return the idea of a turn."""
    stop = None if rules.stop is None else rules.stop.name
    marks = [_mark(move) for move in (Move(rules, code) for code in codes) if move.verb != stop]
    return tuple(sorted(mark for mark in marks if mark))


def _mark(move: Move) -> str:
    if not (move.industry or move.slot or move.line or move.amount or move.buyer):
        return "" if move.verb == "pay" else move.verb
    slot = move.slot
    place = slot.rpartition(".")[0] if slot and move.industry else slot
    parts = [move.verb, move.industry, place, move.line, move.buyer, move.amount]
    return " ".join(str(part) for part in parts if part)
