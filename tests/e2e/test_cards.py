"""Cards that are dragged out of the hand."""

from __future__ import annotations

from tests.e2e.conftest import Open
from tests.e2e.table import Table
from tests.e2e.test_phone import Fingers, settled

CARRIED = "[data-part=carried]"


def card_at(table: Table, id: str) -> tuple[float, float]:
    box = table.page.locator(f'.hand [data-card="{id}"]').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def lit_space(table: Table, place: str) -> tuple[float, float]:
    found = next(one for one in table.lit()["things"] if one["id"].startswith(f"slot:{place}"))
    return found["at"][0], found["at"][1]


def test_a_dragged_card_is_chosen_and_played_where_it_is_dropped(person: Open) -> None:
    one = person()
    table = one.begin("birmingham", ["me", "greedy"], seed="r1")
    table.ready()
    page, mouse = table.page, table.page.mouse
    chosen = page.locator(".card.chosen[data-card=stafford]")

    def drag(*to: float) -> None:
        mouse.move(*card_at(table, "stafford"))
        mouse.down()
        mouse.move(400, 500, steps=3)
        page.locator(CARRIED).wait_for()
        mouse.move(*to, steps=3)

    drag(*card_at(table, "stafford"))  # back to where it came from
    mouse.up()
    assert page.locator(CARRIED).count() == 0
    assert chosen.count() == 1, "it counts as choosing the card, and the end of the drag is no click"
    drag(*lit_space(table, "stafford"))
    mouse.up()
    assert table.prompt == "Build a brewery in Stafford 1"
    assert "confirm" in table.lit()["acts"]
    drag(*table.page.locator("[data-thing='slot:stafford.1']").evaluate(
        "(one) => { const box = one.getBoundingClientRect(); return [box.x + 20, box.y + 20]; }"
    ))  # fmt: skip
    mouse.up()
    assert "confirm" in table.lit()["acts"], "dropping a card confirms nothing"
    page.locator("[data-act=clear]").click()
    derby = page.locator("[data-thing='slot:derby.1']").bounding_box()
    assert derby is not None
    drag(derby["x"] + 20, derby["y"] + 20)
    mouse.up()
    assert "does not name Derby" in page.locator(".notice.no").inner_text()
    said = page.locator("[data-part=eye]").bounding_box()
    assert said is not None
    assert abs(said["y"] - derby["y"]) < 200, "the answer stands where the card was dropped"
    assert page.evaluate("document.activeElement.closest('.hand')") is None
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    drag(600, 400)
    page.keyboard.press("Escape")
    assert page.locator(CARRIED).count() == 0, "a ghost"
    mouse.up()
    page.locator(".card[data-card=cannock]").first.click()
    assert page.locator(".card.chosen[data-card=cannock]").count() == 1


def test_a_finger_carries_a_card_upwards_and_scrolls_the_hand_sideways(person: Open) -> None:
    one = person(phone=True)
    table = one.begin("birmingham", ["me", "greedy"], seed="r1")
    table.ready()
    page, fingers = table.page, Fingers(one)
    x, y = card_at(table, "stafford")
    fingers("touchStart", (x, y))
    fingers("touchMove", (x + 2, y - 20))
    fingers("touchMove", (x + 20, y - 200))
    page.locator(CARRIED).wait_for()
    fingers("touchMove", lit_space(table, "stafford"))
    fingers("touchEnd")
    page.wait_for_selector("[data-act=confirm]")
    assert table.prompt == "Build a brewery in Stafford 1"
    assert page.locator(CARRIED).count() == 0
    page.locator("[data-act=clear]").tap()
    settled(page)
    before = table.prompt
    fingers.drag(250, card_at(table, "stafford")[1], -120, 4)
    page.wait_for_function("() => document.querySelector('.hand').scrollLeft > 60")
    assert table.prompt == before, "scrolling chooses nothing"
    assert page.locator(CARRIED).count() == 0
