"""Sign-in by Discord, where the host has an application there."""

from __future__ import annotations

import logging
import warnings
from typing import TYPE_CHECKING, Any, Final

from ..database.storage import Storage
from ..problems import Trouble
from .sessions_sql import TicketRow
from .signing_in import accounts_off, new_id, new_link

if TYPE_CHECKING:
    from ..hall import Hall
    from ..online import Discord

LASTS: Final = 600  # seconds to say yes at Discord
TIMEOUT: Final = 10.0
log: Final = logging.getLogger("grandjunction.server")


def _client(discord: Discord, back: str) -> Any:
    # The library warns the host about its next version. Importing the warning asks to show it always, so it
    # is ignored only after that.
    from authlib.deprecate import AuthlibDeprecationWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AuthlibDeprecationWarning)
        from authlib.integrations.httpx_client import AsyncOAuth2Client

        return AsyncOAuth2Client(
            discord.client,
            discord.secret,
            scope="identify",
            redirect_uri=back,
            code_challenge_method="S256",
            timeout=TIMEOUT,
        )


def _offered(hall: Hall) -> Discord:
    if not hall.online.accounts:
        raise accounts_off()
    if hall.online.discord is None:
        raise Trouble(404, "no_discord", "This server has no sign-in by Discord.")
    return hall.online.discord


async def begin(hall: Hall, player: str, back: str) -> str:
    """Return the address at Discord where the person agrees. Only this browser can return from there."""
    discord, id = _offered(hall), new_id()

    def keep(storage: Storage) -> None:
        now = int(storage.time())
        storage.sessions.add_ticket(TicketRow(id, "discord", player, None, now, now + LASTS))

    await hall.journal.run(keep)
    async with _client(discord, back) as client:
        url, _ = client.create_authorization_url(
            f"{discord.api}/oauth2/authorize", state=id, code_verifier=hall.keys.derived("pkce", id)
        )
    return str(url)


async def finish(hall: Hall, player: str | None, state: str, code: str, back: str) -> str:
    """Return a link that signs in to the Discord account's player."""
    discord = _offered(hall)

    def use(storage: Storage) -> bool:
        ticket = storage.sessions.ticket(state)
        fits = ticket is not None and ticket.purpose == "discord" and ticket.player == player
        return fits and player is not None and storage.sessions.use_ticket(state, int(storage.time()))

    if not await hall.journal.run(use):
        raise Trouble(403, "discord_refused", "This way back from Discord was not begun in this browser.")
    try:
        async with _client(discord, back) as client:
            await client.fetch_token(
                f"{discord.api}/api/oauth2/token",
                code=code,
                code_verifier=hall.keys.derived("pkce", state),
                state=state,
            )
            answer = await client.get(f"{discord.api}/api/users/@me")
            answer.raise_for_status()
            id = str(answer.json()["id"])
    except Exception as error:  # whatever the library raises, nobody is signed in
        log.warning("Discord has refused a sign-in: %s", type(error).__name__)
        raise Trouble(502, "discord_refused", "Discord has not confirmed who you are. Try again.") from None
    if not id.isdigit():
        raise Trouble(502, "discord_refused", "Discord has not confirmed who you are. Try again.")
    return await hall.journal.run(lambda storage: new_link(hall, storage, f"discord:{id}", player))
