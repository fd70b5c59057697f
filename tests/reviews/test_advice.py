"""Reasons for a hint: of the action that it begins, against the next best, from the view alone."""

from __future__ import annotations

import grandjunction as gj
from grandjunction.bots import bot
from grandjunction.puzzling import find, shipped
from grandjunction.reviews.advice import advise
from grandjunction.reviews.reason import Reason
from grandjunction.reviews.reasons import PREVENTING

from .games import golden


def test_a_hint_has_reasons_of_its_action() -> None:
    state = golden("birmingham-2").at(60).state
    view = state.view(state.to_act)
    move = bot("planner").choose(view)
    found = advise(view, move.code)
    assert len(found.reasons) <= 4
    assert found.next_best
    after = view.known.copy()
    for text in found.next_best:  # it can be played, and begins otherwise
        after.apply(text)
    assert found.next_best[0].split(" card ")[0] != str(move).split(" card ")[0]
    other = state.view(state.to_act).determinize(gj.Rng(2)).view(state.to_act)
    assert advise(other, move.code) == found  # rivals' cards have no influence


def test_the_next_best_action_is_another_idea() -> None:
    """Not the same build on another space of the town, as Wigan 2 for Wigan 1."""
    state = gj.new_game("lancashire-2018", players=3, seed=4).state
    view = state.view(state.to_act)
    slot = next(move for move in state.legal_moves() if str(move).startswith("build coal wigan.1"))
    (first, *_) = advise(view, slot.code).next_best
    assert not first.startswith("build coal wigan")


def test_hints_say_what_a_move_gains_and_what_it_prevents() -> None:
    """Over some positions in which one turn is clearly best, hints tell of both."""
    told: list[Reason] = []
    for id in list(shipped())[::60]:
        view = find(id).view
        told += advise(view, view.known.move(find(id).solution[0]).code).reasons
    keys = {reason.key for reason in told}
    assert keys & PREVENTING
    assert keys - PREVENTING
