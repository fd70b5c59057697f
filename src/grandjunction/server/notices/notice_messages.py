"""Requests and messages about notices."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..printed import Message
from ..requests import Request
from ..texts import Line

Event = Literal["turn", "began", "ended", "alarm", "timeout", "chat", "invited"]
Kind = Literal["push", "mail", "webhook"]
Flavour = Literal["discord", "slack", "ntfy", "json"]
Address = Annotated[Line, Field(min_length=8, max_length=2000)]


class Switch(Message):
    """Whether a kind of channel reports an event."""

    event: Event
    channel: Kind
    on: bool


class ChannelInfo(Message):
    """A player's channel. Its address or key stays on the server."""

    id: str
    kind: Kind
    label: str  # the device, or the service and host of a webhook
    created: int
    failing: int | None  # since when
    off: bool  # switched off after failing for too long
    mark: str | None  # of a device: the start of its address's SHA-256, by which a browser finds itself


class NoticeSettings(Message):
    """A player's notice settings."""

    can: list[Kind]  # the kinds of channels that this server has
    channels: list[ChannelInfo]
    switches: list[Switch]
    mail_after: int  # minutes
    digest: int | None  # the hour of the daily mail; None: a mail after ``mail_after``
    email: str | None  # the verified address


class PushKey(Message):
    """The key that a browser subscribes with."""

    key: str


class SetSwitch(Request):
    event: Event
    channel: Kind
    on: bool


class SetNotices(Request):
    """Language and time zone are those of the browser that asks."""

    switches: Annotated[list[SetSwitch], Field(default_factory=list, max_length=40)]
    mail: bool | None = None  # None: as it is
    mail_after: Annotated[int, Field(ge=0, le=7 * 24 * 60)] | None = None
    digest: Annotated[int, Field(ge=-1, le=23)] | None = None  # -1: no digest
    language: Annotated[str, Field(max_length=20)]
    zone: Annotated[str, Field(max_length=60)]


class NewDevice(Request):
    """A browser's subscription to web push."""

    endpoint: Address
    p256dh: Annotated[str, Field(max_length=120)]
    auth: Annotated[str, Field(max_length=40)]
    label: Annotated[Line, Field(max_length=60)]
    language: Annotated[str, Field(max_length=20)]
    zone: Annotated[str, Field(max_length=60)]


class NewWebhook(Request):
    flavour: Flavour
    url: Address
    language: Annotated[str, Field(max_length=20)]
    zone: Annotated[str, Field(max_length=60)]


class Tested(Message):
    """The result of a test; ``problem`` is None if it arrived."""

    problem: str | None
