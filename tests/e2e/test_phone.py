"""On a phone: by touch, with the sheet over the map, and nothing to scroll sideways."""

from __future__ import annotations

from random import Random
from typing import Final

from playwright.sync_api import Page

from tests.e2e.conftest import PHONE, Open
from tests.e2e.table import Person
from tests.e2e.test_layouts import OUT_OF_SIGHT

# Controls that are too small for a finger. Links in running text may be (WCAG 2.2, 2.5.8).
SMALL: Final = """() => [...document.querySelectorAll('button, select, input, summary, a')]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).display !== 'inline')
  .filter((one) => !one.closest('label, .grip'))
  .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
  .map(([html, box]) => `${Math.round(box.width)}×${Math.round(box.height)} ${html}`)"""
WIDER: Final = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_a_round_is_played_by_touch(person: Open) -> None:
    ben = person(phone=True)
    table = ben.new_game("birmingham-introductory", ["me", "greedy"], seed="phone")
    page = table.page
    rnd = Random(11)
    for _ in range(2):
        table.ready()
        assert page.evaluate(WIDER) == 0
        page.locator(".grip").press("ArrowUp")
        while "end" not in table.lit()["acts"]:
            verb = next(verb for verb in ("build", "link", "loan") if verb in table.lit()["verbs"])
            page.locator(f"[data-verb={verb}]").tap()
            for _ in range(12):
                lit = table.lit()
                if "confirm" in lit["acts"]:
                    break
                listing = page.locator(".list[aria-expanded=false]")
                if lit["options"]:
                    page.locator(f'[data-option="{rnd.choice(lit["options"])}"]').tap()
                elif lit["cards"]:
                    page.locator(f'.card.lit[data-card="{rnd.choice(lit["cards"])}"]').first.tap()
                elif lit["industries"]:
                    page.locator(f'.track[data-industry="{rnd.choice(lit["industries"])}"]').tap()
                elif listing.count():
                    listing.tap()
                elif lit["things"]:
                    page.touchscreen.tap(*rnd.choice(lit["things"])["at"])
                else:
                    raise AssertionError(f"nothing to tap: {table.prompt!r} {lit}")
            page.locator("[data-act=confirm]").tap()
            table.ready()
        page.locator("[data-act=end]").tap()
        page.wait_for_function("() => document.querySelector('[data-act=end]') === null")
    assert len(table.built()) >= 2


def test_a_second_tap_on_the_map_confirms(person: Open) -> None:
    ben = person(phone=True)
    table = ben.begin("birmingham-introductory", ["me", "greedy"], seed="phone")
    page = table.page
    table.ready()
    page.locator(".grip").press("ArrowUp")
    page.locator("[data-verb=build]").tap()
    page.locator(".grip").press("ArrowDown")
    settled(page)  # the sheet goes down
    before = len(table.built())
    for thing in table.lit()["things"]:
        page.touchscreen.tap(*thing["at"])
        while "confirm" not in table.lit()["acts"] and table.lit()["cards"]:
            page.locator(".card.lit").first.tap()
        if "confirm" in table.lit()["acts"]:
            break
    settled(page)  # it has come up again, to show the price
    place = page.locator("[data-thing][aria-pressed=true]").first
    box = place.bounding_box()
    assert box is not None
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    covered = page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('.sheet') !== null", at)
    if covered:
        page.locator(".grip").press("ArrowDown")
        settled(page)
    page.touchscreen.tap(*at)
    page.wait_for_function(f"() => document.querySelectorAll('.standing').length === {before + 1}")
    table.ready()
    assert page.locator("[data-act=undo]").is_visible()


# Ends once sheet, map and cards have stood still for 20 frames and 400 ms, however slowly the machine draws.
STILL: Final = """async () => {
  const moving = () => [...document.querySelectorAll('.sheet, .frame > svg > g, .card')]
  const places = () => JSON.stringify(moving().map((one) => {
    const at = one.getBoundingClientRect()
    return [at.x, at.y, at.width, at.height].map(Math.round)
  }))
  let last = '', frames = 0, since = 0
  while (frames < 20 || performance.now() - since < 400) {
    await new Promise(requestAnimationFrame)
    const now = places()
    if (now === last) frames += 1
    else [last, frames, since] = [now, 0, performance.now()]
  }
}"""


def settled(page: Page) -> None:
    page.evaluate(STILL)


def view(page: Page) -> list[float]:
    """Where the map stands, and how large it is."""
    found: list[float] = page.evaluate(
        """() => { const at = document.querySelector('.frame > svg > g').getScreenCTM();
          return [at.e, at.f, at.a].map((one) => Math.round(one * 1000) / 1000); }"""
    )
    return found


# The middle of a space in the upper part of the map that nothing can be built on.
UNLIT: Final = """() => [...document.querySelectorAll('.slot:not(.lit, .also) [data-thing]')]
  .map((one) => one.getBoundingClientRect()).map((box) => [box.x + box.width / 2, box.y + box.height / 2])
  .find(([x, y]) => x > 80 && x < 310 && y > 200 && y < 400)"""


class Fingers:
    """Fingers on the glass."""

    def __init__(self, one: Person) -> None:
        self._glass: Final = one.context.new_cdp_session(one.page)

    def __call__(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self._glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, x: float, y: float, dx: float, dy: float) -> None:
        self("touchStart", (x, y))
        self("touchMove", (x + dx / 2, y + dy / 2))
        self("touchMove", (x + dx, y + dy))
        self("touchEnd")


def test_the_map_is_moved_and_pinched(person: Open) -> None:
    ben = person(phone=True)
    table = ben.begin("lancashire-2018", ["me", "greedy"], seed="phone")
    page = table.page
    fingers = Fingers(ben)
    table.ready()
    x, y, k = view(page)
    fingers.drag(200, 300, 40, 60)
    moved = view(page)
    assert moved[0] > x + 15
    assert moved[1] > y + 30
    assert moved[2] == k
    fingers("touchStart", (180, 300))
    fingers("touchStart", (180, 300), (220, 300))
    fingers("touchMove", (160, 300), (240, 300))
    fingers("touchMove", (140, 300), (260, 300))
    fingers("touchEnd")
    assert view(page)[2] > k * 1.3
    assert page.evaluate(WIDER) == 0


def test_the_map_comes_back_after_every_action(person: Open) -> None:
    """The sheet rises to show a price and the map makes way; then it stands where the player had it."""
    ben = person(phone=True)
    table = ben.begin("birmingham", ["me", "greedy"], seed="phone")
    page = table.page
    fingers = Fingers(ben)
    table.ready()
    fingers.drag(200, 300, -120, 25)
    page.wait_for_timeout(100)
    home = view(page)
    page.locator("[data-verb=build]").tap()
    lowest = max(table.lit()["things"], key=lambda thing: thing["at"][1])
    page.touchscreen.tap(*lowest["at"])
    for _ in range(4):
        if "confirm" in table.lit()["acts"]:
            break
        table.pick(table.lit(), Random(2))
    settled(page)
    assert view(page) != home  # the space would lie under the sheet
    place = page.locator("[data-thing][aria-pressed=true]").first.bounding_box()
    assert place is not None
    at = [place["x"] + place["width"] / 2, place["y"] + place["height"] / 2]
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('[data-thing]') !== null", at)
    whole = page.locator(".zoom button").bounding_box()
    sheet = page.locator("div.sheet").bounding_box()
    assert whole is not None
    assert sheet is not None
    assert whole["y"] + whole["height"] <= sheet["y"], "the sheet covers the button of the whole board"
    page.locator("[data-act=confirm]").tap()
    table.ready()
    settled(page)
    assert view(page) == home
    page.locator("[data-act=end]").tap()
    page.wait_for_function("() => document.querySelector('[data-act=end]') === null")
    table.ready()
    settled(page)
    assert view(page) == home
    # It cannot be pushed out of sight.
    for _ in range(4):
        fingers.drag(300, 200, -250, -90)
    edges = page.evaluate(
        "() => document.querySelector('.frame rect.sheet').getBoundingClientRect().toJSON()"
    )
    sheet = page.locator("div.sheet").bounding_box()
    assert sheet is not None
    assert edges["right"] > PHONE["width"] - 60
    assert edges["bottom"] > sheet["y"] - 60


def test_nothing_is_left_behind_by_a_finger(person: Open) -> None:
    ben = person(phone=True)
    table = ben.begin("birmingham", ["me", "greedy"], seed="phone")
    page = table.page
    fingers = Fingers(ben)
    table.ready()
    tip = page.locator("[role=tooltip]")
    for move in ("pan", "pinch"):
        x, y = page.evaluate(UNLIT)  # a tap there says why not
        page.touchscreen.tap(x, y)
        tip.wait_for()
        if move == "pan":
            fingers.drag(x, y, 30, 30)
        else:
            fingers("touchStart", (x, y))
            fingers("touchStart", (x, y), (x + 50, y))
            fingers("touchMove", (x - 20, y), (x + 70, y))
            fingers("touchEnd")
        tip.wait_for(state="detached")
        page.keyboard.press("Escape")
    # What a town is, is said below; that goes too.
    box = page.locator("[data-thing='slot:walsall.1']").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"], box["y"] - 4)
    said = page.locator(".notice.info")
    said.wait_for()
    fingers.drag(200, 300, 30, 30)
    said.wait_for(state="detached")
    page.locator(".card").first.tap()
    page.locator(".card").first.tap()  # picked, and taken back
    settled(page)
    raised = "() => [...document.querySelectorAll('.card')].map((one) => getComputedStyle(one).transform)"
    assert set(page.evaluate(raised)) == {"none"}


def test_the_half_open_sheet_is_full(person: Open) -> None:
    """It shows the mat, is no higher than what it shows, and the prompt is read to its end."""
    ben = person(phone=True)
    table = ben.begin("birmingham", ["me", "greedy"], seed="phone")
    page = table.page
    table.ready()
    page.locator(".grip").press("ArrowUp")
    settled(page)
    sheet = page.locator("div.sheet").bounding_box()
    last = page.locator("div.sheet .track").last.bounding_box()
    assert sheet is not None
    assert last is not None
    assert page.locator("div.sheet .track").count() == 6
    assert sheet["y"] + sheet["height"] - (last["y"] + last["height"]) < 24
    page.locator(".grip").press("ArrowDown")
    page.locator("[data-verb=build]").tap()
    page.touchscreen.tap(*table.lit()["things"][0]["at"])
    cut = "(one) => one.scrollWidth - one.clientWidth"
    assert page.locator(".prompt .text").evaluate(cut) <= 0
    assert "choose" in table.prompt.lower() or "confirm" in table.lit()["acts"]


def test_everything_is_large_enough_for_a_finger(person: Open) -> None:
    ben = person(phone=True)
    game = ben.finished_game("birmingham-introductory", 2)
    table = ben.begin("birmingham-introductory", ["me", "greedy"], seed="phone")
    page = table.page
    table.ready()
    found = {}
    for height in range(3):
        found[f"sheet {height}"] = page.evaluate(SMALL)
        page.locator(".grip").press("ArrowUp")
        settled(page)
    for path in ("/", "/new", "/rules", f"/game/{game}"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        found[path] = page.evaluate(SMALL)
        assert page.evaluate(WIDER) == 0, path
    assert not any(found.values()), "\n".join(sorted({one for ones in found.values() for one in ones}))


def test_a_hint_shows_its_place_and_what_was_done_is_taken_back_at_hand(person: Open) -> None:
    """The map makes way for the hint; Undo and Redo are in sight wherever the row was swiped to."""
    ben = person(phone=True)
    table = ben.begin("birmingham-introductory", ["me", "greedy"], seed="phone")
    page = table.page
    table.ready()
    page.locator("[data-verb=sell]").tap(force=True)  # it is faded, and says why
    page.wait_for_selector(".notice.no")
    page.locator("[data-act=hint]").tap()
    page.wait_for_selector("[data-part=hint][aria-busy=false]")
    assert page.locator(".notice.no").count() == 0, "the refusal stands in the hint's place"
    settled(page)
    assert not page.evaluate(OUT_OF_SIGHT, [".zoom button"]), "the hint covers the button of the whole board"
    take = page.locator("[data-part=hint] button.button")
    effects = ben.ask(f"/api/games/{table.game}/hint")["effects"]
    built = next((one for one in effects if one["event"] in ("placed", "laid")), None)
    assert built is not None, "another seed: this hint builds nothing"
    kind = "slot" if "slot" in built else "line"
    settled(page)
    middle = page.evaluate(
        """(id) => { const one = document.querySelector(`[data-thing="${id}"]`);
          const { y, height } = one.getBoundingClientRect();
          const hint = document.querySelector('[data-part=hint]').getBoundingClientRect();
          return [y + height / 2, hint.top]; }""",
        f"{kind}:{built[kind]}",
    )
    assert 101 < middle[0] < middle[1], f"the hint covers its place: {middle}"
    take.tap()
    page.locator("[data-act=confirm]").tap()
    for act in ("undo", "redo"):
        page.wait_for_selector(f"[data-act={act}]")
        settled(page)
        box = page.locator(f"[data-act={act}]").bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= PHONE["width"] - box["width"], f"{act} is out of sight: {box}"
        page.locator(f"[data-act={act}]").tap()
        table.ready()


VERBS: Final = """() => Object.fromEntries(
 [...document.querySelectorAll('.verb, [data-act=hint]')].map((one) => {
  const box = one.getBoundingClientRect();
  return [one.dataset.verb ?? one.dataset.act, [box.x, box.y, box.right].map(Math.round)];
}))"""


def test_actions_keep_their_places_and_a_second_tile_is_offered(person: Open) -> None:
    """All actions are in sight; after a first Develop the words say what is possible, without a Stop."""
    ben = person(phone=True)
    game = ben.start("birmingham", ["me", "greedy"], seed="phone")
    ben.turn_unseen(game, "loan")
    table = ben.sit(game)
    page = table.page
    table.ready()
    settled(page)
    first = page.evaluate(VERBS)
    assert len(first) == 8
    assert all(left >= 0 and right <= PHONE["width"] for left, _, right in first.values()), first
    assert "2 actions left" in table.prompt
    page.locator("[data-verb=develop]").tap()
    settled(page)  # the sheet rises: a tile to develop is picked on the mat
    sight = page.locator(".mat .track").last.bounding_box()
    assert sight is not None
    assert sight["y"] < PHONE["height"]
    page.locator("[data-option]").first.tap()
    page.locator(".card.lit").first.tap()
    page.locator("[data-act=confirm]").tap()
    table.ready()
    settled(page)
    assert "second tile with the same card" in table.prompt
    assert "1 left" in table.prompt
    assert page.locator("[data-verb=stop]").count() == 0
    assert page.evaluate(VERBS) == first


def test_a_hint_is_priced_before_it_is_done(person: Open) -> None:
    ben = person(phone=True)
    table = ben.begin("birmingham-introductory", ["me", "greedy"], seed="phone")
    page = table.page
    table.ready()
    page.locator("[data-act=hint]").tap()
    page.wait_for_selector("[data-part=hint][aria-busy=false]")
    page.locator("[data-part=hint] button.button").tap()
    page.wait_for_selector("[data-act=confirm]")
    assert page.locator("[data-act=undo]").count() == 0, "nothing has happened yet"
    assert "£" in page.locator("[data-part=deal]").inner_text()
    settled(page)
    assert page.locator(".mat").count() == 0, "the price hides no more of the map than it needs"


def test_a_tap_on_a_plate_says_its_figures_and_the_next_closes_it(person: Open) -> None:
    ben = person(phone=True)
    table = ben.begin("birmingham", ["me", "greedy"], seed="phone")
    page = table.page
    table.ready()
    page.locator("[data-act=hint]").tap()
    hint = page.locator("[data-part=hint][aria-busy=false]")
    hint.wait_for()
    plate = page.locator(".strip [data-seat=B]")
    plate.tap()
    words = page.locator(".sheet ul.words")
    words.wait_for()
    hint.wait_for(state="detached")  # it would cover what is looked at
    settled(page)
    said, hand = words.bounding_box(), page.locator(".sheet .hand").bounding_box()
    assert said is not None
    assert hand is not None
    assert said["y"] + said["height"] < min(hand["y"], PHONE["height"]), "the words are cut off"
    assert "if the era ended now" in words.inner_text()
    page.wait_for_selector("[data-part=reach]")
    plate.tap()
    words.wait_for(state="detached")
    page.wait_for_selector("[data-part=reach]", state="detached")
    settled(page)
    for _ in range(2):
        page.locator(".grip").press("ArrowUp")
    page.locator("[data-verb=build]").tap()
    settled(page)
    sheet = page.locator("div.sheet").bounding_box()
    assert sheet is not None
    assert sheet["y"] > 300, "the map is to be tapped"


def test_a_tap_beside_a_panel_only_closes_it(person: Open) -> None:
    ben = person(phone=True)
    ben.start("birmingham", ["me", "greedy"], seed="phone")
    ben.page.goto("/")
    ben.page.wait_for_selector("a[href*='/game/']")
    ben.page.locator(".bar .popover > button").last.click()
    ben.page.wait_for_selector(".popover .panel")
    ben.page.locator("a[href*='/game/']").first.dispatch_event("click")
    ben.page.wait_for_selector(".popover .panel", state="detached")
    assert "/game/" not in ben.page.url
