"""Decisions that could not be open are refused, so that nothing is ever done to a position that cannot be."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.core.notation import read_move
from tests.support import at, reason

BIRMINGHAM = "hand A birmingham coal iron dudley\nhand B brewery\n"
LANCASHIRE = "hand A bolton wigan\n"


@pytest.mark.parametrize(
    "line",
    [
        "decision bonus sell 1",
        "decision bonus sell 1 dudley.1",
        "decision bonus sell 1 dudley.2\ntile dudley.2 A iron.1 holds 4",
        "decision bonus sell 1 worcester.1\ntile worcester.1 A cotton.1 flipped",
        "decision bonus sell 1 worcester.1\ntile worcester.1 B cotton.1",
        "decision bonus loan 1 worcester.1\ntile worcester.1 A cotton.1",
        "decision more loan 1",
        "decision more pass 1",
        "decision more build 1",
        "decision more scout 1",
        "decision more develop 99",
        "decision more link 1",
        "decision merchant",
        "tile dudley.1 A coal.1 holds 2\nlinks A",
        "step turns turns",
        "turn A 2\nera canal round 1",
    ],
)
def test_birmingham_decisions_that_cannot_be_open(line: str) -> None:
    with pytest.raises(gj.PositionError):
        at(BIRMINGHAM + line)


@pytest.mark.parametrize(
    "line",
    [
        "decision reveal",
        "decision reveal sell 1 rochdale.1",
        "decision reveal sell 1 rochdale.1\ntile rochdale.1 B cotton.1",
        "decision reveal sell 1 rochdale.1\ntile rochdale.1 A cotton.1 flipped",
        "decision reveal link 1 rochdale.1\ntile rochdale.1 A cotton.1",
        "decision pay link 1",
        "decision pay build_anywhere 1\nturn A 1",
        "decision more build_anywhere 1",
        "demand 3 left 0 0 0 0 0",
        "demand 0 left 2 2 4 3 1\ndemand 1 left 2 1 4 3 1",
        "tile liverpool.3 A shipyard.0 flipped",
        "tile liverpool.3 A shipyard.1",
    ],
)
def test_lancashire_decisions_that_cannot_be_open(line: str) -> None:
    with pytest.raises(gj.PositionError):
        at(LANCASHIRE + line, ruleset="lancashire-2007", players=3)


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("build iron birmingham card birmingham", "pounds_short"),
        ("build iron birmingham", "pounds_short"),
        ("build iron dudley.2 card dudley", "pounds_short"),
        ("build manufacturer wolverhampton card birmingham", "card_wrong_place"),
        ("build pottery dudley card dudley", "space_lacks_industry"),
        ("link birmingham--coventry", "pounds_short"),
        ("loan 30 card walsall", "card_not_held"),
    ],
)
def test_what_is_left_out_is_not_the_reason(text: str, missing: str) -> None:
    """A move written short is refused for what is really missing, at the space that comes nearest."""
    state = at("""
        seat A pounds 2
        hand A birmingham dudley
        tile cannock.2 A coal.1 holds 2
        links A cannock--wolverhampton wolverhampton--dudley dudley--birmingham
    """)
    assert reason(state, text) == missing


def test_a_short_move_that_fits_is_taken() -> None:
    state = at("hand A dudley")
    assert str(read_move(state, "build coal dudley")) == "build coal dudley.1 card dudley"
