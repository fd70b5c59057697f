"""Guests are promoted in place, sign in on several devices and bring their games."""

from __future__ import annotations

import pytest

from grandjunction.server.people import signing_in
from tests.server.accounts.signing import account, ask, has_ended, new_address, player_of, sign_up, use
from tests.server.mailbox import Mailbox
from tests.server.support import Browser, Server, until


def test_a_guest_is_promoted_in_place_and_keeps_everything(
    server: Server, anna: Browser, mailbox: Mailbox
) -> None:
    game = anna.new_game("me", "open")["game"]
    anna.game("PUT", game, "/notes", {"text": "my plan"})
    before = player_of(anna)
    assert not account(anna)["signed_in"]
    assert anna.ask("GET", "/api/games")["sign_in"]
    link = ask(mailbox, anna, email := new_address())
    seen = anna.ask("GET", f"/api/account/links/{link}")
    assert seen == {"kind": "promote", "who": email, "games": 1, "asked_here": True}
    assert not account(anna)["signed_in"]  # looking changes nothing
    signed = use(anna, link)
    assert (signed["signed_in"], signed["email"], len(signed["devices"])) == (True, email, 1)
    assert player_of(anna) == before
    assert not anna.ask("GET", "/api/games")["sign_in"]
    assert anna.table(game)["mine"] == ["A"]
    assert anna.game("GET", game, "/notes")["text"] == "my plan"


def test_another_device_is_the_same_player_and_can_be_signed_out(
    server: Server, anna: Browser, ben: Browser, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_in, "BETWEEN", 0)
    game = anna.new_game("me", "open")["game"]
    email = sign_up(mailbox, anna)
    use(ben, ask(mailbox, ben, email))
    assert player_of(ben) == player_of(anna)
    assert ben.table(game)["mine"] == ["A"]
    there = next(one for one in account(anna)["devices"] if not one["here"])
    with ben.live(game) as line:
        line.recv()
        anna.ask("DELETE", f"/api/account/devices/{there['id']}")
        until(lambda: has_ended(line))
    assert ben.table(game)["mine"] == []
    told = account(ben)
    assert (told["signed_in"], told["ended"], told["email"]) == (False, True, None)
    assert anna.table(game)["mine"] == ["A"]
    anna.ask("DELETE", f"/api/account/devices/{there['id']}", expect=404)


def test_the_games_of_a_device_come_along_if_wanted(
    server: Server, anna: Browser, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_in, "BETWEEN", 0)
    email = sign_up(mailbox, anna)
    phone = Browser(server)
    guest = phone.new_game("me", "open")["game"]
    phone.game("PUT", guest, "/notes", {"text": "on the phone"})
    phone.game("PUT", guest, "/archive", {"archived": True})
    link = ask(mailbox, phone, email)
    assert phone.ask("GET", f"/api/account/links/{link}") == {
        "kind": "sign_in", "who": email, "games": 1, "asked_here": True,
    }  # fmt: skip
    use(phone, link)
    for browser in (phone, anna):
        assert browser.table(guest)["mine"] == ["A"]
        assert browser.game("GET", guest, "/notes")["text"] == "on the phone"
    assert guest in str(anna.ask("GET", "/api/games?archived=true"))
    other = Browser(server)
    left = other.new_game("me", "open")["game"]
    use(other, ask(mailbox, other, email), bring=False)
    assert other.table(left)["mine"] == []


@pytest.mark.one_store
def test_signing_out_leaves_the_account_as_it_is(server: Server, anna: Browser, mailbox: Mailbox) -> None:
    game = anna.new_game("me", "open")["game"]
    sign_up(mailbox, anna)
    cookie = anna.cookie
    assert cookie is not None
    assert not anna.ask("POST", "/api/account/sign-out", {})["signed_in"]
    assert anna.table(game)["mine"] == []
    thief = Browser(server)
    thief.http.cookies.set(*cookie)
    assert thief.table(game)["mine"] == []
    thief.ask("POST", "/api/account/sign-out", {}, expect=401)


def test_a_profile_is_kept(anna: Browser) -> None:
    anna.ask("PUT", "/api/account", {"name": " Anna  B ", "colour": "teal", "zone": "Europe/Warsaw"})
    anna.ask("PUT", "/api/account", {"language": "pl"})
    got = account(anna)
    kept = [got[key] for key in ("name", "colour", "zone", "language")]
    assert kept == ["Anna B", "teal", "Europe/Warsaw", "pl"]
    assert anna.ask("PUT", "/api/account", {"zone": "Mars/Olympus"}, 422)["error"] == "no_zone"
    anna.ask("PUT", "/api/account", {"name": "#"}, 422)
    anna.ask("PUT", "/api/account", {"colour": "mauve"}, 422)
    assert account(anna)["name"] == "Anna B"


def test_a_new_address_replaces_the_old_one_and_that_one_is_told(
    anna: Browser, ben: Browser, mailbox: Mailbox
) -> None:
    old = sign_up(mailbox, anna)
    new = new_address()
    before = len(mailbox.received)
    assert use(anna, ask(mailbox, anna, new))["email"] == new
    assert "changed" in mailbox.next(old, before)["Subject"]
    signed = use(ben, ask(mailbox, ben, new_address()))
    assert player_of(ben) != player_of(anna)
    assert signed["signed_in"]
