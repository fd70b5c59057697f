"""Patterns that a beginner sees to be harmful: each in a position, beside a turn without harm."""

from __future__ import annotations

from pathlib import Path

import pytest

import grandjunction as gj
from grandjunction.bots import LEVEL_BOTS, bot
from grandjunction.bots.evaluation import Evaluation
from grandjunction.bots.harm import (
    DEAD_TILE,
    IDLE_ACTION,
    IDLE_LOAN,
    IDLE_PASS,
    OWN_BEER,
    PATTERNS,
    POINTS_AWAY,
    UNPAID,
    Beginner,
)
from grandjunction.bots.search import NO_CODE, Node, TurnSearch
from grandjunction.bots.weights import weights_for
from grandjunction.core.compiled import is_compiled

FOLDER = Path(__file__).parent / "positions"
TWO_LINKS = [
    "link walsall--wolverhampton card redditch coal coalbrookdale.3",
    "link cannock--walsall coal market beer coalbrookdale.1",
]
#: The pattern, the position, a turn that shows it, and one that does not.
CASES = [
    (
        DEAD_TILE,
        "dead-iron",
        ["build iron walsall.1 card wild_location coal market", "link walsall--tamworth card wild_industry"],
        ["link walsall--tamworth card wild_industry coal market"],
    ),
    (
        POINTS_AWAY,
        "greedy4-277",
        [
            "build coal coalbrookdale.3 card coalbrookdale iron derby.3",
            "link stoke_on_trent--leek card wolverhampton coal coalbrookdale.3",
        ],
        [
            "develop cotton card wolverhampton iron derby.3",
            "develop cotton iron redditch.2",
            "link stoke_on_trent--leek card coalbrookdale coal market",
        ],
    ),
    (
        IDLE_ACTION,
        "greedy4-277",
        [
            "develop cotton card wolverhampton iron redditch.2",
            "stop",
            "develop cotton card coalbrookdale iron redditch.2",
        ],
        ["link stoke_on_trent--leek card wolverhampton coal market"],
    ),
    (
        IDLE_LOAN,
        "greedy4-276",
        ["loan 30 card redditch"],
        ["build coal redditch.1 card redditch iron derby.3"],
    ),
    (
        IDLE_LOAN,
        "strategist4-279",
        ["loan 30 card derby", "build manufacturer stoke_on_trent.1 card stoke_on_trent coal market"],
        ["develop cotton card derby iron market", "stop", "develop cotton card stoke_on_trent iron market"],
    ),
    (IDLE_PASS, "greedy4-276", ["pass card redditch"], ["build coal redditch.1 card redditch iron derby.3"]),
    (
        OWN_BEER,
        "own-beer",
        [*TWO_LINKS, "sell cannock.1 to shrewsbury.1 card cannock beer walsall.2"],
        [*TWO_LINKS, "sell cannock.1 to shrewsbury.1 card cannock beer barrel"],
    ),
    (
        UNPAID,
        "in-debt",
        ["link cannock--walsall card derby"],
        ["link cannock--walsall card derby", "loan 30 card worcester"],
    ),
]


def position(name: str) -> gj.State:
    return gj.read_position((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def beginner(root: gj.State) -> Beginner:
    weights = weights_for(root.rules.id, int(root.players))
    evaluation = Evaluation(root.rules, int(root.seat), weights, int(root.players))
    return Beginner(root, evaluation, TurnSearch(root, evaluation, 300).run())


def line(root: gj.State, moves: list[str]) -> list[Node]:
    """These moves as a search would find them."""
    node = Node(root, None, NO_CODE, 0, 0.0)
    found = []
    for text in moves:
        state = node.state.copy()
        move = state.move(text)
        state.apply(move)
        node = Node(state, node, move.code, 0, 0.0)
        found.append(node)
    return found


@pytest.mark.parametrize(
    ("pattern", "name", "harmful", "better"), CASES, ids=[f"{case[0]} ({case[1]})" for case in CASES]
)
def test_a_pattern_is_seen(pattern: str, name: str, harmful: list[str], better: list[str]) -> None:
    root = position(name)
    seen = beginner(root)
    assert seen.harm(line(root, harmful)) == pattern
    assert seen.harm(line(root, better)) == ""


def test_every_pattern_has_a_position() -> None:
    assert {case[0] for case in CASES} == set(PATTERNS)


@pytest.mark.parametrize("name", [*LEVEL_BOTS][:8] if is_compiled() else ["level-1"])
def test_no_level_does_itself_harm(name: str) -> None:
    root = position("greedy4-277")
    seen = beginner(root)
    for seed in range(10 if is_compiled() else 2):
        state, player, played = root.copy(), bot(name, seed), []
        while state.to_act == root.seat:
            move = player.choose(state.view(state.to_act))
            played.append(str(move))
            state.apply(move)
        assert seen.harm(line(root, played)) == "", played


def test_if_every_turn_does_harm_the_best_is_played() -> None:
    root = position("own-beer")
    seen = beginner(root)
    node = next(line(root, case[2])[-1] for case in CASES if case[0] == OWN_BEER)
    assert seen.harmless([node], 3, 9.0) == [node]
