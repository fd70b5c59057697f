"""Who started a game, to limit unfinished games with bots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("games", sa.Column("creator", sa.Text))
    op.create_index("games_by_creator", "games", ["creator"])
    # Of earlier games it is not known. Most were begun by whoever sits there first.
    op.execute(
        "UPDATE games SET creator = (SELECT holder FROM seats WHERE game = games.id AND holder IS NOT NULL"
        " ORDER BY seat LIMIT 1)"
    )
