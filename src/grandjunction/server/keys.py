"""Signed cookies that identify browsers, and signed tokens that hand over a seat.

The key is the only stored secret. A token is a signature over what it permits, so it need not be stored: it
can be made again and checked at any time.
"""

from __future__ import annotations

import base64
import hmac
import os
import re
import secrets
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

COOKIE: Final = "grandjunction"  # how the cookie's name begins; before version 0.2 this was all of it
_PLAYER: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_LINK: Final = re.compile(r"[A-Za-z0-9_-]{44}")
_TOKEN: Final = re.compile(r"([ir])([A-Za-z0-9_-]{16})([0-3])([A-Za-z0-9_-]{22})")


class KeyMissing(ValueError):
    """Raised if there are games but the key to their seats is missing."""


def key_of(database: Path) -> Path:
    """Return where the key of a database is kept."""
    return database.with_name(database.name + ".key")


def load_secret(path: Path, has_games: bool = False) -> bytes:
    """Return the server's key. If there is none yet, make one that only its owner can read.

    Raises ``KeyMissing`` if there are games already: with a new key nobody would hold a seat in them.
    """
    if has_games and not path.exists():
        raise KeyMissing(
            f"the database has games, but {path} is missing. It is the key to every seat: put it back from "
            "a backup. Without it all seats are lost; to accept that, make an empty database the new one."
        )
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_bytes()
        if len(key) < 32:
            raise ValueError(f"{path} is not a key; without a key every seat must be claimed anew") from None
        return key
    with os.fdopen(handle, "wb") as file:
        key = secrets.token_bytes(32)
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return key


class Keys:
    """Signs and checks cookies and tokens."""

    def __init__(self, secret: bytes) -> None:
        self._secret: Final = secret
        # Two servers on one host have the same cookies, whatever their ports. Each needs a name of its own.
        self.cookie_name: Final = f"{COOKIE}-{self._sign('cookie')[:8]}"

    def _sign(self, *parts: str) -> str:
        digest = hmac.digest(self._secret, "\n".join(parts).encode(), sha256)
        return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")

    # -- browsers -----------------------------------------------------------------------------------

    def new_player(self) -> str:
        return secrets.token_urlsafe(16)

    def cookie(self, player: str, device: str | None = None) -> str:
        """Return the cookie for a guest's browser, or for a device on which a player is signed in."""
        if device is None:
            return f"{player}.{self._sign('player', player)}"
        return f"{player}.{device}.{self._sign('device', player, device)}"

    def player_of(self, cookies: Mapping[str, str]) -> str | None:
        """Return the player that a request's cookies name, signed in or not."""
        return self.holder_of(cookies)[0]

    def holder_of(self, cookies: Mapping[str, str]) -> tuple[str | None, str | None]:
        """Return the player and the device that a request's cookies name; the old name counts too."""
        found = self.read_cookie(cookies.get(self.cookie_name))
        return found if found[0] is not None else self.read_cookie(cookies.get(COOKIE))

    def player(self, cookie: str | None) -> str | None:
        """Return the player that a cookie names, or None if the signature is not ours."""
        return self.read_cookie(cookie)[0]

    def read_cookie(self, cookie: str | None) -> tuple[str | None, str | None]:
        """Return the player that a cookie names, and the device unless it is a guest's; None if not ours.

        Whether the device is still signed in, the storage knows.
        """
        player, *device, signature = (cookie or "").split(".")[:4] if "." in (cookie or "") else ("", "")
        if not all(_PLAYER.fullmatch(part) for part in (player, *device)) or not signature.isascii():
            return None, None
        signed = self._sign("device", player, device[0]) if len(device) == 1 else self._sign("player", player)
        if len(device) > 1 or not hmac.compare_digest(signature, signed):
            return None, None
        return player, device[0] if device else None

    # -- single-use links ---------------------------------------------------------------------------

    def link(self, ticket: str) -> str:
        """Return a ticket's link. Only the ticket is stored, and it is useless without the key."""
        return f"{ticket}{self._sign('link', ticket)}"

    def read_link(self, link: str) -> str | None:
        """Return the ticket of a link, or None if it is not ours."""
        ticket = link[:22]
        if not _LINK.fullmatch(link) or not hmac.compare_digest(link, self.link(ticket)):
            return None
        return ticket

    def derived(self, *parts: str) -> str:
        """Return a secret derived from these parts, so that it need not be stored."""
        return self._sign("derived", *parts) + self._sign("derived further", *parts)

    # -- seats --------------------------------------------------------------------------------------

    def token(self, kind: str, game: str, seat: int, generation: int) -> str:
        """Return a token. Kind ``i`` invites to an open seat, ``r`` recovers a taken one."""
        return f"{kind}{game}{seat}{self._sign(kind, game, str(seat), str(generation))}"

    def read_token(self, token: str) -> tuple[str, str, int] | None:
        """Return the kind, game and seat of a token, or None if it has not the form of one.

        ``fits`` says whether it is valid.
        """
        found = _TOKEN.fullmatch(token)
        return None if found is None else (found[1], found[2], int(found[3]))

    def fits(self, token: str, kind: str, game: str, seat: int, generation: int) -> bool:
        """Whether this is the token for a seat of this generation."""
        return hmac.compare_digest(token, self.token(kind, game, seat, generation))
