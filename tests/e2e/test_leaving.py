"""Ways out of a game, by the menu in the game and on the home page."""

from __future__ import annotations

from tests.e2e.conftest import Open

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
    assert "the game ends as it is" in page.locator(".menu").inner_text()
    page.locator("[data-act=sure]").click()
    page.get_by_text("This game was given up").first.wait_for()
    assert page.locator("[data-verb]:not(.faded)").count() == 0
    page.locator("[data-act=delete]").click()
    assert page.locator("[data-act=leave]").count() == 0
    page.locator("[data-act=sure]").click()
    page.wait_for_selector("[data-act=quick]")
    assert ada.context.request.get(f"/api/games/{game}").status == 404
