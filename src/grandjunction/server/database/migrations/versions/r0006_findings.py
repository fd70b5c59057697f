"""What jobs about a game have found: hints, and the parts of reviews."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "findings",
        sa.Column("game", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("part", sa.Text, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
