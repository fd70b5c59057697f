"""What people may write: nothing that nobody sees in names and titles, and no control characters anywhere."""

from __future__ import annotations

import pytest

from tests.server.support import Browser

HIDDEN = [
    "An\u200bna",
    "Anna\u202e",
    "\u2066Anna",
    "An\u00adna",
    "\u3164",
    "A\ufe0fnna",
    "An\u200dna",
    "\U000e0041",
    "An\0na",
    "Anna\n",
    "\x1b[31mAnna",
    "An\x85na",
]
CONTROLS = ["\0", "\x07", "\x1b[2J", "\x7f", "\x9b"]
FINE = ["Zoë", "Łukasz", "Ольга", "陳小明", "محمد", "❤️", "👨‍👩‍👧", "👍🏽", "O'Neill-Smith"]


@pytest.mark.parametrize("name", HIDDEN)
def test_a_name_with_hidden_characters_is_refused(anna: Browser, ben: Browser, name: str) -> None:
    body = {"seats": [{"kind": "me", "name": name}, {"kind": "open"}]}
    assert "invisible" in anna.ask("POST", "/api/games", body, expect=422)["message"]
    token = anna.new_game("me", "open")["invites"][0]["token"]
    ben.ask("POST", "/api/join", {"token": token, "name": name}, expect=422)
    ben.ask("POST", "/api/join", {"token": token, "name": "Ben"})  # the link was not used up


@pytest.mark.parametrize("name", FINE)
def test_names_of_all_the_world_are_welcome(anna: Browser, name: str) -> None:
    game = anna.new_game({"kind": "me", "name": name}, "open")["game"]
    assert anna.table(game)["seats"][0]["name"] == name


@pytest.mark.parametrize("control", CONTROLS)
def test_no_text_has_control_characters(anna: Browser, control: str) -> None:
    game = anna.new_game("me", "open")["game"]
    bad = f"good{control}bye"
    seats = [{"kind": "me"}, {"kind": "open"}]
    tree = {"ruleset": "hamlet", "players": 2, "names": ["A", "B"], "nodes": []}
    refused = [
        ("POST", f"/api/games/{game}/chat", {"text": bad}),
        ("PUT", f"/api/games/{game}/notes", {"text": bad}),
        ("POST", f"/api/games/{game}/reports", {"seat": "B", "text": bad}),
        ("POST", "/api/games", {"seats": seats, "seed": bad}),
        ("POST", "/api/studies", {**tree, "title": bad}),
        ("POST", "/api/studies", {**tree, "note": bad}),
        ("POST", "/api/studies", {**tree, "names": ["A", bad]}),
    ]
    for method, path, body in refused:
        problem = anna.ask(method, path, body, expect=422)
        assert (problem["error"], "U+" in problem["message"]) == ("characters", True)
    assert anna.ask("GET", f"/api/games/{game}/chat") == []
    assert anna.ask("GET", "/api/studies") == []


def test_prose_keeps_its_lines_and_its_script(anna: Browser) -> None:
    game = anna.new_game("me", "open")["game"]
    text = "first\n\tthen\r\n\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u200f!"
    anna.ask("PUT", f"/api/games/{game}/notes", {"text": text})
    assert anna.ask("GET", f"/api/games/{game}/notes")["text"] == text


def test_a_pasted_record_with_such_a_name_is_refused(anna: Browser) -> None:
    tree = {"ruleset": "hamlet", "players": 2, "names": ["Anna", "Ben"], "nodes": []}
    record = anna.ask("POST", "/api/analysis/write", tree)["text"]
    assert anna.ask("POST", "/api/analysis/open", {"text": record})["names"] == ["Anna", "Ben"]
    for name in ("An\u202ena", "A" * 300, "An\x07na"):
        problem = anna.ask("POST", "/api/analysis/open", {"text": record.replace("Anna", name)}, expect=422)
        assert (problem["error"], "names" in problem["message"]) == ("record", True)


def test_an_address_with_nul_is_refused(anna: Browser) -> None:
    for path in ("/api/mine?player=a%00b", "/api/studies/abc%00", "/api/next?after=%00", "/api/join/%00"):
        assert anna.ask("GET", path, expect=400)["error"] == "malformed"
