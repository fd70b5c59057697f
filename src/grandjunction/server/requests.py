"""What clients ask for. Types are not converted and nothing unknown is let pass."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from .printed import Colour

Seat = Literal["A", "B", "C", "D"]
Name = Annotated[str, Field(min_length=1, max_length=40)]
Short = Annotated[str, Field(max_length=200)]
Ply = Annotated[int, Field(ge=0, le=100_000)]
Stamp = Annotated[str, Field(max_length=32)]


class Request(BaseModel):
    """What a client says: nothing unknown, nothing converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class NewSeat(Request):
    kind: Literal["me", "person", "open", "bot"]  # person: at this screen too
    name: Name | None = None
    colour: Colour | None = None
    bot: Annotated[str, Field(max_length=40)] | None = None


class NewGame(Request):
    ruleset: Annotated[str, Field(max_length=60)] = "birmingham"
    seats: Annotated[list[NewSeat], Field(min_length=2, max_length=4)]
    seed: Annotated[str, Field(min_length=1, max_length=100)] | None = None  # makes it a practice game
    first: Literal["random"] = "random"


class Join(Request):
    token: Short
    name: Name | None = None


class DraftMove(Request):
    ply: Ply
    stamp: Stamp | None = None
    move: Annotated[str, Field(min_length=1, max_length=300)]  # record notation


class Undo(Request):
    ply: Ply
    stamp: Stamp | None = None
    steps: Annotated[int, Field(ge=1, le=100)] | Literal["all"] = 1


class EndTurn(Request):
    ply: Ply
    stamp: Stamp | None = None


class Why(Request):
    """Why can this not be done? Give what the question is about; a move in notation, or a verb and ids."""

    question: Literal["build", "sell", "link", "develop", "verb", "move", "slot"]
    industry: Short | None = None
    place: Short | None = None  # build
    slot: Short | None = None  # sell, and anything at all on a space
    line: Short | None = None  # link
    verb: Short | None = None
    move: Annotated[str, Field(max_length=300)] | None = None


class ChatPost(Request):
    text: Annotated[str, Field(min_length=1, max_length=1000)]
    seat: Seat | None = None


class Notes(Request):
    text: Annotated[str, Field(max_length=20_000)]


class Fork(Request):
    ply: Ply


class Ping(Request):
    type: Literal["ping"]
