"""On a phone: by touch, with the sheet over the map, and nothing to scroll sideways."""

from __future__ import annotations

from random import Random
from typing import Final

from tests.e2e.conftest import Open

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
    page.wait_for_timeout(400)  # the sheet goes down
    before = len(table.built())
    for thing in table.lit()["things"]:
        page.touchscreen.tap(*thing["at"])
        while "confirm" not in table.lit()["acts"] and table.lit()["cards"]:
            page.locator(".card.lit").first.tap()
        if "confirm" in table.lit()["acts"]:
            break
    page.wait_for_timeout(400)  # it has come up again, to show the price
    place = page.locator("[data-thing][aria-pressed=true]").first
    box = place.bounding_box()
    assert box is not None
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    covered = page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('.sheet') !== null", at)
    if covered:
        page.locator(".grip").press("ArrowDown")
        page.wait_for_timeout(400)
    page.touchscreen.tap(*at)
    page.wait_for_function(f"() => document.querySelectorAll('.standing').length === {before + 1}")
    table.ready()
    assert page.locator("[data-act=undo]").is_visible()


def test_the_map_is_moved_and_pinched(person: Open) -> None:
    ben = person(phone=True)
    table = ben.begin("lancashire-2018", ["me", "greedy"], seed="phone")
    page = table.page

    def view() -> list[float]:
        """Where the map stands, and how large it is."""
        found: list[float] = page.evaluate(
            """() => { const at = document.querySelector('.frame > svg > g').getScreenCTM();
              return [at.e, at.f, at.a]; }"""
        )
        return found

    touch = ben.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]},
        )

    table.ready()
    x, y, k = view()
    fingers("touchStart", (200, 300))
    fingers("touchMove", (220, 330))
    fingers("touchMove", (240, 360))
    fingers("touchEnd")
    moved = view()
    assert moved[0] > x + 15
    assert moved[1] > y + 30
    assert moved[2] == k
    fingers("touchStart", (180, 300))
    fingers("touchStart", (180, 300), (220, 300))
    fingers("touchMove", (160, 300), (240, 300))
    fingers("touchMove", (140, 300), (260, 300))
    fingers("touchEnd")
    assert view()[2] > k * 1.3
    assert page.evaluate(WIDER) == 0


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
        page.wait_for_timeout(300)
    for path in ("/", "/new", "/rules", f"/game/{game}"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        found[path] = page.evaluate(SMALL)
        assert page.evaluate(WIDER) == 0, path
    assert not any(found.values()), "\n".join(sorted({one for ones in found.values() for one in ones}))
