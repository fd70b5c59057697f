"""Requests generated from the schema: whatever it allows, and a little more, never breaks the server.

``make soak`` generates many more, and lets schemathesis try as well.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import quote

import httpx

from grandjunction.server.app import make_app
from grandjunction.server.database.sqlite import SqliteStorage
from tests.server.support import SECRET

Json = dict[str, Any]
SCHEMA: Final[Json] = json.loads(
    (Path(__file__).parents[2] / "web" / "openapi.json").read_text(encoding="utf-8")
)
CASES: Final = 10 * int(os.environ.get("GRANDJUNCTION_SOAK", "0")) or 5  # of each operation
WORDS: Final = [
    "",
    "A",
    "pass",
    "birmingham",
    "é",
    "\u202e",
    "\0",
    "0",
    "../..",
    "x" * 5000,
    "draw A card leek",
]
ODD: Final[list[Any]] = [None, True, -1, 0, 2**70, 1.5, "", "x", [], {}, [None]]


class Generator:
    """Makes values that a schema describes, and now and then others."""

    def __init__(self, seed: int, wild: float) -> None:
        self.rnd: Final = Random(seed)
        self.wild: Final = wild

    def value(self, schema: Json, depth: int = 0) -> Any:
        rnd = self.rnd
        if rnd.random() < self.wild:
            return rnd.choice(ODD)
        if "$ref" in schema:
            return self.value(SCHEMA["components"]["schemas"][schema["$ref"].rpartition("/")[2]], depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return rnd.choice(schema["enum"])
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.value(rnd.choice(schema[several]), depth)
        return self._plain(schema, depth)

    def _plain(self, schema: Json, depth: int) -> Any:
        rnd, kind = self.rnd, schema.get("type")
        if kind == "object":
            needed = set(schema.get("required", []))
            fields = schema.get("properties", {})
            chosen = [name for name in fields if name in needed or rnd.random() < 0.5]
            return {name: self.value(fields[name], depth + 1) for name in chosen}
        if kind == "array":
            least, most = schema.get("minItems", 0), min(schema.get("maxItems", 4), 4)
            number = rnd.randint(least, max(least, most if depth < 4 else least))
            return [self.value(schema.get("items", {}), depth + 1) for _ in range(number)]
        if kind in ("integer", "number"):
            least, most = schema.get("minimum", -5), schema.get("maximum", 2**40)
            return rnd.choice([least, most, rnd.randint(int(least), int(most))])
        if kind == "boolean":
            return rnd.random() < 0.5
        if kind == "null":
            return None
        if kind == "string":
            return rnd.choice(WORDS)[: schema.get("maxLength", 9999)].ljust(schema.get("minLength", 0), "a")
        return rnd.choice(ODD)


class Attack:
    """Sends generated requests for every operation of the schema."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http: Final = http
        self.game = ""
        self.statuses: Final[Counter[int]] = Counter()

    async def begin(self) -> None:
        asked = {"ruleset": "hamlet", "seats": [{"kind": "me"}, {"kind": "person"}]}
        made = await self.http.post("/api/games", json=asked)
        if made.status_code == 201:
            self.game = made.json()["game"]

    async def run(self, cases: int) -> None:
        for number, (path, methods) in enumerate(SCHEMA["paths"].items()):
            for method, operation in methods.items():
                for case in range(cases):
                    make = Generator(1000 * number + case, 0.0 if case % 3 == 0 else 0.1)
                    await self.one(method, path, operation, make)
                    if method == "delete" or path.endswith("/leave"):
                        await self.begin()  # there may be no game any more

    async def one(self, method: str, path: str, operation: Json, make: Generator) -> None:
        query: dict[str, str] = {}
        for parameter in operation.get("parameters", []):
            value = make.value(parameter["schema"])
            if parameter["in"] == "path":
                known = self.game if parameter["name"] == "game" and make.rnd.random() < 0.8 else str(value)
                path = path.replace("{" + parameter["name"] + "}", quote(known, safe="") or "x")
            elif parameter["in"] == "query" and (parameter.get("required") or make.rnd.random() < 0.7):
                query[parameter["name"]] = str(value)
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        sent = None if body is None else json.dumps(make.value(body)).encode()
        headers = {"Content-Type": "application/json"} if sent is not None else {}
        answer = await self.http.request(method.upper(), path, params=query, content=sent, headers=headers)
        self.statuses[answer.status_code] += 1
        assert answer.status_code < 500, (method, path, query, sent, answer.text[:300])


async def attacked(database: Path) -> Counter[int]:
    app = make_app(SqliteStorage(database), SECRET, workers=1)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://table", timeout=60) as http,
    ):
        attack = Attack(http)
        await attack.begin()
        await attack.run(CASES)
        return attack.statuses


def test_nothing_that_the_schema_describes_breaks_the_server(tmp_path: Path) -> None:
    statuses = asyncio.run(attacked(tmp_path / "games.db"))
    operations = sum(len(methods) for methods in SCHEMA["paths"].values())
    assert statuses.total() == operations * CASES
    assert statuses[200] > operations  # many of them are served, not only refused
    assert {404, 422} <= set(statuses)
