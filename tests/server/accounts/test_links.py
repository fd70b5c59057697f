"""Sign-in links in hostile hands, and limits."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.database.storage import Storage
from grandjunction.server.edge import rate_limits
from grandjunction.server.keys import Keys
from grandjunction.server.people import signing_in
from tests.server.accounts.signing import account, ask, new_address, player_of, run, sign_up, use
from tests.server.mailbox import Mailbox
from tests.server.support import SECRET, Browser, Server


def test_a_link_works_once_and_not_for_long(
    server: Server, anna: Browser, ben: Browser, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = ask(mailbox, anna, new_address())
    use(anna, link)
    assert use(ben, link, expect=404)["error"] == "link_used"
    assert (
        ben.ask("GET", f"/api/account/links/{link}", expect=404)["message"] == "This link was used already."
    )
    assert not account(ben)["signed_in"]
    monkeypatch.setattr(signing_in, "LASTS", -1)
    ben.ask("POST", "/api/account/links", {"email": new_address()})
    old = server.hall.keys.link(_latest_ticket(server))
    assert use(ben, old, expect=410)["error"] == "link_old"


def _latest_ticket(server: Server) -> str:
    def look(storage: Any) -> str:
        return str(
            storage.db.execute("SELECT id FROM tickets ORDER BY expires, created LIMIT 1").fetchone()[0]
        )

    found = run(server, look)
    return str(found)


@pytest.mark.one_store
def test_a_forged_link_leads_nowhere(server: Server, anna: Browser, mailbox: Mailbox) -> None:
    link = ask(mailbox, anna, new_address())
    other = Keys(b"another key, also thirty-two bytes")
    for forged in (
        link[:-1] + ("A" if link[-1] != "A" else "B"),
        other.link(link[:22]),
        link[:22],
        "x" * 44,
        "ä",
    ):
        assert use(anna, forged, expect=404)["error"] == "no_such_link"
    assert use(anna, link)["signed_in"]


def test_nothing_stored_or_logged_is_a_link(
    server: Server, anna: Browser, mailbox: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    link = ask(mailbox, anna, new_address())
    secret = link[22:]

    def everything(storage: Any) -> str:
        tables = ("tickets", "jobs", "devices", "players")
        return repr([list(storage.db.execute(f"SELECT * FROM {table}")) for table in tables])

    assert secret not in run(server, everything)
    use(anna, link)
    ours = [one for one in caplog.records if one.name.startswith(("grandjunction", "uvicorn", "asyncio"))]
    assert link not in repr([one.getMessage() for one in ours])


@pytest.mark.one_store
def test_somebody_elses_link_gives_them_nothing_of_mine(
    server: Server, anna: Browser, ben: Browser, mailbox: Mailbox
) -> None:
    """Ben asks for a link to his address and lets Anna open it: her games must not become his."""
    game = anna.new_game("me", "open")["game"]
    link = ask(mailbox, ben, email := new_address())
    seen = anna.ask("GET", f"/api/account/links/{link}")
    assert (seen["kind"], seen["who"], seen["asked_here"]) == ("sign_up", email, False)
    before = player_of(anna)
    use(anna, link, bring=True)
    assert player_of(anna) not in (before, player_of(ben))
    assert anna.table(game)["mine"] == []
    assert ben.table(game)["mine"] == []


def test_a_guests_old_cookie_is_worth_nothing_after_the_promotion(
    server: Server, anna: Browser, mailbox: Mailbox
) -> None:
    game = anna.new_game("me", "open")["game"]
    stolen = anna.cookie
    assert stolen is not None
    sign_up(mailbox, anna)
    thief = Browser(server)
    thief.http.cookies.set(*stolen)
    assert thief.table(game)["mine"] == []
    assert account(thief)["ended"]
    keys = Keys(SECRET)
    player, device = keys.holder_of(dict([anna.cookie]) if anna.cookie else {})
    assert player is not None
    assert device is not None
    for forged in (
        keys.cookie(player, keys.new_player()),
        f"{player}.{device}.{'A' * 22}",
        f"{player}.{device}",
    ):
        thief = Browser(server)
        thief.http.cookies.set(keys.cookie_name, forged)
        assert thief.table(game)["mine"] == []


@pytest.mark.one_store
def test_nobody_learns_who_has_an_account(
    server: Server, anna: Browser, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = sign_up(mailbox, anna)
    monkeypatch.setattr(signing_in, "BETWEEN", 0)
    stranger = Browser(server)
    answers, writes = [], []
    for email in (known, new_address()):
        before = _count(server)
        answer = stranger.http.post("/api/account/links", json={"email": email})
        answers.append((answer.status_code, answer.content, sorted(answer.headers.keys())))
        writes.append(_count(server)[0] - before[0])
    assert answers[0][:2] == answers[1][:2]
    assert answers[0][0] == 202
    assert writes[0] == writes[1] == 1


@pytest.mark.one_store
def test_the_work_before_the_answer_is_the_same_for_every_address() -> None:
    """Time would tell what the answer does not: whether an address has an account, or just got a mail."""
    storage = SqliteStorage(":memory:")
    statements: list[str] = []

    async def run_here(do: Callable[[Storage], None]) -> None:
        with storage.transaction():
            do(storage)

    with storage.transaction():
        signing_in.prove(storage, "player-of-anna", "mail:anna@example.org", 1)
    site = SimpleNamespace(public_url=None)
    journal, jobs = SimpleNamespace(run=run_here), SimpleNamespace(wake=lambda kind: None)
    hall: Any = SimpleNamespace(site=site, journal=journal, jobs=jobs)
    work = []
    storage.db.set_trace_callback(statements.append)  # type: ignore[attr-defined]
    for email in ("anna@example.org", "ben@example.org", "ben@example.org"):  # known, unknown, too soon
        statements.clear()
        asyncio.run(signing_in.ask_link(hall, "guest", email, "en", "http://localhost/"))
        work.append([re.sub(r"'[^']*'|\bNULL\b|[\d.]{6,}", "?", one) for one in statements])
    assert len(work[0]) > 3
    assert work[0] == work[1] == work[2]
    assert storage.sessions.count_for("mail", 0) == 2


def _count(server: Server) -> tuple[int]:
    found = run(
        server,
        lambda storage: storage.db.execute("SELECT count(*) FROM tickets").fetchone(),  # type: ignore[attr-defined]
    )
    return (int(found[0]),)


def test_one_address_gets_one_mail_in_a_while(anna: Browser, server: Server, mailbox: Mailbox) -> None:
    email = new_address()
    before = len(mailbox.received)
    for browser in (anna, Browser(server), anna):
        browser.ask("POST", "/api/account/links", {"email": email.upper()})
    mailbox.next(email, before)
    assert mailbox.stays_at(1, email)


@pytest.mark.one_store
@pytest.mark.parametrize(
    "email", ["anna@example.org\r\nBcc: x@example.org", "anna", "a@b, c@d.org", "<a@b.org>"]
)
def test_what_is_no_address_gets_no_mail(server: Server, anna: Browser, email: str) -> None:
    before = run(server, lambda storage: storage.sessions.count_for("mail", 0))
    assert anna.ask("POST", "/api/account/links", {"email": email}, 422)["error"] == "no_address"
    assert run(server, lambda storage: storage.sessions.count_for("mail", 0)) == before


def test_too_many_links_and_accounts_are_refused(
    server: Server, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Browser(server)
    anna.new_game("me", "open")
    for _ in range(5):
        anna.ask("POST", "/api/account/links", {"email": new_address()})
    assert anna.ask("POST", "/api/account/links", {"email": new_address()}, 429)["error"] == "too_many"
    ben = Browser(server)
    link = ask(mailbox, ben, new_address())
    monkeypatch.setattr(rate_limits, "ALL_SIGN_UPS", 0)
    assert use(ben, link, expect=429)["error"] == "too_many"
    assert not account(ben)["signed_in"]
