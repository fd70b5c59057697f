"""The operator: bans, reports, and who sees them."""

from __future__ import annotations

import pytest

from tests.server.accounts.signing import has_ended, operator, player_of, sign_up
from tests.server.mailbox import Mailbox
from tests.server.support import Browser, Server, until


@pytest.mark.one_store
def test_only_the_operator_sees_the_operators_page(server: Server, anna: Browser, mailbox: Mailbox) -> None:
    anna.ask("GET", "/api/operator", expect=404)
    sign_up(mailbox, anna)
    anna.ask("GET", "/api/operator", expect=404)
    anna.ask("POST", "/api/operator/bans", {"address": "192.0.2.1", "reason": "mine"}, 404)
    boss = operator(server)
    seen = boss.ask("GET", "/api/operator?search=nobody%25")
    assert seen["players"] == []
    assert seen["number"] > 0


def test_a_banned_player_is_refused_everywhere_with_the_reason(
    server: Server, anna: Browser, mailbox: Mailbox
) -> None:
    game = anna.new_game("me", "open")["game"]
    email = sign_up(mailbox, anna)
    boss = operator(server)
    (found,) = boss.ask("GET", f"/api/operator?search={email}")["players"]
    with anna.live(game) as line:
        line.recv()
        boss.ask("POST", "/api/operator/bans", {"player": found["id"], "reason": "rude in the chat"})
        until(lambda: has_ended(line))
    for path in (f"/api/games/{game}", "/api/games", "/api/account/passkeys/options"):
        refused = anna.ask("GET", path, expect=403)
        assert (refused["error"], "rude in the chat" in refused["message"]) == ("banned", True)
    anna.ask("GET", "/api/account/export")  # what is stored about them stays theirs
    boss.ask("POST", "/api/operator/pardons", {"player": found["id"]})
    assert anna.table(game)["mine"] == ["A"]


def test_a_banned_address_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from grandjunction.server.people import visitors as door

    boss = operator(server)
    boss.ask("POST", "/api/operator/bans", {"address": "127.0.0.1", "reason": "no"}, 422)
    boss.ask("POST", "/api/operator/bans", {"address": "nowhere", "reason": "no"}, 422)
    boss.ask("POST", "/api/operator/bans", {"address": "192.0.2.66", "reason": "a robot"})
    monkeypatch.setattr(door, "group_of", lambda host: "192.0.2.66")
    monkeypatch.setattr(door, "HOME", frozenset())
    assert Browser(server).ask("GET", "/api/about", expect=403)["message"].endswith("a robot")
    monkeypatch.undo()
    assert boss.ask("POST", "/api/operator/pardons", {"address": "192.0.2.66"})["bans"] == []


def test_the_operator_bans_the_address_that_a_player_came_from(server: Server, anna: Browser) -> None:
    """A guest reports a guest; neither a log nor a console is needed."""
    eve = Browser(server, comes_from="127.0.0.66")
    made = anna.new_game({"kind": "me", "name": "Anna"}, {"kind": "open"})
    eve.ask("POST", "/api/join", {"token": made["invites"][0]["token"], "name": "Eve"})
    eve.game("POST", made["game"], "/chat", {"text": "spam", "seat": "B"})
    anna.game("POST", made["game"], "/reports", {"seat": "B"})
    boss = operator(server)

    def reported() -> list[str]:
        reports = boss.ask("GET", "/api/operator")["reports"]
        (about,) = (one for one in reports if one["game"] == made["game"])
        return [one["address"] for one in about["addresses"]]

    until(lambda: reported() == ["127.0.0.66"])
    found = {
        name: boss.ask("GET", f"/api/operator?search={name}")["players"] for name in ("eve", player_of(anna))
    }
    assert player_of(eve) in [one["id"] for one in found["eve"]]  # by the name at the table
    (guest,) = found[player_of(anna)]
    assert (guest["name"], guest["signs_in"], guest["addresses"]) == ("Anna", False, [])
    data = eve.ask("GET", "/api/account/export")
    assert [one["address"] for one in data["addresses"]] == ["127.0.0.66"]
    assert anna.ask("GET", "/api/account/export")["addresses"] == []  # this machine itself is not kept
    assert eve.ask("GET", "/api/account")["keeps_addresses"]
    for path in ("", "/log", "/chat"):  # nobody else sees it
        assert "127.0.0.66" not in anna.http.get(f"/api/games/{made['game']}{path}").text
    boss.ask("POST", "/api/operator/bans", {"address": reported()[0], "reason": "spam"})
    again = Browser(server, comes_from="127.0.0.66")  # without the cookie
    assert again.ask("GET", "/api/games", expect=403)["message"].endswith("spam")
    boss.ask("POST", "/api/operator/pardons", {"address": "127.0.0.66"})
    again.ask("GET", "/api/games")


@pytest.mark.one_store
def test_an_address_of_ipv6_is_banned_as_the_network_that_is_shown(server: Server) -> None:
    boss = operator(server)
    for given in ("2001:db8:1:2::77", "2001:db8:1:2::/64"):
        seen = boss.ask("POST", "/api/operator/bans", {"address": given, "reason": "no"})
        assert [one["address"] for one in seen["bans"]] == ["2001:db8:1:2::/64"]
    boss.ask("POST", "/api/operator/bans", {"address": "192.0.2.0/24", "reason": "no"}, 422)
    boss.ask("POST", "/api/operator/pardons", {"address": "2001:db8:1:2::/64"})


def test_players_report_to_the_operator(server: Server, anna: Browser, ben: Browser) -> None:
    made = anna.new_game({"kind": "me", "name": "Anna"}, {"kind": "open"})
    game = made["game"]
    ben.ask("POST", "/api/join", {"token": made["invites"][0]["token"], "name": "Ben"})
    line = ben.game("POST", game, "/chat", {"text": "you fool", "seat": "B"})
    anna.game("POST", game, "/reports", {"line": line["id"], "text": "insults"})
    anna.game("POST", game, "/reports", {"seat": "B"})
    for nothing in (
        {"seat": "A"},
        {"line": line["id"] + 1000},
        {"seat": "D"},
        {},
        {"seat": "B", "line": line["id"]},
    ):
        anna.game("POST", game, "/reports", nothing, expect=422)
    boss = operator(server)
    reports = boss.ask("GET", "/api/operator")["reports"]
    mine = [one for one in reports if one["game"] == game]
    assert [(one["quote"], one["text"]) for one in mine] == [("B: Ben", ""), ("Ben: you fool", "insults")]
    assert {one["about"] for one in mine} == {player_of(ben)}
    closed = boss.ask("POST", f"/api/operator/reports/{mine[0]['id']}")["reports"]
    assert [one["closed"] for one in closed if one["id"] == mine[0]["id"]] == [True]
    boss.ask("POST", f"/api/operator/reports/{mine[0]['id']}", expect=404)
