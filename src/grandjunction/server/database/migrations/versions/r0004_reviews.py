"""Reviews of finished games, each with the version of its judge."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("game", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("judge", sa.Text, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
