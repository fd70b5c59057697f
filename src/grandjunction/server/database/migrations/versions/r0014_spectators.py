"""Spectators write too: who wrote a line that belongs to no seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("chat", sa.Column("watcher", sa.Text))
    op.create_index("chat_by_watcher", "chat", ["watcher"])
