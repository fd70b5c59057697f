"""The channels of this server, and how players set them up."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from importlib.util import find_spec
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Final, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ...words import known_language
from ..clock.timekeeping import note_zone
from ..database.storage import Storage
from ..edge.site import Site
from ..problems import Trouble
from .mailing import Mailing
from .notice_messages import (
    ChannelInfo,
    Kind,
    NewDevice,
    NewWebhook,
    NoticeSettings,
    SetNotices,
    Switch,
)
from .notice_store import Channel, Wishes
from .notice_words import write
from .outbound import Outbound, Refused, Unreachable
from .outbox import EVENTS, KINDS, Gone, Notice, is_on
from .push import Push, checked
from .webhooks import Webhooks

if TYPE_CHECKING:
    from ..hall import Hall

DEVICES: Final = 10  # per player; a new one replaces the oldest
WEBHOOKS: Final = 3


class Delivery:
    """The channels that deliver notices."""

    def __init__(self, hall: Hall, site: Site, outbound: Outbound) -> None:
        self._hall: Final = hall
        self._outbound: Final = outbound
        self.push: Final = Push(hall.keys, outbound, site.public_url)
        self._webhooks: Final = Webhooks(outbound)
        # Imported only when used, because the extra may be missing.
        if find_spec("httpx"):
            hall.notices.by("webhook", self._webhooks.send)
            if find_spec("pywebpush"):
                hall.notices.by("push", self.push.send)
        if hall.post.ready:
            Mailing(hall)

    async def close(self) -> None:
        await self._outbound.close()

    # -- settings -------------------------------------------------------------------------------------

    async def settings(self, player: str | None) -> NoticeSettings:
        """Return a player's notice settings; without a cookie, the defaults."""

        def read(storage: Storage) -> tuple[list[Channel], Wishes, str | None]:
            if player is None:
                return [], Wishes(), None
            wishes = storage.notices.wishes(player) or Wishes()
            return storage.notices.channels(player), wishes, storage.people.settings(player).email

        channels, wishes, email = await self._hall.journal.read(read)
        return NoticeSettings(
            can=[kind for kind in KINDS if self._hall.notices.can(kind)],
            channels=[_shown(one) for one in channels],
            switches=[
                Switch(event=event, channel=kind, on=is_on(wishes, event, kind))
                for event in EVENTS
                if event != "invited" or self._hall.online.accounts
                for kind in KINDS
            ],
            mail_after=wishes.mail_after,
            digest=wishes.digest,
            email=email,
        )

    async def change(self, player: str, asked: SetNotices, origin: str) -> None:
        """Store a player's notice settings."""

        def write_(storage: Storage) -> None:
            store = storage.notices
            _remember(storage, player, asked.language, asked.zone)
            before = store.wishes(player) or Wishes()
            switches = {**before.switches, **{f"{one.event} {one.channel}": one.on for one in asked.switches}}
            store.save_wishes(
                player,
                Wishes(
                    switches,
                    before.mail_after if asked.mail_after is None else asked.mail_after,
                    before.digest if asked.digest is None else None if asked.digest < 0 else asked.digest,
                ),
            )
            if asked.mail is None:
                return
            for one in store.channels(player):
                if one.kind == "mail":
                    store.drop_channel(player, one.id)
            if asked.mail:
                store.add_channel(_channel(player, "mail", "", "e-mail", origin, storage.time()))

        if asked.mail and not self._hall.notices.can("mail"):
            raise Trouble(422, "no_mail", "This server sends no mail.")
        if asked.mail and (await self.settings(player)).email is None:
            raise Trouble(422, "no_address", "Add an e-mail address to your account first.")
        await self._hall.journal.run(write_)
        self._awake()

    def _awake(self) -> None:
        self._hall.notices.used = True

    # -- channels -------------------------------------------------------------------------------------

    async def add_device(self, player: str, device: str | None, asked: NewDevice, origin: str) -> None:
        """Add a browser, signed in or a guest's. It replaces the oldest if there are too many."""
        if not self._hall.notices.can("push"):
            raise Trouble(422, "no_push", "This server sends nothing to browsers.")
        target = checked(self._outbound, asked.endpoint, asked.p256dh, asked.auth)

        def write_(storage: Storage) -> None:
            _remember(storage, player, asked.language, asked.zone)
            added = _channel(player, "push", target, asked.label, origin, storage.time())
            storage.notices.add_channel(replace(added, device=device))
            devices = [one for one in storage.notices.channels(player) if one.kind == "push"]
            for one in devices[: max(0, len(devices) - DEVICES)]:
                storage.notices.drop_channel(player, one.id)

        await self._hall.journal.run(write_)
        self._awake()

    async def add_webhook(self, player: str, asked: NewWebhook, origin: str) -> None:
        """Add a webhook. Raises ``Trouble`` if its address is not allowed."""
        if not self._hall.notices.can("webhook"):
            raise Trouble(422, "no_webhooks", "This server sends nothing to webhooks.")
        try:
            parts = self._outbound.check(asked.url)
            await self._outbound.vet(parts)
        except Refused as error:
            raise Trouble(422, "webhook_address", str(error)) from None
        except Unreachable:
            raise Trouble(422, "webhook_unknown", "This address is not known.") from None
        target = json.dumps({"flavour": asked.flavour, "url": asked.url})
        label = f"{asked.flavour}: {parts.hostname}"

        def write_(storage: Storage) -> bool:
            hooks = [one for one in storage.notices.channels(player) if one.kind == "webhook"]
            for one in hooks:
                if json.loads(one.target)["url"] == asked.url:  # saving it switches it on again
                    storage.notices.drop_channel(player, one.id)
                    hooks.remove(one)
                    break
            if len(hooks) >= WEBHOOKS:
                return False
            _remember(storage, player, asked.language, asked.zone)
            storage.notices.add_channel(_channel(player, "webhook", target, label, origin, storage.time()))
            return True

        if not await self._hall.journal.run(write_):
            raise Trouble(422, "too_many_webhooks", f"You have {WEBHOOKS} webhooks already.")
        self._awake()

    async def drop(self, player: str | None, id: str) -> None:
        """Remove a channel of a player."""
        dropped = player is not None and await self._hall.journal.run(
            lambda storage: storage.notices.drop_channel(player, id)
        )
        if not dropped:
            raise _no_channel()

    async def test(self, player: str | None, id: str) -> str | None:
        """Send a test message now. Return why it failed, or None."""
        channel, now, reader = await self._hall.journal.read(
            lambda storage: (
                storage.notices.channel(id), storage.time(), storage.people.settings(player or "").reads,
            )
        )  # fmt: skip
        if channel is None or channel.player != player:
            raise _no_channel()
        notice = Notice(channel.player, token_urlsafe(12), "test", "", 0, "", now)
        try:
            await self._hall.notices.send(channel, write(notice, None, reader, 0))
        except Gone:
            return "gone"
        except Exception as error:  # show the user whatever the service said
            return str(error)
        await self._hall.journal.run(lambda storage: storage.notices.note_channel(id, None))
        return None


def _remember(storage: Storage, player: str, language: str, zone: str) -> None:
    """Store the language and time zone of a player's browser."""
    known = known_language(language)
    now = int(storage.time())
    storage.people.add(player, now)
    if known is not None:
        storage.people.change(player, language=known)
    with suppress(ZoneInfoNotFoundError, ValueError, OSError):  # an unknown one stays as it was
        note_zone(storage, player, ZoneInfo(zone).key)


def _channel(player: str, kind: str, target: str, label: str, origin: str, now: float) -> Channel:
    return Channel(token_urlsafe(12), player, kind, target, label, origin, now)


def _shown(channel: Channel) -> ChannelInfo:
    return ChannelInfo(
        id=channel.id,
        kind=cast(Kind, channel.kind),
        label=channel.label,
        created=int(channel.created),
        failing=None if channel.failing is None else int(channel.failing),
        off=channel.off is not None,
        mark=_mark(json.loads(channel.target)["endpoint"]) if channel.kind == "push" else None,
    )


def _mark(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()[:16]


def _no_channel() -> Trouble:
    return Trouble(404, "no_such_channel", "There is no such channel.")
