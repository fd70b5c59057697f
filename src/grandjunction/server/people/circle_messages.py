"""The messages about other players: whom one follows and blocks, and invitations by name.

| Method | Path | Takes | Gives |
| --- | --- | --- | --- |
| GET | ``/api/people`` |  | ``Circle`` |
| DELETE | ``/api/people/{id}`` |  | ``Circle``: follow or block no more |
| GET | ``/api/games/{game}/people`` | ``?seat=&line=`` | ``Regarded`` |
| PUT | ``/api/games/{game}/people`` | ``Regard`` | ``Regarded`` |
| POST | ``/api/games/{game}/invitations`` | ``NewInvitation`` | ``Done``, whether it reaches anybody or not |
| POST | ``/api/invitations/{id}`` | ``TakeSeat`` | ``Joined`` |
| DELETE | ``/api/invitations/{id}`` |  | ``Done`` |

``Home`` lists the open invitations. A server without accounts has none of this.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ...core.seats import Seat
from ..printed import Message
from ..requests import Request
from ..texts import Name

Tied = Literal["follow", "block"]
TieId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}$")]


class Acquaintance(Message):
    """Somebody whom this player follows or has blocked."""

    id: str  # of the tie, not of the player
    name: str


class Circle(Message):
    offered: bool  # this server has accounts
    signed_in: bool  # only then one can invite by name
    followed: list[Acquaintance]
    blocked: list[Acquaintance]


class Regard(Request):
    """Follow or block the holder of a seat or the writer of a chat line. None: neither any more."""

    seat: Seat | None = None
    line: Annotated[int, Field(ge=1)] | None = None
    tie: Tied | None


class Regarded(Message):
    name: str
    tie: Tied | None


class NewInvitation(Request):
    """An invitation by exact name, or to somebody this player follows."""

    name: Name | None = None
    followed: TieId | None = None
