"""Prints the OpenAPI schema: ``python -m grandjunction.server.schema > web/openapi.json``."""

from __future__ import annotations

import json
import sys
from typing import Any

from .app import make_app
from .database.sqlite import SqliteStorage


def schema() -> dict[str, Any]:
    """Return what ``/api/openapi.json`` publishes, without running a server."""
    storage = SqliteStorage(":memory:")
    try:
        return make_app(storage, bytes(32)).openapi()
    finally:
        storage.close()


if __name__ == "__main__":
    json.dump(schema(), sys.stdout, indent=1, ensure_ascii=False)
    print()
