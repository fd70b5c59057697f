from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grandjunction.server.database.postgres import PostgresStorage
from grandjunction.server.database.sqlite import SqliteStorage
from grandjunction.server.database.storage import Storage
from tests.server.postgres import postgres
from tests.server.support import Browser, Open, Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest.fixture
def anna(server: Server) -> Browser:
    return Browser(server)


@pytest.fixture
def ben(server: Server) -> Browser:
    return Browser(server)


@pytest.fixture(params=["sqlite", "postgresql"])
def open_again(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Return a function that opens the same storage again, as after a restart."""
    opened: list[Storage] = []
    url = postgres().new_database() if request.param == "postgresql" else None

    def open_() -> Storage:
        for storage in opened:
            storage.close()
        opened[:] = [SqliteStorage(tmp_path / "games.db") if url is None else PostgresStorage(url)]
        return opened[0]

    yield open_
    for storage in opened:
        storage.close()
