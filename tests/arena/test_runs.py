"""Wherever the games are played, they are the same games."""

from __future__ import annotations

import sys

from grandjunction.arena import Match, Result, entrants, local, play
from grandjunction.arena.cluster import run as run_on_cluster
from tests.outside.programs import EXAMPLE

BOTS = ("greedy", "random", f"example={sys.executable} {EXAMPLE}")


def in_order(results: list[Result]) -> list[Result]:
    return sorted(results, key=lambda result: (result.deal, result.number))


def test_processes_and_a_cluster_play_the_same_games() -> None:
    """Ray is part of what the tests install: without it this fails."""
    match = Match("hamlet", 2, "where", entrants(BOTS, 60.0), deals=3)
    here = [play(match, *task) for task in match.tasks()]
    assert len({result.digest for result in here}) > 9
    assert not any(faults for result in here for faults in result.faults)
    assert in_order(list(local.run(match, 2))) == here
    assert in_order(list(run_on_cluster(match, "local", 2))) == here
