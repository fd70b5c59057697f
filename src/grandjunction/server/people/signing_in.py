"""Signing in: single-use links, and what becomes of a guest's games.

A link proves one thing, its subject: ``mail:ADDRESS``, ``discord:ID``, ``player:ID`` (a passkey was shown) or
``operator:``. The browser that uses it is signed in, whichever browser asked. A guest becomes an account
only in its own session: if another browser asked, the address gets an account of its own. So nobody can
attach their address to somebody else's games by sending them a link.
"""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ..database.game_rows import NewJob
from ..database.storage import Storage
from ..mail import clean_address
from ..problems import Trouble
from .account_messages import LinkPreview
from .people_rows import PlayerRow
from .sessions_sql import DeviceRow, TicketRow

if TYPE_CHECKING:
    from ..edge.rate_limits import Asker
    from ..hall import Hall
    from .visitors import Visitor

LINK: Final = "link"  # the purpose of a ticket
MINUTE: Final = 60
LASTS: Final = 20 * MINUTE
AT_ONCE: Final = 10 * MINUTE  # of a link that is used at once
BETWEEN: Final = 3 * MINUTE  # between two mails to one address
MAILS_AN_HOUR: Final = 300  # in all
KEPT: Final = 24 * 3600  # how long a used ticket is kept, to say that it was used
KIND: Final = "sign-in"  # of the job that sends a link
log: Final = logging.getLogger("grandjunction.server")


@dataclass(frozen=True)
class SignedIn:
    """Who the browser is now."""

    player: str
    device: str


def new_id() -> str:
    return secrets.token_urlsafe(16)


# -- asking ---------------------------------------------------------------------------------------------


async def ask_link(hall: Hall, player: str, email: str, language: str, base: str) -> None:
    """Send a link to an address, unless it got one just now.

    Neither that nor whether the address is known changes the answer, or the work before it.
    """
    try:
        subject = f"mail:{clean_address(email)}"
    except ValueError:
        raise Trouble(422, "no_address", "This is no e-mail address.") from None
    base = hall.site.public_url or base

    def ask(storage: Storage) -> None:
        now = int(storage.time())
        sessions = storage.sessions
        sessions.drop_old_tickets(now - KEPT)
        few = sessions.count_about(subject, now - BETWEEN) == 0
        may = sessions.count_for("mail", now - 3600) < MAILS_AN_HOUR and few
        ticket = TicketRow(new_id(), "mail", player, subject, now, now + LASTS)
        if not may:  # an expired ticket, which the next request deletes: no mail is sent for it
            ticket = replace(ticket, purpose="none", subject=None, expires=now - KEPT - 1)
        sessions.add_ticket(ticket)
        storage.add_job(NewJob(KIND, ticket.id, payload=f"{language} {base}"))

    await hall.journal.run(ask)
    hall.jobs.wake(KIND)


def new_link(hall: Hall, storage: Storage, subject: str, player: str | None, lasts: int = AT_ONCE) -> str:
    """Return a link that proves a subject, to be used at once."""
    now = int(storage.time())
    ticket = TicketRow(new_id(), LINK, player, subject, now, now + lasts)
    storage.sessions.add_ticket(ticket)
    return hall.keys.link(ticket.id)


# -- using ----------------------------------------------------------------------------------------------


async def preview(hall: Hall, visitor: Visitor, link: str) -> LinkPreview:
    """Return what a link would do in this browser. Changes nothing, because mail scanners open links."""
    ticket = await _ticket(hall, link)

    def look(storage: Storage) -> LinkPreview:
        assert ticket.subject is not None
        owner = owner_of(storage, ticket.subject)
        here = visitor.player
        guest = here is not None and not storage.people.standing(here).signs_in
        games = len(storage.belongings.games(here)) if here is not None and guest else 0
        asked_here = ticket.player is not None and ticket.player == here
        kind, _, rest = ticket.subject.partition(":")
        if kind == "operator":
            return LinkPreview(kind="operator", who="", games=0, asked_here=True)
        who = rest if kind == "mail" else (owner.name or "") if owner else ""
        if owner is None:
            return LinkPreview(
                kind="promote" if asked_here else "sign_up", who=who, games=games, asked_here=asked_here
            )
        same = owner.id == here
        return LinkPreview(
            kind="here" if same else "sign_in", who=who, games=0 if same else games, asked_here=asked_here
        )

    return await hall.journal.read(look)


async def use_link(
    hall: Hall, visitor: Visitor, asker: Asker, link: str, bring: bool, device_name: str
) -> SignedIn:
    """Sign this browser in. Its games come along if ``bring``, in the same transaction.

    They stay if another browser asked for the link: whoever sent it must not get them.
    """
    ticket = await _ticket(hall, link)
    subject = ticket.subject or ""
    if subject != "operator:" and not hall.online.accounts:
        raise accounts_off()
    if await hall.journal.read(lambda storage: owner_of(storage, subject)) is None and subject != "operator:":
        await hall.limits.sign_ups.spend(asker)
    fresh, device = hall.keys.new_player(), new_id()

    def use(storage: Storage) -> tuple[SignedIn, list[str]] | None:
        now = int(storage.time())
        if not storage.sessions.use_ticket(ticket.id, now):
            return None
        here = visitor.player
        owner = owner_of(storage, subject)
        in_place = ticket.player == here or subject == "operator:"
        player = owner.id if owner else here if here is not None and in_place else fresh
        games: list[str] = []
        if here is not None and here != player:
            if bring and in_place and not storage.people.standing(here).signs_in:
                storage.notices.adopt(here, device)
                games = storage.belongings.merge(here, player)
            elif visitor.device is not None:
                storage.sessions.drop_device(here, visitor.device)
            else:
                storage.notices.drop_guest(here)
        prove(storage, player, subject, now)
        if here == player and visitor.device is not None:
            return SignedIn(player, visitor.device), games
        storage.sessions.add_device(DeviceRow(device, player, device_name, now, now))
        if here == player:
            storage.notices.adopt(player, device)
        return SignedIn(player, device), games

    before = visitor.player
    done = await hall.journal.run(use)
    if done is None:
        raise link_used()
    hall.jobs.wake(KIND)
    signed, games = done
    for player in {signed.player, before} - {None}:
        hall.door.forget(str(player))
    for game in games:
        hall.forget(game)
    return signed


def owner_of(storage: Storage, subject: str) -> PlayerRow | None:
    """Return the account that a subject signs in to."""
    kind, _, rest = subject.partition(":")
    if kind == "mail":
        return storage.people.by_email(rest)
    if kind == "discord":
        return storage.people.by_discord(rest)
    return storage.people.find(rest) if kind == "player" else None


def prove(storage: Storage, player: str, subject: str, now: int) -> None:
    """Make a player an account that signs in by the proved subject."""
    kind, _, rest = subject.partition(":")
    storage.people.add(player, now)
    row = storage.people.settings(player)
    changes: dict[str, str | int | None] = {"seen": now}
    if row.promoted is None:
        changes["promoted"] = now
    if kind == "mail" and row.email != rest:
        changes |= {"email": rest, "verified_at": now}
        if row.email is not None:  # tell the old address
            storage.add_job(NewJob(KIND, f"moved {new_id()}", payload=f"{row.reads} {row.email}"))
    elif kind == "discord":
        changes["discord"] = rest
    elif kind == "operator":
        changes["role"] = "operator"
    storage.people.change(player, **changes)


async def _ticket(hall: Hall, link: str) -> TicketRow:
    """Return the ticket of a link that may still be used."""
    id = hall.keys.read_link(link)
    ticket, now = await hall.journal.read(
        lambda storage: (storage.sessions.ticket(id) if id is not None else None, storage.time())
    )
    if ticket is None or ticket.purpose not in (LINK, "mail") or ticket.subject is None:
        raise Trouble(404, "no_such_link", "This link leads nowhere.")
    if ticket.used is not None:
        raise link_used()
    if ticket.expires <= now:
        raise Trouble(410, "link_old", "This link was for 20 minutes only. Ask for a new one.")
    return ticket


def link_used() -> Trouble:
    return Trouble(404, "link_used", "This link was used already.")


def accounts_off() -> Trouble:
    return Trouble(403, "accounts_off", "This server has no accounts. Its host can switch them on.")
