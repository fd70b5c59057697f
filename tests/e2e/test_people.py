"""Finding people in real browsers: an invitation by name, follow, block, and how it is undone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from playwright.sync_api import Page

from grandjunction.server.online import Online
from grandjunction.server.people import signing_in
from tests.e2e.conftest import Open
from tests.e2e.table import Person
from tests.e2e.test_clocks import audit
from tests.server.support import Server

LAPTOP = {"width": 1366, "height": 768}


@pytest.fixture(scope="module")
def welcoming() -> Iterator[Server]:
    with Server(online=Online(accounts=True)) as running:
        yield running


def sign_in(one: Person, server: Server, name: str) -> None:
    """Give a browser an account with a name."""
    subject = f"mail:{name.lower()}@example.org"
    hall = server.hall
    made = hall.journal.run(lambda storage: signing_in.new_link(hall, storage, subject, None))
    link = asyncio.run_coroutine_threadsafe(made, server.loop).result(30)
    one.ask(f"/api/account/links/{link}", {"bring": True})
    assert one.context.request.put("/api/account", data={"name": name}).ok


def open_menu(page: Page, name: str) -> None:
    page.locator("[data-act=person]", has_text=name).first.click()
    page.locator("[data-part=person] [data-act=report]").wait_for()


def test_invite_by_name_follow_block_and_undo(person: Open, welcoming: Server) -> None:
    at = SimpleNamespace(address=f"http://{welcoming.address}")
    ada, ben = person(at=at, size=LAPTOP), person(at=at, phone=True)
    for one, name in ((ada, "Ada"), (ben, "Ben")):
        sign_in(one, welcoming, name)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    game = ada.ask("/api/games", {"ruleset": "birmingham", "seats": seats})["game"]
    ada.page.goto(f"/game/{game}")
    form = ada.page.locator("[data-part=invite-by-name]")
    for name in ("Nobody", "Ben"):
        form.get_by_label("Their exact name").fill(name)
        form.locator("[data-act=invite]").click()
        ada.page.get_by_text(f"If {name} plays on this server").wait_for()
    audit(ada.page, "[data-part=invite-by-name]")

    ben.page.goto("/")
    ben.page.get_by_text("Ada invites you").wait_for()
    audit(ben.page, "[data-part=invited]")
    ben.page.locator("[data-act=accept]").click()
    ben.page.wait_for_url(f"**/game/{game}")
    assert ben.ask(f"/api/games/{game}")["mine"] == ["B"]

    open_menu(ada.page, "Ben")
    ada.page.locator("[data-act=follow]").click()
    ada.page.locator("[data-act=unfollow]").wait_for()
    audit(ada.page, "[data-part=person]")
    ada.page.keyboard.press("Escape")
    ada.page.locator("[data-part=person]").wait_for(state="detached")

    ben.ask(f"/api/games/{game}/chat", {"text": "you fool", "seat": "B"})
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.locator(".chat li", has_text="you fool").locator("[data-act=person]").click()
    ada.page.locator("[data-act=block]").click()
    ada.page.locator("[data-act=unblock]").wait_for()
    ada.page.get_by_text("you fool").wait_for(state="detached")
    assert [line["text"] for line in ben.ask(f"/api/games/{game}/chat")] == ["you fool"]

    ada.page.goto("/account")
    ada.page.locator("[data-part=blocked] li").wait_for()
    audit(ada.page, "main")
    ada.page.get_by_role("button", name="Unblock: Ben").click()
    ada.page.get_by_text("You have blocked nobody.").wait_for()
    assert ada.ask(f"/api/games/{game}/people?seat=B")["tie"] is None


def test_without_accounts_a_name_only_leads_to_a_report(person: Open) -> None:
    ada, ben = person(size=LAPTOP), person()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}]
    made = ada.ask("/api/games", {"ruleset": "birmingham", "seats": seats})
    ben.ask("/api/join", {"token": made["invites"][0]["token"], "name": "Ben"})
    ada.page.goto(f"/game/{made['game']}")
    open_menu(ada.page, "Ben")
    ada.page.wait_for_load_state("networkidle")
    assert ada.page.locator("[data-part=person] button").count() == 1
    assert ada.page.locator("[data-part=invite-by-name]").count() == 0
    ada.page.locator("[data-act=report]").click()
    ada.page.get_by_text("Reported to the operator.").wait_for()
    ada.page.goto("/account")
    ada.page.get_by_text("switched accounts off").wait_for()
    assert ada.page.locator("[data-part=blocked]").count() == 0
