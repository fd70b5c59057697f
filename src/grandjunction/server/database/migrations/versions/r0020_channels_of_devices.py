"""Which device a browser's channel belongs to: signing the device out ends the channel."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("channels", sa.Column("device", sa.Text))
