"""What `compare.py` runs with each build: rates a second of CPU time, as one JSON object.

    python benchmarks/probe.py RECORD SECONDS

The positions are those of a recorded game, so that both builds measure the same ones. Only the public
interface is used, and `playout`, so that older revisions can run it.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Final

import grandjunction as gj
from grandjunction.core.playout import Policy, playout

CLOCK: Final = time.process_time


def rate(work: Callable[[], int], seconds: float) -> float:
    """Pieces of work a second; ``work`` tells how many it did."""
    done, start = 0, CLOCK()
    while CLOCK() - start < seconds:
        done += work()
    return done / (CLOCK() - start)


def begin(rules: gj.Ruleset, players: int) -> gj.State:
    state = gj.State(rules, players)
    state.advance(None)
    return state


def decisions(game: gj.Game) -> tuple[list[gj.State], list[gj.Move]]:
    """The recorded game's positions at players' decisions, and the move made in each."""
    state = begin(game.rules, game.state.players)
    states: list[gj.State] = []
    moves: list[gj.Move] = []
    for move in game.moves:
        if not state.is_chance:
            states.append(state.copy())
            moves.append(move)
        state.apply(move)
    return states, moves


def measure(game: gj.Game, seconds: float) -> dict[str, float]:
    rules, players = game.rules, game.state.players
    states, moves = decisions(game)
    rng = gj.Rng(1)

    def random_game() -> int:
        playout(begin(rules, players), Policy(), rng)
        return 1

    def game_by_interface() -> int:
        state = begin(rules, players)
        made = 0
        while not state.is_over:
            if state.is_chance:
                state.settle_chance(rng)
                continue
            legal = state.legal_moves()
            state.apply(legal[rng.below(len(legal))])
            made += 1
        return made

    def over_all(work: Callable[[gj.State], object]) -> Callable[[], int]:
        def once() -> int:
            for state in states:
                work(state)
            return len(states)

        return once

    def copy_and_apply() -> int:
        for state, move in zip(states, moves, strict=True):
            state.copy().apply(move)
        return len(states)

    return {
        "games": rate(random_game, seconds),
        "moves, interface": rate(game_by_interface, seconds),
        "options": rate(over_all(lambda state: state.options()), seconds),
        "legal_moves": rate(over_all(lambda state: state.legal_moves()), seconds),
        "copy and apply": rate(copy_and_apply, seconds),
        "copy": rate(over_all(lambda state: state.copy()), seconds),
        "view": rate(over_all(lambda state: state.view(state.to_act)), seconds),
        "key": rate(over_all(lambda state: state.key()), seconds),
    }


if __name__ == "__main__":
    print(json.dumps(measure(gj.load(sys.argv[1]), float(sys.argv[2]))))
