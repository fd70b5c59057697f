"""A finger on a small map: it is wider than a link, and covers what it speaks of."""

from __future__ import annotations

from typing import Final

from tests.e2e.conftest import Open
from tests.e2e.test_layouts import SIDE

# A lit link with a point beside it where a finger meets nothing that is lit.
BESIDE: Final = """() => {
  for (const one of document.querySelectorAll('.lit [data-thing^="line:"]')) {
    const map = one.getScreenCTM();
    const at = new DOMPoint(Number(one.dataset.x), Number(one.dataset.y)).matrixTransform(map);
    if (at.x < 60 || at.x > innerWidth - 60 || at.y < 180 || at.y > innerHeight - 400) continue;
    for (const [dx, dy] of [[13, 0], [-13, 0], [0, 13], [0, -13]]) {
      const hit = document.elementFromPoint(at.x + dx, at.y + dy);
      if (hit.closest('.frame') && !hit.closest('[data-thing]')) {
        return [one.dataset.thing, at.x + dx, at.y + dy];
      }
    }
  }
  return null;
}"""
# Whether the caption lies over the thing that it speaks of.
COVERED: Final = """(id) => {
  const one = document.querySelector(`[data-thing="${id}"]`);
  const map = one.getScreenCTM();
  const at = new DOMPoint(Number(one.dataset.x), Number(one.dataset.y)).matrixTransform(map);
  const box = document.querySelector('[data-part=caption]').getBoundingClientRect();
  return at.x > box.left - 8 && at.x < box.right + 8 && at.y > box.top - 8 && at.y < box.bottom + 8;
}"""
NORTH: Final = ("warrington", "stoke_on_trent", "leek", "belper", "nottingham")


def test_a_finger_beside_a_link_means_it(person: Open) -> None:
    ben = person(phone=True)
    table = ben.begin("birmingham", ["me", "greedy"], seed="phone")
    page = table.page
    table.ready()
    page.locator("[data-verb=link]").tap()
    found = page.evaluate(BESIDE)
    assert found is not None, "another seed: no link has room beside it"
    thing, x, y = found
    page.touchscreen.tap(x, y)
    page.wait_for_selector(f'[data-thing="{thing}"][aria-pressed=true]', state="attached")
    # What takes it back stands beside the prompt, and the map keeps its room.
    prompt, clear = page.locator(".prompt").bounding_box(), page.locator("[data-act=clear]").bounding_box()
    assert prompt is not None
    assert clear is not None
    assert clear["y"] < prompt["y"] + prompt["height"]


def test_a_caption_does_not_cover_what_it_speaks_of(person: Open) -> None:
    ada = person(size=SIDE)
    game = ada.start("birmingham", ["me", "greedy", "greedy"], seed="phone")
    found: list[tuple[int, str]] = []
    while not found:
        ada.turn_unseen(game, "loan")
        log = ada.ask(f"/api/games/{game}/log")
        found = [
            (line["ply"], f"{kind}:{event[kind]}")
            for line in log
            for event in line["events"]
            for kind in ("slot", "line")
            if event["event"] in ("placed", "laid") and any(town in event.get(kind, "") for town in NORTH)
        ]
    ply, thing = found[0]
    ada.page.goto(f"/game/{game}?ply={ply}")
    ada.page.get_by_label("One move forward").click()
    ada.page.wait_for_selector("[data-part=caption]", timeout=20_000)
    assert not ada.page.evaluate(COVERED, thing)
    board = ada.page.locator(".frame").bounding_box()
    assert board is not None
    assert board["height"] == SIDE["height"], "in its history too the board has the full height"
