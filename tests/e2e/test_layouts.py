"""The game page on every size of screen: what matters is in sight, and nothing is cut off."""

from __future__ import annotations

import json
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Open, Size
from tests.e2e.table import Table
from tests.e2e.test_news import until_the_bot_builds
from tests.e2e.test_pages import LANGUAGES, SPILT, Preferences

LAPTOP: Final[Size] = {"width": 1366, "height": 768}
DESK: Final[Size] = {"width": 1024, "height": 768}
UPRIGHT: Final[Size] = {"width": 768, "height": 1024}
SIDE: Final[Size] = {"width": 844, "height": 390}
ZOOMED: Final[Size] = {"width": 683, "height": 384}  # 1366×768 at 200 %
SMALLEST: Final[Size] = {"width": 512, "height": 384}  # 1024×768 at 200 %
PHONE: Final[Size] = {"width": 390, "height": 844}
WIDE: Final[Size] = {"width": 1440, "height": 900}
SIZES: Final = (WIDE, LAPTOP, DESK, UPRIGHT, SIDE, ZOOMED, SMALLEST, PHONE)

# Those of the elements that are not wholly on the screen, or lie under something else.
OUT_OF_SIGHT: Final = """(selectors) => selectors.filter((selector) => {
  const one = document.querySelector(selector);
  if (!one) return true;
  const box = one.getBoundingClientRect();
  if (box.width === 0 || box.left < -1 || box.top < -1) return true;
  if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1) return true;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return [[x, y], [x, box.top + 2], [x, box.bottom - 2]].some(([x, y]) => {
    const top = document.elementFromPoint(x, y);
    return !(top && (one.contains(top) || top.contains(one)));
  });
})"""
# Things of the board under the buttons that zoom it.
UNDER_BUTTONS: Final = """() => [...document.querySelectorAll('.zoom button, .fold')].flatMap((button) => {
  const box = button.getBoundingClientRect();
  return [...document.querySelectorAll('[data-thing]:not([data-thing^="line:"])')].filter((thing) => {
    const at = thing.getBoundingClientRect();
    return at.left < box.right && at.right > box.left && at.top < box.bottom && at.bottom > box.top;
  }).map((thing) => thing.dataset.thing);
})"""
# Tabs that do not fit beside each other, so that one has to scroll to see them.
CUT_TABS: Final = """() => [...document.querySelectorAll('[role=tablist]')]
  .filter((bar) => bar.scrollWidth > bar.clientWidth)
  .map((bar) => `the tabs are ${bar.scrollWidth} px wide and have ${bar.clientWidth}`)"""


def decided(table: Table) -> None:
    """A build picked as far as the button that confirms it."""
    table.ready()
    table.page.locator("[data-verb=build]").click()
    for _ in range(8):
        lit = table.lit()
        if "confirm" in lit["acts"]:
            return
        table.pick(lit, Random(3))
    raise AssertionError(table.prompt)


def name(size: Size) -> str:
    return f"{size['width']}×{size['height']}"


def resize(page: Page, size: Size) -> None:
    page.set_viewport_size(size)
    page.wait_for_timeout(250)  # sheets and maps settle


def test_prompt_and_confirm_stay_in_sight_with_guide_hint_and_refusal(person: Open) -> None:
    ada = person(size=LAPTOP)
    game = ada.start("birmingham", ["me", "greedy", "greedy", "greedy"], seed="layouts")
    ada.page.goto(f"/game/{game}?guide&pace=instant")
    table, page = ada.seat(), ada.page
    table.loaded()
    decided(table)
    page.keyboard.press("h")
    page.wait_for_selector("[data-part=hint][aria-busy=false]")
    page.locator(".verb.faded").first.press("Enter")
    page.wait_for_selector(".notice.no")
    seen = [".prompt", "[data-act=confirm]", "[data-act=clear]", ".notice"]
    faults = {}

    def look(text: str) -> None:
        for size in SIZES:
            resize(page, size)
            if found := page.evaluate(OUT_OF_SIGHT, seen):
                faults[f"{name(size)}, {text} text"] = found

    look("normal")
    settings = page.locator("[aria-controls=settings]")
    settings.click()
    page.locator("[data-setting=size]").select_option("huge")
    settings.click()
    look("huge")
    assert not faults, json.dumps(faults, indent=1)


# Whether a part of the panel is cut off by its scrolling, or covered.
CUT: Final = """(selector) => [...document.querySelectorAll(selector)].some((one) => {
  const [box, room] = [one, one.closest('.between')].map((at) => at.getBoundingClientRect());
  return box.top < room.top - 1 || box.bottom > room.bottom + 1;
})"""


@pytest.mark.parametrize("size", [DESK, UPRIGHT], ids=name)
def test_nothing_pushes_actions_options_and_price_out_of_sight(person: Open, size: Size) -> None:
    ada = person(size=size)
    page = ada.page
    game = ada.start("birmingham", ["me", "greedy"], "news")
    until_the_bot_builds(ada, game)
    table = ada.sit(game)
    table.ready()
    page.wait_for_selector("[data-part=since]")  # what the rival did in between is told too

    page.locator("[data-verb=sell]").press("Enter")
    page.wait_for_selector(".notice.no")
    assert not page.evaluate(CUT, ".verb"), "the actions above a refusal"
    page.keyboard.press("Escape")
    page.locator("[data-verb=develop]").click()
    page.wait_for_selector("[data-option]")
    assert not page.evaluate(CUT, "[data-option]"), "the tiles to develop"
    page.locator("[data-option]").first.click()
    page.locator(".card.lit").first.click()
    page.wait_for_selector("[data-act=confirm]")
    assert not page.evaluate(CUT, "[data-part=deal]"), "the price"


def test_on_an_upright_tablet_history_takes_nothing_from_the_board(person: Open) -> None:
    ada = person(size=UPRIGHT)
    page = ada.page
    game = ada.start("birmingham", ["me", "greedy"], seed="layouts")
    table = ada.sit(game)
    table.ready()
    live = page.locator(".frame").bounding_box()
    page.goto(f"/game/{game}?history&pace=instant")
    page.wait_for_selector("[data-act=analyse]")
    assert page.locator(".frame").bounding_box() == live
    assert not page.evaluate(OUT_OF_SIGHT, [".history input", "[data-act=analyse]"])
    table.click(table.lit()["things"][0])  # at the present, the turn can still be played
    page.wait_for_selector("[data-act=clear]")


def test_what_a_hint_says_can_be_done_at_once(person: Open) -> None:
    """Its button is in sight without scrolling, also where the panel is low."""
    ada = person(size=DESK)
    page = ada.begin("birmingham", ["me", "greedy"], seed="layouts").page
    for size in (DESK, UPRIGHT, SIDE, SMALLEST):
        resize(page, size)
        page.keyboard.press("h")
        page.wait_for_selector("[data-part=hint][aria-busy=false]")
        assert not page.evaluate(OUT_OF_SIGHT, ["[data-part=hint] .button"]), name(size)
        page.keyboard.press("Escape")
        page.wait_for_selector("[data-part=hint]", state="detached")


def test_an_error_appears_where_the_eye_is(person: Open) -> None:
    ada = person(size=LAPTOP)
    table = ada.begin("birmingham", ["me", "greedy"], seed="layouts")
    page = table.page
    table.ready()
    page.locator("[data-verb=build]").click()
    slot = page.locator(".slot.faded [data-thing]").first
    box = slot.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    note = page.locator("[data-part=eye]")
    note.wait_for()
    assert note.inner_text() == page.locator(".notice p").first.inner_text()
    at = note.bounding_box()
    assert at is not None
    assert abs(at["x"] + at["width"] / 2 - box["x"]) < 200
    assert abs(at["y"] + at["height"] - box["y"]) < 120
    page.mouse.click(5, 5)
    note.wait_for(state="detached")


@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire-2018"])
def test_every_layout_shows_what_it_should(person: Open, ruleset: str) -> None:
    ada = person()
    names = ["Ada", "Isambard Brunel", "Robert Stephenson", "Thomas Telford"]
    seats = [{"kind": "me", "name": names[0]}] + [
        {"kind": "bot", "bot": "greedy", "name": one} for one in names[1:]
    ]
    asked = {"ruleset": ruleset, "seed": "layouts", "seats": seats}
    table = ada.sit(ada.ask("/api/games", asked)["game"])
    page = table.page
    faults: list[str] = []
    for size in SIZES:
        resize(page, size)
        table.ready()
        if under := page.evaluate(UNDER_BUTTONS):
            faults.append(f"{name(size)}: zoom buttons cover {under}")
        frame = page.evaluate("() => document.querySelector('.frame').getBoundingClientRect().toJSON()")
        if size is SIDE and frame["height"] < 389:
            faults.append(f"{name(size)}: the board is {frame['height']} px high")
        if size is SIDE and (out := page.evaluate(OUT_OF_SIGHT, [".card:nth-of-type(3)"])):
            faults.append(f"{name(size)}: no row of cards is in sight: {out}")
        if size is UPRIGHT and (frame["width"] < 767 or frame["height"] < 500):
            faults.append(f"{name(size)}: the board has {frame['width']}×{frame['height']} px")
        if size is UPRIGHT and page.evaluate(OUT_OF_SIGHT, [".mat .track:last-of-type"]):
            faults.append(f"{name(size)}: the mat is cut off")
        if size in (WIDE, LAPTOP, DESK):
            tops = page.evaluate(
                "() => [...document.querySelectorAll('.mat .track')]"
                ".map((one) => one.getBoundingClientRect()).map((box) => [box.top, box.bottom, box.right])"
            )
            if len({round(top) for top, _, _ in tops}) != 1 or len(tops) < 5:
                faults.append(f"{name(size)}: the industries are not in one row: {tops}")
            if any(bottom > size["height"] or right > size["width"] for _, bottom, right in tops):
                faults.append(f"{name(size)}: a price is out of sight")
        shown = page.locator("main").inner_text()
        if size in (WIDE, LAPTOP, DESK, UPRIGHT):
            faults += [f"{name(size)}: no {one}" for one in names if one not in shown]
        if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{name(size)}: scrolls sideways")
    assert not faults, "\n".join(faults)


def test_a_turn_is_played_on_its_side_and_at_200_percent(person: Open) -> None:
    ada = person(size=ZOOMED)
    table = ada.begin("birmingham-introductory", ["me", "greedy"], seed="layouts")
    table.ready()
    before = len(table.built())
    table.choose("build", Random(3))
    table.page.wait_for_selector(".draft li")
    assert len(table.built()) == before + 1
    resize(table.page, SIDE)
    table.ready()
    table.act("end")
    table.ready()
    fold = table.page.locator(".fold")
    fold.click()
    frame = table.page.locator(".frame").bounding_box()
    assert frame is not None
    assert frame["width"] == SIDE["width"]
    fold.click()
    table.choose("loan", Random(3))


def test_options_and_hand_are_whole_on_its_side(person: Open) -> None:
    """Nothing between prompt and buttons is squeezed: what does not fit scrolls."""
    ada = person(size=SIDE)
    table = ada.begin("birmingham", ["me", "greedy"], seed="layouts")
    page = table.page
    table.ready()
    page.locator("[data-verb=develop]").click()
    page.wait_for_selector("[data-option]")
    first, last = page.locator("[data-option]").first, page.locator("[data-option]").last
    assert first.evaluate("(one) => one.parentElement.clientHeight") >= 44
    assert not page.evaluate(OUT_OF_SIGHT, [".options [data-option]"])
    # The longest name is one word on one line.
    lines = page.locator(".hand .name").first.evaluate(
        """(one) => {
          one.textContent = 'Wolverhampton';
          one.style.setProperty('--letters', 13);
          return one.clientHeight / parseFloat(getComputedStyle(one).lineHeight);
        }"""
    )
    assert lines < 1.5
    last.click()
    page.locator(".card.lit").first.click()
    page.wait_for_selector("[data-act=confirm]")
    # The actions make way for the price.
    assert page.locator(".verb").count() == 0
    assert not page.evaluate(OUT_OF_SIGHT, ["[data-part=deal]", "[data-act=confirm]", "[data-act=clear]"])


def test_the_game_page_fits_in_every_language_on_every_screen(person: Open) -> None:
    ada = person()
    table = ada.begin("birmingham", ["me", "greedy", "greedy", "greedy"], seed="layouts")
    preferences = Preferences(ada)
    decided(table)
    faults = {}
    for size in (LAPTOP, DESK, UPRIGHT, SIDE, ZOOMED):  # test_pages has the others
        resize(table.page, size)
        for lang in (*LANGUAGES[1:], "en"):
            preferences.speak(lang)
            found = table.page.evaluate(SPILT) + table.page.evaluate(CUT_TABS)
            if found:
                faults[f"{name(size)}, {lang}"] = found
    assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)


WORDS_OF_ACTIONS: Final = """() => [...document.querySelectorAll('.verbs button')].map((one) => {
  const text = document.createRange();
  text.selectNodeContents(one);
  const style = getComputedStyle(one);
  const lines = Math.round(text.getBoundingClientRect().height / parseFloat(style.fontSize));
  return [one.innerText, style.fontSize, lines, one.offsetTop]; })"""


def test_actions_fill_two_rows_in_type_of_one_size(person: Open) -> None:
    laptop = person(size=LAPTOP)
    table = laptop.begin("lancashire-2018", ["me", "random"], seed="actions")
    table.ready()
    assert len({top for *_, top in table.page.evaluate(WORDS_OF_ACTIONS)}) == 2
    phone = person(phone=True, locale="ru-RU")
    table = phone.begin("birmingham", ["me", "random"], seed="actions")
    table.ready()
    actions = table.page.evaluate(WORDS_OF_ACTIONS)
    assert len(actions) == 8
    assert len({size for _, size, *_ in actions}) == 1
    assert {lines for _, _, lines, _ in actions} == {1}  # no word is broken


# The tops of hints and the bottoms of what a Develop brings that lie outside of where they belong.
OUT_OF_PLACE: Final = """() => [
  ...[...document.querySelectorAll('[data-part=hint]')].filter((one) =>
    one.getBoundingClientRect().top < document.querySelector('.bar').getBoundingClientRect().bottom),
  ...[...document.querySelectorAll('[data-part=then]')].filter((one) =>
    one.getBoundingClientRect().bottom > one.closest('.track').getBoundingClientRect().bottom - 2 ||
    one.getBoundingClientRect().top < one.previousElementSibling.getBoundingClientRect().bottom - 1),
].map((one) => one.textContent)"""
# Buttons and names of rows that need more lines or room than they have.
CRAMPED: Final = """() => [
  ...[...document.querySelectorAll('.ways .button')].filter((one) => {
    const box = one.getBoundingClientRect();
    const row = one.parentElement.getBoundingClientRect();
    return box.right > Math.min(innerWidth, row.right + 1);
  }),
  ...[...document.querySelectorAll('dialog tbody th')].filter((one) =>
    one.clientHeight > 2 * parseFloat(getComputedStyle(one).fontSize) + 14),
].map((one) => one.textContent)"""


def test_hint_and_develop_have_room_over_a_raised_sheet(person: Open) -> None:
    ada = person(phone=True, locale="pl")
    table = ada.begin("birmingham", ["me", "greedy", "greedy", "greedy"], seed="layouts")
    page = table.page
    table.ready()
    page.locator(".grip").press("ArrowUp")
    page.keyboard.press("h")
    page.wait_for_selector("[data-part=hint][aria-busy=false]")
    page.wait_for_timeout(400)  # the sheet settles
    assert page.evaluate(OUT_OF_PLACE) == []
    page.locator("[data-verb=develop]").click()
    page.wait_for_selector("[data-part=then]")
    assert page.evaluate(OUT_OF_PLACE) == []


def test_history_and_result_are_whole_on_a_phone(person: Open) -> None:
    one = person(phone=True, locale="ru")
    game = one.finished_game("birmingham-introductory", 2)
    one.page.goto(f"/game/{game}?ply=60&pace=instant")
    one.page.wait_for_selector("[data-act=fork-hot]")
    for size in (PHONE, SIDE):
        resize(one.page, size)
        assert one.page.evaluate(CRAMPED) == [], name(size)
    one.page.goto(f"/game/{game}?pace=instant")
    one.page.wait_for_selector("dialog[open] tbody th")
    resize(one.page, SIDE)
    assert one.page.evaluate(CRAMPED) == []
