"""How the tests sign up and in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from grandjunction.server.database.storage import Storage
from grandjunction.server.keys import Keys
from grandjunction.server.people import signing_in
from tests.server.mailbox import Mailbox
from tests.server.support import SECRET, Browser, Json, Server

SITE: Final = "https://brass.example.org"

_numbers = iter(range(10_000))


def new_address() -> str:
    return f"anna{next(_numbers)}@example.org"


def ask(mailbox: Mailbox, browser: Browser, email: str) -> str:
    """Ask for a link, and return the secret in it."""
    before = len(mailbox.received)
    browser.ask("POST", "/api/account/links", {"email": email})
    url = mailbox.link(email, before)
    assert url.startswith(f"{SITE}/sign-in/")
    return url.rpartition("/")[2]


def use(browser: Browser, link: str, bring: bool = True, expect: int | None = None) -> Json:
    answer: Json = browser.ask("POST", f"/api/account/links/{link}", {"bring": bring}, expect)
    return answer


def sign_up(mailbox: Mailbox, browser: Browser) -> str:
    email = new_address()
    assert use(browser, ask(mailbox, browser, email))["email"] == email
    return email


def account(browser: Browser) -> Json:
    answer: Json = browser.ask("GET", "/api/account")
    return answer


def run(server: Server, do: Callable[[Storage], Any]) -> Any:
    """Do something in the storage, from outside the server's loop."""
    return asyncio.run(server.hall.journal.run(do))


def player_of(browser: Browser) -> str:
    player = Keys(SECRET).player_of(dict([browser.cookie]) if browser.cookie else {})
    assert player is not None
    return player


def has_ended(line: ClientConnection) -> bool:
    """Whether a live line was ended because its device was signed out."""
    try:
        line.recv(timeout=0.1)
    except TimeoutError:
        return False
    except ConnectionClosed as closed:
        return "4403" in str(closed)
    return False


def operator(server: Server) -> Browser:
    browser = Browser(server)
    link = run(server, lambda storage: signing_in.new_link(server.hall, storage, "operator:", None))
    assert browser.ask("GET", f"/api/account/links/{link}")["kind"] == "operator"
    assert use(browser, str(link))["operator"]
    return browser
