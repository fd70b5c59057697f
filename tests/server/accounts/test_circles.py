"""Follow and block: kept for one player alone, and felt by nobody who could tell."""

from __future__ import annotations

import pytest

from grandjunction.server.people.circles_sql import CirclesSql, Tie
from tests.server.accounts.signing import ask, player_of, run, sign_up, use
from tests.server.mailbox import Mailbox
from tests.server.support import Browser, Json, Server


def at_one_table(anna: Browser, ben: Browser, open_in: str | None = None) -> str:
    made = anna.new_game({"kind": "me", "name": "Anna"}, {"kind": "open"}, open_in=open_in)
    ben.ask("POST", "/api/join", {"token": made["invites"][0]["token"], "name": "Ben"})
    game: str = made["game"]
    return game


def regard(one: Browser, game: str, tie: str | None, expect: int | None = None, **whom: object) -> Json:
    answer: Json = one.game("PUT", game, "/people", {**whom, "tie": tie}, expect)
    return answer


def circle(one: Browser) -> dict[str, list[str]]:
    got = one.ask("GET", "/api/people")
    return {kind: [known["name"] for known in got[kind]] for kind in ("followed", "blocked")}


def test_follow_and_block_replace_each_other_and_are_undone(
    server: Server, anna: Browser, ben: Browser, mailbox: Mailbox
) -> None:
    game = at_one_table(anna, ben)
    assert anna.game("GET", game, "/people?seat=B") == {"name": "Ben", "tie": None}
    assert regard(anna, game, "follow", seat="B")["tie"] == "follow"
    assert circle(anna) == {"followed": ["Ben"], "blocked": []}
    ben.ask("PUT", "/api/account", {"name": "Benjamin"})
    assert circle(anna)["followed"] == ["Benjamin"]  # the name of now
    regard(anna, game, "block", seat="B")
    assert circle(anna) == {"followed": [], "blocked": ["Benjamin"]}
    assert anna.game("GET", game, "/people?seat=B")["tie"] == "block"
    (tie,) = anna.ask("GET", "/api/people")["blocked"]
    assert player_of(ben) not in str(anna.ask("GET", "/api/people"))
    ben.ask("DELETE", f"/api/people/{tie['id']}", expect=404)  # not his
    assert anna.ask("DELETE", f"/api/people/{tie['id']}")["blocked"] == []
    regard(anna, game, "follow", seat="B")
    assert regard(anna, game, None, seat="B")["tie"] is None
    assert circle(anna) == circle(ben) == {"followed": [], "blocked": []}


@pytest.mark.one_store
def test_nobody_follows_themselves_a_bot_or_nobody(server: Server, anna: Browser) -> None:
    game = anna.new_game("me", "random", "open")["game"]
    line = anna.game("POST", game, "/chat", {"text": "hm"})["id"]
    for whom in ({"seat": "A"}, {"seat": "B"}, {"seat": "C"}, {"seat": "D"}, {"line": line}, {"line": 10**9}):
        assert regard(anna, game, "follow", 404, **whom)["error"] == "no_player"
    for wrong in ({}, {"seat": "A", "line": 1}):
        assert regard(anna, game, "follow", 422, **wrong)["error"] == "malformed"
    assert regard(anna, game, "marry", 422, seat="B")["error"] == "malformed"
    assert circle(anna) == {"followed": [], "blocked": []}


def test_what_a_blocked_player_writes_is_hidden_from_the_blocker_alone(
    server: Server, anna: Browser, ben: Browser
) -> None:
    eve, dan = Browser(server), Browser(server)
    game = at_one_table(anna, ben)
    ben.game("POST", game, "/chat", {"text": "you fool"})
    line = eve.game("POST", game, "/chat", {"text": "nice", "name": "Eve"})["id"]
    anna.game("POST", game, "/chat", {"text": "now now"})

    def read(one: Browser) -> list[str]:
        return [line["text"] for line in one.game("GET", game, "/chat")]

    regard(anna, game, "block", seat="B")
    regard(dan, game, "block", line=line)
    assert read(anna) == ["now now"]
    assert read(ben) == ["you fool", "now now"]
    assert read(dan) == ["you fool", "now now"]
    assert read(eve) == ["you fool", "nice", "now now"]
    with anna.live(game) as live:
        ben.game("POST", game, "/chat", {"text": "still a fool"})
        anna.game("POST", game, "/chat", {"text": "indeed"})
        heard = ""
        while "indeed" not in heard:
            heard += str(live.recv(timeout=30))
        assert "fool" not in heard
    assert regard(anna, game, None, seat="B")["tie"] is None
    assert read(anna) == ["you fool", "now now", "still a fool", "indeed"]


def test_a_blocked_player_meets_the_blocker_neither_at_open_tables_nor_by_quick_match(
    server: Server, anna: Browser, ben: Browser
) -> None:
    regard(anna, at_one_table(anna, ben), "block", seat="B")
    table = anna.new_game("me", "open", open_in="en")["game"]
    cleo = Browser(server)
    assert table in str(cleo.ask("GET", "/api/tables"))
    assert table not in str(ben.ask("GET", "/api/tables"))
    # The answer is that of a full table.
    full = at_one_table(cleo, Browser(server), open_in="en")
    refused = [ben.http.post(f"/api/tables/{id}", json={}) for id in (table, full)]
    assert refused[0].status_code == refused[1].status_code == 409
    assert refused[0].content == refused[1].content
    asked = {"ruleset": "birmingham-introductory", "players": 2, "language": "en", "pace": "live_30"}
    hers = anna.ask("POST", "/api/quick", asked)["game"]
    his = ben.ask("POST", "/api/quick", asked)["game"]
    assert his != hers
    dan = Browser(server)
    regard(dan, his, "block", seat="A")  # nor is the blocker sent to the blocked one
    assert dan.ask("POST", "/api/quick", asked)["game"] == hers
    assert cleo.ask("POST", "/api/quick", asked)["game"] == his
    cleo.ask("POST", f"/api/tables/{table}", {})


def test_ties_come_along_are_exported_and_go_with_the_player(
    server: Server, anna: Browser, ben: Browser, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grandjunction.server.people.signing_in.BETWEEN", 0)
    email = sign_up(mailbox, anna)
    phone = Browser(server)
    game = at_one_table(phone, ben)
    regard(phone, game, "block", seat="B")
    regard(ben, game, "follow", seat="A")
    use(phone, ask(mailbox, phone, email))
    assert circle(anna) == {"followed": [], "blocked": ["Ben"]}
    data = anna.ask("GET", "/api/account/export")
    assert [one["name"] for one in data["blocked"]] == ["Ben"]
    assert data["followed"] == data["invitations"] == []
    player = player_of(anna)
    anna.ask("DELETE", "/api/account", {"sure": True})
    assert circle(ben) == {"followed": [], "blocked": []}
    left = run(server, lambda storage: repr(list(storage.db.execute("SELECT * FROM ties"))))  # type: ignore[attr-defined]
    assert player not in left


def test_of_two_ties_to_one_player_the_block_stays(server: Server) -> None:
    def look(storage: object) -> list[tuple[str, str, str]]:
        circles: CirclesSql = storage.circles  # type: ignore[attr-defined]
        for number, (player, other, kind) in enumerate(
            [("x-guest", "x-ben", "block"), ("x-anna", "x-ben", "follow"), ("x-ben", "x-guest", "follow"),
             ("x-anna", "x-guest", "block"), ("x-cleo", "x-guest", "follow"), ("x-cleo", "x-anna", "block")]
        ):  # fmt: skip
            circles.tie(Tie(f"x{number}", player, other, kind, "?", 1))
        circles.merge("x-guest", "x-anna")
        ties = [one for who in ("x-guest", "x-anna", "x-ben", "x-cleo") for one in circles.ties(who)]
        return [(one.player, one.other, one.kind) for one in ties]

    assert run(server, look) == [
        ("x-anna", "x-ben", "block"),
        ("x-ben", "x-anna", "follow"),
        ("x-cleo", "x-anna", "block"),
    ]


@pytest.mark.one_store
def test_nothing_of_it_is_there_without_accounts(server: Server) -> None:
    with Server() as private:
        anna, ben = Browser(private), Browser(private)
        game = at_one_table(anna, ben)
        assert anna.ask("GET", "/api/people")["offered"] is False
        assert anna.game("GET", game, "/people?seat=B", expect=403)["error"] == "accounts_off"
        assert regard(anna, game, "block", 403, seat="B")["error"] == "accounts_off"
        assert anna.game("POST", game, "/invitations", {"name": "Ben"}, 403)["error"] == "accounts_off"
        events = {one["event"] for one in anna.ask("GET", "/api/notices")["switches"]}
        assert "invited" not in events
