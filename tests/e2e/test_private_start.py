"""On one's own machine a game is one command and one click away, without an account."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.conftest import Open, ServerProcess


def test_one_command_and_one_click_and_nothing_is_asked(person: Open, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "games.db")  # ``grandjunction serve``, with nothing switched on
    try:
        one = person(at=server)
        asked: list[str] = []
        one.page.on("request", lambda request: asked.append(request.url))
        one.page.goto("/")
        one.page.locator("[data-act=quick]").click()
        one.page.wait_for_url("**/game/*")
        one.page.wait_for_selector("[data-verb]")
        assert one.page.locator("dialog[open]").count() == 0
        table = one.ask(f"/api/games/{one.page.url.rpartition('/')[2].partition('?')[0]}")
        assert table["draft"] is not None  # it waits for a move, not for a name or a password
        account = one.ask("/api/account")
        assert (account["offered"], account["signed_in"], account["keeps_addresses"]) == (False, False, False)
        assert {url.split("/api/")[0] for url in asked if "/api/" in url} == {server.address}
        assert all(url.startswith((server.address, "data:", "blob:")) for url in asked)
    finally:
        server.stop()
