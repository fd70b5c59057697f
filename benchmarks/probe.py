"""Measures one build for `compare.py`: rates per second of CPU time, as a JSON object.

    python benchmarks/probe.py RECORD SECONDS
    python benchmarks/probe.py RECORD FIGURE TIMES     # only does the work, for valgrind to count

The positions come from a recorded game, so that both builds measure the same ones. Only the public interface
and `playout` are used, so that older revisions can run it too.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import grandjunction as gj
from grandjunction.core.playout import Policy, playout

CLOCK: Final = time.process_time


def rate(work: Callable[[], int], seconds: float) -> float:
    """Return the amount of work a second; ``work`` returns how much it did."""
    done, start = 0, CLOCK()
    while CLOCK() - start < seconds:
        done += work()
    return done / (CLOCK() - start)


def begin(rules: gj.Ruleset, players: int) -> gj.State:
    state = gj.State(rules, players)
    state.advance(None)
    return state


def decisions(game: gj.Game) -> tuple[list[gj.State], list[gj.Move]]:
    """Return the positions of a recorded game at players' decisions, and the move made in each."""
    state = begin(game.rules, game.state.players)
    states: list[gj.State] = []
    moves: list[gj.Move] = []
    for move in game.moves:
        if not state.is_chance:
            states.append(state.copy())
            moves.append(move)
        state.apply(move)
    return states, moves


def works(game: gj.Game) -> dict[str, Callable[[], int]]:
    """Return what is measured, by name: each function does it once and returns how much that was."""
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
        "games": random_game,
        "moves, interface": game_by_interface,
        "options": over_all(lambda state: state.options()),
        "legal_moves": over_all(lambda state: state.legal_moves()),
        "copy and apply": copy_and_apply,
        "copy": over_all(lambda state: state.copy()),
        "view": over_all(lambda state: state.view(state.to_act)),
        "key": over_all(lambda state: state.key()),
    }


def main(record: str, what: str, times: str = "") -> None:
    found = works(gj.read_record(Path(record).read_text(encoding="utf-8")))
    if times:
        print(sum(found[what]() for _ in range(int(times))))
    else:
        print(json.dumps({figure: rate(work, float(what)) for figure, work in found.items()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
