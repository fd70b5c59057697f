"""Moves that a beginner sees to be bad: a position each in which a bot once made one, named by its error."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import grandjunction as gj
from grandjunction.bots import bot, play_game
from grandjunction.bots.nets import SHIPPED
from grandjunction.core.compiled import is_compiled

FOLDER = Path(__file__).parent / "positions"


def turn(name: str, position: str) -> list[str]:
    """What a bot plays in a position, to the end of its turn."""
    state = gj.read_position((FOLDER / f"{position}.txt").read_text(encoding="utf-8"))
    player = bot(name, 1)
    seat, when = state.to_act, (state.era, state.round)
    played = []
    while state.to_act == seat and (state.era, state.round) == when:
        move = player.choose(state.view(seat))
        played.append(str(move))
        state.apply(move)
    return played


def any_begins(*words: str) -> Callable[[list[str]], bool]:
    return lambda played: any(move.startswith(words) for move in played)


#: The error, the position it was made in, the bots that must not make it any more, and what shows it.
ERRORS = [
    (
        "a loan in the last round, for a tile that cannot be sold",
        "strategist4-279",
        ["planner", "strategist", "strategist-hand", "level-1", "level-5", "level-7"],
        any_begins("loan"),
    ),
    (
        "a brewery that nobody drinks from",
        "strategist4-86",
        ["planner", "strategist"],
        any_begins("build brewery uttoxeter"),
    ),
    (
        "a mill that is never sold",
        "greedy4-270",
        ["planner", "strategist"],
        any_begins("build cotton birmingham"),
    ),
    ("iron that cannot be used up", "greedy4-276", ["planner", "strategist"], any_begins("build iron")),
]
CASES = [
    (error, position, name, made)
    for error, position, names, made in ERRORS
    for name in (names if is_compiled() else names[:1])  # uncompiled a strategist takes too long
]


@pytest.mark.parametrize(("error", "position", "name", "made"), CASES, ids=[f"{c[2]}: {c[0]}" for c in CASES])
def test_an_error_is_not_made(
    error: str, position: str, name: str, made: Callable[[list[str]], bool]
) -> None:
    played = turn(name, position)
    assert not made(played), f"{error}: {played}"


@pytest.mark.skipif(not is_compiled(), reason="takes a minute uncompiled, and the answers are the same")
def test_the_errors_were_made_without_nets() -> None:
    """The positions are worth testing: bots that judge by hand, or single moves, do err in some of them."""
    assert SHIPPED.nets(gj.ruleset("birmingham"), 4) is not None
    assert any_begins("loan")(turn("greedy", "strategist4-279"))
    assert any_begins("build brewery uttoxeter")(turn("strategist-hand", "strategist4-86"))


@pytest.mark.parametrize("players", [2, 4] if is_compiled() else [2])
def test_no_passing_and_no_loan_in_the_last_round(players: int) -> None:
    """Whole games of planners: there is always something better to do."""
    for seed in range(4 if is_compiled() else 1):
        record = play_game(
            "birmingham", [bot("planner", seed) for _ in range(players)], seed, 300
        ).to_record()
        last = [line.split()[2] for line in record.splitlines() if line.startswith("round rail")][-1]
        era = round = ""
        for words in map(str.split, record.splitlines()):
            if words[0] == "round":
                era, round = words[1:3]
            elif len(words[0]) == 1:
                assert words[1] != "pass", f"seed {seed}: {era} {round}"
                assert words[1] != "loan" or (era, round) != ("rail", last), f"seed {seed}"
