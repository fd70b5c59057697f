"""Web push: encrypted messages to browsers, through the push service of the browser's maker."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
from functools import cache
from hashlib import sha256, sha512
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from ..jobs import TryLater
from ..keys import Keys
from ..problems import Trouble
from .notice_store import Channel
from .notice_words import Message
from .outbound import Outbound, Refused, Unreachable
from .outbox import STALE, Gone

if TYPE_CHECKING:
    from py_vapid import Vapid02

_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


class Push:
    """Sends messages to browsers. The key that identifies this server is derived from the server's own."""

    def __init__(self, keys: Keys, outbound: Outbound, public_url: str | None) -> None:
        self._outbound: Final = outbound
        # Push services want a contact in case this server misbehaves.
        host = urlsplit(public_url or "").hostname or "localhost"
        self._contact: Final = f"mailto:postmaster@{host}"
        self._vapid: Final = cache(lambda: _vapid(keys.derived("web push")))

    def public_key(self) -> str:
        """Return the key that browsers subscribe with."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self._vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return _b64(point)

    async def send(self, channel: Channel, message: Message) -> None:
        """Send a message. Raises ``Gone`` if the subscription has ended, and ``TryLater``."""
        subscription = json.loads(channel.target)
        body, headers = await asyncio.to_thread(self._sealed, subscription, message)
        try:
            reply = await self._outbound.post(subscription["endpoint"], body, headers)
        except (Refused, Unreachable) as error:
            raise TryLater(f"push service: {error}", 0.0) from None
        if reply.status in (404, 410):
            raise Gone
        if not reply.is_success:
            raise TryLater(f"push service: {reply.status}", reply.retry_after)

    def _sealed(self, subscription: dict[str, Any], message: Message) -> tuple[bytes, dict[str, str]]:
        """Return a message encrypted for the browser, and its headers."""
        from pywebpush import WebPusher

        shown = {
            "id": message.id, "tag": message.tag, "title": message.title, "body": message.body,
            "path": message.path, "at": message.at, "waiting": message.waiting, "lang": message.lang,
        }  # fmt: skip
        sealed = WebPusher(subscription).encode(json.dumps(shown, ensure_ascii=False).encode())["body"]
        service = urlsplit(subscription["endpoint"])
        signed = self._vapid().sign({"aud": f"{service.scheme}://{service.netloc}", "sub": self._contact})
        return sealed, {
            **signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(int(STALE)),
            "Urgency": "normal",
            # The service drops an older message of the same topic that it could not deliver yet.
            "Topic": _b64(sha256(message.tag.encode()).digest()[:18]),
        }


@cache
def _vapid(seed: str) -> Vapid02:
    from cryptography.hazmat.primitives.asymmetric import ec
    from py_vapid import Vapid02

    number = int.from_bytes(sha512(seed.encode()).digest(), "big") % (_ORDER - 1) + 1
    return Vapid02(ec.derive_private_key(number, ec.SECP256R1()))


def checked(outbound: Outbound, endpoint: str, p256dh: str, auth: str) -> str:
    """Return a subscription as it is stored. Raises ``Trouble`` if it is unusable."""
    try:
        outbound.check(endpoint)
        point, secret = _bytes(p256dh), _bytes(auth)
    except (Refused, binascii.Error) as error:
        raise Trouble(422, "subscription", "This is no subscription of a browser.") from error
    if not _is_on_curve(point) or len(secret) != 16:
        raise Trouble(422, "subscription", "This is no subscription of a browser.")
    return json.dumps({"endpoint": endpoint, "keys": {"p256dh": _b64(point), "auth": _b64(secret)}})


def _is_on_curve(point: bytes) -> bool:
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(point) == 65


def _bytes(text: str) -> bytes:
    return base64.b64decode(
        text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True
    )


def _b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
