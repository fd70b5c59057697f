"""Mail in real browsers: a link that signs in, a mail that it is one's turn, and when a player is back.

The mail server is one of the tests' own on loopback. The links in its mails are opened in the browser.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from grandjunction.server.database.storage import Storage
from grandjunction.server.mail import MailServer
from grandjunction.server.online import Online
from grandjunction.server.people import signing_in
from tests.e2e.conftest import Open
from tests.e2e.table import Person
from tests.e2e.test_accounts import LANGUAGES
from tests.e2e.test_clocks import audit
from tests.server.mailbox import Mailbox
from tests.server.support import Server, until

T = TypeVar("T")
# Headless browsers never hide a page, so these tests say when it is out of sight.
HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => sessionStorage.hidden === 'yes' })"
HIDE = """(hidden) => {
  sessionStorage.hidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@dataclass(frozen=True)
class Post:
    """A server with accounts, and its mail."""

    server: Server
    mailbox: Mailbox

    @property
    def at(self) -> SimpleNamespace:
        return SimpleNamespace(address=f"http://{self.server.address}")

    def read(self, look: Callable[[Storage], T]) -> T:
        hall = self.server.hall
        return asyncio.run_coroutine_threadsafe(hall.journal.read(look), self.server.loop).result()

    def letter(self, one: Person, to: str, subject: str, after: int) -> EmailMessage:
        """Wait for a mail, after so many in all. The browser goes on meanwhile."""

        def found() -> list[EmailMessage]:
            one.page.wait_for_timeout(50)
            return [
                mail
                for mail in self.mailbox.received[after:]
                if (mail["To"], mail["Subject"]) == (to, subject)
            ]

        until(found)
        return found()[0]


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    monkeypatch.setattr(signing_in, "BETWEEN", 0)
    with Mailbox() as mailbox:
        online = Online(accounts=True, mail=MailServer.at(mailbox.url, "brass@example.org"))
        with Server(online=online) as server:
            yield Post(server, mailbox)


def links(mail: EmailMessage) -> list[str]:
    body = mail.get_body(("html",))
    assert body is not None
    return re.findall(r'href="([^"]+)"', body.get_content())


def sign_up(post: Post, one: Person, address: str) -> None:
    """Ask for a link on the account page, and open it from the mail."""
    one.page.goto("/account")
    one.page.locator("#email").fill(address)
    one.page.locator("[data-act=send-link]").click()
    one.page.get_by_text("a link is on its way").wait_for()
    (link, *_) = links(post.letter(one, address, "Sign in to Grand Junction", 0))
    one.page.goto(link)
    one.page.locator("[data-act=sign-in]").click()
    one.page.get_by_text(f"You are signed in as {address}.").wait_for()


def wants_mail(one: Person) -> None:
    """Switch mail on, to be sent at once."""
    one.page.goto("/notices")
    one.page.locator("[data-setting=mail]").check()
    with one.page.expect_response("**/api/notices"):
        one.page.locator("section:has([data-setting=mail]) select").select_option("after 0")


def join(anna: Person, ben: Person) -> str:
    """Return a game of both in which Anna is to act."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]
    made = anna.ask("/api/games", {"ruleset": "birmingham", "seats": seats, "seed": "told"})
    ben.ask("/api/join", {"token": made["invites"][0]["token"], "name": "Ben"})
    play(ben, made["game"])
    return str(made["game"])


def play(one: Person, game: str) -> None:
    while one.ask(f"/api/games/{game}")["draft"] is not None:
        one.turn_unseen(game, "loan", waits=False)


def test_a_mailed_link_signs_in_and_a_mail_leads_to_the_game(person: Open, post: Post) -> None:
    anna, ben = person(at=post.at), person(at=post.at, phone=True)
    sign_up(post, ben, "ben@example.org")
    wants_mail(ben)
    for lang in LANGUAGES:
        ben.page.goto(f"/notices?lang={lang}")
        ben.page.wait_for_selector(f"html[lang={lang}] [data-setting=mail]:checked")
        ben.page.wait_for_selector("[data-switch='alarm mail']")
        audit(ben.page, "main")
    ben.page.goto("/notices?lang=en")
    ben.page.wait_for_selector("html[lang=en] [data-setting=mail]:checked")
    game, before = join(anna, ben), len(post.mailbox.received)
    play(anna, game)
    mail = post.letter(ben, "ben@example.org", "Your turn", before)
    to_game, stop = links(mail)
    ben.page.goto(to_game)
    ben.page.wait_for_selector("[data-verb]", state="attached")
    assert ben.page.url.startswith(f"{post.at.address}/game/{game}")
    ben.page.goto(stop)
    audit(ben.page, "html")
    ben.page.get_by_role("button").click()
    ben.page.get_by_text("You get no more notices by e-mail.").wait_for()
    ben.page.goto("/notices")
    ben.page.wait_for_selector("[data-setting=mail]:not(:checked)")


def test_only_a_page_that_is_seen_means_that_its_player_is_back(person: Open, post: Post) -> None:
    anna, ben = person(at=post.at), person(at=post.at)
    sign_up(post, ben, "ben@example.org")
    wants_mail(ben)
    ben.page.add_init_script(HIDDEN)
    ben.page.goto("/rules")
    ben.page.evaluate(HIDE, "yes")
    game, before = join(anna, ben), len(post.mailbox.received)
    play(anna, game)
    post.letter(ben, "ben@example.org", "Your turn", before)

    def mailed() -> bool:
        """Whether the server waits for Ben to come back before it sends another mail."""

        def look(storage: Storage) -> Any:
            player = storage.people.by_email("ben@example.org")
            assert player is not None
            wishes = storage.notices.wishes(player.id)
            assert wishes is not None
            return wishes.mailed

        return post.read(look) is not None

    until(mailed)
    with ben.page.expect_response(lambda one: one.url.endswith("looking=false")):
        ben.page.goto("/")  # a list that opens behind other tabs
    ben.page.wait_for_selector(".card")
    assert mailed()
    ben.page.goto(f"/game/{game}")  # and a table
    ben.page.wait_for_selector("[data-verb]", state="attached")
    watchers = post.server.hall.crowd.watchers
    until(lambda: [one.looking for one in watchers.get(game, ())] == [False])
    assert mailed()
    ben.page.evaluate(HIDE, "no")  # he looks at the table
    until(lambda: not mailed())
    assert [one.looking for one in watchers[game]] == [True]


# -- the number on the app's icon -----------------------------------------------------------------------

INSTALLED = """
  const { matchMedia } = window;
  window.matchMedia = (query) =>
    query.includes('standalone') ? { matches: true, addEventListener() {} } : matchMedia.call(window, query);
  navigator.setAppBadge = async (games) => void (window.badge = games);
"""


def test_the_badge_is_right_after_every_turn(person: Open, post: Post) -> None:
    anna, ben = person(at=post.at), person(at=post.at)
    ben.page.add_init_script(INSTALLED)
    game = join(anna, ben)

    def shows(games: int) -> None:
        ben.page.wait_for_function("(games) => window.badge === games", arg=games)

    ben.page.goto("/")
    shows(0)
    ben.page.goto(f"/game/{game}")
    ben.page.wait_for_selector("[data-thing]", state="attached")
    shows(0)
    play(anna, game)  # the table changes under his eyes
    shows(1)
    ben.page.goto(f"/game/{game}?pace=instant")
    shows(1)
    play(ben, game)  # he ends his turn
    shows(0)
    play(anna, game)
    shows(1)
    ben.page.goto("/")
    shows(1)
