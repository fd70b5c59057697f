"""The messages about accounts: what clients may ask, and what they get.

| Method | Path | Takes | Gives |
| --- | --- | --- | --- |
| GET | ``/api/account`` |  | ``Account`` |
| PUT | ``/api/account`` | ``Profile`` | ``Account`` |
| DELETE | ``/api/account`` | ``Farewell`` | ``Done``: all but the games is deleted |
| GET | ``/api/account/export`` |  | JSON: all that is stored about the player |
| POST | ``/api/account/links`` | ``AskLink`` | ``Done``: a sign-in link is on its way, if it may |
| GET | ``/api/account/links/{link}`` |  | ``LinkPreview``: what the link would do here |
| POST | ``/api/account/links/{link}`` | ``UseLink`` | ``Account``: this browser is signed in |
| POST | ``/api/account/passkeys/options`` |  | what ``navigator.credentials.create`` takes |
| POST | ``/api/account/passkeys`` | ``NewPasskey`` | ``Account`` |
| DELETE | ``/api/account/passkeys/{id}`` |  | ``Account`` |
| POST | ``/api/account/passkey/options`` |  | what ``navigator.credentials.get`` takes |
| POST | ``/api/account/passkey`` | ``UsePasskey`` | ``SignInLink``: to be used at once |
| GET | ``/api/account/discord`` |  | a redirect to Discord, and back to a link |
| POST | ``/api/account/sign-out`` | ``SignOut`` | ``Account`` |
| DELETE | ``/api/account/devices/{id}`` |  | ``Account`` |
| POST | ``/api/games/{game}/reports`` | ``NewReport`` | ``Done`` |
| GET | ``/api/operator`` | ``?search=`` | ``Overview``, for the operator alone |
| POST | ``/api/operator/bans`` | ``NewBan`` | ``Overview`` |
| POST | ``/api/operator/pardons`` | ``Pardon`` | ``Overview`` |
| POST | ``/api/operator/reports/{id}`` |  | ``Overview``: the report is closed |
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from ...core.seats import Seat
from ..printed import Colour, Message
from ..requests import Request, Short
from ..texts import Line, Name, Prose
from ..vocabulary import Language

Address = Annotated[str, Field(min_length=3, max_length=320)]


class Profile(Request):
    """A change of a player's profile. Omitted fields stay as they are."""

    name: Name | None = None
    colour: Colour | None = None
    language: Language | None = None
    zone: Annotated[str, Field(max_length=60)] | None = None


class AskLink(Request):
    email: Address
    language: Language = "en"


class UseLink(Request):
    bring: bool  # bring this browser's games along


class NewPasskey(Request):
    credential: dict[str, Any]
    name: Name | None = None


class UsePasskey(Request):
    credential: dict[str, Any]


class SignOut(Request):
    everywhere: bool = False


class Farewell(Request):
    sure: Literal[True]


class NewReport(Request):
    """About a seat, or about a line of the chat."""

    seat: Seat | None = None
    line: Annotated[int, Field(ge=1)] | None = None
    text: Annotated[Prose, Field(max_length=1000)] = ""


class NewBan(Request):
    """A ban of a player, or of an address."""

    player: Annotated[Line, Field(max_length=22)] | None = None
    address: Annotated[Line, Field(max_length=60)] | None = None
    reason: Annotated[Line, Field(min_length=1, max_length=300)]


class Pardon(Request):
    player: Annotated[Line, Field(max_length=22)] | None = None
    address: Annotated[Line, Field(max_length=60)] | None = None


class Done(Message):
    done: bool = True


class SignInLink(Message):
    link: str


class Device(Message):
    id: str
    name: str
    created: int
    seen: int
    here: bool


class Passkey(Message):
    id: str
    name: str
    created: int
    used: int | None


class Account(Message):
    """The player of this browser, and what the server offers."""

    offered: bool  # people may sign up and sign in here
    offers_passkeys: bool
    offers_discord: bool
    keeps_addresses: bool  # the Internet addresses of its players, for a month
    by_console: bool  # without a mail server, the host passes links on
    mail_first: bool  # a passkey needs a verified address first
    signed_in: bool
    ended: bool  # this device was signed out elsewhere
    name: str | None
    colour: Colour | None
    language: Language | None
    zone: str | None
    email: str | None
    discord: bool
    operator: bool
    games: int
    devices: list[Device]
    passkeys: list[Passkey]


class LinkPreview(Message):
    """What a link would do in this browser."""

    kind: Literal["promote", "sign_in", "sign_up", "here", "operator"]
    who: str  # the address, or the name
    games: int  # held by this browser as a guest
    asked_here: bool


class OneAddress(Message):
    """An address from which a player came."""

    address: str
    at: int


class OnePlayer(Message):
    id: str
    name: str | None
    email: str | None
    seen: int
    created: int
    operator: bool
    signs_in: bool
    banned: str | None
    addresses: list[OneAddress]  # the latest first


class OneReport(Message):
    id: int
    at: int
    about: str | None
    game: str
    quote: str
    text: str
    closed: bool
    addresses: list[OneAddress]  # of whom it is about


class OneBan(Message):
    address: str
    reason: str
    at: int


class OneQueue(Message):
    kind: Short
    waiting: int
    failing: int
    oldest: int


class OneGame(Message):
    id: str
    ruleset: str
    names: list[str]
    changed: int
    over: bool


class Overview(Message):
    """What the operator sees."""

    players: list[OnePlayer]
    number: int  # of all players
    reports: list[OneReport]
    bans: list[OneBan]
    queues: list[OneQueue]
    games: list[OneGame]
