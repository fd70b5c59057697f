"""Passkeys (WebAuthn): adds them to players and signs in with them. They are bound to the host name."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from ...extras import MissingExtra, need
from ..database.storage import Storage
from ..problems import Trouble
from .sessions_sql import DeviceRow, PasskeyRow, TicketRow
from .signing_in import SignedIn, accounts_off, new_id, new_link, prove

if TYPE_CHECKING:
    from ..edge.rate_limits import Asker
    from ..hall import Hall
    from .visitors import Visitor

LASTS: Final = 300  # seconds that a challenge waits for its answer
MOST: Final = 20  # passkeys of one player


@dataclass(frozen=True)
class Origin:
    """The site's origin as browsers see it."""

    url: str
    name: str

    @staticmethod
    def of(hall: Hall, request: HTTPConnection) -> Origin:
        """Return the public address, or the request's own, whose host the guard has checked."""
        parts = urlsplit(hall.site.public_url or str(request.base_url))
        return Origin(f"{parts.scheme}://{parts.netloc}", parts.hostname or "")

    @property
    def may_have_passkeys(self) -> bool:
        """Whether browsers allow passkeys here: only for host names, and only over a secure connection."""
        try:
            ip_address(self.name)
        except ValueError:
            return self.url.startswith("https:") or self.name.endswith("localhost")
        return False


def offered(origin: Origin) -> bool:
    return origin.may_have_passkeys and find_spec("webauthn") is not None


def _check(hall: Hall, origin: Origin) -> None:
    if not hall.online.accounts:
        raise accounts_off()
    try:
        need("online", "a passkey", "webauthn")
    except MissingExtra as missing:
        raise Trouble(501, "no_passkeys", str(missing)) from None
    if not origin.may_have_passkeys:
        raise Trouble(422, "no_passkeys", "Passkeys need a site with a name and https.")


async def _challenge(hall: Hall, purpose: str, player: str | None) -> bytes:
    from webauthn.helpers import base64url_to_bytes

    id = new_id()

    def keep(storage: Storage) -> None:
        now = int(storage.time())
        storage.sessions.drop_old_tickets(now - 24 * 3600)
        storage.sessions.add_ticket(TicketRow(id, purpose, player, None, now, now + LASTS))

    await hall.journal.run(keep)
    return base64url_to_bytes(id)


async def _answered(hall: Hall, purpose: str, player: str | None, credential: dict[str, Any]) -> bytes:
    """Return the challenge that a credential answers, and use it up."""
    from webauthn.helpers import base64url_to_bytes

    try:
        client = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        id = str(client["challenge"])[:100]
    except (KeyError, TypeError, ValueError):
        raise refused("it cannot be read") from None

    def use(storage: Storage) -> bool:
        ticket = storage.sessions.ticket(id)
        fits = ticket is not None and ticket.purpose == purpose and ticket.player == player
        return fits and storage.sessions.use_ticket(id, int(storage.time()))

    if not await hall.journal.run(use):
        raise refused("it answers no question of this server, or an old one")
    return base64url_to_bytes(id)


# -- a new one ------------------------------------------------------------------------------------------


async def creation_options(hall: Hall, player: str, origin: Origin) -> str:
    """Return what a browser needs to make a passkey, as JSON."""
    _check(hall, origin)
    await _check_mail(hall, player)
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    row, known = await hall.journal.read(
        lambda storage: (storage.people.settings(player), storage.sessions.passkeys(player))
    )
    name = row.email or row.name or "Grand Junction"
    options = generate_registration_options(
        rp_id=origin.name,
        rp_name="Grand Junction",
        user_id=player.encode(),
        user_name=name,
        user_display_name=row.name or name,
        challenge=await _challenge(hall, "passkey new", player),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in known],
    )
    return options_to_json(options)


async def _check_mail(hall: Hall, player: str) -> None:
    """Raise ``Trouble`` if a public server needs a verified address before a passkey."""
    row = await hall.journal.read(lambda storage: storage.people.settings(player))
    if needs_mail(hall) and row.email is None and row.discord is None:
        raise Trouble(403, "mail_first", "Add an e-mail address first: on this server an account needs one.")


def needs_mail(hall: Hall) -> bool:
    return hall.site.public_url is not None


async def add(
    hall: Hall,
    visitor: Visitor,
    asker: Asker,
    origin: Origin,
    credential: dict[str, Any],
    name: str,
    device_name: str,
) -> SignedIn:
    """Add a passkey to the player, who signs in from now on."""
    player = visitor.player
    assert player is not None
    _check(hall, origin)
    await _check_mail(hall, player)
    challenge = await _answered(hall, "passkey new", player, credential)
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=origin.name,
            expected_origin=origin.url,
        )
    except WebAuthnException as error:
        raise refused(str(error)) from None
    if not (await hall.door.standing(player)).signs_in:
        await hall.limits.sign_ups.spend(asker)
    device = visitor.device or new_id()

    def store(storage: Storage) -> bool:
        now = int(storage.time())
        if len(storage.sessions.passkeys(player)) >= MOST:
            return False
        row = PasskeyRow(
            bytes_to_base64url(made.credential_id), player, name,
            bytes_to_base64url(made.credential_public_key), made.sign_count, now,
        )  # fmt: skip
        if not storage.sessions.add_passkey(row):
            return False
        prove(storage, player, f"player:{player}", now)
        if visitor.device is None:
            storage.sessions.add_device(DeviceRow(device, player, device_name, now, now))
            storage.notices.adopt(player, device)
        return True

    if not await hall.journal.run(store):
        raise refused("it is known already, or you have too many")
    hall.door.forget(player)
    return SignedIn(player, device)


# -- signing in -----------------------------------------------------------------------------------------


async def request_options(hall: Hall, origin: Origin) -> str:
    """Return what a browser needs to sign in with a passkey, as JSON. It is the same for everyone."""
    _check(hall, origin)
    from webauthn import generate_authentication_options, options_to_json

    challenge = await _challenge(hall, "passkey", None)
    return options_to_json(generate_authentication_options(rp_id=origin.name, challenge=challenge))


async def show(hall: Hall, here: str, origin: Origin, credential: dict[str, Any]) -> str:
    """Verify a passkey, and return a sign-in link for its player, asked for by the player of this browser."""
    _check(hall, origin)
    challenge = await _answered(hall, "passkey", None, credential)
    from webauthn import verify_authentication_response
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.exceptions import WebAuthnException

    known = await hall.journal.read(
        lambda storage: storage.sessions.passkey(str(credential.get("id", ""))[:1500])
    )
    if known is None:
        raise refused("this server does not know it")
    try:
        shown = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=origin.name,
            expected_origin=origin.url,
            credential_public_key=base64url_to_bytes(known.public_key),
            credential_current_sign_count=known.sign_count,
        )
    except WebAuthnException as error:
        raise refused(str(error)) from None

    def store(storage: Storage) -> str:
        storage.sessions.use_passkey(known.id, shown.new_sign_count, int(storage.time()))
        return new_link(hall, storage, f"player:{known.player}", here)

    return await hall.journal.run(store)


def refused(why: str) -> Trouble:
    return Trouble(403, "passkey_refused", f"The passkey was refused: {why}.")
