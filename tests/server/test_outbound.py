"""Requests to addresses that players give: none reaches this machine or its network."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from grandjunction.server.notices.outbound import Outbound, Refused, Unreachable, is_public
from tests.server.receivers import Receiver
from tests.server.support import Browser, Server


@pytest.fixture(scope="module")
def web() -> Iterator[Receiver]:
    with Receiver().serving() as receiver:
        yield receiver


class Names:
    """A name server whose answers change."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def post(outbound: Outbound, url: str) -> int:
    async def run() -> int:
        try:
            return (await outbound.post(url, b"{}", {})).status
        finally:
            await outbound.close()

    return asyncio.run(run())


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254",
        "100.64.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "::", "::1", "fe80::1",
        "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
        "2001:0:7f00:1::", "fe80::1%eth0",
    ],
)  # fmt: skip
def test_addresses_of_this_machine_and_its_network_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["9.9.9.9", "2620:fe::fe", "::ffff:9.9.9.9"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "https://", "https:///x", "https://user@example.org/",
        "https://user:pass@example.org/", "https://example.org:0/", "https://exa mple.org/",
        "https://example.org/\r\nX: y", "https://example.org:99999/", "https://[::1", "javascript:alert(1)",
        "https://exämple.org/", "https://example.org/" + "x" * 2000,
    ],
)  # fmt: skip
def test_addresses_that_are_not_plain_ones_by_https_are_refused(url: str) -> None:
    with pytest.raises(Refused):
        Outbound().check(url)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1"])
def test_this_machine_is_not_reached(web: Receiver, host: str) -> None:
    with pytest.raises((Refused, Unreachable)):
        post(Outbound(), f"https://{host}:{web.url.rpartition(':')[2]}/")
    assert web.got == []


def test_one_private_address_among_public_ones_is_enough_to_refuse(web: Receiver) -> None:
    with pytest.raises(Refused, match="private network"):
        post(Outbound(lookup=Names(["9.9.9.9", "127.0.0.1"])), "https://example.org/")


def test_a_name_is_resolved_once_and_the_request_goes_there(
    web: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name server may answer with a public address first, and with a private one a moment later."""
    names = Names(["9.9.9.9"], ["127.0.0.1"])
    reached: list[str] = []

    async def connect(self: object, host: str, port: int, **_: object) -> None:
        reached.append(host)
        raise OSError("far away")

    monkeypatch.setattr("httpcore._backends.auto.AutoBackend.connect_tcp", connect)
    with pytest.raises((Unreachable, OSError)):
        post(Outbound(lookup=names), "https://example.org/hook")
    assert (names.asked, reached) == (["example.org"], ["9.9.9.9"])


def test_a_server_refuses_a_webhook_to_itself(web: Receiver) -> None:
    with Server() as server:
        ben = Browser(server)
        for url, error in (
            (web.url, "webhook_address"),
            (web.url.replace("http", "https"), "webhook_address"),
            ("https://localhost/hook", "webhook_address"),
            ("https://169.254.169.254/latest/meta-data", "webhook_address"),
            ("https://nowhere.invalid/hook", "webhook_unknown"),
        ):
            asked = {"flavour": "json", "url": url, "language": "en", "zone": "UTC"}
            assert ben.ask("POST", "/api/notices/webhooks", asked, expect=422)["error"] == error
        assert ben.ask("GET", "/api/notices")["channels"] == []
    assert web.got == []
