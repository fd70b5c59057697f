"""What a ruleset's list of steps says about the course of the game: eras, rounds, and the place of a step."""

from __future__ import annotations

from .era import BeginEra, GatherCards, RemoveFirstLevel
from .ruleset import Ruleset
from .turn import NextRound, SetAside, Turns


def era_begins(rules: Ruleset, era: int) -> int:
    """Number of the step that begins an era, or the number of steps if the game has no such era."""
    for number, step in enumerate(rules.steps):
        if isinstance(step, BeginEra) and step.era == era:
            return number
    return len(rules.steps)


def part(rules: Ruleset, era: int, round: int) -> range:
    """Range of the steps of the set-up (round 0) or of an era."""
    first = 0 if round == 0 else era_begins(rules, era)
    last = era_begins(rules, 0 if round == 0 else era + 1)
    return range(first, last)


def rounds_begin(rules: Ruleset, era: int) -> int:
    """Number of the first step that every round of an era repeats."""
    for number in part(rules, era, 1):
        step = rules.steps[number]
        if isinstance(step, NextRound):
            return number - step.back
    raise ValueError("an era has rounds")


def turns_of(rules: Ruleset, era: int) -> tuple[int, Turns]:
    """The step in which an era's turns are taken, with its number."""
    for number in part(rules, era, 1):
        step = rules.steps[number]
        if isinstance(step, Turns):
            return number, step
    raise ValueError("an era has turns")


def put_aside(rules: Ruleset, era: int, players: int) -> int:
    """Number of cards set aside during an era's rounds."""
    pile = 0
    for step in rules.steps[: rounds_begin(rules, era)]:
        if isinstance(step, SetAside):
            pile = step.counts[players]
        elif isinstance(step, GatherCards):
            pile = 0
    return pile


def last_round(rules: Ruleset, era: int, players: int) -> int:
    """Return the number of an era's last round, the one that empties the hands; 0 if the era is not played.

    Every action takes one card. All hands are full until the deck runs out, and it runs out within one
    round, so the turn order does not matter.
    """
    if era_begins(rules, era) == len(rules.steps):
        return 0
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
    """The eras in which a tile of this kind that stands in ``era`` may have been built."""
    found: list[int] = []
    for built in rules.tiles.kinds[kind].eras:
        if built > era:
            continue
        between = rules.steps[era_begins(rules, built) : era_begins(rules, era)]
        cleared = [s for s in between if isinstance(s, RemoveFirstLevel) and s.takes(rules.tiles.level[kind])]
        if not cleared:
            found.append(built)
    return found
