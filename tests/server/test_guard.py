"""What every request passes first, and what every answer carries."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from grandjunction.server.edge.site import BadAddress, Site
from tests.server.support import Browser, Server

PUBLIC = Site.at("https://Brass.example.org")


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:1837", "192.168.1.5", "[::1]:1837", "localhost:1837", "annas-pc", "annas-pc.local:80", ""],
)
def test_addresses_and_names_of_this_network_are_ours(host: str) -> None:
    assert Site().answers_to(host)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "a b", "brass.example.org", "local.evil", "x;y", "[::1"],
)
def test_names_of_other_sites_are_not_ours(host: str) -> None:
    assert not Site().answers_to(host)


def test_the_public_name_is_ours_and_may_be_a_pages_origin() -> None:
    assert PUBLIC.public_url == "https://brass.example.org/"
    assert PUBLIC.answers_to("brass.example.org")
    assert not PUBLIC.answers_to("other.example.org")
    assert PUBLIC.is_own("https://brass.example.org", "127.0.0.1:1837")  # a proxy that names the host anew
    assert not PUBLIC.is_own("https://evil.example", "brass.example.org")
    assert not Site().is_own("null", "")


@pytest.mark.parametrize(
    "url",
    [
        "brass.example.org",
        "ftp://x.example",
        "https://a b/",
        "https://x.example/?p",
        "https://x.example/a b/",
        'https://x.example/"/',
    ],
)
def test_an_address_nobody_can_open_is_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        Site.at(url)


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("https://x.example", "/"),
        ("https://x.example/", "/"),
        ("https://x.example/brass", "/brass/"),
        ("https://x.example/a/b/", "/a/b/"),
    ],
)
def test_the_path_of_the_address_is_the_base(url: str, base: str) -> None:
    site = Site.at(url)
    assert site.base == base
    assert site.without_base(f"{base}api/about") == "/api/about"
    assert site.without_base("/api/about") == "/api/about"  # a proxy has cut it off
    assert site.without_base("/brassy") == "/brassy"


def test_a_server_below_a_path(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<script src="./assets/x.js"></script>')
    with Server(static=tmp_path, site=Site.at("http://127.0.0.1/brass/")) as server:
        anna = Browser(server, "/brass")
        game = anna.new_game("me", "open")["game"]
        assert anna.table(game)["mine"] == ["A"]  # the cookie came back
        with anna.live(game) as line:
            assert json.loads(line.recv())["table"]["mine"] == ["A"]
        assert anna.http.get("/game/deep/down").text == '<script src="/brass/assets/x.js"></script>'
        build = anna.http.get("/api/about").headers["x-grandjunction-build"]
        assert len(build) == 16
        outside = httpx.get(f"http://{server.address}/brass")
        assert (outside.status_code, outside.headers["location"]) == (307, "/brass/")
        assert httpx.get(f"http://{server.address}/healthz").text == "ok\n"


def test_a_name_that_was_pointed_here_gets_nothing(anna: Browser) -> None:
    """Otherwise a page could read our answers in its visitors' browsers (DNS rebinding)."""
    game = anna.new_game("me", "open")["game"]
    for path in ("/", "/api/about", f"/api/games/{game}"):
        answer = anna.http.get(path, headers={"Host": "evil.example"})
        assert answer.status_code == 421
        assert answer.json()["error"] == "other_host"


def test_a_live_line_under_another_name_is_refused(anna: Browser) -> None:
    game = anna.new_game("me", "open")["game"]
    host, _, port = anna.address.partition(":")
    with socket.create_connection((host, int(port))) as line, pytest.raises(InvalidStatus) as refused:
        connect(f"ws://evil.example:{port}/api/games/{game}/live", sock=line, proxy=None)
    assert refused.value.response.status_code == 403


def test_private_answers_are_kept_by_nobody(anna: Browser) -> None:
    game = anna.new_game("me", "open")["game"]
    for path in ("", "/record", "/links", "/nothing"):
        headers = anna.http.get(f"/api/games/{game}{path}").headers
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"
    assert anna.http.get("/api/rulesets/birmingham").headers["cache-control"] == "max-age=3600"


def test_a_page_connects_to_its_own_host_only(anna: Browser) -> None:
    policy = anna.http.get("/").headers["content-security-policy"]
    allowed = next(part for part in policy.split("; ") if part.startswith("connect-src"))
    assert allowed == f"connect-src 'self' ws://{anna.address}"


def test_head_is_answered_like_get(anna: Browser) -> None:
    game = anna.new_game("me", "open")["game"]
    for path in ("/", "/api/about", f"/api/games/{game}/record"):
        got, head = anna.http.get(path), anna.http.head(path)
        assert head.status_code == got.status_code == 200
        assert head.content == b""
        assert head.headers["content-type"] == got.headers["content-type"]
    assert anna.http.head("/api/nothing").status_code == 404


@pytest.mark.parametrize("length", [300, 3000, 30_000])
def test_a_long_path_is_no_fault_of_the_server(anna: Browser, length: int) -> None:
    for path in ("/" + "x" * length, "/" + "x/" * (length // 2), "/assets/" + "x" * length + ".js"):
        assert anna.http.get(path).status_code in (200, 404, 414)
