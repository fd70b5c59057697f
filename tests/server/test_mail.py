"""Mail goes through the host's mail server, and no text of a player becomes a header."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from grandjunction.server.mail import BadMailServer, Mail, MailFailed, MailServer, Post, clean_address
from tests.server.mailbox import Mailbox


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as running:
        yield running


def post(mailbox: Mailbox) -> Post:
    return Post(MailServer.at(mailbox.url, "Brass at home <brass@example.org>"))


def test_a_message_arrives_plain_and_as_html(mailbox: Mailbox) -> None:
    mail = Mail(
        "anna@example.org", "Żółw, 你好", "Line one\nLine two", "<p>Line one</p>", {"X-Game": "a game"}
    )
    asyncio.run(post(mailbox).send(mail))
    got = mailbox.next("anna@example.org")
    assert (got["Subject"], got["From"]) == ("Żółw, 你好", "Brass at home <brass@example.org>")
    assert (got["X-Game"], got["Auto-Submitted"]) == ("a game", "auto-generated")
    plain, html = got.get_body(("plain",)), got.get_body(("html",))
    assert plain is not None
    assert html is not None
    assert plain.get_content().splitlines() == ["Line one", "Line two"]
    assert "<p>Line one</p>" in html.get_content()


@pytest.mark.parametrize(
    "mail",
    [
        Mail("anna@example.org", "Hello\r\nBcc: everyone@example.org", "text"),
        Mail("anna@example.org\r\nBcc: everyone@example.org", "Hello", "text"),
        Mail("anna@example.org, bob@example.org", "Hello", "text"),
        Mail("anna@example.org", "Hello", "text", None, {"X-Game": "a\nBcc: everyone@example.org"}),
    ],
)
def test_no_text_becomes_a_header(mailbox: Mailbox, mail: Mail) -> None:
    before = len(mailbox.received)
    with pytest.raises(MailFailed, match=r"header that cannot be sent") as refused:
        asyncio.run(post(mailbox).send(mail))
    assert refused.value.final
    assert len(mailbox.received) == before


def test_a_long_link_in_a_header_is_not_encoded(mailbox: Mailbox) -> None:
    """Mail programs look for ``<https://…>``, and decode nothing in this header."""
    link = f"<https://brass.example.org/{'x' * 150}>"
    mail = Mail("bob@example.org", "Żółw " * 30, "Żółw " * 300, None, {"List-Unsubscribe": link})
    asyncio.run(post(mailbox).send(mail))
    got = mailbox.next("bob@example.org")
    raw = mailbox.raw[mailbox.received.index(got)]
    assert f"\r\nList-Unsubscribe: {link}\r\n".encode() in raw
    assert raw.isascii()
    assert max(len(line) for line in raw.split(b"\r\n") if b"List-" not in line) <= 78
    assert (got["Subject"], got["List-Unsubscribe"]) == ("Żółw " * 30, link)


def test_what_the_mail_server_refuses_names_nobody(mailbox: Mailbox) -> None:
    mailbox.refuses = "550 no such user anna"
    try:
        with pytest.raises(MailFailed, match=r"refuses the recipient: \[550\]") as refused:
            asyncio.run(post(mailbox).send(Mail("anna@example.org", "Hello", "text")))
        assert refused.value.final
        mailbox.refuses = "450 later"
        with pytest.raises(MailFailed) as later:
            asyncio.run(post(mailbox).send(Mail("anna@example.org", "Hello", "text")))
        assert not later.value.final
        assert "anna" not in f"{refused.value} {later.value}"
    finally:
        mailbox.refuses = None


def test_without_a_mail_server_nothing_is_sent() -> None:
    assert not Post().ready
    with pytest.raises(MailFailed, match="no mail server"):
        asyncio.run(Post().send(Mail("anna@example.org", "Hello", "text")))
    gone = Post(MailServer.at("smtp://127.0.0.1:9", "brass@example.org"))
    with pytest.raises(MailFailed, match="cannot be reached") as failed:
        asyncio.run(gone.send(Mail("anna@example.org", "Hello", "text")))
    assert not failed.value.final


def test_settings_are_read_and_checked() -> None:
    server = MailServer.at("smtps://brass%40example.org:p%2Fw@mail.example.org")
    assert (server.host, server.port, server.tls) == ("mail.example.org", 465, True)
    assert (server.user, server.password) == ("brass@example.org", "p/w")
    assert server.sender == "Grand Junction <brass@example.org>"
    assert "p/w" not in repr(server)
    for url in ("http://mail.example.org", "smtp://", "smtp://host:port", "smtp://host/path"):
        with pytest.raises(BadMailServer, match="--smtp"):
            MailServer.at(url, "brass@example.org")
    with pytest.raises(BadMailServer, match="--mail-from"):
        MailServer.at("smtp://user:secret@mail.example.org")


@pytest.mark.parametrize(
    "text",
    ["", "anna", "anna@", "@example.org", "anna@localhost", "a b@example.org", "anna@exa mple.org",
     "x" * 65 + "@a.org", "ann..a@example.org", ".anna@example.org", "anna.@example.org", '"a"@example.org',
     "anna@[127.0.0.1]", "anna@example.org,bob@example.org", "änna@example.org"],
)  # fmt: skip
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no e-mail address"):
        clean_address(text)


def test_an_address_has_one_form() -> None:
    assert clean_address(" Anna.B+games@Example.ORG\n") == "anna.b+games@example.org"
