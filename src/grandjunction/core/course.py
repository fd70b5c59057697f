"""What the list of steps tells of a game's course: eras, rounds, and where a step stands in them."""

from __future__ import annotations

from .era import BeginEra, GatherCards, RemoveFirstLevel
from .ruleset import Ruleset
from .turn import NextRound, SetAside, Turns


def era_begins(rules: Ruleset, era: int) -> int:
    """The step an era begins with, or the number of steps if the game has no such era."""
    for number, step in enumerate(rules.steps):
        if isinstance(step, BeginEra) and step.era == era:
            return number
    return len(rules.steps)


def part(rules: Ruleset, era: int, round: int) -> range:
    """The steps of the set-up (round 0) or of an era."""
    first = 0 if round == 0 else era_begins(rules, era)
    last = era_begins(rules, 0 if round == 0 else era + 1)
    return range(first, last)


def rounds_begin(rules: Ruleset, era: int) -> int:
    """The first of the steps that every round of an era goes through."""
    for number in part(rules, era, 1):
        step = rules.steps[number]
        if isinstance(step, NextRound):
            return number - step.back
    raise ValueError("an era has rounds")


def turns_of(rules: Ruleset, era: int) -> tuple[int, Turns]:
    """The step in which an era's turns are taken, and its number."""
    for number in part(rules, era, 1):
        step = rules.steps[number]
        if isinstance(step, Turns):
            return number, step
    raise ValueError("an era has turns")


def put_aside(rules: Ruleset, era: int, players: int) -> int:
    """How many cards lie aside during an era's rounds."""
    pile = 0
    for step in rules.steps[: rounds_begin(rules, era)]:
        if isinstance(step, SetAside):
            pile = step.counts[players]
        elif isinstance(step, GatherCards):
            pile = 0
    return pile


def last_round(rules: Ruleset, era: int, players: int) -> int:
    """The round in which the last hand is played out: an action takes one card, whatever it is.

    Every hand is full until the deck runs out, within one round; so the turn order does not matter.
    """
    _, turns = turns_of(rules, era)
    hands = [rules.hand_size] * players
    deck = sum(rules.cards.deck(players)) - put_aside(rules, era, players) - sum(hands)
    round = 0
    while any(hands):
        round += 1
        actions = turns.opening_actions if round == 1 else 2
        for seat, size in enumerate(hands):
            left = max(size - actions, 0)
            drawn = min(rules.hand_size - left, deck)
            hands[seat] = left + drawn
            deck -= drawn
    return round


def may_date_from(rules: Ruleset, kind: int, era: int) -> list[int]:
    """The eras up to this one in which a tile of a kind may have been built that stands in it."""
    found: list[int] = []
    for built in rules.tiles.kinds[kind].eras:
        if built > era:
            continue
        between = rules.steps[era_begins(rules, built) : era_begins(rules, era)]
        cleared = [s for s in between if isinstance(s, RemoveFirstLevel) and s.takes(rules.tiles.level[kind])]
        if not cleared:
            found.append(built)
    return found
