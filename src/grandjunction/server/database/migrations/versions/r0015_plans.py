"""Turns that people store while somebody else is to act."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_COMPACT: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    op.create_table(
        "plans",
        sa.Column("game", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("units", sa.Text, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("dropped", sa.Text),
        sa.Column("unit", sa.Integer),
        **_COMPACT,
    )
