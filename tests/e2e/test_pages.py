"""Every page in every language, wide and on a phone: nothing sticks out; and axe-core finds no fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.e2e.conftest import ROOT, Open
from tests.e2e.pages import LOOKS, prepare, visit

AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LANGUAGES: Final = ("en", "pl", "ro", "ru", "zh-Hant")
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
      if (style.textOverflow === 'ellipsis') break;
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
RUN_AXE: Final = """async (only) => {
  const found = await axe.run(document, { resultTypes: ['violations'], runOnly: only });
  return found.violations.map((one) => ({ id: one.id, help: one.help,
    nodes: one.nodes.slice(0, 4).map((node) => `${node.html.slice(0, 150)} ${node.any[0]?.message}`) }));
}"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_in_every_language_fits(person: Open, lang: str) -> None:
    faults: dict[str, Any] = {}
    wide = person(locale=lang)
    games = prepare(wide)
    phone = person(phone=True, locale=lang)
    phone.be(wide)
    for one, size in ((wide, "wide"), (phone, "phone")):
        one.expected = "404"
        for look in LOOKS:
            visit(one, look, games)
            assert one.page.locator("html").get_attribute("lang") == lang  # guessed from the browser
            found = one.page.evaluate(SPILT)
            if found:
                faults[f"{look.name}, {size}"] = found
    assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)


EVERYTHING: Final = {
    "type": "tag",
    "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
COLOURS: Final = {"type": "rule", "values": ["color-contrast"]}  # all that the night changes


@pytest.mark.parametrize(("theme", "only"), [("day", EVERYTHING), ("night", COLOURS)])
def test_axe_finds_no_fault_on_any_page(person: Open, theme: str, only: dict[str, Any]) -> None:
    faults: dict[str, Any] = {}
    wide, phone = person(), person(phone=True)
    games = prepare(wide)
    phone.be(wide)
    source = Path(AXE).read_text(encoding="utf-8")
    for one, size in ((wide, "wide"), (phone, "phone")):
        one.expected = "404"
        for look in LOOKS:
            visit(one, look, games, f"&theme={theme}")
            one.page.evaluate(source)
            found = one.page.evaluate(RUN_AXE, only)
            if found:
                faults[f"{look.name}, {size}"] = found
    assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)
