"""The puzzle page: a whole turn on the board, graded; the solution shown; a rating kept in the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Open

PUZZLE = "b3-30-245"  # a link, then a build


def type_turn(page: Page, moves: list[str]) -> None:
    """Make a turn by its notation."""
    for number, move in enumerate(moves):
        box = page.get_by_label("A move in record notation")
        if not box.count():
            page.get_by_text("Type a move").click()
        box.fill(move)
        box.press("Enter")
        page.wait_for_function("n => document.querySelectorAll('.draft li').length >= n", arg=number + 1)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_puzzle(person: Open, phone: bool) -> None:
    ada = person(phone=phone)
    page = ada.page
    page.goto("/puzzles")
    page.locator("[data-act=daily]").click()
    page.wait_for_selector(".map svg")
    # Every day has another puzzle, so the turn is played in one that is always the same.
    page.goto(f"/puzzles/{PUZZLE}")
    page.wait_for_selector(".map svg")
    solution = ada.ask(f"/api/puzzles/{PUZZLE}/solution")
    if phone:
        page.locator(".sheet .head").get_by_text("Puzzle. One turn is clearly best").wait_for()
        page.locator(".sheet button").first.click()
        page.locator("[data-act=show]").click()
        page.get_by_text(solution["text"]).wait_for()
        page.wait_for_selector("[data-act=end]")
    else:
        moves = [move for move in solution["moves"] if move != "stop"]
        type_turn(page, moves)
        page.locator("[data-act=end]").click()
        page.wait_for_selector("[data-verdict=best]")
        assert page.locator("[data-part=streak]").inner_text() == "1"
        page.reload()
        page.wait_for_selector("[data-part=streak]")
        assert page.locator("[data-part=streak]").inner_text() == "1", "it is kept"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
