"""Clocks with two workers on one PostgreSQL: both show the same, and either of them ends somebody's time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from grandjunction.server.clock.clocks import HOUR
from grandjunction.server.clock.timekeeping import KIND
from tests.server.calendar import MONDAY, Calendar, timed
from tests.server.postgres import postgres
from tests.server.support import Json, Server, until
from tests.server.test_clocks import Game
from tests.server.test_workers import at


@pytest.fixture(scope="module")
def workers() -> Iterator[list[Server]]:
    url = postgres().new_database()
    Calendar.now = MONDAY
    with Server(storage=timed(url)) as one, Server(storage=timed(url)) as two:
        yield [one, two]


@pytest.mark.parametrize("awake", [0, 1])
def test_a_turn_at_one_worker_and_time_that_ends_at_another(
    workers: list[Server], monkeypatch: pytest.MonkeyPatch, awake: int
) -> None:
    """The other worker looks after no clock, as if it had died after the turn that it stored."""
    idle, other = workers[1 - awake], workers[awake]
    jobs = idle.hall.jobs
    taken = jobs._take
    monkeypatch.setattr(jobs, "_take", lambda storage, kind: None if kind == KIND else taken(storage, kind))
    game = Game(idle, 3)

    def both() -> list[Json]:
        return [at(worker, one).table(game.id)["clock"] for worker in workers for one in game.people]

    def agreed(**wanted: object) -> bool:
        return all({name: clock[name] for name in wanted} == wanted for clock in both())

    before, late = game.clock, game.late
    Calendar.pass_(2 * HOUR)
    at(other, late).play_turn(game.id, Random(1))
    until(lambda: agreed(since=Calendar.now))
    left = game.clock["left"]
    assert agreed(left=left, due=game.clock["due"])
    assert left[before["running"]] == pytest.approx(26 * HOUR)
    Calendar.pass_(game.clock["due"] - Calendar.now + 1)
    for worker in workers:
        Calendar.notice(worker)
    until(lambda: agreed(out=True))
    seat = game.clock["running"]
    game.choose(at(idle, game.others[0]), "time", seat)
    until(lambda: agreed(out=False, running=seat, since=game.clock["since"]))
