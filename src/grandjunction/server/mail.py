"""Mail: what a message is, and the way to the host's mail server.

``Post.send`` sends one message now; call it from a job, so that it happens in the background and again if it
fails. Without a mail server nothing is sent: ``Post.ready`` says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.errors import MessageError
from email.message import EmailMessage
from email.policy import SMTP, EmailPolicy
from email.utils import format_datetime, formataddr, make_msgid, parseaddr
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from ..extras import need

SENDER: Final = "Grand Junction"
TIMEOUT: Final = 20.0  # seconds
PORTS: Final = {"smtp": 587, "smtps": 465}
# Addresses in common use, not all the standard allows: no quotes, comments, or anything that ends a header.
_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
    r"@(?=.{1,253}\Z)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}"
)


class _Policy(EmailPolicy):
    """Writes the link to unsubscribe as it is. Python would encode what does not fit a line, and mail
    programs do not decode this header.
    """

    def fold_binary(self, name: str, value: Any) -> bytes:
        if name.lower() == "list-unsubscribe":
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


_POLICY: Final = _Policy(linesep=SMTP.linesep, cte_type="7bit")


class BadMailServer(ValueError):
    """Raised for settings that cannot send mail."""


class MailFailed(Exception):
    """Raised if a message was not accepted. ``final``: retrying is useless. It never names the recipient."""

    def __init__(self, why: str, final: bool = False) -> None:
        super().__init__(why)
        self.final = final


def clean_address(text: str) -> str:
    """Return an address as it is stored. Raises ``ValueError`` if it is not an address."""
    address = text.strip().lower()
    if not _ADDRESS.fullmatch(address) or ".." in address or address[0] == "." or ".@" in address:
        raise ValueError("this is no e-mail address")
    return address


@dataclass(frozen=True)
class Mail:
    """A message to one person."""

    to: str
    subject: str
    text: str
    html: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)  # such as List-Unsubscribe
    id: str | None = None  # the same for each try, so that mail programs show it once


@dataclass(frozen=True)
class MailServer:
    """The mail server to send through, and the sender."""

    host: str
    port: int
    tls: bool  # from the first byte; otherwise STARTTLS, where the server offers it
    user: str | None
    password: str | None = field(repr=False)
    sender: str

    @staticmethod
    def at(url: str, sender: str | None = None) -> MailServer:
        """Read ``smtp://USER:PASSWORD@HOST:PORT`` or ``smtps://…``. Raises ``BadMailServer``.

        ``sender`` is the address mail comes from; by default the user, if that is an address.
        """
        need("online", "mail", "aiosmtplib")
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise BadMailServer(f"--smtp: {error}") from None
        if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/") or parts.query:
            raise BadMailServer("--smtp: write it as smtp://USER:PASSWORD@HOST:PORT, or smtps://…")
        user = unquote(parts.username) if parts.username else None
        password = unquote(parts.password) if parts.password else None
        name, address = parseaddr(sender or user or "")
        try:
            address = clean_address(address)
        except ValueError:
            raise BadMailServer(
                "--mail-from: the address that mail comes from is missing, such as brass@example.org"
            ) from None
        return MailServer(
            parts.hostname, port or PORTS[parts.scheme], parts.scheme == "smtps", user, password,
            formataddr((name or SENDER, address)),
        )  # fmt: skip


class Post:
    """Sends mail, if the host has named a mail server."""

    def __init__(self, server: MailServer | None = None) -> None:
        self._server: Final = server

    @property
    def ready(self) -> bool:
        """Whether mail can be sent."""
        return self._server is not None

    async def send(self, mail: Mail) -> None:
        """Hand one message to the mail server. Raises ``MailFailed``."""
        if self._server is None:
            raise MailFailed("this server has no mail server (--smtp)", final=True)
        message = compose(mail, self._server.sender)
        import aiosmtplib

        server = self._server
        # As bytes: the library would write the headers by a policy of its own.
        try:
            await aiosmtplib.send(
                message.as_bytes(),
                sender=parseaddr(server.sender)[1],
                recipients=[message["To"]],
                hostname=server.host,
                port=server.port,
                username=server.user,
                password=server.password,
                use_tls=server.tls,
                timeout=TIMEOUT,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [refused.code for refused in error.recipients]
            raise MailFailed(f"the mail server refuses the recipient: {codes}", min(codes) >= 500) from None
        except aiosmtplib.SMTPResponseException as error:
            raise MailFailed(f"the mail server answers {error.code}") from None
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            raise MailFailed(f"the mail server cannot be reached: {type(error).__name__}") from None


def compose(mail: Mail, sender: str) -> EmailMessage:
    """Return a message as it is sent. Raises ``MailFailed`` if a header has a line break or the like."""
    message = EmailMessage(policy=_POLICY)
    try:
        message["From"] = sender
        message["To"] = clean_address(mail.to)
        message["Subject"] = mail.subject
        domain = parseaddr(sender)[1].partition("@")[2]
        message["Message-ID"] = make_msgid(domain=domain) if mail.id is None else f"<{mail.id}@{domain}>"
        message["Date"] = format_datetime(datetime.now(UTC))
        message["Auto-Submitted"] = "auto-generated"
        for name, value in mail.headers.items():
            message[name] = value
    except (ValueError, MessageError):
        raise MailFailed("a message has a header that cannot be sent", final=True) from None
    message.set_content(mail.text)
    if mail.html is not None:
        message.add_alternative(mail.html, subtype="html")
    return message
