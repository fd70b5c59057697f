"""Ways out of a game, by the menu in the game and on the home page."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Open
from tests.e2e.table import READY

INTRO = "birmingham-introductory"


def test_a_game_is_archived_unarchived_given_up_and_deleted(person: Open) -> None:
    ada = person()
    game = ada.start(INTRO, ["me", "greedy"], seed="leaving")
    ada.turn_unseen(game, "build")
    page = ada.page
    page.goto("/")
    card = page.locator("li", has=page.locator(f"a[href$='{game}']"))
    card.get_by_role("button", name="This game").click()
    card.locator("[data-act=archive]").click()
    card.wait_for(state="detached")
    page.locator("[data-act=archived]").click()
    card.get_by_role("button", name="This game").click()
    card.get_by_role("button", name="Unarchive").click()
    table = ada.sit(game)
    table.ready()
    page.get_by_role("button", name="This game").click()
    page.locator("[data-act=leave]").click()
    assert "has not ended does not count" in page.locator(".menu").inner_text()
    page.locator("[data-act=sure]").click()
    page.get_by_role("heading", name="This game was given up").first.wait_for()
    assert page.locator(f"#menu-{game}").count() == 0, "the menu has done its work"
    page.locator("dialog [data-act=board]").click()
    page.wait_for_selector("dialog", state="detached")
    assert page.locator("[data-verb]:not(.faded)").count() == 0
    page.get_by_role("button", name="This game").click()
    page.locator("[data-act=delete]").click()
    assert page.locator("[data-act=leave]").count() == 0
    page.locator("[data-act=sure]").click()
    page.wait_for_selector("[data-act=quick]")
    assert ada.context.request.get(f"/api/games/{game}").status == 404


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_game_that_was_given_up_shows_its_points_and_leads_to_the_next(person: Open, phone: bool) -> None:
    ada = person(phone=phone)
    game = ada.start(INTRO, ["me", "greedy"], seed="given up")
    page = ada.page
    page.goto(f"/game/{game}?pace=quick")
    table = ada.seat()
    table.loaded()
    ada.turn_unseen(game, "build")
    page.wait_for_function(READY)
    ada.ask(f"/api/games/{game}/leave", {})
    result = page.locator("dialog[open]")
    result.wait_for()
    assert "given up" in result.inner_text()
    assert "no winner" in result.inner_text()
    shown = {seat: result.locator(f"[data-then={seat}]").inner_text() for seat in "AB"}
    now = ada.ask(f"/api/games/{game}")
    for state in now["state"]:
        more = sum(line["vp"] for line in now["scored_now"] if line["seat"] == state["seat"])
        assert shown[state["seat"]] == str(state["vp"] + more)
    assert page.locator("[data-act=picture]").count() == 0, "there is no result"
    page.locator("[data-act=board]").click()
    page.wait_for_selector("dialog", state="detached")
    assert page.locator("[data-part=caption], [data-part=since]").count() == 0
    page.get_by_role("button", name="Result").click()
    page.locator("dialog [data-act=rematch]").click()
    page.wait_for_function("(game) => location.pathname !== `/game/${game}`", arg=game)
    table.ready()
    assert not table.over
    page.goto(f"/game/{game}")
    result.locator("[data-act=review]").click()  # what was played can be learned from
    page.get_by_role("slider", name="Win share").wait_for()
