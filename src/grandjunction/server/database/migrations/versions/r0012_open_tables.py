"""Games whose open seats anybody may take, and the language spoken there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("games", sa.Column("open_in", sa.Text))
    op.create_index("games_open_in", "games", ["open_in"])
