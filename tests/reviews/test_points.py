"""Where the points came from: every VP of every golden game has its action, and the sums are the game's."""

from __future__ import annotations

import pytest

from grandjunction.reviews.points import points
from grandjunction.reviews.strong_play import figures

from .games import RECORDS, from_ply, golden

BY_ACTIONS = ("links", "tiles", "bonus", "tiles_again")
NAMES = sorted(path.stem for path in RECORDS.glob("*.gj"))


@pytest.mark.parametrize("name", NAMES)
def test_every_point_has_its_action(name: str) -> None:
    game = golden(name)
    found = points(game)
    for seat, means in enumerate(found.seats):
        scored = sum(n for era in means.vp.values() for source, n in era.items() if source in BY_ACTIONS)
        assert sum(action.gains[seat].vp for action in found.actions) == scored
        assert sum(n for era in means.vp.values() for n in era.values()) == game.state.vp[seat]
        assert means.actions.total() == sum(action.seat == seat for action in found.actions)


@pytest.mark.parametrize("name", ["birmingham-4", "lancashire-2018-3"])
def test_pounds_and_income_are_the_positions(name: str) -> None:
    game = golden(name)
    found = points(game)
    paid = [sum(action.gains[seat].pounds for action in found.actions) for seat in range(game.state.players)]
    income = [0] * game.state.players
    for one in game.played:
        for event in one.events:
            if event.kind == "income_paid":
                income[event.values[0]] += event.values[1]
    for seat in range(game.state.players):
        start = game.rules.start_pounds
        assert start + paid[seat] + income[seat] == game.state.pounds[seat]
        moved = sum(action.gains[seat].income for action in found.actions)
        assert game.rules.income.start + moved == game.state.income[seat]


def test_what_rivals_use_and_flip() -> None:
    game = golden("birmingham-4")
    found = points(game)
    used = sum(event.kind == "consumed" for one in game.played for event in one.events)
    assert used == sum(seat.used.total() + seat.used_by_others.total() for seat in found.seats)
    flips = sum(event.kind == "flipped" for one in game.played for event in one.events)
    assert flips == sum(seat.flipped.total() for seat in found.seats)
    others = sum(
        event.kind == "flipped" and event.values[0] != one.seat for one in game.played for event in one.events
    )
    assert others == sum(seat.flipped_by_others for seat in found.seats) > 0


def test_tiles_that_never_flip() -> None:
    game = golden("birmingham-4")
    for seat, means in enumerate(points(game).seats):
        left = [tile for tile in game.state.tiles(seat) if not tile.flipped]
        last = [tile for tile in means.unflipped if tile.era == 1]
        assert sorted(tile.slot for tile in last) == sorted(tile.space for tile in left)


def test_places_in_the_turn_order() -> None:
    game = golden("birmingham-3")
    orders = {
        (int(state.era), int(state.round)): [int(state.order[place]) for place in range(3)]
        for state, _, _ in game.positions()
        if state.decision_name == "action"
    }
    rounds = sorted(orders)
    for action in points(game).actions:
        here = rounds.index((action.era, action.round))
        assert orders[rounds[here]][action.place] == action.seat
        if here + 1 < len(rounds):
            assert action.next_place is not None
            assert orders[rounds[here + 1]][action.next_place] == action.seat


def test_a_game_begun_in_a_position() -> None:
    game = golden("birmingham-2")
    found = points(from_ply(game, game.ply - 12))
    assert 0 < len(found.actions) <= 12
    assert points(game).actions[-1].moves == found.actions[-1].moves


def test_links_left_over_stand_beside_those_built() -> None:
    """So the browser's page shows them too, which lists these figures alone."""
    game = golden("birmingham-4")
    found = {one.id: one.values for one in figures(points(game), game.rules)}
    for era in range(2):
        built, left = found[f"links.{era}."], found[f"links_left.{era}."]
        assert [sum(pair) for pair in zip(built, left, strict=True)] == [game.rules.links] * 4
        assert any(left)
