"""Clocks in real browsers: chosen, seen running, out of time, a bot for the seat, and the seat given back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Open
from tests.e2e.test_pages import AXE, EVERYTHING, RUN_AXE, SPILT
from tests.server.calendar import MONDAY, Calendar, timed
from tests.server.support import Server

INTRO = "birmingham-introductory"
HOUR, DAY = 3600.0, 86400.0


@pytest.fixture(scope="module")
def clocked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose time the tests let pass."""
    Calendar.now = MONDAY
    with Server(storage=timed(Path(tmp_path_factory.mktemp("clocks")) / "games.db")) as running:
        yield running


def audit(page: Page, part: str) -> None:
    """Fail if a text is cut off, has no words, or axe finds a fault."""
    assert page.evaluate(SPILT) == []
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(RUN_AXE, [part, EVERYTHING]) == []


def test_out_of_time_then_a_bot_then_the_seat_is_given_back(person: Open, clocked: Server) -> None:
    at = SimpleNamespace(address=f"http://{clocked.address}")
    ada, ben, cyd = person(at=at), person(at=at, phone=True), person(at=at, locale="pl")
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}]
    made = ada.ask("/api/games", {"ruleset": INTRO, "seats": seats, "pace": "fast"})
    for who, name, invite in zip((ben, cyd), ("Ben", "Cyd"), made["invites"], strict=True):
        who.ask("/api/join", {"token": invite["token"], "name": name})
    people = {"A": ada, "B": ben, "C": cyd}
    for one in people.values():
        one.page.goto(f"/game/{made['game']}")
    letter = ada.ask(f"/api/games/{made['game']}")["clock"]["running"]
    chip = f"[data-clock={letter}] time"
    ada.page.locator(chip).filter(has_text="23h 59m").wait_for()  # by the server's time, not the browser's
    Calendar.pass_(23.5 * HOUR, clocked)
    ada.page.reload()
    ada.page.locator(f"[data-clock={letter}].low").wait_for()
    Calendar.pass_(HOUR, clocked)
    late = people.pop(letter)
    late.page.locator("[data-part=late]").wait_for()
    assert "out of time" in ada.page.locator(f".player[data-seat={letter}] .hidden").first.inner_text()
    assert late.page.locator("[data-act=late-bot]").count() == 0
    for one in people.values():
        one.page.locator("[data-act=late-bot]").wait_for()
        audit(one.page, "[data-part=late]")
    first = next(iter(people.values()))
    first.page.locator("[data-act=late-bot]").click()
    first.page.locator("[data-act=late-sure]").click()
    late.page.locator("[data-act=back]").click()
    late.page.locator("[data-part=back]").wait_for(state="detached")
    assert late.ask(f"/api/games/{made['game']}")["mine"] == [letter]


def test_nights_are_kept_and_seen(person: Open, clocked: Server) -> None:
    ada = person(at=SimpleNamespace(address=f"http://{clocked.address}"), timezone_id="Asia/Taipei")
    page = ada.page
    page.goto("/new")
    page.locator("[data-new=pace]").select_option("steady")
    page.get_by_role("link", name="Nights and holidays").click()
    assert page.locator("[data-rest=zone]").input_value() == "Asia/Taipei"
    page.locator("[data-rest=night]").check()
    page.locator("input[type=time]").first.fill("12:00")  # it is 16:00 in Taipei
    page.locator("input[type=time]").last.fill("20:00")
    page.locator("[data-act=holiday]").click()
    page.locator("[data-act=save]").click()
    page.get_by_text("Saved").wait_for()
    audit(page, "html")
    game = ada.ask(
        "/api/games", {"ruleset": INTRO, "pace": "steady", "seats": [{"kind": "me"}, {"kind": "person"}]}
    )["game"]
    page.goto(f"/game/{game}")
    page.locator("[data-clock] em").first.wait_for()
    assert page.locator("[data-clock] em").first.inner_text() in ("night", "holiday")


def test_the_games_that_wait_are_found_by_time_left(person: Open, clocked: Server) -> None:
    ada = person(at=SimpleNamespace(address=f"http://{clocked.address}"), phone=True)
    page = ada.page

    def start(pace: str | None) -> str:
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "person", "name": "Zoë"}]
        game: str = ada.ask("/api/games", {"ruleset": INTRO, "pace": pace, "seats": seats})["game"]
        return game

    games = {pace: start(pace) for pace in ("slow", None, "fast")}
    page.goto("/")
    page.locator("section .card [data-clock]").first.wait_for()
    shown = page.locator("section .card").evaluate_all("cards => cards.map((one) => one.href.slice(-16))")
    assert shown == [games["fast"], games["slow"], games[None]]
    page.locator("[data-act=find]").click()
    page.locator("[data-find=show]").select_option("waiting")
    page.locator("[data-part=found] .card").nth(2).wait_for()
    page.locator("[data-find=player]").fill("zo")
    page.locator("[data-find=player]").press("Enter")
    page.wait_for_url("**/?show=waiting&player=zo")
    assert page.locator("[data-part=found] .card").count() == 3
    audit(page, "main")


def test_an_open_table_is_joined(person: Open, clocked: Server) -> None:
    at = SimpleNamespace(address=f"http://{clocked.address}")
    ada, ben = person(at=at), person(at=at, phone=True, locale="ru")
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    game = ada.ask("/api/games", {"ruleset": INTRO, "pace": "slow", "open_in": "ro", "seats": seats})["game"]
    ben.page.goto("/")
    ben.page.get_by_text("Română").wait_for()
    audit(ben.page, "[data-part=tables]")
    ben.page.locator("[data-part=tables] [data-part=name]").fill("Борис")
    ben.page.locator("[data-act=sit]").first.click()
    ben.page.wait_for_url(f"**/game/{game}")
    table = ben.ask(f"/api/games/{game}")
    assert (table["mine"], table["seats"][1]["name"]) == (["B"], "Борис")


def test_a_quick_match_waits_shows_how_long_and_is_cancelled(person: Open, clocked: Server) -> None:
    at = SimpleNamespace(address=f"http://{clocked.address}")
    ada, ben = person(at=at), person(at=at, phone=True, locale="pl")
    for one in (ada, ben):
        one.page.goto("/")
        one.page.locator("[data-part=match] summary").click()
        one.page.locator("[data-match=game]").select_option(INTRO)
        one.page.locator("[data-match=players]").select_option("3")
        one.page.locator("[data-part=match] [data-part=name]").fill("Ada" if one is ada else "Ben")
        audit(one.page, "[data-part=match]")
        one.page.locator("[data-act=match]").click()
        one.page.wait_for_url("**/game/*")
    assert ada.page.url == ben.page.url
    game = ada.page.url[-16:]
    assert [seat["name"] for seat in ada.ask(f"/api/games/{game}")["seats"]][:2] == ["Ada", "Ben"]
    wait = ben.page.locator("[data-part=bots-join]")  # a phone shows it above the low sheet
    wait.get_by_text("0:40").wait_for()
    box, sheet = wait.bounding_box(), ben.page.locator(".grip").bounding_box()
    assert box is not None
    assert sheet is not None
    assert 0 <= box["y"] <= box["y"] + box["height"] <= sheet["y"]
    assert wait.locator("[data-act=match-cancel]").is_visible()
    audit(ben.page, "[data-part=bots-join]")
    ada.page.locator("[data-part=bots-join]").get_by_text("0:40").wait_for()
    audit(ada.page, "[data-part=bots-join]")
    ada.page.locator("[data-act=match-cancel]").click()
    ada.page.wait_for_url("**/")
    Calendar.now += 41
    clocked.loop.call_soon_threadsafe(clocked.hall.jobs.wake, "fill")
    ben.page.get_by_text("Brindley").first.wait_for()
    wait.wait_for(state="detached")
    assert [seat["kind"] for seat in ben.ask(f"/api/games/{game}")["seats"]] == ["bot", "person", "bot"]


def test_a_seat_is_offered_to_whoever_left(person: Open) -> None:
    ada, ben = person(), person()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    made = ada.ask("/api/games", {"ruleset": INTRO, "seats": seats, "seed": "offer"})
    ben.ask("/api/join", {"token": made["invites"][0]["token"], "name": "Ben"})
    mover = ben if ben.ask(f"/api/games/{made['game']}")["draft"] is not None else ada
    mover.turn_unseen(made["game"], "", waits=False)
    ben.ask(f"/api/games/{made['game']}/leave", {})
    ada.page.goto(f"/game/{made['game']}")
    ada.page.get_by_role("button", name="Offer Ben the seat").click()
    ada.page.get_by_text("Ben may come back.").wait_for()
    ben.page.goto(f"/game/{made['game']}")
    ben.page.get_by_role("button", name="Take my seat back").click()
    ben.page.locator("[data-part=back]").wait_for(state="detached")
    assert ben.ask(f"/api/games/{made['game']}")["mine"] == ["B"]
    ada.page.locator(".player [data-act=person]", has_text="Ben").click()
    ada.page.locator("[data-act=report]").click()
    ada.page.get_by_text("Reported to the operator.").wait_for()
