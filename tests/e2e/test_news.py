"""What the rivals did: shown move by move with a caption, told at the next turn, and shown again."""

from __future__ import annotations

from random import Random

from tests.e2e.conftest import WIDE, Open, Size
from tests.e2e.table import Person

# The middle of something that has just changed lies on the part of the map that the sheet leaves free.
IN_SIGHT = """() => [...document.querySelectorAll('.fresh [data-thing]')].some((one) => {
  const map = document.querySelector('.frame > svg > g').getScreenCTM();
  const at = new DOMPoint(Number(one.dataset.x), Number(one.dataset.y)).matrixTransform(map);
  return at.x > 0 && at.x < innerWidth && at.y > 100 && at.y < innerHeight - 220;
})"""

WHOLE: list[Size] = [  # where the whole board is shown
    {"width": 768, "height": 1024},
    {"width": 1024, "height": 768},
    {"width": 1366, "height": 768},
    WIDE,
]
# The towns that the caption covers.
COVERED = """() => {
  const card = document.querySelector('[data-part=caption]').getBoundingClientRect();
  const towns = [...document.querySelectorAll('[data-place]')].filter((town) => {
    const box = town.getBoundingClientRect();
    return box.left < card.right && card.left < box.right && box.top < card.bottom && card.top < box.bottom;
  });
  return towns.map((town) => town.dataset.place);
}"""
# Presses the pause button of a caption as soon as it is there: at this pace it is soon gone.
HOLD = """() => {
  const button = document.querySelector('[data-part=caption] [data-act=hold]');
  button?.click();
  return Boolean(button);
}"""


def until_the_bot_builds(one: Person, game: str) -> None:
    """Borrow until the bot that moved in between has built something. Whoever borrows goes first."""
    while True:
        one.turn_comes(game)
        log = one.ask(f"/api/games/{game}/log")
        mine = max((line["ply"] for line in log if line["seat"] == "A"), default=0)
        if any(event["event"] in ("placed", "laid") for line in log[mine + 1 :] for event in line["events"]):
            return
        one.turn_unseen(game, "loan")


def test_bots_move_action_by_action_and_can_be_paused_and_seen_again(person: Open) -> None:
    ada = person()
    page = ada.page
    game = ada.start("birmingham", ["me", "greedy"], "news")
    until_the_bot_builds(ada, game)
    page.goto(f"/game/{game}?pace=quick")
    table = ada.seat()

    # At the player's turn there is one line for the rival, and what it changed is outlined.
    since = page.locator("[data-part=since]")
    since.wait_for()
    assert since.locator("[data-recap]").count() == 1
    told = ada.ask(f"/api/games/{game}")
    theirs = {tile["slot"] for tile in told["tiles"] if tile["seat"] == "B"}
    theirs |= {link["line"] for link in told["links"] if link["seat"] == "B"}
    outlined = {one.get_attribute("data-changed") for one in page.locator("[data-changed]").all()}
    assert outlined & theirs

    # A click shows the rival's moves again, and then the present.
    since.locator("[data-recap]").click()
    page.locator("[data-act=rerun-end]").wait_for()
    since.wait_for()
    since.get_by_role("button", name="Close").click()
    assert page.locator("[data-changed]").count() == 0

    # The bot's next moves have captions on the map, and can be held.
    table.turn(Random(1), ["loan"])
    page.wait_for_function(HOLD)
    held = page.locator(".log .line").count()
    for size in WHOLE:
        page.set_viewport_size(size)
        page.wait_for_function(f"() => ({COVERED})().length === 0")
    page.wait_for_timeout(800)
    assert page.locator(".log .line").count() == held
    page.locator("[data-act=speed]").click()  # from the fastest to the slowest
    assert page.evaluate("JSON.parse(localStorage['grand-junction']).pace") == "slow"
    page.locator("[data-act=hold]").click()
    page.keyboard.press("Escape")
    table.ready()
    since.wait_for()


def test_a_phone_folds_the_news_and_moves_the_map_to_what_happened(person: Open) -> None:
    ada = person(phone=True)
    page = ada.page
    game = ada.start("birmingham", ["me", "greedy"], "news")
    until_the_bot_builds(ada, game)
    ada.sit(game)
    since = page.locator("[data-part=since]")
    since.wait_for()
    assert since.locator("[data-recap]").count() == 0
    # While a move is put together it leaves the map free.
    page.locator("[data-verb=pass]").tap()
    since.wait_for(state="detached")
    page.locator("[data-act=clear]").tap()
    since.locator(".title").tap()
    # The map is enlarged; showing the moves again brings their place back into sight.
    page.evaluate("document.querySelector('.frame').dispatchEvent(new WheelEvent('wheel', {deltaY: -900}))")
    since.locator("[data-recap]").tap()
    page.locator("[data-part=caption]").wait_for()
    page.wait_for_function(IN_SIGHT)


def test_people_too_are_shown_action_by_action(person: Open) -> None:
    ada, ben = person(), person()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    asked = {"ruleset": "birmingham-introductory", "seed": "people", "seats": seats}
    made = ada.ask("/api/games", asked)
    game = made["game"]
    ben.ask("/api/join", {"token": made["invites"][0]["path"].rsplit("/", 1)[1], "name": "Ben"})
    while (told := ada.ask(f"/api/games/{game}"))["round"] == 1 or told["to_act"] != "A":
        acting = ada if told["to_act"] == "A" else ben
        acting.turn_unseen(game, "loan", waits=False)
    page = ben.page
    page.goto(f"/game/{game}?pace=slow")
    ben.seat().loaded()
    before = page.locator(".log .line").count()
    ada.turn_unseen(game, "loan", waits=False)
    page.locator("[data-part=caption]").wait_for()
    page.locator("[data-act=hold]").click()
    assert page.locator(".log .line").count() == before + 1  # of two loans
    page.keyboard.press("Escape")
    ben.seat().ready()
