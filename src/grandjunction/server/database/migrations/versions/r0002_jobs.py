"""A version of each game, which tells whether it has changed, and jobs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

Big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
Seconds: sa.Double[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    op.add_column("games", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "jobs",
        sa.Column("id", Big, primary_key=True, autoincrement=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("run_at", Seconds, nullable=False),
        sa.Column("lease_until", Seconds),
        sa.Column("worker", sa.Text),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("tried_at", Seconds, nullable=False),
        sa.UniqueConstraint("kind", "key", name="one_job_of_a_kind"),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index("jobs_by_time", "jobs", ["kind", "run_at"])
    op.create_table(
        "served",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("at", Seconds, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    # A bot may be to act in each of these games. Whoever takes the job finds out.
    op.execute(
        "INSERT INTO jobs (kind, key, owner, payload, run_at, attempts, tried_at) "
        "SELECT DISTINCT 'bot', games.id, '', '', 0.0, 0, 0.0 FROM games "
        "JOIN seats ON seats.game = games.id WHERE games.over = 0 AND seats.kind = 'bot'"
    )
