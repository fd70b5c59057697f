"""The ways into a game: what the buttons of the home page start, and the button that starts a new game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import Open


def test_the_home_page_says_whom_one_plays(person: Open) -> None:
    ada = person()
    levels = [bot for bot in ada.ask("/api/about")["bots"] if bot.startswith("level-")]
    ada.page.goto("/")
    quick = ada.page.locator("[data-act=quick]")
    expect(quick).to_contain_text(f"against 2 bots, level 8 of {len(levels)}")
    quick.click()
    ada.page.wait_for_url("**/game/*")
    game = ada.page.url.rsplit("/", 1)[-1]
    bots = [seat["bot"] for seat in ada.ask(f"/api/games/{game}")["seats"] if seat["kind"] == "bot"]
    assert bots == ["level-8", "level-8"]
    ada.page.goto("/")
    headings = ada.page.locator("summary h2")
    expect(headings).to_have_text(["Quick match", "Search your games"])


def test_a_new_game_can_be_started_at_once(person: Open) -> None:
    page = person(size={"width": 1366, "height": 768}).page
    page.goto("/new")
    start = page.locator("[data-act=start]")
    expect(start).to_be_in_viewport(ratio=1)
    page.keyboard.press("End")
    expect(start).to_be_in_viewport(ratio=1)
    page.locator("summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")  # what has the focus is not under the button
    field = page.locator("input:focus").bounding_box()
    foot = start.bounding_box()
    assert field
    assert foot
    assert field["y"] + field["height"] <= foot["y"]
