"""Sign-in by Discord, against an OAuth server of the tests' own."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

from grandjunction.server.online import Discord, Online
from tests.server.support import Browser, Server

SECRET = "the application's secret"


class _OAuth(BaseHTTPRequestHandler):
    challenges: list[str] = []  # noqa: RUF012 - of the sign-ins that were begun

    def do_POST(self) -> None:
        asked = parse_qs(self.rfile.read(int(self.headers["content-length"])).decode())
        proof = urlsafe_b64encode(sha256(asked["code_verifier"][0].encode()).digest()).decode().rstrip("=")
        good = asked["code"] == ["yes"] and proof in self.challenges
        self._answer({"access_token": "t", "token_type": "Bearer"} if good else {"error": "no"}, good)

    def do_GET(self) -> None:
        self._answer({"id": "4711", "username": "anna"}, self.headers["authorization"] == "Bearer t")

    def _answer(self, data: object, good: bool) -> None:
        self.send_response(200 if good else 400)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(data).encode())

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with HTTPServer(("127.0.0.1", 0), _OAuth) as oauth:
        threading.Thread(target=oauth.serve_forever, daemon=True).start()
        discord = Discord("client", SECRET, f"http://127.0.0.1:{oauth.server_address[1]}")
        with Server(online=Online(accounts=True, discord=discord)) as running:
            yield running
        oauth.shutdown()


def begin(browser: Browser) -> str:
    """Go to Discord, and return the state with which one comes back."""
    url = browser.http.get("/api/account/discord").headers["location"]
    asked = parse_qs(urlsplit(url).query)
    assert asked["code_challenge_method"] == ["S256"]
    assert SECRET not in url
    _OAuth.challenges.append(asked["code_challenge"][0])
    return asked["state"][0]


def come_back(browser: Browser, state: str, code: str = "yes") -> str:
    path = "/api/account/discord/back"
    return browser.http.get(path, params={"state": state, "code": code}).headers["location"]


def test_discord_signs_in_and_only_where_it_was_begun(server: Server, anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "open")["game"]
    state = begin(anna)
    assert come_back(ben, state) == "/account?problem=discord_refused"
    assert come_back(anna, state, "no") == "/account?problem=discord_refused"
    assert come_back(anna, state) == "/account?problem=discord_refused"  # it was used up
    for browser in (anna, ben):
        link = come_back(browser, begin(browser))
        assert link.startswith("/sign-in/")
        token = link.rpartition("/")[2]
        assert browser.ask("POST", f"/api/account/links/{token}", {"bring": True})["discord"]
        assert browser.table(game)["mine"] == ["A"]


def test_without_settings_there_is_no_discord() -> None:
    with Server(online=Online(accounts=True)) as plain:
        assert Browser(plain).ask("GET", "/api/account/discord", expect=404)["error"] == "no_discord"
    with pytest.raises(ValueError, match="go together"):
        Online.read(environment={"GRANDJUNCTION_DISCORD_CLIENT": "client"})


def test_a_private_server_offers_no_accounts_and_asks_for_nothing() -> None:
    with Server() as private:
        anna = Browser(private)
        assert anna.new_game("me", "open")["seats"] == ["A"]
        got = anna.ask("GET", "/api/account")
        assert (got["offered"], got["signed_in"], got["offers_passkeys"]) == (False, False, False)
        refused = anna.ask("POST", "/api/account/links", {"email": "anna@example.org"}, 403)
        assert refused["error"] == "accounts_off"
        assert anna.ask("POST", "/api/account/passkey/options", {}, 403)["error"] == "accounts_off"


def test_the_librarys_warnings_do_not_reach_the_host() -> None:
    """The library is imported at the first sign-in, so this needs a process that has not imported it."""
    code = (
        "from grandjunction.server.online import Discord\n"
        "from grandjunction.server.people.by_discord import _client\n"
        "print(type(_client(Discord('client', 'secret'), 'http://127.0.0.1/')).__name__)"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("AsyncOAuth2Client", "")
