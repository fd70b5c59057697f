"""The tables of the analysis board. ``migrations`` makes them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Index, Table, Text

from ..database.sql_tables import ALL, COMPACT, Big

STUDIES: Final = Table(
    "studies",
    ALL,
    Column("id", Text, primary_key=True),
    Column("maker", Text, nullable=False),  # the browser that may change it
    Column("title", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("text", Text, nullable=False),  # in the record format
    Column("created", Big, nullable=False),
    Column("changed", Big, nullable=False),
    Index("studies_by_maker", "maker", "changed"),
    **COMPACT,
)
ANALYSES: Final = Table(
    "analyses",  # the best turns that were found, for a while
    ALL,
    Column("key", Text, primary_key=True),  # of the position, the depth and the judge
    Column("text", Text, nullable=False),
    Column("at", Big, nullable=False),
    Index("analyses_by_time", "at"),
    **COMPACT,
)
