"""The server behind the browser's table. It alone decides what is legal and what each seat may know."""

from __future__ import annotations

from ..extras import need

need(
    "server",
    "the server",
    "fastapi",
    "uvicorn",
    "websockets",
    "prometheus_client",
    "segno",
    "sqlalchemy",
    "alembic",
)
