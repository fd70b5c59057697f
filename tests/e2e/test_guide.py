"""The guided first games, walked to their end by clicking what the guide rings, by mouse and by touch."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.e2e.conftest import PHONE, Open, Size
from tests.e2e.table import READY, Person
from tests.e2e.test_layouts import DESK, OUT_OF_SIGHT, name

#: What the guide says, and where its ring is, once the page and the ring stand still; null without a guide.
SETTLED: Final = """async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const look = () => {
    const card = document.querySelector('.guide');
    if (!card) return null;
    const ring = document.querySelector('.spotlight')?.getBoundingClientRect();
    const at = ring ? [ring.x + ring.width / 2, ring.y + ring.height / 2] : null;
    const under = at && document.elementFromPoint(...at);
    return {
      step: card.dataset.step,
      next: card.querySelector('[data-act=guide-next]') !== null,
      now: card.querySelector('.now')?.textContent ?? '',
      at,
      hidden: under?.closest('.guide') != null,
    };
  };
  let [before, calm] = ['', 0];
  while (calm < 4) {
    await frame();
    const now = JSON.stringify(look());
    const busy = document.querySelector('section[aria-busy=true], [data-act]:disabled') !== null;
    [before, calm] = [now, now === before && !busy ? calm + 1 : 0];
  }
  return look();
}"""
COURSES: Final = {
    "birmingham": ["mill", "canal", "sell", "loan", "mine"],
    "lancashire": ["port", "l_mill", "l_canal", "l_sell", "develop"],
}


def guide(one: Person, which: str) -> None:
    act = "guide" if which == "birmingham" else "guide-lancashire"
    one.page.goto("/?pace=instant")
    one.page.locator(f"[data-act={act}]").click()
    one.page.wait_for_selector(".guide")


def follow(one: Person, found: dict[str, Any], *, by_touch: bool) -> None:
    """Do what the guide says: read on, click the middle of the ring, or wait."""
    if found["next"]:
        button = one.page.locator("[data-act=guide-next]")
        if by_touch:
            button.tap()
        else:
            button.click()
    elif found["at"] is not None:
        assert not found["hidden"], f"the guide lies on what it points at: {found}"
        if by_touch:
            one.page.touchscreen.tap(*found["at"])
        else:
            one.page.mouse.click(*found["at"])


def wander(one: Person) -> None:
    """Leave the path at the sale: undo and redo the canal, load the page anew, and begin something else."""

    def step() -> Any:
        return one.page.evaluate(SETTLED)

    one.page.locator("[data-act=undo]").click()
    one.page.wait_for_selector(".guide[data-step=canal]")
    one.page.locator("[data-act=redo]").click()
    one.page.wait_for_selector(".guide[data-step=sell]")
    one.page.goto(f"/game/{one.seat().game}?pace=instant")  # as the list of games links to it
    one.page.wait_for_selector(".guide[data-step=sell]")
    one.seat().ready()
    one.page.locator("[data-verb=loan]").click()
    assert "something else" in step()["now"]
    follow(one, step(), by_touch=False)
    assert step()["now"] == "Click “Sell”."


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("which", COURSES)
def test_whoever_follows_the_ring_sells_and_comes_to_the_end(person: Open, which: str, phone: bool) -> None:
    one = person(phone=phone)
    guide(one, which)
    steps: list[str] = []
    for _ in range(120):
        found = one.page.evaluate(SETTLED)
        if found is None:
            break
        if not steps or steps[-1] != found["step"]:
            steps.append(found["step"])
            if found["step"] == "sell" and not phone:
                wander(one)
                continue
        if found["step"] == "mat":
            sight = one.page.locator(".mat .track").last.bounding_box()
            assert sight is not None  # a phone's sheet has risen to show it
            assert sight["y"] < 844
            text, card = (one.page.locator(at).bounding_box() for at in (".guide h2 + p", ".guide"))
            assert text is not None
            assert card is not None
            assert text["y"] + text["height"] <= card["y"] + card["height"], "the text is cut"
        if phone and found["at"]:
            assert 0 < found["at"][0] < PHONE["width"], f"the ring is beside the screen: {found}"
        if one.page.locator(".guide .pounds").count():
            assert " · £" in one.page.locator(".guide .task").inner_text()
        assert "not possible" not in found["now"], found
        assert ("Click" not in found["now"]) if phone else ("Tap" not in found["now"]), found
        if found["step"] == "wait" and not found["next"]:  # the bot moves; then the step waits to be read
            one.page.wait_for_function(READY)
        else:
            follow(one, found, by_touch=phone)
    assert steps[-1] == "done"
    asked = [step for step in steps if step in COURSES[which]]
    assert asked == COURSES[which], steps
    game = one.seat().game
    events = [event["event"] for line in one.ask(f"/api/games/{game}/log") for event in line["events"]]
    assert "flipped" in events
    one.page.reload()
    one.seat().loaded()
    assert one.page.locator(".guide").count() == 0, "it was left"


def test_the_guide_explains_what_is_clicked_and_is_taken_up_again(person: Open) -> None:
    one = person()
    guide(one, "birmingham")
    one.page.locator("[data-act=guide-next]").click()
    one.page.wait_for_selector(".guide[data-step=town]")
    ring = one.page.evaluate(SETTLED)["at"]
    one.page.mouse.click(*ring)
    one.page.wait_for_selector(".notice")
    assert one.page.locator("[data-act=clear]").count() == 0, "reading begins no move"
    at = one.page.locator("[data-act=guide-next]").bounding_box()
    one.page.locator("[data-act=guide-next]").click()
    one.page.wait_for_selector(".guide[data-step=merchant]")
    assert one.page.locator(".notice").count() == 0, "what was said belongs to the step before"
    assert one.page.locator("[data-act=guide-next]").bounding_box() == at
    one.page.locator("[data-act=guide-leave]").click()
    one.page.wait_for_selector(".guide", state="detached")
    assert "The menu" in one.page.locator(".notice").inner_text()
    one.page.reload()
    one.seat().loaded()
    one.page.locator(f"[aria-controls=menu-{one.seat().game}]").click()
    one.page.locator("[data-act=guide-again]").click()
    one.page.wait_for_selector(".guide[data-step=merchant]")


NEXT: Final = "[data-act=guide-next]"
SIDE: Final[Size] = {"width": 844, "height": 390}


def next_until(one: Person, step: str) -> None:
    while one.page.locator(".guide").get_attribute("data-step") != step:
        one.page.locator(NEXT).click()


def test_a_tap_tells_what_a_town_is_and_the_map_makes_way_for_the_card(person: Open) -> None:
    one = person(phone=True)
    guide(one, "birmingham")
    one.page.wait_for_function(READY)
    places = []
    for step, said in (("town", "Space for"), ("merchant", "everything")):
        next_until(one, step)
        found = one.page.evaluate(SETTLED)
        assert not found["hidden"], found
        places.append(one.page.locator(NEXT).bounding_box())
        one.page.touchscreen.tap(*found["at"])
        one.page.wait_for_selector(".notice.info")
        assert said in one.page.locator(".notice").inner_text()
        assert one.page.locator("[role=tooltip], [data-act=confirm]").count() == 0
    assert places[0] == places[1]


APART: Final = """(other) => {
  const [one, two] = ['.guide', other].map((at) => document.querySelector(at).getBoundingClientRect());
  return one.right <= two.left || two.right <= one.left || one.bottom <= two.top || two.bottom <= one.top;
}"""


@pytest.mark.parametrize(
    "size", [{"width": 1024, "height": 768}, {"width": 768, "height": 1024}], ids=["desk", "upright"]
)
def test_on_a_tablet_the_guide_hides_neither_the_map_nor_the_tiles_it_speaks_of(
    person: Open, size: Size
) -> None:
    one = person(size=size)
    guide(one, "birmingham")
    one.page.wait_for_function(READY)
    for step, other in (("welcome", ".frame"), ("town", ".frame"), ("mat", ".mat"), ("mill", ".frame")):
        next_until(one, step)
        one.page.evaluate(SETTLED)
        assert one.page.evaluate(APART, other), f"the guide lies on {other}"
        assert one.page.evaluate(OUT_OF_SIGHT, [".guide h2", ".prompt", "[data-verb=build]"]) == []


def test_on_its_side_the_guide_leaves_the_map_and_the_actions_in_sight(person: Open) -> None:
    one = person(size=SIDE)
    guide(one, "birmingham")
    next_until(one, "mill")
    one.page.wait_for_function(READY)
    one.page.evaluate(SETTLED)
    seen = [f"[data-verb={verb}]" for verb in ("build", "link", "develop", "sell", "loan", "scout", "pass")]
    seen += [".prompt", "[data-act=hint]", ".hand .card:last-of-type"]
    assert one.page.evaluate(OUT_OF_SIGHT, seen) == []
    board, card = one.page.locator(".frame").bounding_box(), one.page.locator(".guide").bounding_box()
    assert board is not None
    assert card is not None
    assert card["width"] <= 0.45 * board["width"], "the guide hides the map"
    one.page.locator("[data-verb=build]").click()
    found = one.page.evaluate(SETTLED)
    assert not found["hidden"], found
    one.page.locator("[data-act=clear]").click()
    one.page.locator("[data-act=guide-leave]").click()
    one.page.wait_for_selector(".notice.info")
    assert one.page.locator("[data-part=eye]").count() == 0, "it is said once"


def test_above_a_raised_sheet_the_guide_needs_the_room_of_the_news(person: Open) -> None:
    one = person(phone=True)
    bots = [{"kind": "bot", "bot": "greedy", "name": name} for name in ("Brindley", "Telford")]
    asked = {"ruleset": "birmingham", "seed": "ph", "seats": [*bots, {"kind": "me", "name": "Ada"}]}
    one.page.goto(f"/game/{one.ask('/api/games', asked)['game']}?guide&pace=instant")
    one.page.locator(".guide").wait_for()
    one.page.locator("[data-part=since]").wait_for()
    one.page.locator(".grip").press("ArrowUp")
    one.page.locator("[data-part=since]").wait_for(state="detached")
    one.page.locator(".grip").press("ArrowDown")
    one.page.locator("[data-part=since]").wait_for()


#: How many pixels of what is to be done lie beyond the edge of the guide's card.
CUT: Final = """() => {
  const box = (at) => document.querySelector(at)?.getBoundingClientRect();
  const [done, card] = [box('.guide .now'), box('.guide')];
  if (!done) return 0;  // a step without it has just begun
  const below = Math.round(done.bottom - Math.min(card.bottom, innerHeight));
  return Math.max(0, below, Math.round(card.top - done.top));
}"""


@pytest.mark.parametrize("size", [DESK, SIDE], ids=name)
def test_what_the_guide_asks_for_is_in_sight_however_long_its_words(person: Open, size: Size) -> None:
    one = person(size=size, locale="ru")
    guide(one, "lancashire")
    steps: set[str] = set()
    while "l_sell" not in steps:
        found = one.page.evaluate(SETTLED)
        if one.page.locator(".guide .now").count():
            assert one.page.evaluate(CUT) == 0, found
        if one.page.locator(".guide .task").count() and found["step"] not in steps:
            actions = [f"[data-verb={verb}]" for verb in ("build", "link", "develop", "sell", "loan", "pass")]
            assert not one.page.evaluate(OUT_OF_SIGHT, [".prompt", *actions]), found
            steps.add(found["step"])
        if found["step"] == "wait" and not found["next"]:
            one.page.wait_for_function(READY)
        else:
            follow(one, found, by_touch=False)
