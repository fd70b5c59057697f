"""The tables of both stores. ``migrations`` makes them, step by step; other subjects have their own files."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    REAL,
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

HEAD: Final = "0021"  # the latest migration
ALL: Final = MetaData()
Big: Final = BigInteger().with_variant(Integer(), "sqlite")
Seconds: Final[Double[float]] = Double().with_variant(REAL(), "sqlite")
COMPACT: Final[dict[str, Any]] = {"sqlite_strict": True, "sqlite_with_rowid": False}

GAMES: Final = Table(
    "games",
    ALL,
    Column("id", Text, primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("seed", Text),
    Column("bot_seed", Text, nullable=False),
    Column("created", Big, nullable=False),
    Column("changed", Big, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("over", Integer, nullable=False),
    Column("draft", Text, nullable=False),
    Column("version", Integer, nullable=False, server_default="0"),  # rises with every change
    Column("ended", Text),  # why it ended early
    Column("pace", Text),  # of its clock, if it has one
    Column("open_in", Text),  # the language of an open table; NULL: only for those who are invited
    Column("acts", Integer),  # the seat it waits for, or -1; NULL: not noted yet
    Column("creator", Text),  # who began it
    Index("games_open_in", "open_in"),
    Index("games_by_creator", "creator"),
    sqlite_strict=True,
)
SEATS: Final = Table(
    "seats",
    ALL,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("colour", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("bot", Text),
    Column("holder", Text),
    Column("generation", Integer, nullable=False),
    Column("resigned", Integer),  # the ply at which its person gave it to a bot
    Column("former", Text),  # who held it before the bot
    Column("back", Text),  # whether that player may have it back: may, asked, left
    Column("place", Integer),  # in the result, from 1
    Column("folded", Text, nullable=False, server_default=""),  # the name as it is searched for
    Index("seats_by_holder", "holder"),
    Index("seats_by_former", "former"),
    **COMPACT,
)
MOVES: Final = Table(
    "moves",
    ALL,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("move", Text, nullable=False),
    **COMPACT,
)
CHAT: Final = Table(
    "chat",
    ALL,
    Column("id", Big, primary_key=True, autoincrement=True),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("seat", Integer),  # NULL for a spectator
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Big, nullable=False),
    Column("watcher", Text),  # the spectator who wrote it
    Index("chat_by_game", "game", "id"),
    Index("chat_by_watcher", "watcher"),
    sqlite_strict=True,
    sqlite_autoincrement=True,
)
NOTES: Final = Table(
    "notes",
    ALL,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("holder", Text, primary_key=True),
    Column("text", Text, nullable=False),
    **COMPACT,
)
REVIEWS: Final = Table(
    "reviews",
    ALL,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("judge", Text, nullable=False),  # the version that a review is of
    Column("document", Text, nullable=False),
    **COMPACT,
)

FINDINGS: Final = Table(
    "findings",  # what jobs about a game have found so far
    ALL,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("part", Text, primary_key=True),
    Column("text", Text, nullable=False),
    **COMPACT,
)
ARCHIVED: Final = Table(
    "archived",  # games that a browser has archived
    ALL,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("holder", Text, primary_key=True),
    **COMPACT,
)

# -- time ------------------------------------------------------------------------------------------------

CLOCKS: Final = Table(
    "clocks",
    ALL,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("pace", Text, nullable=False),
    Column("seat", Integer),  # whose time runs
    Column("holder", Text),  # who sits there
    Column("since", Seconds),  # from when on
    Column("due", Seconds),  # when it will be over
    Column("pauses", Text, nullable=False),  # until then, as JSON
    Column("warned", Integer, nullable=False),
    Column("out", Seconds),  # since when the seat is out of time
    Column("seconds", Text, nullable=False),  # left to each seat, as JSON
    Column("timeouts", Text, nullable=False),  # of each seat, as JSON
    Column("votes", Text, nullable=False),  # who is for ending the game, as JSON
    Index("clocks_by_holder", "holder"),
    **COMPACT,
)
RESTS: Final = Table(
    "rests",  # when a player's clocks stand still, in the time zone of the player's row
    ALL,
    Column("player", Text, primary_key=True),
    Column("night_begins", Integer),  # minutes after midnight
    Column("night_ends", Integer),
    Column("holidays", Text, nullable=False),  # first and last days, as JSON
    Column("changed", Seconds, nullable=False),  # when the night was last changed
    **COMPACT,
)
TIMEOUTS: Final = Table(
    "timeouts",  # who was out of time; they outlive their games
    ALL,
    Column("player", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("at", Seconds, primary_key=True),
    **COMPACT,
)

# -- work that waits ------------------------------------------------------------------------------------

JOBS: Final = Table(
    "jobs",
    ALL,
    Column("id", Big, primary_key=True, autoincrement=True),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("owner", Text, nullable=False),  # owners take turns
    Column("payload", Text, nullable=False),
    Column("run_at", Seconds, nullable=False),
    Column("lease_until", Seconds),  # until when a worker has leased it
    Column("worker", Text),
    Column("attempts", Integer, nullable=False),
    Column("tried_at", Seconds, nullable=False),  # when it was last taken
    UniqueConstraint("kind", "key", name="one_job_of_a_kind"),
    Index("jobs_by_time", "kind", "run_at"),
    sqlite_strict=True,
    sqlite_autoincrement=True,
)
SERVED: Final = Table(
    "served",  # when an owner's job was last taken
    ALL,
    Column("kind", Text, primary_key=True),
    Column("owner", Text, primary_key=True),
    Column("at", Seconds, nullable=False),
    **COMPACT,
)

ALLOWANCES: Final = Table(
    "allowances",  # the rate limits that outlive a restart
    ALL,
    Column("kind", Text, primary_key=True),
    Column("who", Text, primary_key=True),
    Column("tokens", Seconds, nullable=False),
    Column("at", Seconds, nullable=False),
    **COMPACT,
)

# -- PostgreSQL only: what several workers share ------------------------------------------------

SHARED: Final = MetaData()
SECRETS: Final = Table(
    "secrets",
    SHARED,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
WORKERS: Final = Table(
    "workers",
    SHARED,
    Column("id", Text, primary_key=True),
    Column("seen", Double, nullable=False),
)
LINES: Final = Table(
    "lines",  # live connections, by worker, game and whom they count against
    SHARED,
    Column("worker", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("who", Text, primary_key=True),
    Column("player", Text),
    Column("number", Integer, nullable=False),
    Column("looking", Integer, nullable=False, server_default="0"),  # those whose page is visible
    Index("lines_by_game", "game"),
    Index("lines_by_who", "who"),
)
