"""Invitations by name: one click to accept, and no way to find out who is there."""

from __future__ import annotations

import pytest

from tests.server.accounts.signing import player_of, run, sign_up
from tests.server.accounts.test_circles import at_one_table, regard
from tests.server.mailbox import Mailbox
from tests.server.receivers import Device, Receiver
from tests.server.support import Browser, Json, Server, until

_numbers = iter(range(10_000))


def named(mailbox: Mailbox, one: Browser, name: str = "") -> str:
    """Give a browser an account with a name of its own."""
    name = name or f"Player {next(_numbers)}"
    sign_up(mailbox, one)
    one.ask("PUT", "/api/account", {"name": name})
    return name


def invite(one: Browser, game: str, expect: int = 202, **whom: str) -> Json:
    answer: Json = one.game("POST", game, "/invitations", whom, expect)
    return answer


def invited(one: Browser) -> list[Json]:
    found: list[Json] = one.ask("GET", "/api/games")["invited"]
    return found


def settled(server: Server) -> None:
    """Wait until every invitation that was sent has arrived, or has not."""
    until(lambda: not run(server, lambda storage: storage.job_keys("invite")))


def test_who_is_invited_by_name_accepts_or_declines(
    server: Server, anna: Browser, ben: Browser, mailbox: Mailbox
) -> None:
    named(mailbox, anna)
    name = named(mailbox, ben)
    game = anna.new_game({"kind": "me", "name": "Anna"}, "open", pace="fast")["game"]
    other = anna.new_game({"kind": "me", "name": "Anna"}, "open")["game"]
    for one in (game, other, game):  # asked twice, there is one
        invite(anna, one, name=name if one == game else name.upper())  # phones write capitals by themselves
    until(lambda: len(invited(ben)) == 2)
    (first,) = [one for one in invited(ben) if one["game"] == game]
    assert (first["by"], first["seats"][0]["name"], first["pace"]["id"]) == ("A", "Anna", "fast")
    assert player_of(anna) not in str(invited(ben))
    assert Browser(server).ask("POST", f"/api/invitations/{first['id']}", {}, 404)["error"] == "no_invitation"
    assert ben.ask("POST", f"/api/invitations/{first['id']}", {"name": "Ben"})["seats"] == ["B"]
    assert ben.table(game)["seats"][1]["name"] == "Ben"
    (second,) = invited(ben)
    anna.ask("DELETE", f"/api/invitations/{second['id']}", expect=404)  # not hers
    ben.ask("DELETE", f"/api/invitations/{second['id']}")
    assert invited(ben) == []
    ben.ask("POST", f"/api/invitations/{second['id']}", {}, 404)


def test_an_invitation_ends_with_its_seat_and_its_inviter(
    server: Server, anna: Browser, ben: Browser, mailbox: Mailbox
) -> None:
    named(mailbox, anna)
    name = named(mailbox, ben)
    taken = anna.new_game("me", "open", open_in="en")["game"]
    gone = anna.new_game("me", "open")["game"]
    for game in (taken, gone):
        invite(anna, game, name=name)
    until(lambda: len(invited(ben)) == 2)
    Browser(server).ask("POST", f"/api/tables/{taken}", {})
    (left,) = invited(ben)
    assert left["game"] == gone
    anna.game("POST", gone, "/leave", {})  # nobody has moved: it is deleted
    assert invited(ben) == []
    ids = run(server, lambda storage: [one.id for one in storage.circles.invitations(player_of(ben), 9)])
    (full,) = ids
    assert ben.ask("POST", f"/api/invitations/{full}", {}, 409)["error"] == "table_full"


def test_a_name_that_is_nobodys_and_one_that_has_blocked_are_answered_alike(
    server: Server, anna: Browser, ben: Browser, mailbox: Mailbox
) -> None:
    named(mailbox, anna)
    name = named(mailbox, ben)
    regard(ben, at_one_table(anna, ben), "block", seat="A")
    game = anna.new_game("me", "open")["game"]
    answers = []
    jobs: list[int] = []
    for whom in (name, "Nobody at all", named(mailbox, Browser(server))):
        answer = anna.http.post(f"/api/games/{game}/invitations", json={"name": whom})
        answers.append((answer.status_code, answer.content, sorted(answer.headers)))
        settled(server)
        jobs.append(len(invited(ben)))
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0] == 202
    assert jobs == [0, 0, 0]
    # Nor does an invitation from before the block stay.
    free = Browser(server)
    named(mailbox, free)
    invite(free, free.new_game("me", "open")["game"], name=name)
    until(lambda: len(invited(ben)) == 1)
    regard(ben, invited(ben)[0]["game"], "block", seat="A")
    assert invited(ben) == []


def test_whoever_is_followed_is_invited_and_not_a_namesake(
    server: Server, anna: Browser, ben: Browser, mailbox: Mailbox
) -> None:
    named(mailbox, anna)
    name = named(mailbox, ben)
    double = Browser(server)
    named(mailbox, double, name)
    game = anna.new_game("me", "open", "open")["game"]
    invite(anna, game, name=name)
    until(lambda: len(invited(ben)) == len(invited(double)) == 1)  # either may be meant
    regard(anna, at_one_table(anna, ben), "follow", seat="B")
    second = anna.new_game("me", "open")["game"]
    invite(anna, second, name=name)
    settled(server)
    assert len(invited(ben)) == 2
    assert len(invited(double)) == 1
    (tie,) = anna.ask("GET", "/api/people")["followed"]
    third = anna.new_game("me", "open")["game"]
    invite(anna, third, followed=tie["id"])
    until(lambda: third in str(invited(ben)))
    assert third not in str(invited(double))


def test_an_invitation_is_told_by_every_channel_that_is_switched_on(
    server: Server, anna: Browser, ben: Browser, mailbox: Mailbox
) -> None:
    named(mailbox, anna)
    name = named(mailbox, ben)
    address = ben.ask("GET", "/api/account")["email"]
    with Receiver().serving() as web:
        device = Device(web, f"ben-{player_of(ben)}")
        ben.ask("POST", "/api/notices/devices", device.subscription("pl"))
        hook = {"flavour": "json", "url": f"{web.url}/{player_of(ben)}", "language": "pl", "zone": "UTC"}
        ben.ask("POST", "/api/notices/webhooks", hook)
        wishes = {"switches": [], "language": "pl", "zone": "UTC", "mail": True, "mail_after": 0}
        ben.ask("PUT", "/api/notices", wishes)
        before = len(mailbox.received)
        game = anna.new_game({"kind": "me", "name": "Anna"}, "random", "open")["game"]
        invite(anna, game, name=name)
        mail = mailbox.next(address, before)
        assert mail["Subject"] == "Zaprasza: Anna"
        until(lambda: device.requests() and web.at(f"/{player_of(ben)}"))
        (push,) = device.messages()
        (told,) = [one.json() for one in web.at(f"/{player_of(ben)}")]
        title = "Zaprasza: Anna"
        assert (push["title"], push["path"], push["tag"]) == (title, "", game)
        assert push["body"].endswith(", gracze: Anna, random")  # an open seat is nobody
        assert (told["event"], told["title"], told["game"]) == ("invited", title, game)
        off = [{"event": "invited", "channel": kind, "on": False} for kind in ("push", "mail")]
        ben.ask("PUT", "/api/notices", {"switches": off, "language": "pl", "zone": "UTC"})
        invite(anna, anna.new_game("me", "open")["game"], name=name)
        until(lambda: len(web.at(f"/{player_of(ben)}")) == 2)
        assert len(device.requests()) == 1


@pytest.mark.one_store
def test_who_may_invite(server: Server, anna: Browser, ben: Browser, mailbox: Mailbox) -> None:
    name = named(mailbox, ben)
    game = anna.new_game("me", "open")["game"]
    assert invite(anna, game, 401, name=name)["error"] == "signed_out"  # a guest
    named(mailbox, anna)
    assert invite(ben, game, 403, name=name)["error"] == "not_yours"  # a spectator
    assert invite(anna, game, 422)["error"] == "malformed"
    assert invite(anna, game, 422, name=name, followed="A" * 22)["error"] == "malformed"
    full = anna.new_game("me", "person")["game"]
    assert invite(anna, full, 409, name=name)["error"] == "table_full"
    for _ in range(19):
        anna.http.post(f"/api/games/{game}/invitations", json={"name": "Nobody at all"})
    assert invite(anna, game, 429, name=name)["error"] == "too_many"
    settled(server)
    assert invited(ben) == []
