"""Both editions at the table: positions, ends of rounds and eras, whole games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import grandjunction as gj
from grandjunction.bots import bot
from grandjunction.core.moves import Move
from tests.support import at, late, play

OLD = "lancashire-2007"
NEW = "lancashire-2018"
INTRO = "lancashire-2018-introductory"
FEWEST = {OLD: 3, NEW: 2, INTRO: 2}

both = pytest.mark.parametrize("ruleset", [OLD, NEW])


def on(text: str, ruleset: str = OLD, players: int = 0, era: str = "canal", round: int = 8) -> gj.State:
    """As ``at``; with the fewest players the edition takes, and two Manchester cards for A."""
    if "hand A" not in text:
        text += "\nhand A manchester*2"
    return at(text, ruleset, players or FEWEST[ruleset], era, round)


def end_round(
    text: str, ruleset: str = OLD, players: int = 0, era: str = "canal", cards: int = 2
) -> tuple[gj.State, list[gj.Event]]:
    """A passes as the last of a round; the draw deck is used up and nobody else holds a card."""
    players = players or FEWEST[ruleset]
    others = " ".join("BCD"[: players - 1])
    head = "" if "order" in text else f"order {others} A\n"
    state = late(f"{head}turn A 1\nhand A manchester*{cards}\n{text}", ruleset, players, era)
    return state, play(state, "pass card manchester")


def end_era(
    text: str, ruleset: str = OLD, players: int = 0, era: str = "canal"
) -> tuple[gj.State, list[gj.Event]]:
    """A passes with the last card of an era."""
    return end_round(text, ruleset, players, era, cards=1)


def undealt(ruleset: str, players: int) -> gj.State:
    """A game whose chance is still to be told."""
    return gj.Game(gj.ruleset(ruleset), players).state


def chances(state: gj.State) -> dict[str, int]:
    """What chance may do next, and in how many equally likely ways."""
    return {str(move): weight for move, weight in state.chance_outcomes()}


def passing(ruleset: str, players: int, seed: int = 1) -> Iterator[tuple[gj.State, list[gj.Event]]]:
    """A game in which everyone only passes: after each pass, the position and what happened."""
    game = gj.new_game(ruleset, players=players, seed=seed)
    while not game.state.is_over:
        move = next(move for move in game.legal_moves() if move.verb == "pass")
        events = game.play(move)
        yield game.state, events


def plies(ruleset: str, players: int, seed: int, noisy: bool = False) -> Iterator[gj.Game]:
    """A game before every decision, nature's included, and at its end."""
    game = gj.Game(gj.ruleset(ruleset), players)
    rng = gj.Rng(f"{ruleset} {players} {seed}")
    bots = [bot("noisy", f"{seed} {seat}") for seat in range(players)]
    while not game.state.is_over:
        yield game
        state = game.state
        if state.is_chance:
            move = Move(state.rules, state.chance_code(rng))
        elif noisy:
            move = bots[state.to_act].choose(state.view(state.to_act))
        else:
            verbs = sorted({move.verb for move in state.legal_moves()})
            verb = verbs[rng.below(len(verbs))]
            moves = [move for move in state.legal_moves() if move.verb == verb]
            move = moves[rng.below(len(moves))]
        game.play(move)
    yield game


def kinds(events: list[gj.Event], *wanted: str) -> list[str]:
    """The kinds of the events in order, runs of one kind told once, only those wanted."""
    found: list[str] = []
    for event in events:
        if event.kind in wanted and (not found or found[-1] != event.kind):
            found.append(event.kind)
    return found


def told(state: gj.State, start: str) -> list[str]:
    """The lines of the position that begin so."""
    return [line for line in state.to_position().splitlines() if line.startswith(start)]
