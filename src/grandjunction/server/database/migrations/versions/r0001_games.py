"""Games, seats, moves, chat and notes, as version 0.1 kept them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

Big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
COMPACT: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def of_game(**options: bool) -> sa.Column[str]:
    return sa.Column("game", sa.Text, sa.ForeignKey("games.id"), nullable=False, **options)  # type: ignore[arg-type]


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("bot_seed", sa.Text, nullable=False),
        sa.Column("created", Big, nullable=False),
        sa.Column("changed", Big, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("over", sa.Integer, nullable=False),
        sa.Column("draft", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "seats",
        of_game(primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("colour", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("bot", sa.Text),
        sa.Column("holder", sa.Text),
        sa.Column("generation", sa.Integer, nullable=False),
        **COMPACT,
    )
    op.create_index("seats_by_holder", "seats", ["holder"])
    op.create_table(
        "moves",
        of_game(primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("move", sa.Text, nullable=False),
        **COMPACT,
    )
    op.create_table(
        "chat",
        sa.Column("id", Big, primary_key=True, autoincrement=True),
        of_game(),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", Big, nullable=False),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index("chat_by_game", "chat", ["game", "id"])
    op.create_table(
        "notes",
        of_game(primary_key=True),
        sa.Column("holder", sa.Text, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        **COMPACT,
    )
