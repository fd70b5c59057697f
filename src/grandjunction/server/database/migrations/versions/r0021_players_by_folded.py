"""Players are looked up by name without regard to upper and lower case."""

from __future__ import annotations

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.drop_index("players_by_name", table_name="players")
    op.create_index("players_by_folded", "players", ["folded"])
