"""A tab that was open before the server was upgraded."""

from __future__ import annotations

import re

from playwright.sync_api import Route

from tests.e2e.conftest import Open
from tests.e2e.table import Table

INTRO = "birmingham-introductory"


def test_a_tab_of_an_older_build_loads_itself_anew_and_keeps_the_draft(person: Open) -> None:
    ada = person(service_workers="block")  # the test answers in the server's place
    ada.expected = "LOCAL_NETWORK_ACCESS"  # Chromium takes the page for one from outside
    game = ada.start(INTRO, ["me", "greedy"], seed="upgrade")
    loads: list[str] = []

    def outdated(route: Route) -> None:
        """The first page is the one of an older build; after that, the server's own."""
        answer = route.fetch()
        loads.append(answer.text())
        old = re.sub(r'name="build" content="\w+"', 'name="build" content="older"', loads[-1])
        route.fulfill(response=answer, body=old if len(loads) == 1 else loads[-1])

    table = Table(ada.page)
    now = ada.turn_comes(game)
    choice = ada.ask(f"/api/games/{game}/choices")["choices"][0]
    move = choice["move"] + (f" card {choice['cards'][0]}" if choice["cards"] else "")
    ada.ask(f"/api/games/{game}/draft", {"ply": now["ply"], "stamp": now["stamp"], "move": move})
    ada.page.route(f"**/game/{game}*", outdated)
    ada.page.goto(f"/game/{game}?pace=instant")
    ada.page.wait_for_selector("meta[name=build]:not([content=older])", state="attached")
    table.ready()
    assert len(loads) == 2
    assert len(table.drafted()) == 1
    assert "older" not in loads[1]
