"""A browser is told for as long as its player is signed in there, and no longer."""

from __future__ import annotations

from hashlib import sha256

import pytest

from grandjunction.server.people import signing_in
from tests.server.accounts.signing import account, ask, player_of, run, sign_up, use
from tests.server.mailbox import Mailbox
from tests.server.receivers import Device, Receiver
from tests.server.support import Browser, Server


def subscribe(web: Receiver, browser: Browser, name: str) -> str:
    """Have a browser told by push, and return the mark of its channel."""
    subscription = Device(web, name).subscription()
    browser.ask("POST", "/api/notices/devices", subscription)
    return sha256(subscription["endpoint"].encode()).hexdigest()[:16]


def marks(server: Server, player: str) -> list[str]:
    """Return the marks of a player's channels, as a browser of theirs would see them."""
    channels = run(server, lambda storage: storage.notices.channels(player))
    found = [sha256(one.target.split('"')[3].encode()).hexdigest()[:16] for one in channels]
    return sorted(found)


def test_signing_a_device_out_ends_its_notices(
    server: Server, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_in, "BETWEEN", 0)
    laptop, phone, shared = Browser(server), Browser(server), Browser(server)
    with Receiver().serving() as web:
        on_laptop, on_phone = subscribe(web, laptop, "laptop"), subscribe(web, phone, "phone")  # as guests
        email, player = sign_up(mailbox, laptop), player_of(laptop)
        use(phone, ask(mailbox, phone, email))
        use(shared, ask(mailbox, shared, email))
        on_shared = subscribe(web, shared, "shared")
        told = [one["mark"] for one in laptop.ask("GET", "/api/notices")["channels"]]
        assert sorted(told) == sorted([on_laptop, on_phone, on_shared]) == marks(server, player)
        devices = {one["id"]: one["here"] for one in account(phone)["devices"]}
        (here,) = [id for id, is_here in devices.items() if is_here]
        laptop.ask("DELETE", f"/api/account/devices/{here}")  # the phone is lost
        assert marks(server, player) == sorted([on_laptop, on_shared])
        shared.ask("POST", "/api/account/sign-out", {"everywhere": False})
        assert marks(server, player) == [on_laptop]
        laptop.ask("POST", "/api/account/sign-out", {"everywhere": True})
        assert marks(server, player) == []


def test_a_guest_left_behind_is_told_no_more(
    server: Server, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_in, "BETWEEN", 0)
    laptop, phone = Browser(server), Browser(server)
    with Receiver().serving() as web:
        email = sign_up(mailbox, laptop)
        subscribe(web, phone, "left")
        guest = player_of(phone)
        use(phone, ask(mailbox, phone, email), bring=False)
        assert marks(server, guest) == marks(server, player_of(laptop)) == []
