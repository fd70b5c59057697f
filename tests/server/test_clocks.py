"""Clocks: rests and daylight saving, time that runs and stands still, and what happens when it is up."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import pytest

from grandjunction.server import leaving
from grandjunction.server.clock.clocks import DAY, HOUR, MINUTE, PACES, Clock
from grandjunction.server.clock.rest import BadRest, Holiday, Rest, changed
from tests.server.calendar import MONDAY, Calendar, timed
from tests.server.support import Browser, Json, Server, until

BERLIN = "Europe/Berlin"
Where = Path | str


def at(zone: str, *when: int) -> float:
    return datetime(*when, tzinfo=ZoneInfo(zone)).timestamp()  # type: ignore[misc, arg-type]


@pytest.fixture(autouse=True)
def quick_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that replace people think for no time: these tests are about clocks."""
    monkeypatch.setattr(leaving, "HINT_BOT", "greedy")


# -- rests ----------------------------------------------------------------------------------------------


def test_without_rest_time_simply_runs() -> None:
    assert Rest().pauses(MONDAY, 100.0) == ([], MONDAY + 100)


def test_a_night_is_left_out_over_midnight() -> None:
    rest = Rest(BERLIN, (23 * 60, 7 * 60))
    since = at(BERLIN, 2026, 7, 27, 22)
    pauses, due = rest.pauses(since, 2 * HOUR)
    assert pauses == [(at(BERLIN, 2026, 7, 27, 23), at(BERLIN, 2026, 7, 28, 7), "night")]
    assert due == at(BERLIN, 2026, 7, 28, 8)


def test_who_is_asleep_when_the_turn_begins_has_all_the_time_in_the_morning() -> None:
    rest = Rest("Asia/Taipei", (60, 9 * 60))
    pauses, due = rest.pauses(at("Asia/Taipei", 2026, 7, 27, 3), HOUR)
    assert due == at("Asia/Taipei", 2026, 7, 27, 10)
    assert pauses[0][0] == at("Asia/Taipei", 2026, 7, 27, 3)


@pytest.mark.parametrize(
    ("day", "hours"), [((2026, 10, 24), 9), ((2026, 3, 28), 7), ((2026, 7, 4), 8)]
)  # the clocks go back, forward, and stay
def test_a_night_is_longer_or_shorter_when_the_clocks_change(day: tuple[int, int, int], hours: int) -> None:
    rest = Rest(BERLIN, (23 * 60, 7 * 60))
    since = at(BERLIN, *day, 12)
    pauses, due = rest.pauses(since, 20 * HOUR)
    assert [(ends - begins) / HOUR for begins, ends, _ in pauses] == [hours]
    assert due - since == (20 + hours) * HOUR


def test_a_night_that_begins_in_the_hour_that_is_left_out() -> None:
    rest = Rest(BERLIN, (2 * 60 + 30, 4 * 60))  # 02:30 does not exist on 29 March 2026
    pauses, _ = rest.pauses(at(BERLIN, 2026, 3, 29, 0), 3 * HOUR)
    begins, ends, _ = pauses[0]
    assert [datetime.fromtimestamp(one, UTC).strftime("%H:%M") for one in (begins, ends)] == [
        "01:30",
        "02:00",
    ]


def test_holidays_are_whole_days_of_the_players_own_zone() -> None:
    zone = "Pacific/Auckland"
    rest = Rest(zone, (22 * 60, 6 * 60), (Holiday(date(2026, 8, 1), date(2026, 8, 3)),))
    pauses, due = rest.pauses(at(zone, 2026, 7, 31, 20), 4 * HOUR)
    assert [why for _, _, why in pauses] == ["night", "holiday", "night"]
    assert pauses[1][:2] == (at(zone, 2026, 8, 1), at(zone, 2026, 8, 4))
    assert due == at(zone, 2026, 8, 4, 8)


@pytest.mark.parametrize(
    ("rest", "why"),
    [
        (Rest("Mars/Olympus"), "no time zone"),
        (Rest("UTC", (0, 13 * 60)), "12 hours"),
        (Rest("UTC", (60, 60)), "two different times"),
        (Rest("UTC", None, (Holiday(date(2026, 8, 2), date(2026, 8, 1)),)), "before it begins"),
        (Rest("UTC", None, (Holiday(date(2026, 8, 1), date(2026, 8, 29)),)), "28 a year"),
        (Rest("UTC", None, (Holiday(date(2031, 8, 1), date(2031, 8, 2)),)), "2 years ahead"),
    ],
)
def test_rests_have_limits(rest: Rest, why: str) -> None:
    with pytest.raises(BadRest, match=why):
        changed(Rest(), rest, MONDAY)


def test_days_that_are_over_count_for_the_year() -> None:
    taken = Rest("UTC", None, (Holiday(date(2026, 7, 10), date(2026, 7, 29)),))
    kept = changed(taken, Rest("UTC"), MONDAY)
    assert kept.holidays == (Holiday(date(2026, 7, 10), date(2026, 7, 26)),)
    more = Rest("UTC", None, (Holiday(date(2026, 8, 1), date(2026, 8, 12)),))
    with pytest.raises(BadRest, match="29 days"):
        changed(kept, more, MONDAY)


# -- a clock --------------------------------------------------------------------------------------------


def test_a_turn_uses_time_and_brings_the_increment_up_to_the_cap() -> None:
    clock = Clock.new("fast", 2)
    clock.start(0, "a", MONDAY, Rest())
    assert (clock.next_event, clock.due) == (MONDAY + 0.8 * DAY, MONDAY + DAY)
    clock.stop(MONDAY + HOUR, turn_over=True)
    assert clock.left == [27 * HOUR, 24 * HOUR]
    for _ in range(20):
        clock.start(0, "a", MONDAY, Rest())
        clock.stop(MONDAY, turn_over=True)
    assert clock.left[0] == PACES["fast"].cap


def test_the_alarm_waits_for_the_morning() -> None:
    clock = Clock.new("fast", 2)
    clock.start(0, "a", at("UTC", 2026, 7, 27, 22), Rest("UTC", (0, 12 * 60)))
    assert clock.due == at("UTC", 2026, 7, 29, 22)  # 2 + 12 + 10 hours, with two halves of a day between
    assert clock.next_event == at("UTC", 2026, 7, 29, 17, 12)
    assert clock.used(at("UTC", 2026, 7, 28, 11)) == 2 * HOUR


def test_a_live_clock_knows_no_night() -> None:
    clock = Clock.new("live_15", 2)
    clock.start(0, "a", at("UTC", 2026, 7, 27, 1), Rest("UTC", (0, 12 * 60)))
    assert clock.due == at("UTC", 2026, 7, 27, 1, 15)


# -- at a table -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    Calendar.now = MONDAY
    with Server(storage=timed(tmp_path_factory.mktemp("clocks") / "games.db")) as running:
        yield running


class Game:
    """A game with a clock, and the browsers at its table."""

    def __init__(
        self, server: Server, people: int, pace: str = "fast", ruleset: str = "birmingham-introductory"
    ) -> None:
        self.server = server
        self.people = [Browser(server) for _ in range(people)]
        made = self.people[0].new_game("me", *["open"] * (people - 1), pace=pace, ruleset=ruleset)
        self.id: str = made["game"]
        assert self.clock["running"] is None  # nobody's time runs before every seat is taken
        for one, invite in zip(self.people[1:], made["invites"], strict=True):
            one.ask("POST", "/api/join", {"token": invite["token"]})

    @property
    def clock(self) -> Json:
        found: Json = self.people[0].table(self.id)["clock"]
        return found

    @property
    def late(self) -> Browser:
        """Whose turn it is."""
        return next(one for one in self.people if one.table(self.id)["draft"] is not None)

    @property
    def others(self) -> list[Browser]:
        late = self.late
        return [one for one in self.people if one is not late]

    def run_out(self) -> str:
        """Let the time of the seat to act be up. Return its letter."""
        self.pass_until(self.clock["due"] + 1)
        until(lambda: self.clock["out"])
        return str(self.clock["running"])

    def pass_until(self, when: float) -> None:
        Calendar.pass_(max(0.0, when - Calendar.now), self.server)

    def choose(self, who: Browser, choice: str, seat: str, expect: int | None = None) -> Json:
        answer: Json = who.game("POST", self.id, "/overtime", {"choice": choice, "seat": seat}, expect)
        return answer


def test_a_game_has_no_clock_unless_it_is_asked_for(server: Server) -> None:
    anna = Browser(server)
    game = anna.new_game("me", "open")["game"]
    assert anna.table(game)["clock"] is None
    assert anna.ask("POST", "/api/games", {"seats": [], "pace": "hasty"}, expect=422)["error"] == "malformed"


def test_only_whole_turns_move_the_clock(server: Server) -> None:
    game = Game(server, 2)
    first = game.late
    before = game.clock
    Calendar.pass_(2 * HOUR, server)
    first.draft_turn(game.id, Random(1))  # a draft stops nothing
    assert game.clock == before
    Calendar.pass_(HOUR, server)
    first.end(first.table(game.id))
    after = game.clock
    assert after["running"] != before["running"]
    assert after["since"] == Calendar.now
    assert after["left"][before["running"]] == pytest.approx(25 * HOUR)


def test_a_bot_has_no_clock(server: Server) -> None:
    anna = Browser(server)
    game = anna.new_game("me", "random", pace="live_15")["game"]
    clock = anna.wait_for_turn(game)["clock"]
    assert list(clock["left"]) == ["A"]
    assert (clock["running"], clock["due"] - clock["since"]) == ("A", 15 * MINUTE)


def test_any_of_the_others_gives_more_time(server: Server) -> None:
    game = Game(server, 3)
    seat = game.run_out()
    assert game.clock["timeouts"][seat] == 1
    game.choose(game.others[0], "time", seat)
    clock = game.clock
    assert (clock["out"], clock["due"]) == (False, Calendar.now + DAY)
    assert game.choose(game.others[1], "time", seat, expect=409)["error"] == "in_time"


def test_who_is_late_can_still_move(server: Server) -> None:
    game = Game(server, 2)
    seat = game.run_out()
    game.late.play_turn(game.id, Random(2))
    clock = game.clock
    assert not clock["out"]
    assert clock["left"][seat] == 4 * HOUR
    assert game.choose(game.people[0], "bot", seat, expect=409 if game.late is not game.people[0] else 403)


def test_a_bot_plays_on_and_the_player_takes_the_seat_back(server: Server) -> None:
    game = Game(server, 2)
    late, link = game.late, game.late.game("GET", game.id, "/links")["recovery"][0]["token"]
    other = game.others[0]
    late.game("PUT", game.id, "/notes", {"text": "build in Leek"})
    seat = game.run_out()
    table = game.choose(other, "bot", seat)
    replaced = next(one for one in table["seats"] if one["seat"] == seat)
    assert (replaced["kind"], replaced["back"], replaced["was_mine"]) == ("bot", "may", False)
    assert game.id in [one["game"] for one in late.ask("GET", "/api/games")["playing"]]
    other.wait_for_turn(game.id)
    stranger = Browser(server)
    stranger.new_game("me", "random")
    assert stranger.game("POST", game.id, "/back", {"seat": seat}, expect=403)["error"] == "not_yours"
    table = late.game("POST", game.id, "/back", {"seat": seat})
    assert table["mine"] == [seat]
    assert table["clock"]["left"][seat] >= DAY
    assert late.game("GET", game.id, "/notes")["text"] == "build in Leek"
    assert late.game("POST", game.id, "/back", {"seat": seat}, expect=422)["error"] == "no_former"
    assert Browser(server).ask("POST", "/api/join", {"token": link}, expect=404)["error"] == "link_used"


def test_the_seats_link_works_while_the_bot_plays(server: Server) -> None:
    game = Game(server, 2)
    late, other = game.late, game.others[0]
    link = late.game("GET", game.id, "/links")["recovery"][0]["token"]
    late.game("PUT", game.id, "/notes", {"text": "build in Leek"})
    game.choose(other, "bot", game.run_out())
    phone = Browser(server)
    assert phone.ask("POST", "/api/join", {"token": link})["seats"]
    assert phone.game("GET", game.id, "/notes")["text"] == "build in Leek"


def test_who_left_on_purpose_asks_and_the_others_give(server: Server) -> None:
    game = Game(server, 3)
    game.late.play_turn(game.id, Random(1))
    left, (other, _) = game.late, game.others
    seat = left.table(game.id)["mine"][0]
    left.game("POST", game.id, "/leave", {})
    left.game("POST", game.id, "/back", {"seat": seat})
    assert left.table(game.id)["mine"] == []  # asked, and no more
    shown = next(one for one in other.table(game.id)["seats"] if one["seat"] == seat)
    assert shown["back"] == "asked"
    other.game("POST", game.id, "/back", {"seat": seat})
    assert left.table(game.id)["mine"] == [seat]


def test_a_majority_of_the_others_ends_the_game(server: Server) -> None:
    game = Game(server, 4)
    late = game.late
    first, second, third = game.others
    seat = game.run_out()
    assert game.clock["needed"] == 2
    watcher = Browser(server)
    watcher.new_game("me", "random")
    for one in (watcher, late):
        assert game.choose(one, "end", seat, expect=403)["error"] == "not_yours"
    for _ in range(2):  # twice is once
        assert game.choose(first, "end", seat)["clock"]["votes"] == 1
    assert game.choose(second, "end", seat)["ended"] == "voted"
    assert game.choose(third, "time", seat, expect=409)["error"] == "in_time"
    assert "ended by a vote" in third.game("GET", game.id, "/record")
    assert game.id in [one["game"] for one in late.ask("GET", "/api/games")["finished"]]


def test_a_vote_counts_anew_when_somebody_leaves(server: Server) -> None:
    game = Game(server, 3)
    game.late.play_turn(game.id, Random(1))
    first, second = game.others
    seat = game.run_out()
    game.choose(first, "end", seat)
    assert second.game("POST", game.id, "/leave", {})["outcome"] == "bot"
    assert first.table(game.id)["ended"] == "voted"


def test_nobody_chooses_and_the_game_is_abandoned(server: Server) -> None:
    game = Game(server, 2, pace="live_15")
    game.run_out()
    game.pass_until(Calendar.now + HOUR - 1)
    assert game.clock["out"]
    game.pass_until(Calendar.now + 2)
    until(lambda: game.people[0].table(game.id)["ended"] == "abandoned")
    assert game.clock["running"] is None


def test_a_rest_begins_at_once_and_is_limited(server: Server) -> None:
    game = Game(server, 2)
    late, other = game.late, game.others[0]
    due = game.clock["due"]
    Calendar.pass_(HOUR, server)
    night = {"begins": 0, "ends": 600}
    assert late.ask("GET", "/api/rest")["zone"] is None
    day = datetime.fromtimestamp(Calendar.now, UTC).date().isoformat()
    told = late.ask(
        "PUT", "/api/rest", {"zone": "UTC", "night": night, "holidays": [{"first": day, "last": day}]}
    )
    assert (told["night"], told["days_left"], told["longest_night"]) == (night, 27, 720)
    clock = game.clock
    assert clock["pauses"][0]["why"] == "holiday"
    assert clock["due"] >= due + 10 * HOUR
    assert clock["left"][clock["running"]] == pytest.approx(23 * HOUR)
    again = {"zone": "Asia/Tokyo", "night": night}
    assert late.ask("PUT", "/api/rest", again, expect=422)["error"] == "rest_too_soon"
    assert late.ask("PUT", "/api/account", {"zone": "Asia/Tokyo"})["zone"] == "UTC"  # by no other way either
    late.ask("PUT", "/api/notices", {"language": "pl", "zone": "Asia/Tokyo"})
    assert late.ask("GET", "/api/rest")["zone"] == "UTC"
    assert other.ask("PUT", "/api/rest", {"zone": "Nowhere"}, expect=422)["error"] == "bad_rest"
    assert other.ask("GET", "/api/rest")["night"] is None
    Calendar.pass_(DAY, server)
    assert late.ask("PUT", "/api/rest", again)["zone"] == "Asia/Tokyo"
    kept = late.ask("GET", "/api/account")
    assert (kept["zone"], kept["language"]) == ("Asia/Tokyo", "pl")


def test_the_alarm_comes_once(server: Server) -> None:
    game = Game(server, 2)
    due = game.clock["due"]
    game.pass_until(due - 0.2 * DAY + 1)
    until(lambda: server.hosted(game.id).clock.warned)  # type: ignore[union-attr]
    assert not game.clock["out"]
    game.pass_until(due - 1)
    assert not game.clock["out"]
    game.pass_until(due)
    until(lambda: game.clock["out"])
