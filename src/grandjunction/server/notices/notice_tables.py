"""The tables for notices."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Index, Integer, Table, Text

from ..database.sql_tables import ALL, COMPACT, Seconds

CHANNELS: Final = Table(
    "channels",  # where a player can be told: a device, a mailbox, a webhook
    ALL,
    Column("id", Text, primary_key=True),
    Column("player", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("target", Text, nullable=False),  # the address and keys; they never leave the server
    Column("label", Text, nullable=False),
    Column("origin", Text, nullable=False),  # the address by which its player reaches the server
    Column("created", Seconds, nullable=False),
    Column("failing", Seconds),  # since when every try has failed
    Column("off", Seconds),  # when it was switched off
    Column(
        "device", Text
    ),  # where a browser is signed in; None for guests and for channels that are no browser
    Index("channels_by_player", "player"),
    sqlite_strict=True,
)
WISHES: Final = Table(
    "wishes",  # what a player wants to be told, and how
    ALL,
    Column("player", Text, primary_key=True),
    Column("switches", Text, nullable=False),
    Column("mail_after", Integer, nullable=False),  # minutes
    Column("digest", Integer),  # the hour of the day; None: no digest
    Column("mailed", Seconds),  # when the last mail was sent, until the player comes back
    **COMPACT,
)
LETTERS: Final = Table(
    "letters",  # notices that wait for the next mail
    ALL,
    Column("player", Text, primary_key=True),
    Column("tag", Text, primary_key=True),
    Column("id", Text, nullable=False),
    Column("notice", Text, nullable=False),
    Column("at", Seconds, nullable=False),
    **COMPACT,
)
