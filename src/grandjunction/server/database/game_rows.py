"""What a storage keeps of games: games, seats, chat, jobs and notices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from secrets import token_urlsafe

from ..clock.clocks import Clock


@dataclass
class SeatRow:
    """A seat: who holds it, and how it is shown."""

    name: str
    colour: str
    kind: str  # person, open, bot
    bot: str | None = None
    holder: str | None = None  # the browser that holds it
    generation: int = 0  # grows whenever the seat changes hands, so that old links stop working
    resigned: int | None = None  # the ply at which its person gave it to a bot
    former: str | None = None  # who held it before the bot
    back: str | None = None  # may: that player may have it back; asked: wants it; left: has given it up


@dataclass
class GameRow:
    """A game without its moves."""

    id: str
    ruleset: str
    revision: int
    seed: str | None  # only a practice game has one
    bot_seed: str
    created: int
    seats: list[SeatRow]
    changed: int = 0
    over: bool = False
    ended: str | None = None  # why it ended early
    pace: str | None = None  # of its clock, if it has one
    creator: str | None = None  # who began it
    open_in: str | None = None  # the language of an open table; only known of a new game


@dataclass
class StoredGame:
    """A game with its moves and its draft."""

    row: GameRow
    moves: list[str] = field(default_factory=list)
    draft: list[str] = field(default_factory=list)
    version: int = 0  # grows with every change of the game
    clock: Clock | None = None


@dataclass
class Changes:
    """What is new of a game since the version that a worker knows. Without seats: nothing."""

    version: int
    changed: int
    over: bool
    ended: str | None
    draft: list[str]
    moves: list[str]
    clock: Clock | None
    seats: list[SeatRow]


@dataclass(frozen=True)
class NewJob:
    """A job to add. There is one job per kind and key."""

    kind: str
    key: str
    run_at: float | None = None  # None: now
    owner: str = ""  # owners take turns
    payload: str = ""


@dataclass(frozen=True)
class DoneJob:
    """A job to remove."""

    kind: str
    key: str


@dataclass(frozen=True)
class NewNotice:
    """A notice for a player. A newer one with the same tag replaces it."""

    player: str
    event: str  # see ``outbox.EVENTS``
    game: str
    ply: int = 0
    who: str = ""  # the name of the player it is about
    wait: float = 2.0  # seconds before it is sent, since people at the table need no notice
    id: str = field(default_factory=lambda: token_urlsafe(12))

    @property
    def tag(self) -> str:
        """The subject. Chat has its own, so that it does not replace the notice of a turn."""
        return f"{self.game} chat" if self.event == "chat" else self.game


JobChanges = Sequence[NewJob | DoneJob | NewNotice]


@dataclass(frozen=True)
class Job:
    """A job that a worker has taken."""

    id: int
    kind: str
    key: str
    owner: str
    payload: str
    run_at: float
    attempts: int  # those before this one


@dataclass(frozen=True)
class Stats:
    """How much is in a database."""

    games: int
    unfinished: int
    moves: int
    chat_lines: int
    people: int  # browsers that hold a seat
    bytes: int


@dataclass
class ChatRow:
    """One line of the chat."""

    id: int
    seat: int | None
    name: str
    text: str
    at: int
    watcher: str | None = None  # the spectator who wrote it; those at the table have a seat
