"""A server below a path of its host: every page, link and request stays below it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.e2e.conftest import Open, ServerProcess
from tests.e2e.table import Table

BASE = "/some/brass/"


def test_people_meet_and_play_below_a_path(person: Open, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "games.db", base=BASE)
    try:
        ada, ben = person(at=server), person(at=server)
        outside: list[str] = []
        for one in (ada, ben):
            one.page.on("request", lambda sent: outside.append(sent.url) if BASE not in sent.url else None)
        ada.page.goto(f"{BASE}new?pace=instant")
        ada.page.locator("form ul > li").nth(1).locator("select").first.select_option("open")
        ada.page.locator("[data-act=start]").click()
        ada.page.wait_for_url(re.compile(f"{BASE}game/"))
        ada.page.locator("[data-qr=invite-B]").click()
        ada.page.wait_for_function("() => document.querySelector('img[alt^=QR]')?.naturalWidth > 0")
        invite = ada.page.locator("[data-link=invite-B]").input_value()
        assert invite.startswith(f"{server.address}{BASE}join/")
        ben.page.goto(f"{invite}?pace=instant")
        ben.page.locator("[data-act=join]").click()
        ben.page.wait_for_url(re.compile(f"{BASE}game/"))
        acting = Table(ada.page)
        ada.page.wait_for_selector("[data-link=invite-B]", state="detached")
        acting.loaded()
        ada.page.reload()  # deep below the base, and from the server
        acting.loaded()
        ada.page.locator("header a.brand").click()
        ada.page.wait_for_selector("a.card")
        assert ada.page.url == f"{server.address}{BASE}"
        assert outside == []
    finally:
        server.stop()
