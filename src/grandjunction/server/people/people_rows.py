"""The players in a storage, and the interface to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

LANGUAGE = "en"
FORMER = "a former player"  # the name of a seat whose player is deleted; readers get it in their language
ZONE = "UTC"


@dataclass(frozen=True)
class PlayerRow:
    """A player about whom something is stored."""

    id: str
    name: str | None = None
    colour: str | None = None
    language: str | None = None  # None: unknown
    zone: str | None = None
    email: str | None = None  # verified
    verified_at: int | None = None
    discord: str | None = None
    created: int = 0
    seen: int = 0
    promoted: int | None = None  # when the guest became an account
    role: str = ""
    banned: str | None = None  # why

    @property
    def reads(self) -> str:
        """The language in which to write to this player."""
        return self.language or LANGUAGE

    @property
    def lives_in(self) -> str:
        """The time zone in which to tell this player times."""
        return self.zone or ZONE


@dataclass(frozen=True)
class Standing:
    """What every request must know about a player."""

    signs_in: bool = False  # whether a guest's cookie is no longer enough
    banned: str | None = None
    devices: frozenset[str] = frozenset()


class People(Protocol):
    """The players' part of a storage, in the transaction of its caller. Times are in seconds since 1970."""

    def find(self, player: str) -> PlayerRow | None:
        """Return a player's row; most guests have none."""

    def settings(self, player: str) -> PlayerRow:
        """Return a player's language, time zone and address: of a guest, the defaults."""

    def standing(self, player: str) -> Standing: ...

    def by_email(self, email: str) -> PlayerRow | None:
        """Return the player with a verified address, written in lower case."""

    def by_discord(self, id: str) -> PlayerRow | None: ...

    def see(self, player: str, device: str, at: int) -> None:
        """Store that a player is here."""

    def add(self, player: str, at: int) -> None:
        """Make a row for a player who has none yet."""

    def change(self, player: str, **values: str | int | None) -> None:
        """Change columns of a player's row, and tell every worker."""
