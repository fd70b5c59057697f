"""Whom players follow and block, invitations by name, and rate limits that outlive a restart."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

_COMPACT: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}
_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "ties",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("other", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", _BIG, nullable=False),
        **_COMPACT,
    )
    op.create_index("ties_by_player", "ties", ["player", "other"], unique=True)
    op.create_index("ties_by_other", "ties", ["other"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        **_COMPACT,
    )
    op.create_index("invitations_by_player", "invitations", ["player", "game"], unique=True)
    op.create_index("invitations_by_game", "invitations", ["game"])
    op.create_index("invitations_by_inviter", "invitations", ["by"])
    op.create_index("players_by_name", "players", ["name"])
    if op.get_bind().dialect.name == "sqlite":  # PostgreSQL has had it since 0003
        op.create_table(
            "allowances",
            sa.Column("kind", sa.Text, primary_key=True),
            sa.Column("who", sa.Text, primary_key=True),
            sa.Column("tokens", sa.REAL, nullable=False),
            sa.Column("at", sa.REAL, nullable=False),
            **_COMPACT,
        )
