"""Notices by mail: one mail for everything that waits, then none until the player returns, or one a day.

An urgent notice (the alarm) waits for neither: its mail is sent at once. Each mail has an unsubscribe
link, for people and for mail programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from hmac import compare_digest
from html import escape
from typing import TYPE_CHECKING, Final

from ..database.game_rows import Job, NewJob
from ..database.storage import Storage
from ..describe import words_in
from ..jobs import TryLater
from ..keys import Keys
from ..mail import Mail, MailFailed, Post
from .notice_store import Channel, Letter, Wishes
from .notice_words import Message
from .outbox import AT_ONCE, DAY, URGENT, Notice, is_on, later, mail_at

if TYPE_CHECKING:
    from ..hall import Hall


class Mailing:
    """Sends notices to verified addresses."""

    def __init__(self, hall: Hall) -> None:
        self._hall: Final = hall
        self._post: Final[Post] = hall.post
        hall.jobs.lane("mail", AT_ONCE["mail"], self._mail, rests=True)
        hall.notices.by("mail", self.send)

    async def send(self, channel: Channel, message: Message) -> None:
        """Send one message now. Raises ``TryLater``."""
        reader = await self._hall.journal.read(lambda storage: storage.people.settings(channel.player))
        if reader.email is not None:
            try:
                await self._post.send(composed(self._hall.keys, channel, reader.email, [message], False))
            except MailFailed as error:
                raise TryLater(str(error), 0.0) from None

    async def _mail(self, job: Job) -> bool:
        """Mail a player every waiting notice that still holds."""
        journal, notices, player = self._hall.journal, self._hall.notices, job.owner
        letters, channels, wishes, reader, now = await journal.read(
            lambda storage: (
                storage.notices.letters(player),
                [one for one in storage.notices.channels(player) if one.kind == "mail"],
                storage.notices.wishes(player) or Wishes(),
                storage.people.settings(player),
                storage.time(),
            )
        )
        letters = [one for one in letters if _is_due(one, wishes, reader.lives_in, now)]
        told = [Notice.of(player, letter.notice) for letter in letters]
        held = [one for one in told if is_on(wishes, one.event, "mail") and await notices.holds(one)]
        if not held or not channels or reader.email is None:
            notices.counts["mail", "dropped"] += 1
            await journal.run(lambda storage: _end(storage, job, letters, wishes, reader.lives_in, None))
            return False
        messages = [await notices.message(one) for one in held]
        daily = wishes.digest is not None and not all(one.event in URGENT for one in held)
        mail = composed(self._hall.keys, channels[0], reader.email, messages, daily)
        try:
            await self._post.send(mail)
        except MailFailed as error:
            notices.counts["mail", "failed"] += 1
            if not error.final and now - job.run_at < DAY and now - letters[0].at < 2 * DAY:
                raise TryLater(str(error), later(60.0, job.attempts)) from None
            await journal.run(lambda storage: _end(storage, job, letters, wishes, reader.lives_in, None))
            return False
        notices.counts["mail", "sent"] += 1
        await journal.run(lambda storage: _end(storage, job, letters, wishes, reader.lives_in, now))
        return False


def _is_due(letter: Letter, wishes: Wishes, zone: str, now: float) -> bool:
    """Whether a notice belongs in a mail that is sent now. The daily mail keeps its hour."""
    return wishes.digest is None or _is_urgent(letter) or mail_at(wishes, zone, letter.at) <= now


def _is_urgent(letter: Letter) -> bool:
    return Notice.of("", letter.notice).event in URGENT


def _end(
    storage: Storage, job: Job, letters: Sequence[Letter], wishes: Wishes, zone: str, sent: float | None
) -> None:
    """Remove the sent notices and their job. Newer ones wait for the next daily mail, urgent ones do not."""
    if not storage.finish_job(job, storage.worker):
        return  # another worker has the job
    store = storage.notices
    store.mailed(job.owner, letters, sent)
    left, now = store.letters(job.owner), storage.time()
    if any(_is_urgent(one) for one in left):
        storage.ensure_job(NewJob("mail", job.key, now, job.owner))
    elif left and (wishes.digest is not None or sent is None):
        storage.ensure_job(NewJob("mail", job.key, mail_at(wishes, zone, now), job.owner))
    elif left:
        store.mailed(job.owner, left, None)


# -- the letter -----------------------------------------------------------------------------------------


def composed(keys: Keys, channel: Channel, to: str, messages: Sequence[Message], daily: bool) -> Mail:
    """Return a mail with these messages. A retry has the same id."""
    words = words_in(messages[0].lang)
    subject = messages[0].title if len(messages) == 1 else words.notice("many", n=len(messages))
    why, stop = words.notice("why_daily" if daily else "why"), words.notice("stop")
    link = channel.origin + "api/notices/stop/" + stop_token(keys, channel.id)
    text, html = [], []
    for one in messages:
        url = channel.origin + one.path
        leads = "open" if one.path.startswith("game/") else "open_page"
        text.append(f"{one.title}\n{one.body}\n{url}\n")
        html.append(
            f"<p><strong>{escape(one.title)}</strong><br>{escape(one.body)}<br>"
            f'<a href="{escape(url)}">{escape(words.notice(leads))}</a></p>'
        )
    text.append(f"--\n{why}\n{stop}: {link}\n")
    html.append(f'<hr><p>{escape(why)} <a href="{escape(link)}">{escape(stop)}</a></p>')
    page = f'<!doctype html><html lang="{messages[0].lang}"><body>{"".join(html)}</body></html>'
    headers = {
        "List-Unsubscribe": f"<{link}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return Mail(to, _line(subject), "\n".join(text), page, headers, f"notice.{messages[0].id}")


def _line(text: str) -> str:
    """Return a text as a single line for a header."""
    return " ".join(text.split())


def stop_token(keys: Keys, channel: str) -> str:
    """Return the token that proves receipt of a mail, for unsubscribing."""
    return f"{channel}.{keys.derived('stop', channel)[:22]}"


async def stop(hall: Hall, token: str, really: bool) -> str | None:
    """Unsubscribe by a link, or only look it up.

    Returns their reader's language, or None if it is no link of ours.
    """
    id, _, proof = token.partition(".")
    if not compare_digest(proof.encode(), hall.keys.derived("stop", id)[:22].encode()):
        return None

    def write(storage: Storage) -> str:
        channel = storage.notices.channel(id)
        if channel is None:
            return ""
        if really:
            storage.notices.drop_channel(channel.player, id)
            storage.notices.came_back(channel.player)
        return storage.people.settings(channel.player).reads

    return await hall.journal.run(write)
