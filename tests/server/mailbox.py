"""A mail server of the tests' own on loopback, and what it has received."""

from __future__ import annotations

import re
import time
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from typing import Any, Final

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.server.support import until


class _AnyPort(Controller):
    def _trigger_server(self) -> None:
        server: Any = self.server
        self.port = server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]


class Mailbox:
    """Receives mail. ``refuses`` is the answer to the next recipients, while it is not None."""

    def __init__(self) -> None:
        self.received: Final[list[EmailMessage]] = []
        self.raw: Final[list[bytes]] = []  # the same as they came
        self.refuses: str | None = None
        self._controller: Final = _AnyPort(self, hostname="127.0.0.1", port=0)

    def __enter__(self) -> Mailbox:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self._controller.port}"

    async def handle_RCPT(  # noqa: N802 - the library's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.refuses is not None:
            return self.refuses
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content
        assert isinstance(content, bytes)
        message = BytesParser(policy=default).parsebytes(content)
        assert isinstance(message, EmailMessage)
        self.raw.append(content)
        self.received.append(message)
        return "250 OK"

    def next(self, to: str, after: int = 0) -> EmailMessage:
        """Wait for a message to an address, the first after so many in all."""
        until(lambda: any(message["To"] == to for message in self.received[after:]))
        return next(message for message in self.received[after:] if message["To"] == to)

    def link(self, to: str, after: int = 0) -> str:
        """Wait for a message, and return the address of the link in it."""
        body = self.next(to, after).get_body(("plain",))
        assert body is not None
        found = re.search(r"https?://\S+", body.get_content())
        assert found is not None
        return found[0]

    def stays_at(self, number: int, to: str, seconds: float = 0.3) -> bool:
        """Whether no more than so many messages to an address come within a time."""
        time.sleep(seconds)
        return [message["To"] for message in self.received].count(to) == number
