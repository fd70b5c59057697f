"""How long the answer to a sign-in request takes must not tell who has an account."""

from __future__ import annotations

import hashlib
import time
from random import Random
from statistics import median
from typing import Any, Final

import pytest

from grandjunction.server.mail import Mail
from grandjunction.server.people import signing_in
from tests.server.accounts.signing import new_address, run
from tests.server.mailbox import Mailbox
from tests.server.support import Browser, Server

EACH: Final = 40  # requests for known addresses, and as many for unknown ones
APART: Final = 1.75  # how far the medians may be apart: equal work varies too, on a busy machine


def slower(server: Server, mailbox: Mailbox) -> float:
    """Return how much slower requests for known addresses are answered, by the ratio of the medians."""
    known = [new_address() for _ in range(EACH)]
    unknown = [new_address() for _ in range(EACH)]

    def sign_up(storage: Any) -> None:
        for number, email in enumerate(known):
            signing_in.prove(storage, f"{email} {number}", f"mail:{email}", 1)

    run(server, sign_up)
    stranger = Browser(server)
    order = [*known, *unknown]
    Random(1).shuffle(order)  # whatever else the machine does falls on both
    took: dict[str, float] = {}
    for email in ["before@example.org", *order]:
        server.hall.limits.links._own._left.clear()
        run(server, lambda storage: storage.db.execute("DELETE FROM allowances"))  # type: ignore[attr-defined]
        before = len(mailbox.received)
        began = time.perf_counter()
        answer = stranger.http.post("/api/account/links", json={"email": email})
        took[email] = time.perf_counter() - began
        assert answer.status_code == 202
        mailbox.next(email, before)  # the server has nothing left to do
    return median(took[email] for email in known) / median(took[email] for email in unknown)


@pytest.fixture(autouse=True)
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing_in, "MAILS_AN_HOUR", 10_000)
    monkeypatch.setattr(signing_in, "BETWEEN", 0)


def test_known_and_unknown_addresses_take_equally_long(server: Server, mailbox: Mailbox) -> None:
    assert 1 / APART < slower(server, mailbox) < APART


@pytest.mark.one_store
@pytest.mark.parametrize("leak", ["mail", "hash"])
def test_a_leak_would_be_seen(
    server: Server, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    """The test above can fail: it does if a request does for known addresses what a job should do."""
    ask = signing_in.ask_link

    async def leaking(hall: Any, player: str, email: str, language: str, base: str) -> None:
        found = await hall.journal.read(lambda storage: storage.people.by_email(email))
        if found is not None and leak == "mail":
            await hall.post.send(Mail("operator@example.org", "Sign-in", "A player signs in.\n"))
        elif found is not None:
            hashlib.scrypt(b"password", salt=b"salt", n=2**14, r=8, p=1)
        await ask(hall, player, email, language, base)

    monkeypatch.setattr(signing_in, "ask_link", leaking)
    assert slower(server, mailbox) > APART
