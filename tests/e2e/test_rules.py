"""The rules page: chapters to read, exact rules below them, and a search."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import Open

# Parts of a chapter's picture that are cut off at its edge.
CUT = """() => [...document.querySelectorAll('.picture')].flatMap((picture) => {
  const edge = picture.getBoundingClientRect();
  return [...picture.querySelectorAll('rect, path, circle, text')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < edge.left - 1 || box.right > edge.right + 1;
  }).map((one) => `${picture.closest('.chapter').id}: ${one.outerHTML}`);
})"""


def test_the_rules_are_read_by_chapter_and_found_by_word(person: Open) -> None:
    page = person().page
    page.goto("/rules")
    chapters = page.locator(".chapter")
    expect(chapters).to_have_count(12)
    expect(page.locator(".told svg")).to_have_count(10)
    assert page.locator("li[id]:visible").count() == 0, "the numbered rules are folded away"
    assert page.locator("[id^=B-VEC]").count() == 0, "test vectors are for programmers"
    assert page.evaluate(CUT) == []
    page.locator("summary").nth(4).click()
    assert page.locator("[id=B-COAL-05]").is_visible()
    page.get_by_role("button", name="Lancashire").click()
    expect(page.locator("#chapter-sell h2")).to_have_text("Sell cotton")
    assert page.evaluate(CUT) == []
    page.get_by_role("searchbox").fill("coal nearest")
    expect(page.locator("main li[id]").first).to_be_visible()
    assert page.locator("main li[id^=B-]").count() == 0, "only rules of the chosen game are found"
    page.get_by_role("button", name="Birmingham").click()
    expect(page.locator("[id=B-COAL-03]")).to_be_visible()
    expect(page.locator("[id=B-LOAN-01]")).to_have_count(0)


def test_an_address_names_a_rule_and_rules_name_each_other(person: Open) -> None:
    page = person().page
    page.goto("/rules/L-13")
    expect(page.locator("li.wanted")).to_be_in_viewport()
    page.locator("li.wanted p a").first.click()  # LD-03, among the fine points
    expect(page.locator("li.wanted[id=LD-03]")).to_be_in_viewport()
    page.goto("/rules/B-VEC-01")
    expect(page.locator("li.wanted")).to_be_in_viewport()
