"""The messages about puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from ...puzzling.themes import THEMES
from ..messages import Choices, Table
from ..printed import Message
from ..requests import Request, Why
from ..review_messages import Spread
from ..vocabulary import Era, OneOf, RulesetId

Theme = TypeAliasType("Theme", Annotated[str, OneOf(THEMES)])
PUZZLE_ID = r"^[a-z0-9-]{3,40}$"
Units = Annotated[list[Annotated[str, Field(min_length=1, max_length=300)]], Field(max_length=12)]


class PuzzleSummary(Message):
    id: str
    ruleset: RulesetId
    players: int
    era: Era
    round: int
    themes: list[Theme]  # the rarest first
    rating: int  # difficulty


class PuzzleList(Message):
    """All puzzles, the easiest first, and the one of the day."""

    day: str  # such as 2026-11-16, UTC
    daily: str
    themes: list[Theme]  # all there are, the rarest first
    puzzles: list[PuzzleSummary]


class WeakTheme(Message):
    """What a player's reviewed turns lost where the better turn has this theme."""

    theme: Theme
    vp: float
    turns: int


class Drill(Message):
    """The themes of a player's reviewed games, the costliest first."""

    themes: list[WeakTheme]


class PuzzleUnits(Request):
    """The moves made in a puzzle so far, in notation."""

    units: Units


class PuzzleWhy(Request):
    """A question about a puzzle after some moves."""

    units: Units
    why: Why


class PuzzleTable(Message):
    """The position of a puzzle after some moves, and the legal next ones."""

    table: Table
    choices: Choices


class PuzzleAnswer(Message):
    """The grade of an answer."""

    verdict: Literal["best", "equal", "worse"]
    text: str  # the turn in words
    loss_vp: Spread  # against the solution
    loss_share: Spread
    harm: str  # the harm that a beginner sees in it, in words; "" if there is none
    reasons: list[str]  # what the turn lacks, in words that do not name the solution


class PuzzleSolution(Message):
    moves: list[str]  # in notation
    text: str
    second: str  # the best turn of another idea, in words
    gain_vp: float
    gain_share: float
    method: Literal["exhaustive", "played_out", "sampled"]  # how it was verified …
    deals: int  # … and on how many deals
    reasons: list[str]  # what speaks for it against the next best
