"""What a player looks at: rivals' mats and panels, and how the player's own things come back."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import PHONE, WIDE, Open, Size
from tests.e2e.table import READY, Person, Table
from tests.e2e.test_phone import settled, view

DESK: Final[Size] = {"width": 1024, "height": 768}


def begun(one: Person) -> tuple[Table, str]:
    """A table at its first turn, and the letter of the rival."""
    table = one.begin("birmingham", ["me", "greedy"], seed="looking")
    table.ready()
    (mine,) = one.ask(f"/api/games/{table.game}")["mine"]
    return table, "B" if mine == "A" else "A"


def whose(page: Page) -> str:
    return page.locator(".mat").get_attribute("aria-label") or ""


@pytest.mark.parametrize(("size", "panel"), [(WIDE, ".player"), (DESK, ".strip")], ids=["wide", "desk"])
def test_a_rivals_mat_makes_way_when_an_action_is_begun(person: Open, size: Size, panel: str) -> None:
    one = person(size=size)
    table, rival = begun(one)
    page = table.page
    rivals = page.locator(f"{panel} [data-seat={rival}], {panel}[data-seat={rival}]").first
    rivals.click()
    assert whose(page) == "greedy’s mat"
    page.locator("[data-verb=build]").click()
    assert whose(page) == "Your mat"
    rivals.click()
    assert whose(page) == "greedy’s mat"  # whoever looks in mid-action still may
    table.pick(table.lit(), Random(1))
    assert whose(page) == "Your mat"


def test_in_mid_action_the_hand_stays_in_sight_beside_a_rivals_panel(person: Open) -> None:
    one = person(phone=True)
    table, rival = begun(one)
    page = table.page
    page.locator("[data-verb=loan]").tap()
    page.locator(f".strip [data-seat={rival}]").tap()
    settled(page)
    assert page.locator(f"div.sheet .player[data-seat={rival}]").count() == 1
    card = page.locator(".hand .card").first.bounding_box()
    assert card is not None
    assert card["y"] + card["height"] <= PHONE["height"]
    page.locator(".hand .card").first.tap()
    settled(page)
    assert page.locator(f"div.sheet .player[data-seat={rival}]").count() == 0
    assert page.locator("[data-act=confirm]").is_visible()


def test_the_whole_board_stands_where_it_stood_once_a_hint_is_taken(person: Open) -> None:
    """The map makes way for the hint; nothing covers the hint's place any more when its price is shown."""
    one = person(phone=True)
    page = one.page
    page.goto("/?pace=instant")
    page.locator("[data-act=guide]").click()
    page.wait_for_selector(".guide")
    page.wait_for_function(READY)
    while page.locator(".guide").get_attribute("data-step") != "mill":
        page.locator("[data-act=guide-next]").tap()
    page.locator(".zoom button").tap()
    settled(page)
    home = view(page)
    page.locator("[data-act=hint]").tap()
    page.wait_for_selector("[data-part=hint]")
    settled(page)
    page.locator("[data-part=hint] .button").first.tap()
    page.wait_for_selector("[data-act=confirm]")
    settled(page)
    place = page.locator("[data-thing][aria-pressed=true]").first
    at = place.evaluate(
        """(one) => { const edge = (at) => document.querySelector(at).getBoundingClientRect();
          const { y, height } = one.getBoundingClientRect();
          return [edge('.guide').bottom, y + height / 2, edge('div.sheet').top]; }"""
    )
    assert at == sorted(at), "the place is covered"
    moved = view(page)
    page.locator("[data-act=clear]").tap()
    settled(page)
    assert view(page) == home
    assert abs(moved[1] - home[1]) <= 60, "the board is pushed further than its place asks for"


def test_the_figures_of_a_row_of_players_say_what_they_are(person: Open) -> None:
    one = person(size=DESK)
    game = one.finished_game("birmingham", 2)
    forked = one.ask(f"/api/games/{game}/fork", {"ply": 60, "seats": "hot_seat"})["game"]
    table = one.sit(forked)
    table.act("reveal")
    page = table.page
    then = page.locator(".strip .vp", has=page.locator("i")).first
    assert "if the era ended now" in (then.get_attribute("title") or "")
    page.get_by_role("tab", name="Players").click()
    looked = page.locator(".player.looked")
    assert "if the era ended now" in looked.locator(".words").inner_text(), "a finger cannot hover"


def test_a_network_is_shown_no_longer_than_its_player_is_pointed_at(person: Open) -> None:
    mouse = person(size=DESK)
    table, rival = begun(mouse)
    page = table.page
    reach = page.locator("[data-part=reach]")
    page.locator(f".strip [data-seat={rival}]").hover()
    reach.wait_for()
    page.mouse.move(500, 5, steps=5)  # the bar above
    reach.wait_for(state="detached")

    finger = person(size=DESK, has_touch=True)
    finger.be(mouse)
    table = finger.sit(table.game)
    reach = table.page.locator("[data-part=reach]")
    panel = table.page.locator(f".strip [data-seat={rival}]")
    panel.tap()
    reach.wait_for()
    panel.tap()
    reach.wait_for(state="detached")
    assert whose(table.page) == "Your mat"
