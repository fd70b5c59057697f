"""What several workers share, on PostgreSQL only."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    # The others may be lost in a crash of the database: they describe only the present moment.
    op.create_table(
        "workers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("seen", sa.Double, nullable=False),
        prefixes=["UNLOGGED"],
    )
    op.create_table(
        "lines",
        sa.Column("worker", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("who", sa.Text, primary_key=True),
        sa.Column("player", sa.Text),
        sa.Column("number", sa.Integer, nullable=False),
        prefixes=["UNLOGGED"],
    )
    op.create_index("lines_by_game", "lines", ["game"])
    op.create_index("lines_by_who", "lines", ["who"])
    op.create_table(
        "allowances",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("who", sa.Text, primary_key=True),
        sa.Column("tokens", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        prefixes=["UNLOGGED"],
    )
