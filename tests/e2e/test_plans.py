"""While others move: the next turn is planned on a private board, stored, removed, and played by itself."""

from __future__ import annotations

from random import Random

from tests.e2e.conftest import PHONE, Open
from tests.e2e.test_clocks import audit
from tests.e2e.test_puzzles import type_turn

INTRO = "birmingham-introductory"


def test_a_planned_turn_is_played_by_itself(person: Open) -> None:
    ada, ben = person(), person()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    begun = ada.ask("/api/games", {"ruleset": INTRO, "seats": seats})
    game = begun["game"]
    ben.ask("/api/join", {"token": begun["invites"][0]["token"], "name": "Ben"})
    first = ada.ask(f"/api/games/{game}")["draft"] is not None
    acts, waits = (ada, ben) if first else (ben, ada)
    page = waits.page
    page.goto(f"/game/{game}")
    page.locator("[data-act=plan]").wait_for()
    (seat,) = waits.ask(f"/api/games/{game}")["mine"]
    hand = waits.ask(f"/api/games/{game}")["hands"][seat]
    page.locator("[data-act=plan]").click()
    page.wait_for_selector(".task")
    type_turn(page, [f"loan 30 card {hand[0]}"])
    page.locator("[data-act=end]").click()
    page.wait_for_selector("[data-part=plan] li")
    audit(page, "[data-part=plan]")
    page.locator("[data-act=plan-remove]").click()
    page.wait_for_selector("[data-part=plan]", state="detached")
    page.set_viewport_size(PHONE)
    page.locator("[data-act=plan]").click()
    page.wait_for_selector(".phone-panel")
    waits.seat().turn(Random(1), ["loan"])
    page.locator("[data-part=plan] li").wait_for()
    audit(page, "[data-part=plan]")
    acts.turn_unseen(game, "pass", waits=False)
    page.wait_for_selector("[data-part=plan]", state="detached")  # it is played, and one may plan again
    page.locator("[data-act=plan]").wait_for()
    assert acts.turn_comes(game)["viewer"] != seat
    made = [line["move"] for line in acts.ask(f"/api/games/{game}/log") if line["seat"] == seat]
    assert len(made) == 1
