"""What clients may send. Types are not converted and unknown fields are rejected."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..core.seats import Seat
from .clock.clocks import PaceName
from .printed import Colour
from .texts import Line, Name, Prose
from .vocabulary import Language

GAME_ID: Final = r"^[A-Za-z0-9_-]{16}$"
Short = Annotated[str, Field(max_length=200)]
Ply = Annotated[int, Field(ge=0, le=100_000)]
Stamp = Annotated[str, Field(max_length=32)]


class Request(BaseModel):
    """A message from a client: no conversion, no unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class NewSeat(Request):
    kind: Literal["me", "person", "open", "bot"]  # person: another player at this screen
    name: Name | None = None
    colour: Colour | None = None
    bot: Annotated[str, Field(max_length=40)] | None = None


class NewGame(Request):
    ruleset: Annotated[str, Field(max_length=60)] = "birmingham"
    seats: Annotated[list[NewSeat], Field(min_length=2, max_length=4)]
    seed: Annotated[Line, Field(min_length=1, max_length=100)] | None = None  # a seed makes a practice game
    first: Literal["random"] = "random"
    pace: PaceName | None = None  # of the clock
    # The language of an open table: anybody may take its open seats. None: by invitation only
    open_in: Language | None = None


GuideName = Literal["birmingham", "lancashire"]


class NewGuide(Request):
    """A guided first game, for the player and one bot."""

    guide: GuideName
    name: Name | None = None
    rival: Name | None = None


class Join(Request):
    token: Short
    name: Name | None = None


class TakeSeat(Request):
    name: Name | None = None


class QuickMatch(Request):
    """A quick match: a seat at a table that fits, or a new open table."""

    ruleset: Annotated[str, Field(max_length=60)]
    players: Annotated[int, Field(ge=2, le=4)]
    pace: PaceName | None = None
    language: Language
    name: Name | None = None


class DraftMove(Request):
    ply: Ply
    stamp: Stamp | None = None
    brief: bool = False  # answer with ``Announced``: the live line brings the table
    move: Annotated[str, Field(min_length=1, max_length=300)]  # record notation


class Undo(Request):
    ply: Ply
    stamp: Stamp | None = None
    brief: bool = False  # answer with ``Announced``: the live line brings the table
    steps: Annotated[int, Field(ge=1, le=100)] | Literal["all"] = 1


class EndTurn(Request):
    ply: Ply
    stamp: Stamp | None = None
    brief: bool = False  # answer with ``Announced``: the live line brings the table


class Why(Request):
    """Why can this not be done? Ask about a move in notation, or about ids and what is picked so far."""

    question: Literal["build", "sell", "link", "develop", "verb", "move", "slot", "card", "merchant"]
    industry: Short | None = None
    place: Short | None = None  # build
    slot: Short | None = None  # sell, slot, merchant
    line: Short | None = None  # link
    merchant: Short | None = None
    verb: Short | None = None
    card: Short | None = None  # slot, card
    move: Annotated[str, Field(max_length=300)] | None = None


class ChatPost(Request):
    text: Annotated[Prose, Field(min_length=1, max_length=1000)]
    seat: Seat | None = None
    name: Name | None = None  # of a spectator


class Notes(Request):
    text: Annotated[Prose, Field(max_length=20_000)]


class Fork(Request):
    ply: Ply
    seats: Literal["as_before", "hot_seat"] = "as_before"  # as_before: bots stay bots


class Leave(Request):
    seat: Seat | None = None  # None: every seat of this browser


class Archive(Request):
    archived: bool


class ReviewOrder(Request):
    depth: Literal["quick", "normal", "deep"] = "quick"


class OtherLine(Request):
    """A variation: other moves from a ply on, in notation."""

    ply: Ply
    moves: Annotated[list[Annotated[str, Field(min_length=1, max_length=300)]], Field(max_length=12)]


class Ping(Request):
    type: Literal["ping"]
    looking: bool = True  # the page is in sight
