"""A player's time zone is kept once, in the player's row: rests had one of their own, chosen on purpose."""

from __future__ import annotations

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.execute(
        "INSERT INTO players (id, created, seen) SELECT player, 0, 0 FROM rests "
        "WHERE player NOT IN (SELECT id FROM players)"
    )
    op.execute(
        "UPDATE players SET zone = (SELECT zone FROM rests WHERE rests.player = players.id) "
        "WHERE id IN (SELECT player FROM rests)"
    )
    op.drop_column("rests", "zone")
