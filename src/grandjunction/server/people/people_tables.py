"""The tables about players. ``migrations`` makes them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text

from ..database.sql_tables import ALL, COMPACT, Big

PLAYERS: Final = Table(
    "players",
    ALL,
    Column("id", Text, primary_key=True),
    Column("name", Text),
    Column("colour", Text),
    Column("language", Text),
    Column("zone", Text),  # an IANA name
    Column("email", Text),  # only a verified one, in lower case
    Column("verified_at", Big),
    Column("discord", Text),  # the id of the Discord account that signs in
    Column("created", Big, nullable=False),
    Column("seen", Big, nullable=False),
    Column("promoted", Big),  # when a guest began to sign in; from then on each device needs a session
    Column("role", Text, nullable=False, server_default=""),  # or operator
    Column("banned", Text),  # why
    Column("folded", Text, nullable=False, server_default=""),  # the name as it is searched for
    Index("players_by_email", "email", unique=True),
    Index("players_by_discord", "discord", unique=True),
    Index("players_by_folded", "folded"),
    **COMPACT,
)
DEVICES: Final = Table(
    "devices",  # where a player is signed in; the signed cookie names player and device
    ALL,
    Column("id", Text, primary_key=True),
    Column("player", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("created", Big, nullable=False),
    Column("seen", Big, nullable=False),
    Index("devices_by_player", "player"),
    **COMPACT,
)
PASSKEYS: Final = Table(
    "passkeys",
    ALL,
    Column("id", Text, primary_key=True),  # the credential's, in base64url
    Column("player", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("public_key", Text, nullable=False),  # in base64url
    Column("sign_count", Big, nullable=False),
    Column("created", Big, nullable=False),
    Column("used", Big),
    Index("passkeys_by_player", "player"),
    **COMPACT,
)
TICKETS: Final = Table(
    "tickets",  # single-use: sign-in links, passkey challenges, round trips to Discord
    ALL,
    Column("id", Text, primary_key=True),
    Column("purpose", Text, nullable=False),
    Column("player", Text),  # who asked
    Column("subject", Text),  # what it proves, such as ``mail:anna@example.org``
    Column("created", Big, nullable=False),
    Column("expires", Big, nullable=False),
    Column("used", Big),
    Index("tickets_by_subject", "subject", "created"),
    Index("tickets_by_purpose", "purpose", "created"),
    **COMPACT,
)
REPORTS: Final = Table(
    "reports",  # to the operator
    ALL,
    Column("id", Big, primary_key=True, autoincrement=True),
    Column("at", Big, nullable=False),
    Column("reporter", Text, nullable=False),
    Column("about", Text),  # the player, if the seat or line has one
    Column("game", Text, nullable=False),
    Column("seat", Integer),
    Column("line", Big),  # of the chat
    Column("quote", Text, nullable=False),  # the name, or the line as it was
    Column("text", Text, nullable=False),
    Column("closed", Big),
    Index("reports_by_state", "closed", "id"),
    sqlite_strict=True,
    sqlite_autoincrement=True,
)
BANS: Final = Table(
    "bans",  # of addresses; a player's is in its row
    ALL,
    Column("address", Text, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("at", Big, nullable=False),
    **COMPACT,
)
ADDRESSES: Final = Table(
    "addresses",  # from which a player came, for the operator; see ``oversight_sql.KEPT``
    ALL,
    Column("player", Text, primary_key=True),
    Column("address", Text, primary_key=True),  # as a ban covers it: of IPv6, the household's network
    Column("at", Big, nullable=False),  # when it was last used
    Index("addresses_by_time", "at"),
    **COMPACT,
)
TIES: Final = Table(
    "ties",  # whom a player follows, and whom they have blocked
    ALL,
    Column("id", Text, primary_key=True),  # the id clients use, since players' ids are secret
    Column("player", Text, nullable=False),
    Column("other", Text, nullable=False),
    Column("kind", Text, nullable=False),  # follow, block
    Column("name", Text, nullable=False),  # the other's name at that time, which is a guest's only one
    Column("created", Big, nullable=False),
    Index("ties_by_player", "player", "other", unique=True),
    Index("ties_by_other", "other"),
    **COMPACT,
)
INVITATIONS: Final = Table(
    "invitations",  # to a game, by name; those by link are not stored
    ALL,
    Column("id", Text, primary_key=True),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("player", Text, nullable=False),  # who is invited
    Column("by", Text, nullable=False),
    Column("at", Big, nullable=False),
    Index("invitations_by_player", "player", "game", unique=True),
    Index("invitations_by_game", "game"),
    Index("invitations_by_inviter", "by"),
    **COMPACT,
)
