"""What the server offers besides games: its schema, its rulesets and rules, its pages."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from pathlib import Path

import httpx
import pytest

import grandjunction as gj
from grandjunction.server.announce import bind
from grandjunction.server.app import make_app
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.schema import schema
from grandjunction.server.subjects import SUBJECTS
from grandjunction.words.rulebook import rule_pages
from tests.server.support import Browser

WEB = Path(__file__).parents[2] / "web"


def test_the_schema_is_published(anna: Browser) -> None:
    schema = anna.ask("GET", "/api/openapi.json")
    names = schema["components"]["schemas"]
    for name in ("Table", "Choice", "RulesetInfo", "Problem", "Update", "NewGame", "Live"):
        assert name in names
    assert "/api/games/{game}/draft" in schema["paths"]


def test_the_client_is_typed_by_the_schema_of_this_server() -> None:
    """The client's types are made from this file; ``npm run types:check`` holds them to it."""
    kept = json.loads((WEB / "openapi.json").read_text(encoding="utf-8"))
    command = "python -m grandjunction.server.schema > web/openapi.json; cd web; npm run types"
    assert kept == json.loads(json.dumps(schema())), f"run {command}"


def test_the_clients_files_are_compressed_and_kept(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>table</p>" * 99, encoding="utf-8")
    (tmp_path / "assets" / "a.js").write_text("let a = 1;\n" * 99, encoding="utf-8")
    (tmp_path / "assets" / "a.woff2").write_bytes(bytes(99))
    app = make_app(SqliteStorage(":memory:"), bytes(32), workers=1, static=tmp_path)

    def get(path: str, **headers: str) -> httpx.Response:
        async def ask() -> httpx.Response:
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(app), base_url="http://table"
            ) as browser:
                return await browser.get(path, headers=headers)

        return asyncio.run(ask())

    script = get("/assets/a.js")
    assert script.headers["content-encoding"] == "gzip"
    assert "immutable" in script.headers["cache-control"]
    assert int(script.headers["content-length"]) < 99
    assert script.text == "let a = 1;\n" * 99
    plain = get("/assets/a.js", **{"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == script.text
    assert "content-encoding" not in get("/assets/a.woff2").headers
    page = get("/game/anything")
    assert page.headers["cache-control"] == "no-cache"
    assert page.text == "<p>table</p>" * 99
    for path in ("/", "/new", "/rules", "/rules/B-COAL-05", "/game/anything", "/join/anything"):
        assert get(path).status_code == 200, path
    named = set(
        re.findall(r"at\[0\] === '([\w-]+)'", (WEB / "src" / "App.svelte").read_text(encoding="utf-8"))
    )
    assert {"game", "puzzles", "rest"} <= named
    for name in named:
        assert 200 in (get(f"/{name}").status_code, get(f"/{name}/anything").status_code), name
    for path in ("/nothing", "/game", "/game/", "/join/", "/news", "/ruleset"):
        assert get(path).status_code == 404, path
        assert get(path).text == page.text, "the client's own page says it in the reader's language"
    for path in ("/game/%00", "/%00", "/rules/%00?x=%00", "/a%5Cb", "/nothing.html"):
        got = get(path, Accept="text/html,*/*;q=0.8")
        assert (got.status_code, got.text) == (404, page.text), path
    assert get("/assets/none.js").json()["error"] == "not_found", "a script that is missing is no page"
    (tmp_path / "index.html").write_text("<p>built anew</p>", encoding="utf-8")
    assert get("/").text == "<p>built anew</p>"


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
    assert polish["text"].startswith("Kostkę wolno kupić dopiero wtedy")
    assert anna.ask("GET", "/api/rules?search=B-COAL-05&lang=xx")[0] == english


def test_every_rule_has_a_chapter(anna: Browser) -> None:
    rules = anna.ask("GET", "/api/rules")
    chapters = {page: {rule["subject"] for rule in rules if rule["page"] == page} for page in rule_pages()}
    assert chapters["birmingham"] == set(SUBJECTS)
    assert chapters["lancashire"] == set(SUBJECTS) - {"notes"}
    assert {rule["id"][:5] for rule in rules if rule["subject"] == "notes"} == {"B-VEC", "H-NOT"}


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


def test_answers_are_sent_without_delay() -> None:
    """Otherwise the network waits 40 ms for more to send with each of them."""

    async def accepted() -> int:
        seen: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def note(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            socket_ = writer.get_extra_info("socket")
            seen.set_result(socket_.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

        listening = bind("127.0.0.1", 0)
        async with await asyncio.start_server(note, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            found = await seen
            writer.close()
        return found

    assert asyncio.run(accepted()) == 1
