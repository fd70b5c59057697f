"""Players, their devices and passkeys, sign-in links, reports and bans."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_COMPACT: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}
_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text),
        sa.Column("colour", sa.Text),
        sa.Column("language", sa.Text),
        sa.Column("zone", sa.Text),
        sa.Column("email", sa.Text),
        sa.Column("verified_at", _BIG),
        sa.Column("discord", sa.Text),
        sa.Column("created", _BIG, nullable=False),
        sa.Column("seen", _BIG, nullable=False),
        sa.Column("promoted", _BIG),
        sa.Column("role", sa.Text, nullable=False, server_default=""),
        sa.Column("banned", sa.Text),
        **_COMPACT,
    )
    op.create_index("players_by_email", "players", ["email"], unique=True)
    op.create_index("players_by_discord", "players", ["discord"], unique=True)
    _of_devices()
    op.create_table(
        "tickets",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("player", sa.Text),
        sa.Column("subject", sa.Text),
        sa.Column("created", _BIG, nullable=False),
        sa.Column("expires", _BIG, nullable=False),
        sa.Column("used", _BIG),
        **_COMPACT,
    )
    op.create_index("tickets_by_subject", "tickets", ["subject", "created"])
    op.create_index("tickets_by_purpose", "tickets", ["purpose", "created"])
    _for_the_operator()


def _of_devices() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", _BIG, nullable=False),
        sa.Column("seen", _BIG, nullable=False),
        **_COMPACT,
    )
    op.create_index("devices_by_player", "devices", ["player"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", _BIG, nullable=False),
        sa.Column("created", _BIG, nullable=False),
        sa.Column("used", _BIG),
        **_COMPACT,
    )
    op.create_index("passkeys_by_player", "passkeys", ["player"])


def _for_the_operator() -> None:
    op.create_table(
        "reports",
        sa.Column("id", _BIG, primary_key=True, autoincrement=True),
        sa.Column("at", _BIG, nullable=False),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("about", sa.Text),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("line", _BIG),
        sa.Column("quote", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("closed", _BIG),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index("reports_by_state", "reports", ["closed", "id"])
    op.create_table(
        "bans",
        sa.Column("address", sa.Text, primary_key=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", _BIG, nullable=False),
        **_COMPACT,
    )
