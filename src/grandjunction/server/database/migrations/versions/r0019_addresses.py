"""The addresses from which players came, for the operator's bans. They are kept for a month."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "addresses",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("addresses_by_time", "addresses", ["at"])
