"""Stored turns with several workers on one PostgreSQL: stored at one, played or dropped by another."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import pytest

from grandjunction.server.database.postgres import PostgresStorage
from grandjunction.server.plans.planning import KIND
from tests.server.postgres import postgres
from tests.server.support import Browser, Json, Server, until, whole
from tests.server.test_plans import (
    drafted_passes,
    moves_of,
    pass_turn,
    plan_of,
    sides,
    table_of_two,
    tried_turn,
    try_units,
)
from tests.server.test_workers import at


@pytest.fixture(scope="module")
def workers() -> Iterator[list[Server]]:
    url = postgres().new_database()
    with Server(storage=PostgresStorage(url)) as one, Server(storage=PostgresStorage(url)) as two:
        yield [one, two]


def seated(workers: list[Server], seed: str = "3") -> tuple[str, Browser, Browser]:
    """A game of two, one at each worker: who is to act, and who waits."""
    anna, ben = Browser(workers[0]), Browser(workers[1])
    game = table_of_two(anna, ben, seed=seed)
    return game, *sides(anna, ben, game)


def idle(worker: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a worker play no stored turn, as if it had died with the move that was to bring it."""
    jobs = worker.hall.jobs
    taken = jobs._take
    monkeypatch.setattr(jobs, "_take", lambda storage, kind: None if kind == KIND else taken(storage, kind))


@pytest.mark.parametrize("idler", [0, 1])
def test_a_turn_stored_at_one_worker_is_played_by_another(
    workers: list[Server], monkeypatch: pytest.MonkeyPatch, idler: int
) -> None:
    idle(workers[idler], monkeypatch)
    game, acts, waits = seated(workers)
    for number in range(2):
        units = tried_turn(waits, game, Random(number))
        waits.game("PUT", game, "/plan", {"units": units})
        for worker in workers:
            assert len(plan_of(at(worker, waits), game)["units"]) == len(units)
            assert plan_of(at(worker, acts), game) is None
        pass_turn(acts, game)
        acts.wait_for_turn(game)
        for worker in workers:
            assert moves_of(at(worker, waits), game)[-len(units) :] == units
            assert plan_of(at(worker, waits), game) is None


@pytest.mark.parametrize("idler", [0, 1])
def test_a_turn_is_dropped_by_another_worker_with_its_reason(
    workers: list[Server], monkeypatch: pytest.MonkeyPatch, idler: int
) -> None:
    """Two build on the same space."""
    idle(workers[idler], monkeypatch)
    game, acts, waits = seated(workers, "1")
    mine = {one["slot"]: one for one in acts.choices(game) if one["verb"] == "build"}
    theirs = try_units(waits, game, [])["choices"]["choices"]
    wanted = next(one for one in theirs if one["slot"] in mine)
    waits.game("PUT", game, "/plan", {"units": [whole(wanted, Random(1))]})
    acts.draft(acts.table(game), whole(mine[wanted["slot"]], Random(1)))
    acts.end(acts.table(game))
    for worker in workers:
        until(lambda worker=worker: plan_of(at(worker, waits), game)["dropped"] == "illegal")  # type: ignore[misc]
        assert at(worker, waits).table(game)["draft"]["units"] == []


def test_a_turn_stored_as_the_other_ends_is_refused_or_played(workers: list[Server]) -> None:
    """The two requests meet at two workers. Whichever comes first, nothing that was accepted is lost."""
    game, acts, waits = seated(workers)
    outcomes = set()
    with ThreadPoolExecutor(2) as pool:
        for number in range(6):
            units = tried_turn(waits, game, Random(number), lambda one: bool(one["verb"] == "loan"))
            table = drafted_passes(acts, game)
            late = pool.submit(waits.http.put, f"/api/games/{game}/plan", json={"units": units})
            ended = pool.submit(acts.end, table)
            answer, _ = late.result(), ended.result()
            outcomes.add(answer.status_code)
            if answer.status_code == 200:
                until(partial(_settled, waits, game, units))
            else:
                refused: Json = answer.json()
                assert refused["error"] in ("stale", "your_turn", "notation", "illegal"), refused
                assert plan_of(waits, game) is None
            acts, waits = sides(acts, waits, game)
    assert outcomes <= {200, 409, 422}


def _settled(waits: Browser, game: str, units: list[str]) -> bool:
    """Whether a stored turn was played, was dropped with a reason, or waits: the other may be next again."""
    plan = plan_of(waits, game)
    if plan is None:
        return moves_of(waits, game)[-len(units) :] == units
    return plan["dropped"] is not None or waits.table(game)["draft"] is None
