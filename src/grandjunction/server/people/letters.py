"""The job that sends a sign-in link: by mail, or to the host's console."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from ..database.game_rows import Job
from ..describe import words_in
from ..jobs import TryLater, backoff
from ..mail import Mail, MailFailed
from .signing_in import KIND

if TYPE_CHECKING:
    from ..hall import Hall

MOST: Final = 12  # tries: by then the link is too old


class Letters:
    """Sends the mails about accounts."""

    def __init__(self, hall: Hall) -> None:
        self._hall: Final = hall
        hall.jobs.lane(KIND, 4, self._send)

    async def _send(self, job: Job) -> bool:
        mail = await (self._moved(job) if job.key.startswith("moved ") else self._link(job))
        if mail is None:
            return True
        try:
            await self._hall.post.send(mail)
        except MailFailed as failed:
            if not failed.final and job.attempts < MOST:
                raise TryLater(str(failed), backoff(job.attempts + 1)) from None
        return True

    async def _link(self, job: Job) -> Mail | None:
        language, _, base = job.payload.partition(" ")
        ticket, owner, now = await self._hall.journal.read(
            lambda storage: (
                ticket := storage.sessions.ticket(job.key),
                None if ticket is None else storage.people.by_email((ticket.subject or "")[5:]),
                storage.time(),
            )
        )
        if ticket is None or ticket.subject is None or ticket.used is not None or ticket.expires <= now:
            return None
        to = ticket.subject.removeprefix("mail:")
        address = f"{base}sign-in/{self._hall.keys.link(ticket.id)}"
        if not self._hall.post.ready:
            print(f"Sign-in link for {to}: {address}", flush=True)
            return None
        words = words_in(owner.reads if owner is not None else language)
        text = [words.notice("link_lead"), address, words.notice("link_why")]
        button = words.notice("link_button")
        html = (
            f"<p>{escape(text[0])}</p>"
            f'<p><a href="{escape(address)}" style="display:inline-block;padding:12px 20px;'
            f'background:#7a3b12;color:#fff;text-decoration:none;border-radius:6px">{escape(button)}</a></p>'
            f"<p>{escape(address)}</p><p>{escape(text[2])}</p>"
        )
        return Mail(to, words.notice("link_title"), "\n\n".join(text) + "\n", html)

    async def _moved(self, job: Job) -> Mail | None:
        """Tell an account's previous address that it was replaced."""
        language, _, to = job.payload.partition(" ")
        if not self._hall.post.ready:
            return None
        words = words_in(language)
        return Mail(to, words.notice("moved_title"), words.notice("moved") + "\n")
