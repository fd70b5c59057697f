"""Plays random games: prints games a second, or with ``--digest N`` hashes, to compare two builds.

Random play says little about strategy but reaches every verb, and both builds play the same games.
"""

from __future__ import annotations

import argparse
import hashlib
import time

from grandjunction.core.compiled import is_compiled
from grandjunction.core.rng import Rng
from grandjunction.core.state import State
from grandjunction.rulesets import RULESETS, ruleset


def play(id: str, players: int, seed: int, trace: list[bytes] | None = None) -> State:
    """Play a game to its end. ``trace`` collects every position and its legal moves."""
    rng = Rng(seed)
    state = State(ruleset(id), players)
    state.advance(None)
    while not state.is_over:
        if state.is_chance:
            state.apply_code(state.chance_code(rng), None)
            continue
        codes = state.legal_codes()
        if trace is not None:
            trace.append(state.key())
            trace.append(repr(list(codes)).encode())
        state.apply_code(codes[rng.below(len(codes))], None)
    return state


def print_digests(games: int) -> None:
    for id in RULESETS:
        for players in ruleset(id).player_counts:
            for seed in range(games):
                trace: list[bytes] = []
                end = play(id, players, seed, trace)
                digest = hashlib.sha256(b"".join([*trace, end.key()])).hexdigest()
                print(id, players, seed, list(end.vp), list(end.pounds), digest)


def print_speed(seconds: float) -> None:
    for id in RULESETS:
        for players in ruleset(id).player_counts:
            games = 0
            start = time.perf_counter()
            while time.perf_counter() - start < seconds:
                play(id, players, games)
                games += 1
            rate = games / (time.perf_counter() - start)
            print(f"{id:32} {players} players {rate:10.1f} games/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--digest", type=int, metavar="N", help="print the hashes of N games of each kind")
    parser.add_argument("--seconds", type=float, default=2.0, help="per ruleset and player count")
    arguments = parser.parse_args()
    print("compiled" if is_compiled() else "interpreted")
    if arguments.digest is not None:
        print_digests(arguments.digest)
    else:
        print_speed(arguments.seconds)


if __name__ == "__main__":
    main()
