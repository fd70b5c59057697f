"""The map: everything on it can be clicked, moved, zoomed, walked over and asked what it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Open

# Things whose place on the screen belongs to something else: a click there would go astray.
COVERED = """() => [...document.querySelectorAll('[data-thing]')].filter((one) => {
  const box = one.getBoundingClientRect();
  let [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (one.dataset.thing.startsWith('line:')) {
    const at = new DOMPoint(Number(one.dataset.x), Number(one.dataset.y)).matrixTransform(one.getScreenCTM());
    [x, y] = [at.x, at.y];
  }
  return document.elementFromPoint(x, y)?.closest('[data-thing]') !== one;
}).map((one) => one.dataset.thing)"""

# Names that are wider than the plate they stand on.
OVER_THE_EDGE = """() => [...document.querySelectorAll('.plate text')].filter((one) => {
  const [name, plate] = [one, one.parentElement.querySelector('.body')].map((at) => at.getBBox());
  return name.x < plate.x + 2 || name.x + name.width > plate.x + plate.width - 2;
}).map((one) => one.textContent)"""


def scale(page: Page) -> float:
    found: float = page.evaluate("() => document.querySelector('.frame > svg > g').getScreenCTM().a")
    return found


@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire-2018"])
def test_everything_on_the_map_can_be_clicked(person: Open, ruleset: str) -> None:
    ada = person()
    game = ada.finished_game(ruleset, 3)
    for ply in (60, 200):  # canals, then rails
        ada.page.goto(f"/game/{game}?ply={ply}")
        ada.seat().loaded()
        ada.page.wait_for_load_state("networkidle")
        assert ada.page.evaluate(COVERED) == []


def test_the_map_zooms_walks_and_explains(person: Open) -> None:
    ada = person()
    game = ada.finished_game("birmingham-introductory", 2)
    page = ada.page
    page.goto(f"/game/{game}?ply=60")
    ada.seat().loaded()
    page.wait_for_load_state("networkidle")  # the map has its final size
    whole = scale(page)
    page.mouse.move(600, 300)
    for _ in range(20):  # a turn of the wheel may fall between two drawings
        page.mouse.wheel(0, -400)
        page.wait_for_timeout(250)
        if scale(page) > whole * 1.3:
            break
    assert scale(page) > whole * 1.3
    page.get_by_role("button", name="Show the whole board").click()
    page.wait_for_function(
        f"() => Math.abs(document.querySelector('.frame > svg > g').getScreenCTM().a - {whole}) < 0.001"
    )
    page.locator('[data-thing="slot:birmingham.1"]').focus()
    page.wait_for_selector("[role=tooltip]")
    said = page.locator("[role=tooltip]").inner_text()
    assert "Birmingham" in said
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.activeElement?.dataset?.thing !== 'slot:birmingham.1'")
    assert page.locator("[role=tooltip]").inner_text() != said
    # A line of the log shows its place on the map.
    pointed = page.locator(".slot.pointed, .line.pointed")
    for line in page.locator(".log .line").all()[:12]:
        line.hover()
        if pointed.count():
            break
    assert pointed.count()


def test_names_stay_on_their_plates(person: Open) -> None:
    ada = person(locale="ru")  # its farms have the longest names
    table = ada.begin("birmingham", ["me", "random"], seed="names")
    assert ada.page.evaluate("() => document.fonts.ready.then(() => document.documentElement.lang)") == "ru"
    assert table.page.locator(".plate text").count() > 20
    assert ada.page.evaluate(OVER_THE_EDGE) == []
