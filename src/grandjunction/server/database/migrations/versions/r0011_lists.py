"""What lists of games need: which seat a game waits for, and who has won."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("games", sa.Column("acts", sa.Integer))
    op.add_column("seats", sa.Column("place", sa.Integer))
