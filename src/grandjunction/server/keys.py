"""Who is who: signed cookies for browsers, and tokens that hand a seat over.

Nothing secret is stored but one key. A token is a signature over what it permits, so it can be shown again
and checked without being kept.
"""

from __future__ import annotations

import base64
import hmac
import os
import re
import secrets
from hashlib import sha256
from pathlib import Path
from typing import Final

COOKIE: Final = "grandjunction"
_PLAYER: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_TOKEN: Final = re.compile(r"([ir])([A-Za-z0-9_-]{16})([0-3])([A-Za-z0-9_-]{22})")


def load_secret(path: Path) -> bytes:
    """The server's key; made, readable by its owner only, if there is none yet."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_bytes()
        if len(key) < 32:
            raise ValueError(f"{path} is not a key; remove it and every seat must be claimed anew") from None
        return key
    with os.fdopen(handle, "wb") as file:
        key = secrets.token_bytes(32)
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return key


class Keys:
    def __init__(self, secret: bytes) -> None:
        self._secret: Final = secret

    def _sign(self, *parts: str) -> str:
        digest = hmac.digest(self._secret, "\n".join(parts).encode(), sha256)
        return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")

    # -- browsers -----------------------------------------------------------------------------------

    def new_player(self) -> str:
        return secrets.token_urlsafe(16)

    def cookie(self, player: str) -> str:
        return f"{player}.{self._sign('player', player)}"

    def player(self, cookie: str | None) -> str | None:
        """The browser a cookie names, if the signature is ours."""
        player, _, signature = (cookie or "").partition(".")
        if not _PLAYER.fullmatch(player) or not signature.isascii():
            return None
        return player if hmac.compare_digest(signature, self._sign("player", player)) else None

    # -- seats --------------------------------------------------------------------------------------

    def token(self, kind: str, game: str, seat: int, generation: int) -> str:
        """``i`` invites to an open seat, ``r`` moves a taken one."""
        return f"{kind}{game}{seat}{self._sign(kind, game, str(seat), str(generation))}"

    def read_token(self, token: str) -> tuple[str, str, int] | None:
        """Kind, game and seat of a token that looks like one; ``fits`` says whether it is good."""
        found = _TOKEN.fullmatch(token)
        return None if found is None else (found[1], found[2], int(found[3]))

    def fits(self, token: str, kind: str, game: str, seat: int, generation: int) -> bool:
        return hmac.compare_digest(token, self.token(kind, game, seat, generation))
