"""Passkeys."""

from __future__ import annotations

import pytest

from tests.server.accounts.signing import SITE, sign_up, use
from tests.server.authenticator import Authenticator
from tests.server.mailbox import Mailbox
from tests.server.support import Browser, Json, Server


def add_passkey(browser: Browser, key: Authenticator, expect: int | None = None) -> Json:
    options = browser.ask("POST", "/api/account/passkeys/options", {})
    answer: Json = browser.ask("POST", "/api/account/passkeys", {"credential": key.create(options)}, expect)
    return answer


def show_passkey(browser: Browser, key: Authenticator, expect: int | None = None) -> Json:
    options = browser.ask("POST", "/api/account/passkey/options", {})
    answer: Json = browser.ask("POST", "/api/account/passkey", {"credential": key.get(options)}, expect)
    return answer


def test_a_passkey_signs_in(server: Server, anna: Browser, ben: Browser, mailbox: Mailbox) -> None:
    assert anna.ask("POST", "/api/account/passkeys/options", {}, 403)["error"] == "mail_first"
    game = anna.new_game("me", "open")["game"]
    sign_up(mailbox, anna)
    key = Authenticator(SITE)
    assert len(add_passkey(anna, key)["passkeys"]) == 1
    link = show_passkey(ben, key)["link"]
    assert ben.ask("GET", f"/api/account/links/{link}")["asked_here"]  # although nobody has played here
    assert not Browser(server).ask("GET", f"/api/account/links/{link}")["asked_here"]
    signed = use(ben, link)
    assert signed["signed_in"]
    assert ben.table(game)["mine"] == ["A"]
    (passkey,) = signed["passkeys"]
    assert passkey["used"] is not None
    assert ben.ask("DELETE", f"/api/account/passkeys/{passkey['id']}")["passkeys"] == []
    assert "does not know it" in show_passkey(Browser(server), key, 403)["message"]


@pytest.mark.one_store
def test_passkeys_of_other_sites_and_old_answers_are_refused(
    server: Server, anna: Browser, mailbox: Mailbox
) -> None:
    sign_up(mailbox, anna)
    elsewhere = Authenticator("https://brass.example.net")
    assert "origin" in add_passkey(anna, elsewhere, 403)["message"]
    key = Authenticator(SITE)
    add_passkey(anna, key)
    thief = Browser(server)
    key.origin = "https://brass.example.net"
    assert "origin" in show_passkey(thief, key, 403)["message"]
    key.origin = SITE
    options = thief.ask("POST", "/api/account/passkey/options", {})
    shown = key.get(options)
    thief.ask("POST", "/api/account/passkey", {"credential": shown})
    again = thief.ask("POST", "/api/account/passkey", {"credential": shown}, 403)
    assert "no question of this server, or an old one" in again["message"]
    other = Authenticator(SITE)
    stolen = {
        **other.get(thief.ask("POST", "/api/account/passkey/options", {})),
        "id": shown["id"],
        "rawId": shown["id"],
    }
    bad: list[Json] = [stolen, {}, {"response": {}}, {"id": 3, "response": {"clientDataJSON": "x"}}]
    for credential in bad:
        refused = thief.ask("POST", "/api/account/passkey", {"credential": credential}, 403)
        assert refused["error"] == "passkey_refused"
