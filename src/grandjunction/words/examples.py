"""Examples of moves and questions, by game. Notation is the same in every language."""

from __future__ import annotations

from typing import Final

from ..core.ruleset import Ruleset

#: Whole moves.
MOVES: Final = {
    "birmingham": [
        "build coal cannock.2 card cannock",
        "link leek--belper card leek",
        "sell leek.1 to oxford.2 card leek beer barrel",
        "develop cotton card leek",
        "loan 30 card leek",
        "scout cards leek stone dudley",
        "pass card leek",
    ],
    "lancashire": [
        "build cotton bolton.1 card bolton coal market",
        "link bolton--manchester card bolton",
        "sell manchester.1 port liverpool.2 card wigan",
        "sell manchester.1 port distant card wigan",
        "develop shipyard card wigan",
        "loan 30 card wigan",
        "build_anywhere coal wigan.1",
        "pay cards bolton oldham",  # answers the line above
        "pass card wigan",
    ],
    "hamlet": [
        "build coal ashby.1 card ashby",
        "link ashby--barton card ashby",
        "barter corley.2 card mill",
        "develop iron card mill",
        "loan 6 card ashby",
        "pass card ashby",
    ],
}

#: Questions for ``why``; the last one of each game is a rule.
QUESTIONS: Final = {
    "birmingham": ["build cotton leek", "link leek--belper", "sell leek.1", "develop pottery", "B-COAL-05"],
    "lancashire": ["build cotton bolton", "link bolton--bury", "sell bolton.1", "develop shipyard", "L-16"],
    "hamlet": ["build mill corley", "link ashby--barton", "barter corley.2", "develop iron", "H-COAL-03"],
}


def moves_to_type(rules: Ruleset) -> list[str]:
    """Return examples of moves in notation."""
    return MOVES[_game(rules)]


def moves_by_verb(rules: Ruleset) -> dict[str, str]:
    """Return an example for each verb of a ruleset that has one."""
    known = {verb.name for verb in rules.verbs}
    found: dict[str, str] = {}
    for move in moves_to_type(rules):
        verb = move.split()[0]
        if verb in known:
            found.setdefault(verb, move)
    return found


def questions_to_ask(rules: Ruleset) -> list[str]:
    """Return examples of questions."""
    return QUESTIONS[_game(rules)]


def _game(rules: Ruleset) -> str:
    """Return the game of a ruleset. A game without examples shows those of the first one."""
    game = rules.id.split("-")[0]
    return game if game in MOVES else next(iter(MOVES))
