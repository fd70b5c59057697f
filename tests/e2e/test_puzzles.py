"""The puzzle page: a whole turn on the board, graded; the solution shown; a rating kept in the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open, Size

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
        page.locator(".sheet .head").get_by_text("One turn is clearly best").wait_for()
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


def pass_turn(page: Page) -> None:
    """Pass both actions and end the turn."""
    confirm = page.locator("[data-act=confirm]")
    for left in ("1 action left", "All actions are done"):
        page.locator("[data-verb=pass]").click()
        page.locator(".card.lit, [data-act=confirm]").first.wait_for()
        if not confirm.count():
            page.locator(".card.lit").first.click()
        confirm.click()
        page.locator(".prompt").get_by_text(left).wait_for()
    page.locator("[data-act=end]").click()


@pytest.mark.parametrize(
    "size",
    [
        {"width": 390, "height": 844},
        {"width": 844, "height": 390},
        {"width": 1366, "height": 768},
        {"width": 768, "height": 1024},
    ],
    ids=lambda size: f"{size['width']}",
)
def test_what_can_be_done_next_is_in_sight(person: Open, size: Size) -> None:
    page = person(size=size, has_touch=min(size["width"], size["height"]) < 500).page
    page.goto(f"/puzzles/{PUZZLE}")
    page.wait_for_selector(".map svg")
    again, show, following = (page.locator(f"[data-act={act}]") for act in ("again", "show", "next"))
    for way in (show, following):
        expect(way).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-part=when]")).to_contain_text("Rail Era")
    expect(page.locator("[data-part=when]")).to_contain_text("9 of 9")
    expect(page.get_by_text("Brass: Birmingham").first).to_be_attached()
    pass_turn(page)
    page.wait_for_selector("[data-verdict=worse]")
    expect(page.get_by_text("There is a better turn")).to_be_in_viewport(ratio=1)
    for way in (again, show, following):
        expect(way).to_be_in_viewport(ratio=1)
    # The solution builds a link and a coal mine, which sells cubes: nothing says so yet.
    told = page.locator("section.task").inner_text()
    assert not any(word in told for word in ("Oxford", "oal mine", "Redditch", "market"))
    show.click()
    page.get_by_text("Solution: Build the Redditch–Oxford link").wait_for()
    for way in (again, following):
        expect(way).to_be_in_viewport(ratio=1)


def test_the_button_says_what_looking_costs(person: Open) -> None:
    ada = person()
    page = ada.page
    easiest = ada.ask("/api/puzzles")["puzzles"][0]["id"]
    page.goto(f"/puzzles/{easiest}")
    show = page.locator("[data-act=show]")
    expect(show).to_contain_text("rating −31")
    show.click()
    expect(page.locator("[data-part=rating]")).to_have_text("1169")
    page.locator("[data-act=again]").click()
    expect(show).not_to_contain_text("rating")


def test_the_list_of_puzzles_is_told_apart_and_short(person: Open) -> None:
    ada = person(phone=True)
    page = ada.page
    page.goto("/puzzles")
    rows = page.locator(".puzzles a")
    expect(rows).to_have_count(30)
    texts = rows.all_inner_texts()
    assert len(set(texts)) == 30
    assert texts[0].startswith("Puzzle 1\n")
    assert "players" in texts[0]
    page.locator("[data-act=more]").click()
    expect(rows).to_have_count(60)
    id = ada.ask("/api/puzzles")["puzzles"][0]["id"]
    page.evaluate("id => localStorage.setItem('grand-junction-puzzles', JSON.stringify({solved: [id]}))", id)
    page.goto("/puzzles?theme=scout")
    page.goto("/puzzles")
    expect(rows.first).to_contain_text("Puzzle 2")
    while page.locator("[data-act=more]").count():
        page.locator("[data-act=more]").click()
    expect(rows.last).to_contain_text("✓")
    expect(rows.last).to_contain_text("Puzzle 1")
