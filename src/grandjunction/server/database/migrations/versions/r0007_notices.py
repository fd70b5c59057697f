"""Notices: where players can be told, what they wish to be told, and what waits for the next mail."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
Seconds: sa.Double[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("created", Seconds, nullable=False),
        sa.Column("failing", Seconds),
        sa.Column("off", Seconds),
        sqlite_strict=True,
    )
    op.create_index("channels_by_player", "channels", ["player"])
    op.create_table(
        "wishes",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("switches", sa.Text, nullable=False),
        sa.Column("mail_after", sa.Integer, nullable=False),
        sa.Column("digest", sa.Integer),
        sa.Column("mailed", Seconds),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "letters",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("tag", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("notice", sa.Text, nullable=False),
        sa.Column("at", Seconds, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "postgresql":
        op.add_column("lines", sa.Column("looking", sa.Integer, nullable=False, server_default="0"))
