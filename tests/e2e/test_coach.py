"""Learning by playing: a hint says why, and the coach warns before a turn that throws much away ends."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Open
from tests.e2e.table import Json

COACH = """localStorage.setItem('grand-junction', JSON.stringify({ coach: true }))"""


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_hint_and_a_warning(person: Open, phone: bool) -> None:
    ada = person(phone=phone)
    page = ada.page
    page.goto("/")
    page.evaluate(COACH)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "bot": "greedy", "name": "Brindley"}]
    game = str(ada.ask("/api/games", {"ruleset": "birmingham", "seed": "coached", "seats": seats})["game"])
    path = f"/api/games/{game}"
    while (table := ada.ask(path))["draft"] is None:
        page.wait_for_timeout(50)
    page.goto(f"/game/{game}")
    page.wait_for_selector("[data-verb]")
    page.keyboard.press("h")
    hint = page.locator("[data-part=hint]")
    hint.wait_for()
    said_of = ada.ask(f"{path}/hint")
    assert said_of["next_best"] in hint.locator("[data-part=next-best]").inner_text()
    assert f"{round(said_of['expected']['vp'])} VP" in hint.locator("[data-part=expected]").inner_text()

    choices = ada.ask(f"{path}/choices")["choices"]
    card = next(choice for choice in choices if choice["move"] == "pass")["cards"][0]
    draft = {"ply": table["ply"], "stamp": table["stamp"], "move": f"pass card {card}"}
    ada.ask(f"{path}/draft", draft)
    said: Json = {"warns": False}
    for _ in range(12):  # on a busy machine it may take longer than the page waits; then it is kept
        said = said if said["warns"] else ada.ask(f"{path}/coach")
    page.locator("[data-act=end]").click()
    warning = page.locator("[data-part=coach]")
    warning.wait_for()
    assert "What the best turn has over it" in warning.inner_text()
    assert said["reasons"][0] in warning.inner_text()
    warning.locator("[data-act=take-back]").click()
    page.wait_for_selector("[data-verb]")
    assert ada.ask(path)["draft"]["units"] == []
    ada.ask(f"{path}/draft", draft | {"stamp": ada.ask(path)["stamp"]})
    page.locator("[data-act=end]").click()
    warning.locator("[data-act=anyway]").click()
    warning.wait_for(state="detached")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    while ada.ask(path)["ply"] == table["ply"]:
        page.wait_for_timeout(50)
