"""Clocks and their pauses, who ran out of time, and seats that can be given back."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

Seconds: sa.Double[float] = sa.Double().with_variant(sa.REAL(), "sqlite")
COMPACT: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    op.add_column("games", sa.Column("pace", sa.Text))
    op.add_column("seats", sa.Column("former", sa.Text))
    op.add_column("seats", sa.Column("back", sa.Text))
    op.create_index("seats_by_former", "seats", ["former"])
    op.create_table(
        "clocks",
        sa.Column("game", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("holder", sa.Text),
        sa.Column("since", Seconds),
        sa.Column("due", Seconds),
        sa.Column("pauses", sa.Text, nullable=False),
        sa.Column("warned", sa.Integer, nullable=False),
        sa.Column("out", Seconds),
        sa.Column("seconds", sa.Text, nullable=False),
        sa.Column("timeouts", sa.Text, nullable=False),
        sa.Column("votes", sa.Text, nullable=False),
        **COMPACT,
    )
    op.create_index("clocks_by_holder", "clocks", ["holder"])
    op.create_table(
        "rests",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("night_begins", sa.Integer),
        sa.Column("night_ends", sa.Integer),
        sa.Column("holidays", sa.Text, nullable=False),
        sa.Column("changed", Seconds, nullable=False),
        **COMPACT,
    )
    op.create_table(
        "timeouts",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("at", Seconds, primary_key=True),
        **COMPACT,
    )
