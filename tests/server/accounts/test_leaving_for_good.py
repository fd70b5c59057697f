"""All data of a player, and the end of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grandjunction.server.people import signing_in
from grandjunction.server.people.people_rows import FORMER
from tests.server.accounts.signing import ask, player_of, run, sign_up, use
from tests.server.mailbox import Mailbox
from tests.server.support import Browser, Server
from tests.server.test_plans import sides, table_of_two, tried_turn

RECORD = Path(__file__).parents[3] / "records" / "hamlet-2.gj"


def test_all_data_can_be_taken_along(anna: Browser, mailbox: Mailbox) -> None:
    game = anna.new_game("me", "greedy")["game"]
    anna.wait_for_turn(game)
    anna.game("PUT", game, "/notes", {"text": "my plan"})
    anna.game("POST", game, "/chat", {"text": "good luck", "seat": "A"})
    tree = anna.ask("POST", "/api/analysis/open", {"text": RECORD.read_text(encoding="utf-8")})
    anna.ask("POST", "/api/studies", {**tree, "title": "My opening"})
    email = sign_up(mailbox, anna)
    day = str(datetime.now(UTC).date() + timedelta(days=10))
    night = {"begins": 22 * 60 + 30, "ends": 6 * 60}
    rest = {"zone": "Europe/Warsaw", "night": night, "holidays": [{"first": day, "last": day}]}
    anna.ask("PUT", "/api/rest", rest)
    data = anna.ask("GET", "/api/account/export")
    assert [one["title"] for one in data["studies"]] == ["My opening"]
    assert data["studies"][0]["text"]
    assert data["profile"]["email"] == email
    assert [one["text"] for one in data["chat"]] == ["good luck"]
    (kept,) = data["games"]
    assert (kept["id"], kept["notes"]) == (game, "my plan")
    assert "hidden cards are '?'" in kept["record"]
    assert len(data["devices"]) == 1
    assert data["rest"] == {"zone": "Europe/Warsaw", "night": ["22:30", "06:00"], "holidays": [[day, day]]}
    assert (data["timeouts"], data["reports"]) == (0, [])
    stranger = anna.http.__class__(base_url=anna.http.base_url)
    assert stranger.get("/api/account/export").status_code == 401


def test_stored_turns_are_exported_to_their_player_only_and_deleted(
    server: Server, anna: Browser, ben: Browser, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_in, "BETWEEN", 0)
    game = table_of_two(anna, ben)
    acts, waits = sides(anna, ben, game)
    units = tried_turn(waits, game, Random(1))
    waits.game("PUT", game, "/plan", {"units": units})
    for one in (acts, waits):
        sign_up(mailbox, one)
    assert acts.ask("GET", "/api/account/export")["plans"] == []
    (plan,) = waits.ask("GET", "/api/account/export")["plans"]
    assert plan == {"game": game, "seat": "AB".index(waits.table(game)["mine"][0]), "units": units}
    waits.ask("DELETE", "/api/account", {"sure": True})
    assert not run(server, lambda storage: storage.plans.exists(game))


def test_who_is_deleted_leaves_the_games_as_a_former_player(
    server: Server, anna: Browser, ben: Browser, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_in, "BETWEEN", 0)
    made = anna.new_game({"kind": "me", "name": "Anna"}, {"kind": "open"})
    game = made["game"]
    ben.ask("POST", "/api/join", {"token": made["invites"][0]["token"], "name": "Ben"})
    alone = anna.new_game("me", "greedy")["game"]
    anna.game("PUT", game, "/notes", {"text": "my plan"})
    anna.game("POST", game, "/chat", {"text": "good luck", "seat": "A"})
    first = anna if anna.table(game)["draft"] is not None else ben
    first.play_turn(game, Random(1))
    email = sign_up(mailbox, anna)
    player = player_of(anna)
    anna.ask("DELETE", "/api/account", {"sure": False}, 422)
    anna.ask("DELETE", "/api/account", {"sure": True})
    assert anna.cookie is None
    seats = ben.table(game)["seats"]
    assert [(seat["name"], seat["kind"]) for seat in seats] == [(FORMER, "bot"), ("Ben", "person")]
    assert [one["name"] for one in ben.game("GET", game, "/chat")] == [FORMER]
    assert ben.table(game)["mine"] == ["B"]
    ben.game("GET", alone, expect=404)

    def everything(storage: Any) -> str:
        tables = [
            "players", "devices", "passkeys", "notes", "archived", "tickets", "seats", "wishes", "channels",
            "addresses",
        ]  # fmt: skip
        return repr([list(storage.db.execute(f"SELECT * FROM {table}")) for table in tables])

    left = run(server, everything)
    assert player not in left
    assert email not in left
    assert not use(anna, ask(mailbox, anna, email))["games"]  # the address is free, and nobody's
