"""What one must not lose sight of on a small screen: the actions beside a refusal, a hint, where to build."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import PHONE, Open, Size
from tests.e2e.test_layouts import CUT, DESK, LAPTOP, OUT_OF_SIGHT, resize
from tests.e2e.test_phone import settled
from tests.e2e.test_seats import link

SIDE: Final[Size] = {"width": 844, "height": 390}
#: How many of the things that can be chosen on the map are in sight, above the sheet.
IN_SIGHT: Final = """() => [...document.querySelectorAll('.slot.lit [data-thing]')].filter((one) => {
  const box = one.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return document.elementFromPoint(x, y)?.closest('[data-thing]') === one;
}).length"""
#: Scrolls the actions, or a phone's sheet, down by hand.
SCROLLED: Final = """() => {
  for (const one of document.querySelectorAll('.action .between, .sheet .body')) one.scrollTop = 300;
}"""


def hinted(person: Open) -> Page:
    """A phone's page with a hint."""
    one = person(phone=True)
    table = one.begin("birmingham", ["me", "greedy"], seed="phone")
    table.ready()
    one.page.locator("[data-act=hint]").tap()
    one.page.wait_for_selector("[data-part=hint][aria-busy=false]")
    return one.page


def test_a_refusal_on_a_phone_s_side_leaves_all_actions_in_sight(person: Open) -> None:
    for locale in ("en", "ru"):
        one = person(phone=True, size=SIDE, locale=locale)
        table = one.begin("birmingham", ["me", "greedy", "greedy", "greedy"], seed="layouts")
        page = table.page
        table.ready()
        verbs = [f"[data-verb={one}]" for one in ("build", "link", "develop", "loan", "scout", "pass")]
        page.locator("[data-verb=sell]").tap(force=True)  # it is faded, and says why
        page.wait_for_selector(".notice.no")
        assert not page.evaluate(OUT_OF_SIGHT, [".prompt", ".notice.no p", *verbs, "[data-act=hint]"]), locale


def test_a_hint_can_be_taken_after_the_phone_was_turned(person: Open) -> None:
    page = hinted(person)
    for size in (SIDE, PHONE):
        resize(page, size)
        page.wait_for_selector("[data-part=hint] .button")
        settled(page)
        assert not page.evaluate(OUT_OF_SIGHT, ["[data-part=hint] .button"]), size


def test_where_a_card_builds_comes_into_sight(person: Open) -> None:
    """Also where the town lies beyond the edge of the screen; afterwards the map comes back."""
    one = person(phone=True)
    table = one.begin("birmingham", ["me", "greedy"], seed="pages")
    page = table.page
    places = {place["id"] for place in one.ask("/api/rulesets/birmingham")["places"]}
    towns = sorted({card for card in table.hand() if card in places})
    assert towns
    for card in towns:
        table.ready()
        page.locator(f'.hand [data-card="{card}"]').first.tap()
        page.locator("[data-verb=build]").tap()
        settled(page)
        if page.locator(".slot.lit").count():
            assert page.evaluate(IN_SIGHT) > 0, f"{card} is out of sight"
        page.locator("[data-act=clear]").tap()


def test_hidden_hands_and_long_names_of_eras_have_room_on_a_phone_s_side(person: Open) -> None:
    one = person(phone=True, size=SIDE, locale="ro")
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "person", "name": "Ben"}]
    page = one.page
    page.goto(f"/game/{one.ask('/api/games', {'ruleset': 'birmingham', 'seats': seats})['game']}")
    page.wait_for_selector("[data-act=reveal]")
    told = page.locator(".hand p").bounding_box()
    assert told is not None
    assert told["width"] > 200, "hidden hands are told in a narrow column"
    page.locator("[data-act=reveal]").tap()
    one.seat().ready()
    high = page.evaluate(
        """() => {
          document.querySelector('.when strong').textContent = 'Epoca Căilor Ferate';
          return ['header.bar', '.when'].map((at) => document.querySelector(at).scrollHeight);
        }"""
    )
    assert max(high) <= 48, f"the era's name makes the bar {high} px high"


def test_a_chosen_tab_comes_whole_into_sight(person: Open) -> None:
    """Where it scrolls along with hand and mat, the field of the chat would be below the screen."""
    one = person(phone=True)
    page = one.begin("birmingham", ["me", "greedy"], seed="phone").page
    for size in (PHONE, SIDE):
        resize(page, size)
        grip = page.locator(".grip")
        while grip.count() and page.locator("#tab-chat").count() == 0:
            grip.press("ArrowUp")
        settled(page)
        page.locator("#tab-log").tap()
        page.locator("#tab-chat").tap()
        settled(page)
        assert not page.evaluate(OUT_OF_SIGHT, [".prompt", "#tab-chat", ".chat input", ".chat button"]), size


def test_all_six_options_in_long_words_are_in_sight_on_a_tablet(person: Open) -> None:
    ada = person(size=DESK, locale="ru")
    table = ada.begin("birmingham", ["me", "greedy"], seed="layouts")
    page = table.page
    table.ready()
    page.locator("[data-verb=develop]").click()
    page.wait_for_selector("[data-option]")
    # Pottery I cannot be developed; the later ones can.
    page.locator("[data-option]").first.evaluate(
        """(one) => {
          const pottery = one.cloneNode(true);
          pottery.textContent = 'Гончарная мастерская';
          one.nextElementSibling.after(pottery);
        }"""
    )
    assert page.locator("[data-option]").count() == 6
    assert not page.evaluate(CUT, "[data-option]")


@pytest.mark.parametrize("size", [PHONE, SIDE], ids=["upright", "side"])
def test_after_a_tile_far_down_the_cards_and_the_price_come_into_sight(person: Open, size: Size) -> None:
    one = person(phone=True, size=size)
    page = one.begin("birmingham", ["me", "greedy"], seed="phone").page
    one.seat().ready()
    page.locator("[data-verb=develop]").tap()
    if size == PHONE:
        for _ in range(2):
            page.locator(".grip").press("ArrowUp")
    page.wait_for_selector(".track.lit")
    page.locator(".track.lit").last.scroll_into_view_if_needed()
    page.evaluate(SCROLLED)
    page.locator(".track.lit").last.tap()
    page.wait_for_selector(".hand .card.lit")
    settled(page)
    assert page.evaluate(OUT_OF_SIGHT, [".prompt", ".hand .card.lit"]) == []
    page.evaluate(SCROLLED)
    page.locator(".hand .card.lit").last.tap()
    page.wait_for_selector("[data-act=confirm]")
    settled(page)
    assert page.evaluate(OUT_OF_SIGHT, [".prompt", "[data-part=deal] .pounds", "[data-act=confirm]"]) == []


def test_a_hint_does_not_lie_over_the_past(person: Open) -> None:
    page = hinted(person)
    page.get_by_role("link", name="History").tap()
    page.wait_for_selector("[data-part=hint]", state="detached")
    page.go_back()
    page.wait_for_selector("[data-part=hint]")
    page.locator("[data-verb=sell]").tap(force=True)  # it is faded, and says why
    page.wait_for_selector(".notice.no")
    page.get_by_role("link", name="History").tap()
    page.wait_for_selector(".notice", state="detached")


@pytest.mark.parametrize("size", [PHONE, SIDE], ids=["upright", "side"])
def test_history_says_and_shows_what_was_done(person: Open, size: Size) -> None:
    """On a phone no log stands beside the board."""
    one = person(phone=True, size=size)
    page = one.page
    game = one.finished_game("birmingham", 4)
    log = one.ask(f"/api/games/{game}")["last_ply"]
    page.goto(f"/game/{game}?pace=instant")
    page.locator("dialog [data-act=board]").tap()
    if size == PHONE:
        page.locator(".grip").press("ArrowUp")
        assert page.locator(".sheet.raised").count() == 1
    page.get_by_role("link", name="History").tap()
    page.locator("[aria-label='Position in the game']").fill(str(log // 3))
    page.wait_for_selector("[data-part=done]")
    assert page.locator(".sheet.raised").count() == 0, "the board comes first"
    said, lit = set(), 0
    for _ in range(4):
        page.get_by_role("button", name="One move forward").tap()
        settled(page)
        assert page.evaluate(OUT_OF_SIGHT, ["[data-part=done]", ".history .button"]) == []
        said.add(page.locator("[data-part=done]").inner_text())
        lit += page.locator(".map .pointed").count()
    assert len(said) == 4, said
    assert lit > 0


def test_what_is_said_on_the_map_covers_neither_the_prompt_nor_a_tip(person: Open) -> None:
    one = person(phone=True, size=SIDE)
    table = one.begin("birmingham", ["me", "greedy"], seed="eye")
    page = table.page
    table.ready()
    page.locator("[data-verb=build]").tap()
    stall = page.locator("[data-thing^='merchant:nottingham']").first.bounding_box()
    assert stall is not None
    page.touchscreen.tap(stall["x"] + stall["width"] / 2, stall["y"] + stall["height"] / 2)
    note = page.locator("[data-part=eye]")
    note.wait_for()
    said, prompt = note.bounding_box(), page.locator(".prompt").bounding_box()
    assert said is not None
    assert prompt is not None
    assert said["x"] + said["width"] <= prompt["x"]
    assert page.locator(".tip").count() == 0, "it would be said twice, one on the other"
    resize(page, LAPTOP)
    assert note.count() == 0, "it is where the map was"


@pytest.mark.parametrize("size", [PHONE, SIDE], ids=["upright", "side"])
def test_what_is_said_at_the_table_is_noticed_on_a_phone(person: Open, size: Size) -> None:
    ada, ben = person(), person(phone=True, size=size)
    at_ada = ada.new_game("birmingham-introductory", ["me", "open"], seed="chat")
    ben.page.goto(f"{link(at_ada, 'invite-B')}?pace=instant")
    ben.page.get_by_label("Name").fill("Ben")
    ben.page.locator("[data-act=join]").tap()
    ben.page.wait_for_url(re.compile("/game/"))
    ben.seat().loaded()
    badge = ben.page.locator("[data-act=chat]")
    assert badge.count() == 0
    at_ada.page.get_by_role("tab", name="Chat").click()
    for said in ("Hello Ben", "Your move"):
        at_ada.page.locator(".chat input").fill(said)
        at_ada.page.keyboard.press("Enter")
        ben.page.wait_for_function(
            "(n) => document.querySelector('[data-act=chat] .count')?.textContent === n",
            arg="1" if said == "Hello Ben" else "2",
        )
    assert ben.page.evaluate(OUT_OF_SIGHT, ["[data-act=chat]"]) == []
    badge.tap()
    badge.wait_for(state="detached")
    settled(ben.page)
    line = ben.page.locator("[role=tabpanel]").get_by_text("Hello Ben").bounding_box()
    assert line is not None
    assert 0 <= line["y"] <= size["height"] - line["height"], "the chat is out of sight"
