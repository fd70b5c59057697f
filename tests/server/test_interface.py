"""What the server says besides games: its schema, its rulesets and rules, its pages."""

from __future__ import annotations

import pytest

import grandjunction as gj
from tests.server.support import Browser


def test_the_schema_is_published(anna: Browser) -> None:
    schema = anna.ask("GET", "/api/openapi.json")
    names = schema["components"]["schemas"]
    for name in ("Table", "Choice", "RulesetInfo", "Problem", "Update", "NewGame", "Live"):
        assert name in names
    assert "/api/games/{game}/draft" in schema["paths"]


@pytest.mark.parametrize("id", gj.RULESETS)
def test_every_ruleset_is_described(anna: Browser, id: str) -> None:
    rules = gj.ruleset(id)
    info = anna.ask("GET", f"/api/rulesets/{id}")
    assert [slot["id"] for slot in info["slots"]] == rules.board.slot_ids
    assert [line["id"] for line in info["lines"]] == rules.board.line_ids
    assert [card["id"] for card in info["cards"]] == rules.cards.ids
    for line in info["lines"]:
        assert len(line["ends"]) >= 2
    for rounds in info["rounds"].values():
        assert rounds[0] >= 2


def test_rules_are_found_by_their_words(anna: Browser) -> None:
    found = anna.ask("GET", "/api/rules?search=nearest coal&ruleset=birmingham-introductory")
    assert found
    assert all(rule["page"] == "birmingham" for rule in found)
    english = anna.ask("GET", "/api/rules?search=B-COAL-05")[0]
    polish = anna.ask("GET", "/api/rules?search=B-COAL-05&lang=pl-PL")[0]
    assert english["title"] != polish["title"]
    assert english["text"] == polish["text"]
    assert anna.ask("GET", "/api/rules?search=B-COAL-05&lang=xx")[0] == english


def test_pages_come_from_the_client_or_say_how_to_build_it(anna: Browser) -> None:
    page = anna.http.get("/game/anything")
    assert page.status_code == 200
    assert (
        "script-src" in page.headers["content-security-policy"]
        or "default-src 'self'" in page.headers["content-security-policy"]
    )
    assert anna.http.get("/../../etc/passwd.txt").status_code == 404
    assert anna.http.get("/%2e%2e/%2e%2e/%2e%2e/app.py").status_code == 404
    assert anna.http.get("/api/nothing").status_code == 404
