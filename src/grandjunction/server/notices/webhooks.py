"""Webhooks: messages to a player's own address, in the format of the service there."""

from __future__ import annotations

import json
from email.header import Header
from typing import Final, Literal

from ..jobs import TryLater
from .notice_store import Channel
from .notice_words import Message
from .outbound import Outbound, Refused, Unreachable

Flavour = Literal["discord", "slack", "ntfy", "json"]
_JSON: Final = {"Content-Type": "application/json"}


class Webhooks:
    """Sends messages to webhooks."""

    def __init__(self, outbound: Outbound) -> None:
        self._outbound: Final = outbound

    async def send(self, channel: Channel, message: Message) -> None:
        """Send a message. Raises ``TryLater``; its text does not hold the address."""
        target = json.loads(channel.target)
        body, headers = composed(target["flavour"], message, channel.origin + message.path)
        try:
            reply = await self._outbound.post(target["url"], body, {**headers, "Idempotency-Key": message.id})
        except (Refused, Unreachable) as error:
            raise TryLater(f"webhook: {error}", 0.0) from None
        if not reply.is_success:
            raise TryLater(f"webhook: it answers {reply.status}", reply.retry_after)


def composed(flavour: Flavour, message: Message, url: str) -> tuple[bytes, dict[str, str]]:
    """Return a message in the format of its service, and the headers."""
    text = f"{message.title}\n{message.body}"
    if flavour == "discord":
        # A player may be called @everyone.
        return _json({"content": f"{text}\n{url}", "allowed_mentions": {"parse": []}}), dict(_JSON)
    if flavour == "slack":
        escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return _json({"text": f"{escaped}\n<{url}>"}), dict(_JSON)
    if flavour == "ntfy":
        title = Header(message.title, "utf-8", maxlinelen=10_000).encode(linesep="")
        return message.body.encode(), {
            "Title": title,
            "Click": url,
            "Content-Type": "text/plain; charset=utf-8",
        }
    fields = {
        "id": message.id, "event": message.event, "game": message.game, "title": message.title,
        "text": message.body, "url": url, "at": int(message.at),
    }  # fmt: skip
    return _json(fields), dict(_JSON)


def _json(fields: dict[str, object]) -> bytes:
    return json.dumps(fields, ensure_ascii=False).encode()
