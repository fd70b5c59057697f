"""Every page fits every screen in every language, with no text cut off; test_layouts plays on them."""

from __future__ import annotations

import json
from typing import Any, Final

from grandjunction.words import LANGUAGES
from tests.e2e.conftest import Open
from tests.e2e.test_pages import SPILT, Preferences
from tests.e2e.test_puzzles import PUZZLE

# A Chinese sentence is not set apart by a space.
SPACED: Final = r"() => document.body.innerText.match(/.{0,8}[。！？] \p{Script=Han}.{0,8}/u)?.[0]"
# How high the board is on a phone's side.
BOARD: Final = "() => document.querySelector('.frame')?.getBoundingClientRect().height ?? null"
SIZES: Final = ((1440, 900), (1366, 768), (1024, 768), (768, 1024), (390, 844), (844, 390))


def test_every_page_fits_every_screen_in_every_language(person: Open) -> None:
    one = person()
    one.expected = "404"
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    invite = one.ask("/api/games", {"ruleset": "lancashire-2018", "seats": seats})["invites"][0]["path"]
    finished = one.finished_game("birmingham-introductory", 2)
    preferences = Preferences(one)
    faults: dict[str, Any] = {}
    # Each page, and what it shows once it is there.
    for path, until in (
        ("/", ".card"),
        ("/new", "[data-act=start]"),
        (invite, "[data-act=join]"),
        ("/rules", ".chapter"),
        ("/nothing", "main h1"),
        ("/game/AAAAAAAAAAAAAAAA", "main.missing h1"),
        ("/puzzles", "[data-act=daily]"),
        (f"/puzzles/{PUZZLE}", ".map svg"),
        ("/analysis", "[data-part=paste]"),
        (f"/analysis?game={finished}&ply=60", "[data-act=best]"),
        (f"/game/{finished}/review", "main [data-act=review]"),
        (f"/game/{finished}?ply=60", "[data-act=fork-hot]"),
        ("/account", "main h1"),
        ("/notices", "[data-switch]"),
        ("/rest", "[data-act=save]"),
        (f"/game/{finished}", "dialog[open] .charts, dialog[open] figure"),
    ):
        one.page.goto(path)
        one.page.wait_for_selector(until)
        for lang in LANGUAGES:
            preferences.speak(lang)
            for width, height in SIZES:
                one.page.set_viewport_size({"width": width, "height": height})
                found = one.page.evaluate(SPILT)
                if found:  # perhaps the page has not followed the new size yet
                    one.page.wait_for_timeout(500)
                    found = one.page.evaluate(SPILT)
                if found:
                    faults[f"{path}, {lang}, {width}×{height}"] = found
            if lang == "zh-Hant" and (spaced := one.page.evaluate(SPACED)):
                faults[f"{path}, {lang}"] = spaced
        high = one.page.evaluate(BOARD)
        if high is not None and high < 300:
            faults[f"{path}, on its side"] = f"the board is {high} px high"
    assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)


def test_an_address_that_names_no_page_is_answered_as_such(person: Open) -> None:
    one = person(locale="pl")
    one.expected = "404"
    answer = one.page.goto("/nothing")
    assert answer is not None
    assert answer.status == 404
    one.page.wait_for_selector("html[lang=pl] main h1")
    one.page.locator("main a").click()
    one.page.wait_for_selector(".hero")
