"""Accounts in real browsers: a link on the console, a passkey, a second device, the operator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Page
from typer.testing import CliRunner

from grandjunction.cli.commands import app
from grandjunction.server.keys import key_of
from grandjunction.server.online import Online
from grandjunction.server.people import signing_in
from tests.e2e.conftest import Open
from tests.e2e.table import Person
from tests.e2e.test_clocks import audit
from tests.e2e.test_pages import SPILT
from tests.server.support import SECRET, Server, until

LANGUAGES = ("en", "pl", "ro", "ru", "zh-Hant")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    database = Path(tmp_path_factory.mktemp("accounts")) / "games.db"
    key_of(database).write_bytes(SECRET)
    return database


@pytest.fixture(scope="module")
def welcoming(database: Path) -> Iterator[Server]:
    """A server with accounts. It has no mail server, so that its console shows the links."""
    with Server(database, online=Online(accounts=True)) as running:
        yield running


@pytest.fixture
def at(welcoming: Server) -> SimpleNamespace:
    """Passkeys need a name, and this machine has one."""
    return SimpleNamespace(address=f"http://localhost:{welcoming.address.partition(':')[2]}")


def ask_link(one: Person, email: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Ask for a link on the account page, and return its path as the console shows it."""
    one.page.goto("/account")
    one.page.locator("#email").fill(email)
    one.page.locator("[data-act=send-link]").click()
    one.page.get_by_text("on the console").wait_for()
    printed: list[str] = []

    def shown() -> re.Match[str] | None:
        printed.append(capsys.readouterr().out)
        return re.search(rf"link for {re.escape(email)}: http://[^/]+(/sign-in/\S+)", "".join(printed))

    until(shown)
    found = re.search(r"(/sign-in/\S+)", "".join(printed))
    assert found is not None
    return found[1]


def with_passkeys(page: Page) -> None:
    """Give a browser a device that holds passkeys and says yes to everything."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_guest_signs_up_by_link_and_comes_back_by_passkey(
    person: Open, at: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = person(at=at)
    page = ada.page
    game = ada.ask("/api/games", {"ruleset": "birmingham", "seats": [{"kind": "me"}, {"kind": "open"}]})[
        "game"
    ]
    page.goto(ask_link(ada, "ada@example.org", capsys))
    page.get_by_text("You keep every seat, note and game.").wait_for()
    page.locator("[data-act=sign-in]").click()
    page.get_by_text("You are signed in as ada@example.org.").wait_for()
    page.get_by_label("Name").fill("Ada L")
    page.get_by_label("Teal").check()
    page.locator("[data-act=save]").click()
    page.get_by_text("Saved.").wait_for()
    with_passkeys(page)
    page.locator("[data-act=add-passkey]").click()
    page.get_by_role("button", name="Remove: ").wait_for()
    page.locator("[data-act=sign-out]").click()
    page.get_by_text("You play as a guest").wait_for()
    assert ada.ask(f"/api/games/{game}")["mine"] == []
    page.locator("[data-act=show-passkey]").click()
    page.locator("[data-act=sign-in]").wait_for()
    assert page.get_by_text("Another browser").count() == 0
    page.locator("[data-act=sign-in]").click()
    page.get_by_text("You are signed in as ada@example.org.").wait_for()
    assert page.get_by_label("Name").input_value() == "Ada L"
    assert ada.ask(f"/api/games/{game}")["mine"] == ["A"]


def test_a_second_device_brings_its_games_and_then_all_is_deleted(
    person: Open, at: SimpleNamespace, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_in, "BETWEEN", 0)
    ben, phone = person(at=at), person(at=at, phone=True)
    ben.page.goto(ask_link(ben, "ben@example.org", capsys))
    ben.page.locator("[data-act=sign-in]").click()
    ben.page.get_by_text("signed in as").wait_for()
    seats = [{"kind": "me", "name": "Ben"}, {"kind": "person", "name": "Cy"}]
    game = phone.ask("/api/games", {"ruleset": "birmingham", "seats": seats})["game"]
    phone.page.goto(ask_link(phone, "ben@example.org", capsys))
    phone.page.get_by_text("Bring the 1 game of this browser along").wait_for()
    audit(phone.page, "main")
    phone.page.locator("[data-act=sign-in]").click()
    phone.page.get_by_role("button", name="Sign out: ").wait_for()
    assert ben.ask(f"/api/games/{game}")["mine"] == ["A", "B"]
    with phone.page.expect_download() as download:
        phone.page.locator("[data-act=export]").click()
    assert game in Path(download.value.path()).read_text(encoding="utf-8")
    phone.page.locator("[data-act=delete]").click()
    phone.page.locator("[data-act=delete-sure]").click()
    phone.page.locator("[data-act=quick]").wait_for()
    ben.page.reload()
    ben.page.get_by_text("This device was signed out").wait_for()


def test_the_pages_fit_in_every_language_and_the_operator_sees_a_report(
    person: Open, at: SimpleNamespace, database: Path
) -> None:
    cy, boss = person(at=at), person(at=at)
    made = cy.ask(
        "/api/games", {"ruleset": "birmingham", "seats": [{"kind": "me", "name": "Cy"}, {"kind": "open"}]}
    )
    boss.ask("/api/join", {"token": made["invites"][0]["token"], "name": "Di"})
    boss.ask(f"/api/games/{made['game']}/chat", {"text": "you fool", "seat": "B"})
    cy.page.goto(f"/game/{made['game']}")
    cy.page.get_by_role("tab", name="Chat").click()
    cy.page.locator(".chat [data-act=person]").click()
    cy.page.locator("[data-act=report]").click()
    cy.page.get_by_text("Reported to the operator.").wait_for()
    printed = CliRunner().invoke(app, ["operator", "link", "--database", str(database)])
    assert printed.exit_code == 0, printed.output
    link = printed.stdout.strip().rpartition("/")[2]
    boss.page.goto(f"/sign-in/{link}")
    boss.page.locator("[data-act=sign-in]").click()
    boss.page.get_by_text("“Cy").or_(boss.page.get_by_text("you fool")).first.wait_for()
    for path in ("/operator", "/account"):
        for lang in LANGUAGES:
            for size in ({"width": 390, "height": 844}, {"width": 1440, "height": 900}):
                boss.page.set_viewport_size(size)  # type: ignore[arg-type]
                boss.page.goto(f"{path}?lang={lang}")
                boss.page.wait_for_selector(f"html[lang={lang}] main section:last-of-type")
                if lang == "en":
                    audit(boss.page, "main")
                else:
                    audit_words(boss.page)
    boss.page.goto("/operator?lang=en")
    boss.page.locator("[data-act=close-report]").first.click()
    boss.page.locator("[data-act=close-report]").wait_for(state="detached")


def audit_words(page: Page) -> None:
    assert page.evaluate(SPILT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
