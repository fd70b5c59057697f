"""The table of stored turns. ``migrations`` makes it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, ForeignKey, Integer, Table, Text

from ..database.sql_tables import ALL, COMPACT

PLANS: Final = Table(
    "plans",  # a seat's next turn
    ALL,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("units", Text, nullable=False),  # in notation, as JSON
    Column("terms", Text, nullable=False),  # what each of them did when it was stored, as JSON
    Column("dropped", Text),  # why it was not played: illegal, changed
    Column("unit", Integer),  # the unit at fault
    **COMPACT,
)
