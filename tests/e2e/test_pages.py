"""Every page in every language, wide and on a phone: nothing sticks out; and axe-core finds no fault."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Locator

from tests.e2e.conftest import ROOT, Open
from tests.e2e.pages import LOOKS, Look, prepare, visit
from tests.e2e.table import Person

AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LANGUAGES: Final = ("en", "pl", "ro", "ru", "zh-Hant")
# Every look in every language, on one width each; test_sizes and test_layouts have all pages on all screens.
SPOKEN: Final = {False: ("pl", "ro", "en"), True: ("ru", "zh-Hant", "en")}  # by whether it is a phone
# Texts that reach over the edge of the screen or are cut off by what they stand in, the page scrolling
# sideways, and keys that no catalog had a text for.
SPILT: Final = """() => {
  const faults = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) faults.push(`the page is ${page.scrollWidth} px wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    const parent = node.parentElement;
    if (!text || parent.closest('.hidden, svg, option') || !parent.checkVisibility()) continue;
    if (/^[a-z]+(\\.[a-z_]+)+$/.test(text)) faults.push(`no text for ${text}`);
    if (getComputedStyle(parent).clipPath !== 'none') continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    let left = -1, right = innerWidth + 1;
    for (let one = parent; one && one !== page; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') {
        [left, right] = [-Infinity, Infinity];
        break;
      }
      if (style.textOverflow === 'ellipsis') {
        if (one.scrollWidth > one.clientWidth) faults.push(`shortened: ${text.slice(0, 60)}`);
        break;
      }
      if (style.overflowX === 'hidden' || style.overflowX === 'clip') {
        const edge = one.getBoundingClientRect();
        left = Math.max(left, edge.left - 1);
        right = Math.min(right, edge.right + 1);
      }
    }
    if (box.left < left || box.right > right) faults.push(`cut off: ${text.slice(0, 60)}`);
    // A word longer than the button it names.
    const button = parent.closest('button, .button, .card, th, td');
    if (button) {
      const edge = button.getBoundingClientRect();
      const out = box.left < edge.left - 1 || box.right > edge.right + 1;
      if (out) faults.push(`out of its button: ${text.slice(0, 60)}`);
    }
  }
  return faults;
}"""
# axe reads the whole document, whatever part it is asked about: large things beside the part are taken out.
RUN_AXE: Final = """async ([part, only, rules]) => {
  const asked = document.querySelector(part);
  const out = [];
  for (let one = asked; one !== document.documentElement; one = one.parentElement)
    for (const beside of [...one.parentElement.children])
      if (beside !== one && beside.querySelectorAll('body *').length > 60) {
        out.push([document.createComment(''), beside]);
        beside.replaceWith(out.at(-1)[0]);
      }
  const found = await axe.run(asked, { resultTypes: ['violations'], runOnly: only, rules: rules ?? {} });
  for (const [mark, beside] of out) mark.replaceWith(beside);
  return found.violations.map((one) => ({ id: one.id, help: one.help,
    nodes: one.nodes.slice(0, 4).map((node) => `${node.html.slice(0, 150)} ${node.any[0]?.message}`) }));
}"""


CHANGE: Final = """(select, value) => {
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}"""
EVERYTHING: Final = {
    "type": "tag",
    "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
COLOURS: Final = {"type": "rule", "values": ["color-contrast"]}  # all that the night changes
NO_COLOURS: Final = {"color-contrast": {"enabled": False}}  # they are the same on a phone


class Preferences:
    """The settings of a browser, opened in a tab of their own: what is chosen there holds in every tab."""

    def __init__(self, one: Person) -> None:
        self.looked_at: Final = one.page
        self.tab: Final = one.tab()
        self.tab.goto("/")
        self.tab.locator("[aria-controls=settings]").click()
        self.language, self.theme = (self.tab.locator("#settings select").nth(n) for n in (0, 1))
        one.page.bring_to_front()

    def choose(self, select: Locator, value: str, shown: str) -> None:
        select.evaluate(CHANGE, value)
        self.looked_at.wait_for_selector(f"html{shown}:not(:has([aria-busy=true]))", state="attached")

    def speak(self, lang: str) -> None:
        self.choose(self.language, lang, f"[lang={lang}]")

    def paint(self, theme: str) -> None:
        self.choose(self.theme, theme, f"[data-theme={theme}]")


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_every_page_fits_in_every_language_and_axe_finds_no_fault(person: Open, phone: bool) -> None:
    """Each page is loaded once, then shown by day and by night and in several languages."""
    faults: dict[str, Any] = {}
    one = person(phone=phone)
    one.expected = "404"
    games = prepare(one)
    preferences = Preferences(one)
    axe = AXE.read_text(encoding="utf-8")

    def note(look: Look, how: str, found: list[Any]) -> None:
        if found:
            faults[f"{look.name}, {how}"] = found

    for look in LOOKS:
        visit(one, look, games)
        if not look.stays:
            one.page.evaluate(axe)
        if phone:
            note(look, "on a phone", one.page.evaluate(RUN_AXE, [look.new, EVERYTHING, NO_COLOURS]))
        else:
            preferences.paint("day")
            note(look, "by day", one.page.evaluate(RUN_AXE, [look.new, EVERYTHING]))
            preferences.paint("night")
            note(look, "by night", one.page.evaluate(RUN_AXE, [look.new, COLOURS]))
        for lang in SPOKEN[phone]:
            preferences.speak(lang)
            note(look, lang, one.page.evaluate(SPILT))
    assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)


def test_the_language_is_guessed_from_the_browser(person: Open) -> None:
    for lang in LANGUAGES:
        one = person(locale=lang)
        one.page.goto("/")
        one.page.wait_for_selector(f"html[lang={lang}] main h1", state="attached")


def test_odd_addresses_are_answered_in_words(person: Open) -> None:
    one = person(locale="pl")
    for lang in ("", "_", "constructor", "xx"):
        one.page.goto(f"/?lang={lang}")
        one.page.wait_for_selector("html[lang=pl] main h1", state="attached")
    one.expected = "4"
    for path in ("/game/xyz", "/game/%00"):
        one.page.goto(path)
        one.page.wait_for_selector("main.missing h1")
    for path in ("/join/%E0%A4", "/sign-in/%E0%A4"):
        one.page.goto(path)
        one.page.wait_for_selector("main [role=alert]")
    one.start("birmingham-introductory", ["me", "greedy"], "odd")
    for path in ("/?show=all&ruleset=x&result=y", "/account?problem=junk"):
        one.page.goto(path)
        one.page.wait_for_selector("main section h2")
        assert one.page.locator("main [role=alert]").count() == 0, path


def test_a_bot_is_given_a_strength_by_a_slider_or_a_name(person: Open) -> None:
    page = person().page
    page.goto("/new?pace=instant")
    rows = page.locator("form ul > li:has(select + select, select ~ .strength)")
    slider = rows.nth(0).locator("[data-new=strength]")
    assert slider.input_value() == "8"
    slider.focus()
    for _ in range(6):
        page.keyboard.press("ArrowLeft")
    rows.nth(0).get_by_text("Level 2", exact=True).wait_for()
    who = rows.nth(1).locator("select").nth(1)
    who.select_option("brewer")
    assert rows.nth(1).locator("[data-new=strength]").count() == 0
    who.select_option("By strength")
    assert rows.nth(1).locator("[data-new=strength]").input_value() == "8"
    who.select_option("railway_king")
    with page.expect_request(lambda request: request.method == "POST") as asked:
        page.locator("[data-act=start]").click()
    sent = json.loads(asked.value.post_data or "")["seats"]
    assert [seat["bot"] for seat in sent] == [None, "level-2", "railway_king"]
    page.wait_for_url("**/game/*")
    page.wait_for_selector("[data-thing]", state="attached")
