"""The questions people ask, in a game whose selling verb has a name of its own."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.cli.why import answer
from grandjunction.words import Words
from tests.support import at, legal

MILLS = """
    hand A mill ashby
    mat A coal 1 iron 2 mill 3 brewery 1
    mat B coal 1 iron 1 mill 3 brewery 1
    tile corley.2 A mill.2
    tile ashby.2 B mill.2
    tile barton.2 A iron.2 holds 2
"""
ROAD = "links B barton--corley barton--fair\n"
BEER = "tile dunton.1 A brewery.1 holds 2\n"


@pytest.mark.parametrize(
    ("slot", "more", "rule", "reason"),
    [
        ("ashby.2", "", "H-BARTER-02", "barter_not_yours"),
        ("dunton.1", "", "H-BARTER-02", "barter_not_yours"),
        ("barton.2", "", "H-BARTER-02", "barter_wrong_industry"),
        ("corley.2", BEER, "H-BARTER-03", "barter_not_connected"),
        ("corley.2", ROAD, "H-BEER-01", "no_beer"),
    ],
)
def test_why_not_sell(slot: str, more: str, rule: str, reason: str) -> None:
    state = at(MILLS + more, "hamlet", 2, "rail", round=3)
    refusal = gj.why_not_sell(state, slot)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == (rule, reason)
    assert legal(state, f"barter {slot}") == set()
    assert rule in answer(state, f"barter {slot}", Words("en"))


def test_nothing_forbids_it() -> None:
    state = at(MILLS + ROAD + BEER, "hamlet", 2, "rail", round=3)
    assert gj.why_not_sell(state, "corley.2") is None
    assert legal(state, "barter corley.2") != set()
    assert answer(state, "barter corley", Words("en")) == Words("en").terminal("nothing_forbids")


def test_not_now() -> None:
    """While chance or another verb is asked, the answer says so."""
    state = gj.Game(gj.ruleset("hamlet"), 2).state
    refusal = gj.why_not_sell(state, "corley.2")
    assert refusal is not None
    assert (refusal.rule, refusal.params["verb"]) == ("H-TURN-02", "barter")
