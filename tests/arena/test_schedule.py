"""Who sits where: every bot of a line-up on every seat, equally often."""

from __future__ import annotations

from collections import Counter

import pytest

from grandjunction.arena import FILLS, arrangements


def test_as_many_bots_as_seats() -> None:
    assert arrangements(2, 2) == ((0, 1), (1, 0))
    assert arrangements(4, 4) == ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))


def test_copies_fill_a_table_evenly() -> None:
    assert arrangements(2, 4) == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert set(arrangements(2, 3)) == {(0, 1, 0), (1, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 0), (1, 0, 1)}
    assert len(arrangements(3, 4)) == 12


def test_one_against_copies() -> None:
    assert set(arrangements(2, 4, "one")) == {
        (0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0),
        (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1),
    }  # fmt: skip


def test_one_bot_alone_meets_its_copies() -> None:
    for fill in FILLS:
        assert arrangements(1, 4, fill) == ((0, 0, 0, 0),)


def test_more_bots_than_seats_all_meet_all() -> None:
    found = arrangements(5, 3)
    assert len(found) == 10 * 3
    met = Counter(frozenset(seated) for seated in found)
    assert len(met) == 10
    assert set(met.values()) == {3}


@pytest.mark.parametrize("fill", FILLS)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("bots", range(1, 7))
def test_no_bot_has_a_better_seat(bots: int, seats: int, fill: str) -> None:
    found = arrangements(bots, seats, fill)
    assert len(set(found)) == len(found)
    places = Counter((bot, seat) for seated in found for seat, bot in enumerate(seated))
    assert set(places) == {(bot, seat) for bot in range(bots) for seat in range(seats)}
    assert len(set(places.values())) == 1
