"""Open tables: listed if their maker wants it, joined by anybody, gone when they are full."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from grandjunction.server import lobby, open_tables
from grandjunction.server.clock.clocks import BOTS_JOIN as WAIT
from grandjunction.server.clock.clocks import BOTS_JOIN_BY_TURNS as WAIT_BY_TURNS
from grandjunction.server.database.postgres import PostgresStorage
from grandjunction.server.online import Online
from grandjunction.server.quick_match import KIND, QuickMatches
from tests.server.calendar import Calendar, timed
from tests.server.postgres import postgres
from tests.server.support import Browser, Json, Server, until


def listed(one: Browser) -> list[str]:
    return [table["game"] for table in one.ask("GET", "/api/tables")]


def test_only_open_tables_are_listed_and_joined(anna: Browser, ben: Browser) -> None:
    private = anna.new_game("me", "open")["game"]
    game = anna.new_game("me", "open", pace="fast", open_in="pl")["game"]
    (table,) = [one for one in ben.ask("GET", "/api/tables") if one["game"] == game]
    assert (table["language"], table["pace"]["id"], len(table["seats"])) == ("pl", "fast", 2)
    assert private not in listed(ben)
    assert game not in listed(anna)  # she sits there
    assert ben.ask("POST", f"/api/tables/{private}", {}, expect=403)["error"] == "not_open"
    assert ben.ask("POST", f"/api/tables/{game}", {"name": "Ben"})["seats"] == ["B"]
    assert ben.table(game)["seats"][1]["name"] == "Ben"
    third = Browser(anna.address)
    assert game not in listed(third)
    assert third.ask("POST", f"/api/tables/{game}", {}, expect=409)["error"] == "table_full"
    assert third.ask("POST", "/api/tables/AAAAAAAAAAAAAAAA", {}, expect=403)["error"] == "not_open"
    assert anna.ask("POST", "/api/games", {"seats": [], "open_in": "xx"}, expect=422)["error"] == "malformed"


# -- quick match ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def clocked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file: Path = tmp_path_factory.mktemp("quick") / "games.db"
    where = file if request.param == "sqlite" else postgres().new_database()
    with Server(storage=timed(where)) as running:
        yield running


def quick(one: Browser, players: int = 3, expect: int = 201, **more: object) -> Json:
    asked = {"ruleset": "birmingham-introductory", "players": players, "language": "en", **more}
    answer: Json = one.ask("POST", "/api/quick", asked, expect)
    return answer


def kinds(one: Browser, game: str) -> list[str]:
    return [seat["kind"] for seat in one.table(game)["seats"]]


def pass_time(server: Server, seconds: float) -> None:
    Calendar.now += seconds
    server.loop.call_soon_threadsafe(server.hall.jobs.wake, KIND)


def test_those_who_want_the_same_meet_and_bots_take_what_is_left(clocked: Server) -> None:
    anna, ben, cleo = (Browser(clocked) for _ in range(3))
    game = quick(anna, name="Anna")["game"]
    assert quick(anna)["game"] == game  # asked twice, it is the same table
    wait = anna.game("GET", game, "/quick")
    assert wait["bots_at"] - wait["now"] == WAIT
    assert quick(ben, 2)["game"] != game
    assert quick(ben, pace="live_15")["game"] != game
    joined = quick(ben, name="Ben", language="pl")  # another language is better than nobody
    assert (joined["game"], joined["seats"]) == (game, ["B"])
    pass_time(clocked, WAIT - 1)
    assert kinds(cleo, game) == ["person", "person", "open"]
    pass_time(clocked, 2)
    until(lambda: kinds(cleo, game) == ["person", "person", "bot"])
    until(lambda: anna.game("GET", game, "/quick")["bots_at"] is None)
    assert quick(cleo)["game"] != game


def test_whoever_cancels_is_gone_before_the_bots_come(clocked: Server) -> None:
    anna, ben = Browser(clocked), Browser(clocked)
    alone = quick(anna, pace="fast")["game"]
    wait = anna.game("GET", alone, "/quick")
    assert wait["bots_at"] - wait["now"] == WAIT_BY_TURNS
    assert anna.game("POST", alone, "/leave", {})["outcome"] == "deleted"
    both = quick(anna, pace="slow")["game"]
    assert quick(ben, pace="slow")["game"] == both
    assert anna.game("POST", both, "/leave", {})["outcome"] == "open"
    pass_time(clocked, WAIT_BY_TURNS + 1)
    until(lambda: kinds(ben, both) == ["bot", "person", "bot"])
    anna.game("GET", alone, expect=404)
    assert anna.table(both)["mine"] == []


def test_many_other_tables_do_not_hide_the_one_that_fits(clocked: Server) -> None:
    anna, ben, stranger = (Browser(clocked) for _ in range(3))
    game = quick(anna, 2, pace="steady")["game"]
    for _ in range(55):
        stranger.new_game("me", "open", ruleset="hamlet", open_in="en")
    stranger.new_game("me", "open", pace="steady", seed="practice", open_in="en")
    assert quick(ben, 2, pace="steady")["game"] == game


def test_those_who_ask_one_server_at_once_meet(clocked: Server) -> None:
    for _ in range(5):
        one, other = both_quick([Browser(clocked), Browser(clocked)], 2, "live_60")
        assert one == other


@pytest.fixture(scope="module")
def workers() -> Iterator[tuple[Server, Server]]:
    url = postgres().new_database()
    with Server(storage=PostgresStorage(url)) as one, Server(storage=PostgresStorage(url)) as other:
        yield one, other


class Together:
    """Lets the first two who come here go on at the same moment."""

    def __init__(self) -> None:
        self._barrier = Barrier(2)
        self._left = iter(range(2))

    async def wait(self) -> None:
        if next(self._left, None) is not None:
            await asyncio.to_thread(self._barrier.wait, 30)


def both_quick(browsers: Sequence[Browser], players: int, pace: str | None = None) -> list[str]:
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda browser: str(quick(browser, players, pace=pace)["game"]), browsers))


def test_two_who_come_to_two_workers_at_once_meet(
    workers: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have looked before either has opened a table."""
    look, together = QuickMatches._tables, Together()

    async def looked(*given: Any) -> Any:
        found = await look(*given)
        await together.wait()
        return found

    monkeypatch.setattr(QuickMatches, "_tables", looked)
    browsers = [Browser(one) for one in workers]
    one, other = both_quick(browsers, 2)
    assert one == other
    assert sorted(browser.table(one)["mine"] for browser in browsers) == [["A"], ["B"]]


def test_two_meet_while_strangers_open_other_tables(
    workers: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time Anna's worker has looked, a stranger opens another table; then Ben comes elsewhere."""
    look, browsers = QuickMatches._tables, [Browser(one) for one in workers]
    stranger, looks = Browser(workers[1]), iter(range(100))
    found: dict[str, str] = {}

    async def looked(self: QuickMatches, *given: Any) -> Any:
        tables = await look(self, *given)
        if self._hall is workers[0].hall:
            await asyncio.to_thread(stranger.new_game, "me", "open", ruleset="hamlet", open_in="en")
            if next(looks) == 4:
                found["ben"] = await asyncio.to_thread(lambda: quick(browsers[1], 2, pace="live_30")["game"])
        return tables

    monkeypatch.setattr(QuickMatches, "_tables", looked)
    anna = quick(browsers[0], 2, pace="live_30")["game"]
    assert anna == (found.get("ben") or quick(browsers[1], 2, pace="live_30")["game"])


def test_one_seat_is_not_given_to_two_and_both_sit_at_the_table(
    workers: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both want the same seat of the table that waits."""
    sit, together = lobby.join, Together()

    async def join(*given: Any) -> Any:
        await together.wait()
        return await sit(*given)

    waits = Browser(workers[0])
    game = quick(waits, 3, pace="slow")["game"]
    monkeypatch.setattr(open_tables, "join", join)
    browsers = [Browser(one) for one in workers]
    assert both_quick(browsers, 3, pace="slow") == [game, game]
    assert sorted(browser.table(game)["mine"] for browser in (waits, *browsers)) == [["A"], ["B"], ["C"]]


def test_a_malformed_quick_match_opens_nothing(clocked: Server) -> None:
    anna = Browser(clocked)
    assert quick(anna, 5, 422)["error"] == "malformed"
    assert quick(anna, expect=422, ruleset="chess")["error"] == "ruleset"
    assert quick(anna, expect=422, language="xx")["error"] == "malformed"
    assert quick(anna, expect=422, name="\u202eanna")["error"] == "characters"
    anna.game("GET", "AAAAAAAAAAAAAAAA", "/quick", expect=404)
    assert anna.ask("GET", "/api/games")["waiting"] == []


def test_the_host_can_switch_open_tables_off() -> None:
    with Server(online=Online(open_tables=False)) as server:
        anna = Browser(server)
        assert anna.ask("GET", "/api/about")["open_tables"] is False
        assert quick(anna, expect=403)["error"] == "no_open_tables"
        seats = [{"kind": "me"}, {"kind": "open"}]
        assert (
            anna.ask("POST", "/api/games", {"seats": seats, "open_in": "en"}, 403)["error"]
            == "no_open_tables"
        )
        private = anna.new_game("me", "open")["game"]
        assert anna.ask("POST", f"/api/tables/{private}", {}, 403)["error"] == "no_open_tables"
        assert listed(Browser(server)) == []
