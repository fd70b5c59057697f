"""The review page: it is worked out while one waits, and shows on the board what would have been better."""

from __future__ import annotations

import re

import pytest

from tests.e2e.conftest import Open
from tests.e2e.table import Person
from tests.e2e.test_pages import AXE, EVERYTHING, RUN_AXE


def passed(one: Person) -> str:
    """A game against a bot in which one's first turn was a pass."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "bot": "greedy", "name": "Brindley"}]
    game = str(one.ask("/api/games", {"ruleset": "birmingham", "seed": "passed", "seats": seats})["game"])
    path = f"/api/games/{game}"
    while (table := one.ask(path))["draft"] is None:
        one.page.wait_for_timeout(50)
    choices = one.ask(f"{path}/choices")["choices"]
    card = next(choice for choice in choices if choice["move"] == "pass")["cards"][0]
    table = one.ask(
        f"{path}/draft", {"ply": table["ply"], "stamp": table["stamp"], "move": f"pass card {card}"}
    )
    one.ask(f"{path}/end", {"ply": table["ply"], "stamp": table["stamp"]})
    return game


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_review(person: Open, phone: bool) -> None:
    ada = person(phone=phone)
    game = passed(ada)
    page = ada.page
    page.goto(f"/game/{game}?history")
    page.locator("[data-act=review]").click()  # begins it: no other click is needed
    graph = page.get_by_role("slider", name="Win share")
    graph.wait_for(timeout=60_000)
    review = ada.ask(f"/api/games/{game}/review")["review"]
    assert graph.get_attribute("aria-valuemax") == str(len(review["steps"]))
    assert page.locator("[data-part=share-how]").is_visible()
    assert "Canal Era: rounds" in graph.locator("text").all_text_contents()
    assert graph.locator("text.round").first.text_content() == "1"
    graph.press("End")
    page.wait_for_function(
        "() => document.querySelector('[role=slider]').ariaValueText.startsWith('Canal Era, round 1')"
    )
    said = review["steps"][-1]["text"]
    page.wait_for_function("text => document.querySelector('.caption').innerText.includes(text)", arg=said)
    assert review["mistakes"], "a first turn passed is a mistake"
    page.locator("[data-act=show]").first.click()
    page.wait_for_selector("article.shown")
    page.wait_for_function("() => document.querySelector('.caption').innerText.startsWith('Better')")
    moment = page.locator("[data-part=moment]")
    moment.locator("[data-act=show-other]").last.click()
    page.wait_for_function("() => document.querySelector('.caption').innerText.startsWith('Instead')")
    assert all("±" in text for text in moment.locator("dd").all_inner_texts())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if not phone:  # the column beside the board scrolls, and the page does not
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert moment.locator("[data-act=analyse]").is_visible()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(RUN_AXE, ["html", EVERYTHING]) == []
    page.reload()
    graph.wait_for()  # it is kept
    if not phone:  # nor do long explanations take the board's room
        page.set_viewport_size({"width": 1024, "height": 768})
        page.goto(f"/game/{game}/review?lang=ru")
        high = page.locator(".board .map").bounding_box()
        assert high is not None
        assert high["height"] >= 768 / 2


def test_a_long_list_of_mistakes_begins_with_the_worst(person: Open) -> None:
    """The tables below it can be reached without scrolling past all of them."""
    ada = person(phone=True)
    game = passed(ada)
    page = ada.page
    ada.ask(f"/api/games/{game}/review", {"depth": "quick"})
    while (found := ada.ask(f"/api/games/{game}/review"))["running"]:
        page.wait_for_timeout(100)
    (one, *_) = found["review"]["mistakes"]
    found["review"]["mistakes"] = [{**one, "ply": ply} for ply in range(15)]
    page.route(re.compile(r"/review\?"), lambda route: route.fulfill(json=found))
    page.goto(f"/game/{game}/review")
    page.locator("article").nth(11).wait_for()
    assert page.locator("article").count() == 12
    page.locator("[data-act=rest]").get_by_text("Show 3 more").click()
    page.locator("article").nth(14).wait_for()
    assert page.locator("[data-act=rest]").count() == 0
