"""Turns that differ only in equivalent spaces of a town count as one."""

from __future__ import annotations

import re

import pytest

from grandjunction.core.notation import read_move
from grandjunction.core.state import State
from grandjunction.core.view import View
from grandjunction.reviews import Depth
from grandjunction.reviews.comparison import Line, Turns
from grandjunction.reviews.continuation import continuation
from grandjunction.reviews.positions import kind_of_position

from .games import golden

WIDE = Depth("wide", plans=8, planning=400, deals=1, shown=8, fresh=1, luck=1, budget=20)


def after(state: State, start: str) -> State:
    """The position after the first legal move that begins like this."""
    other = state.copy()
    other.apply(next(str(move) for move in state.legal_moves() if str(move).startswith(start)))
    return other


def test_equivalent_spaces_of_a_town_may_change_places() -> None:
    state = golden("birmingham-4").at(267).state
    one, two = (after(state, f"build cotton tamworth.{space} card cotton/manufacturer") for space in (1, 2))
    assert one.key() != two.key()
    before = one.key()
    assert kind_of_position(one) == kind_of_position(two)
    assert one.key() == before, "the position itself is left as it is"


def test_other_differences_count() -> None:
    state = golden("birmingham-4").at(267).state
    built = after(state, "build cotton tamworth.1 card cotton/manufacturer")
    flipped = built.copy()
    flipped.flipped = flipped.occupied
    elsewhere = [
        after(state, start)
        for start in (
            "build coal tamworth.1",
            "build cotton tamworth.1 card wild_location",
            "build cotton leek.1 card cotton/manufacturer",
            "build cotton leek.2 card cotton/manufacturer",  # the space shows coal too
        )
    ]
    kinds = {kind_of_position(one) for one in (state, built, flipped, *elsewhere)}
    assert len(kinds) == 3 + len(elsewhere)


@pytest.mark.parametrize(
    ("name", "ply", "town"),
    [
        ("birmingham-4", 136, "tamworth"),
        ("birmingham-4", 281, "worcester"),
        ("lancashire-2007-4", 39, "burnley"),
    ],
)
def test_a_turn_is_a_candidate_in_one_of_two_equivalent_spaces(name: str, ply: int, town: str) -> None:
    state = golden(name).at(ply).state
    view = state.view(state.to_act)
    turns = Turns(continuation(state.rules.id, int(state.players), WIDE.budget), WIDE, view)

    def anywhere(line: Line) -> str:
        return re.sub(rf"\b{town}\.[12]\b", town, " | ".join(line.moves(view)))

    found = turns.candidates()
    kinds = [anywhere(line) for line in found]
    assert len(set(kinds)) == len(kinds)
    # Nor is a turn an alternative to its equivalent.
    chosen = next(line for line in found if any(f" {town}." in move for move in line.moves(view)))
    played = exchanged(view, chosen, town)
    assert played.moves(view) != chosen.moves(view)
    assert anywhere(played) == anywhere(chosen)
    others = [anywhere(line) for line in turns.candidates(besides=played)]
    assert anywhere(chosen) not in others
    assert len(others) == len(found) - 1


def exchanged(view: View, line: Line, town: str) -> Line:
    """The same turn in the other space of the town."""
    state, codes = view.known.copy(), []
    for text in line.moves(view):
        other = re.sub(rf"\b{town}\.([12])\b", lambda space: f"{town}.{3 - int(space[1])}", text)
        codes.append(read_move(state, other).code)
        state.apply_code(codes[-1], None)
    return Line(codes, [False] * len(codes))
