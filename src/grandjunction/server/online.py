"""The host's settings for accounts, mail and Discord. By default all are off."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..extras import need
from .mail import MailServer


class BadDiscord(ValueError):
    """Raised if only half of the settings for Discord are given."""


@dataclass(frozen=True)
class Discord:
    """The host's application at Discord, and where Discord is."""

    client: str
    secret: str = field(repr=False)
    api: str = "https://discord.com"


@dataclass(frozen=True)
class Online:
    """The host's settings. Every default is right for one machine."""

    accounts: bool = False  # people may sign up
    mail: MailServer | None = None
    discord: Discord | None = None
    open_tables: bool = True  # open tables and quick match are on
    private_webhooks: bool = False  # players' webhooks may use the host's own network and plain HTTP

    @staticmethod
    def read(
        accounts: bool = False,
        smtp: str | None = None,
        mail_from: str | None = None,
        open_tables: bool = True,
        environment: Mapping[str, str] = os.environ,
    ) -> Online:
        """Read the options, then the environment. Raises ``ValueError`` or ``MissingExtra``."""
        smtp = smtp or environment.get("GRANDJUNCTION_SMTP") or None
        sender = mail_from or environment.get("GRANDJUNCTION_MAIL_FROM") or None
        client = environment.get("GRANDJUNCTION_DISCORD_CLIENT")
        secret = environment.get("GRANDJUNCTION_DISCORD_SECRET")
        if bool(client) != bool(secret):
            raise BadDiscord("GRANDJUNCTION_DISCORD_CLIENT and GRANDJUNCTION_DISCORD_SECRET go together")
        discord = Discord(client, secret) if client and secret else None
        if discord is not None:
            need("online", "sign-in by Discord", "authlib", "httpx")
        private = environment.get("GRANDJUNCTION_PRIVATE_WEBHOOKS") == "1"
        server = None if smtp is None else MailServer.at(smtp, sender)
        return Online(accounts, server, discord, open_tables, private)
