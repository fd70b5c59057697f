"""A whole game of four people by turns: it takes weeks, and nothing ends when somebody leaves.

``make soak`` plays more of them: GRANDJUNCTION_SOAK is their number, for each store and game.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Final

import pytest

from grandjunction import read_record
from grandjunction.server import leaving
from grandjunction.server.clock.clocks import DAY, HOUR, MINUTE
from grandjunction.server.clock.timekeeping import KIND
from tests.server.calendar import MONDAY, Calendar, timed
from tests.server.postgres import postgres
from tests.server.support import Browser, Json, Server, until
from tests.server.test_clocks import Game, Where

GAMES: Final = int(os.environ.get("GRANDJUNCTION_SOAK", "1"))
RESTART: Final = 9  # turns of people between two restarts


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    return tmp_path / "games.db" if request.param == "sqlite" else postgres().new_database()


class Weeks:
    """What happens at the table, besides turns: each once, when so many turns were played."""

    def __init__(self, game: Game) -> None:
        self.game: Final = game
        self.cookies: Final = [one.cookie for one in game.people]
        self.turns = 0
        self.replaced = ""  # the seat that a bot has taken
        self.gone = -1  # the number of the person who left for good
        self.events: Final = [(6, self._replace), (14, self._come_back), (20, self._wait), (27, self._leave)]

    def restart(self, server: Server) -> None:
        """Everyone comes back to a server that was started anew."""
        self.game.server, self.game.people = server, [Browser(server) for _ in self.cookies]
        for one, cookie in zip(self.game.people, self.cookies, strict=True):
            assert cookie is not None
            one.http.cookies.set(*cookie)

    def happen(self) -> None:
        while self.events and self.turns >= self.events[0][0]:
            self.events.pop(0)[1]()

    def _replace(self) -> None:
        self.replaced = self.game.run_out()
        self.game.choose(self.game.others[0], "bot", self.replaced)  # any one of the others is enough
        assert self._kind(self.replaced) == "bot"

    def _come_back(self) -> None:
        for one in self.game.people:
            if any(seat["was_mine"] for seat in one.table(self.game.id)["seats"]):
                one.game("POST", self.game.id, "/back", {"seat": self.replaced})
        assert self._kind(self.replaced) == "person"

    def _wait(self) -> None:
        late = self.game.run_out()
        self.game.choose(self.game.others[0], "time", late)
        assert not self.game.clock["out"]

    def _leave(self) -> None:
        self.gone = self.game.people.index(self.game.late)
        assert self.game.late.game("POST", self.game.id, "/leave", {}) == {"outcome": "bot"}

    def _kind(self, seat: str) -> str:
        seats = self.game.people[0].table(self.game.id)["seats"]
        return str(next(one["kind"] for one in seats if one["seat"] == seat))

    def play(self, table: Json, rnd: Random) -> None:
        """Let a part of the time pass, and play a turn. The clock is what we count ourselves."""
        game, clock = self.game, table["clock"]
        most = 0.9 * (clock["due"] - clock["since"])
        game.pass_until(clock["since"] + rnd.choice([min(20 * HOUR, most), most, most]))
        assert not game.clock["out"]
        expected = _left_after(clock, Calendar.now)
        after = game.late.play_turn(game.id, rnd)
        if not after["over"]:
            left = game.clock["left"][clock["running"]]
            assert left == pytest.approx(expected, abs=2 * MINUTE)
        self.turns += 1


@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire-2007"])
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_whole_game_with_leavers_replacements_and_restarts(
    where: Where, ruleset: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sleeps in Auckland. One is replaced and comes back, one gets more time, one leaves for good."""
    monkeypatch.setattr(leaving, "HINT_BOT", "greedy")
    Calendar.now, rnd = MONDAY, Random(f"{ruleset} {seed}")
    with Server(storage=timed(where)) as server:
        weeks = Weeks(Game(server, 4, "steady", ruleset))
        asleep = {"zone": "Pacific/Auckland", "night": {"begins": 1320, "ends": 360}}
        weeks.game.people[3].ask("PUT", "/api/rest", asleep)
    table: Json = {"over": False}
    while not table["over"]:
        with Server(storage=timed(where)) as server:
            weeks.restart(server)
            table = _waiting(weeks.game)
            for _ in range(RESTART):
                if table["over"]:
                    break
                weeks.happen()
                table = _waiting(weeks.game)  # a bot may have moved meanwhile
                weeks.play(table, rnd)
                table = _waiting(weeks.game)
    assert weeks.events == []
    assert Calendar.now - MONDAY > 28 * DAY
    with Server(storage=timed(where)) as server:  # and after the end everything is still there
        weeks.restart(server)
        game = weeks.game
        table = game.people[0].table(game.id)
        kinds = sorted(seat["kind"] for seat in table["seats"])
        assert kinds == ["bot", "person", "person", "person"]
        assert table["ended"] is None
        record = read_record(game.people[0].game("GET", game.id, "/record"))
        assert record.state.is_over
        finished = [one.ask("GET", "/api/games")["finished"] for one in game.people]
        assert finished.pop(weeks.gone) == []  # who left has nothing to look back on
        for (listed,) in finished:
            assert (listed["game"], list(listed["vp"].values())) == (game.id, list(record.state.vp))
        assert server.hall.journal.storage.job_keys(KIND) == []  # no clock runs on
        print(f"{ruleset}: {weeks.turns} turns of people in {(Calendar.now - MONDAY) / DAY:.0f} days")


def _waiting(game: Game) -> Json:
    """Return the table once it is a person's turn, or the game is over."""
    table: Json = {}

    def ready() -> bool:
        nonlocal table
        table = game.people[0].table(game.id)
        return bool(table["over"] or table["clock"]["running"])

    until(ready)
    return table


def _left_after(clock: Json, when: float) -> float:
    """Return what the seat has left after its turn, counted by another way than the server's."""
    rests = [(one["begins"], one["ends"]) for one in clock["pauses"]]
    minutes = int((when - clock["since"]) // MINUTE)
    still = sum(
        any(begins <= clock["since"] + n * MINUTE < ends for begins, ends in rests) for n in range(minutes)
    )
    left: float = clock["left"][clock["running"]] - (when - clock["since"] - still * MINUTE)
    return min(left + 12 * HOUR, 5 * DAY)
