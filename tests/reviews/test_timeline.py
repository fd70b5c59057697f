"""A game cut into decisions and chances: nothing is lost, and nobody's turn is mixed with another's."""

from __future__ import annotations

import pytest

from grandjunction.core.moves import Move
from grandjunction.reviews.timeline import ChanceTask, DecisionTask, tasks

from .games import RECORDS, end_of, golden

NAMES = sorted(path.stem for path in RECORDS.glob("*.gj"))


@pytest.mark.parametrize(
    "name", ["birmingham-2", "lancashire-2007-4", "hamlet-2", "rare-shortfall-birmingham-4"]
)
def test_every_move_is_in_one_task(name: str) -> None:
    game = golden(name)
    cut = list(tasks(game))
    seen = {ply: code for one in cut for ply, code in enumerate(one.codes, one.ply)}
    for one in game.played:
        if one.move.verb == "aside":
            assert one.ply not in seen
        else:
            assert seen[one.ply] == one.move.code
    assert sum(len(one.codes) for one in cut) == len(seen)


@pytest.mark.parametrize("name", ["birmingham-4", "lancashire-2007-4"])
def test_a_decision_is_one_seats(name: str) -> None:
    game = golden(name)
    for one in tasks(game):
        if isinstance(one, DecisionTask):
            assert {game.played[ply].seat for ply in range(one.ply, one.end)} == {one.seat}
            turns = sum(
                event.kind == "turn_began"
                for ply in range(one.ply, one.end - 1)
                for event in game.played[ply].events
            )
            assert turns == 0


def test_a_tile_turned_up_parts_a_turn() -> None:
    cut = list(tasks(golden("lancashire-2007-4")))
    found = [number for number, one in enumerate(cut) if isinstance(one, ChanceTask) and one.kind == "reveal"]
    assert found
    for number in found:
        before, chance = cut[number - 1], cut[number]
        assert isinstance(before, DecisionTask)
        assert isinstance(chance, ChanceTask)
        assert chance.seat == before.seat


def test_draws() -> None:
    game = golden("birmingham-4")
    for one in tasks(game):
        if isinstance(one, ChanceTask) and one.kind == "draw":
            ids = game.rules.cards.ids
            hand = one.after.hand_of(one.seat)
            assert all(ids[kind] in hand for kind in one.drawn)
            assert [Move(game.rules, code).card for code in one.codes] == [ids[kind] for kind in one.drawn]


def test_one_seat_alone() -> None:
    game = end_of("birmingham-2", "rail", 5)
    assert {one.seat for one in tasks(game, 1)} == {1}
    assert {one.seat for one in tasks(game)} == {0, 1}
