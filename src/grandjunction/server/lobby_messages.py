"""Messages about lists of games, invitations, and leaving."""

from __future__ import annotations

from typing import Literal

from ..core.seats import Seat
from .clock.clock_messages import TableClock
from .messages import SeatInfo
from .printed import Message, PaceInfo
from .vocabulary import EarlyEnd, Era, Language, RulesetId


class InviteLink(Message):
    seat: Seat
    token: str  # for ``Join``
    path: str  # where the client lives


class Links(Message):
    invites: list[InviteLink]
    recovery: list[InviteLink]  # each moves a seat of this browser to the one that opens it
    watch: str


# What leaving does: the seat opens again, a bot plays on, the game ends, or (before it began) is deleted.
LeftTo = Literal["open", "bot", "ended", "deleted"]


class Leaving(Message):
    """How this browser can leave a game."""

    outcome: LeftTo | None  # of leaving; None: the game is over
    may_delete: bool  # nobody else sits there
    archived: bool  # archived: not in the list
    expires: int | None  # seconds since 1970: when it is deleted if nobody goes on


class Left(Message):
    outcome: LeftTo


class Joined(Message):
    game: str
    seats: list[Seat]
    invites: list[InviteLink]


class Invitation(Message):
    """What an invite or recovery link leads to, read before it is used."""

    game: str
    ruleset: RulesetId
    seat: Seat
    host: str | None  # the name of the first person at the table; None where nobody sits yet
    seats: list[SeatInfo]
    pace: PaceInfo | None  # of the clock, if there is one


class GameSummary(Message):
    game: str
    ruleset: RulesetId
    practice: bool
    seats: list[SeatInfo]
    to_act: Seat | None
    my_turn: bool
    era: Era
    round: int
    ply: int
    over: bool
    ended: EarlyEnd | None
    standings: list[list[Seat]]
    vp: dict[Seat, int]
    clock: TableClock | None
    created: int
    changed: int


# outdated: ended, because its moves are illegal under the current rules; other_rules: played by
# another revision of its rules; no_rules: the ruleset is gone; unreadable: damaged
WhyStuck = Literal["outdated", "other_rules", "no_rules", "unreadable"]


class StuckGame(Message):
    """A game that this server cannot go on with. Its record can be downloaded."""

    game: str
    ruleset: str  # perhaps one that this server does not have
    names: list[str]  # of the seats
    reason: WhyStuck
    created: int
    changed: int


class Invited(Message):
    """An invitation to a game with an open seat."""

    id: str
    game: str
    ruleset: RulesetId
    by: Seat  # of whoever has invited
    seats: list[SeatInfo]
    pace: PaceInfo | None
    at: int  # seconds since 1970


class Home(Message):
    invited: list[Invited]  # the newest first
    playing: list[GameSummary]  # yours to move first
    waiting: list[GameSummary]  # a seat is still open
    finished: list[GameSummary]
    stuck: list[StuckGame]
    now: float  # the server's time, by which clocks go
    sign_in: bool  # there are accounts here, and this browser is not signed in


class GamePage(Message):
    """A page of a browser's games: those that wait for it first, by time left."""

    games: list[GameSummary]
    stuck: list[StuckGame]
    more: bool
    now: float


class OpenTable(Message):
    """A game whose open seats anybody may take."""

    game: str
    ruleset: RulesetId
    seats: list[SeatInfo]
    pace: PaceInfo | None
    language: Language
    created: int


class QuickWait(Message):
    """When bots take the free seats of a game."""

    bots_at: float | None  # None: they do not
    now: float


class WaitingGames(Message):
    """How many games with other people wait for this browser, for the badge on the app's icon."""

    games: int


class NextGame(Message):
    """The game that waits for this browser most urgently, besides the one it is at."""

    game: str | None
    waiting: int  # how many do
