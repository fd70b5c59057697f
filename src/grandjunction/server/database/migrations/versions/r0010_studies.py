"""Studies, and the best turns that were found in positions."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_COMPACT: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}
_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("maker", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", _BIG, nullable=False),
        sa.Column("changed", _BIG, nullable=False),
        **_COMPACT,
    )
    op.create_index("studies_by_maker", "studies", ["maker", "changed"])
    op.create_table(
        "analyses",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        **_COMPACT,
    )
    op.create_index("analyses_by_time", "analyses", ["at"])
