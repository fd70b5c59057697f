"""The messages of the analysis board.

| Method | Path | Takes | Gives |
|---|---|---|---|
| POST | ``/api/analysis/open``          | ``Paste``     | ``Tree``: a position, record or study as text |
| GET  | ``/api/analysis/games/{game}``  | ``?ply=``     | ``Tree``: a game that is over, or one's practice |
| POST | ``/api/analysis/look``          | ``StudyMoment``    | ``Sight``: the table and the choices there |
| POST | ``/api/analysis/why``           | ``WhyThere``, ``?lang=`` | ``Answer`` |
| POST | ``/api/analysis/words``         | ``Unworded``, ``?lang=`` | list of texts |
| POST | ``/api/analysis/best``          | ``Wanted``, ``?lang=`` | ``BestTurns``, if they are found |
| POST | ``/api/analysis/write``         | ``Tree``      | ``Written``: the study as text |
| GET  | ``/api/studies``                |               | list of ``StudySummary``: this browser's |
| POST | ``/api/studies``                | ``Tree``      | ``KeptStudy`` |
| GET  | ``/api/studies/{study}``        |               | ``KeptStudy`` |
| PUT  | ``/api/studies/{study}``        | ``Tree``      | ``KeptStudy``, by its maker alone |
| DELETE | ``/api/studies/{study}``      |               | ``StudySummary``, by its maker alone |
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from ...core.seats import Seat
from ..messages import Choice, Table
from ..printed import Message
from ..requests import Request, Why
from ..review_messages import Spread
from ..texts import Line, Prose
from ..vocabulary import RulesetId

MOST_MOVES: Final = 1500  # to one moment; the longest games have about 450
MOST_NODES: Final = 3000
LONGEST_TEXT: Final = 60_000
LONGEST_NOTE: Final = 2000
LONGEST_TITLE: Final = 100
MoveText = Annotated[str, Field(min_length=1, max_length=300)]
Position = Annotated[str, Field(max_length=20_000)]
Players = Annotated[int, Field(ge=2, le=4)]
PlayerName = Annotated[Line, Field(min_length=1, max_length=200)]


class Paste(Request):
    text: Annotated[str, Field(max_length=LONGEST_TEXT)]


class Beginning(Request):
    """Where the lines of a study begin."""

    ruleset: Annotated[str, Field(max_length=60)]
    players: Players
    start: Position | None = None  # None: the set-up


class StudyMoment(Beginning):
    moves: Annotated[list[MoveText], Field(max_length=MOST_MOVES)]
    draw: bool = False  # draw chance outcomes up to the next decision of a seat


class WhyThere(StudyMoment):
    why: Why


class Wanted(StudyMoment):
    depth: Literal["quick", "normal", "deep"] = "normal"
    names: Annotated[list[PlayerName], Field(min_length=2, max_length=4)]


class Unworded(Request):
    ruleset: Annotated[str, Field(max_length=60)]
    moves: Annotated[list[MoveText], Field(max_length=MOST_MOVES)]


class Branch(Request):
    """One move of a study. Moves that follow the same one are in order, the main one first."""

    parent: Annotated[int, Field(ge=-1, le=MOST_NODES)]  # the number of the one before it; -1: the beginning
    move: MoveText
    note: Annotated[Prose, Field(max_length=LONGEST_NOTE)] = ""
    seat: Seat | None = None  # who makes it; None: chance. Clients may leave it out, since the moves imply it


class Tree(Beginning):
    """A study: each move stands after the one it follows."""

    title: Annotated[Line, Field(max_length=LONGEST_TITLE)] = ""
    names: Annotated[list[PlayerName], Field(min_length=2, max_length=4)]
    note: Annotated[Prose, Field(max_length=LONGEST_NOTE)] = ""  # at the beginning
    nodes: Annotated[list[Branch], Field(max_length=MOST_NODES)]
    at: Annotated[int, Field(ge=-1, le=MOST_NODES)] = -1  # the move to look at first


class ChanceOption(Message):
    """What chance may bring: ``weight`` of all weights together."""

    move: str
    text: str
    weight: int


class Sight(Message):
    """A moment of a study: every hand is open."""

    table: Table
    choices: list[Choice]
    following: list[Choice]  # see ``Choices``
    chance: list[ChanceOption]  # if chance decides
    made: str | None  # the last of the moves asked about, in complete notation
    drawn: list[str]  # the chance outcomes, if any were drawn
    position: str  # as text


class BestTurn(Message):
    moves: list[str]
    text: str
    vp: list[Spread]  # by seat
    share: list[Spread]
    behind_vp: Spread  # how much worse it is than the first
    behind_share: Spread
    equal: bool  # the samples do not tell it from the first
    reasons: list[str]  # why the first is better: for the first itself, than the second


class BestTurns(Message):
    running: bool  # ask again in a moment
    turns: list[BestTurn]  # the best first
    judge: str


class Written(Message):
    text: str


class StudySummary(Message):
    id: str
    title: str
    ruleset: RulesetId
    changed: int  # seconds since 1970


class KeptStudy(Message):
    id: str
    mine: bool  # whether this browser may change it
    tree: Tree
