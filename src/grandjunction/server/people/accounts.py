"""A player's account: profile, devices, data export, deletion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from .. import leaving
from ..clock.timekeeping import note_zone
from ..database.game_rows import StoredGame
from ..database.storage import Storage
from ..hosted import Viewer
from ..problems import Trouble
from ..records import raw_record_for_all, record
from ..requests import Leave
from ..texts import clean_name
from .account_messages import Account, Device, Passkey, Profile
from .circles_sql import BLOCK, FOLLOW, Tie
from .passkeys import Origin, needs_mail, offered
from .people_rows import FORMER

if TYPE_CHECKING:
    from ..hall import Hall
    from .visitors import Visitor

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


def device_name(agent: str) -> str:
    """Return a device's name for the list: ``Firefox on Linux``."""
    found = [next((name for sign, name in known if sign in agent), "") for known in (_BROWSERS, _SYSTEMS)]
    return " · ".join(name for name in found if name) or "?"


async def account(hall: Hall, visitor: Visitor, origin: Origin) -> Account:
    """Return the player of this browser, and what the server offers."""

    def look(storage: Storage) -> Account:
        player = visitor.player or ""
        row = storage.people.settings(player)
        online = hall.online
        return Account.model_validate(
            {
                "offered": online.accounts,
                "offers_passkeys": online.accounts and offered(origin),
                "offers_discord": online.accounts and online.discord is not None,
                "keeps_addresses": hall.door.keeps_addresses,
                "by_console": not hall.post.ready,
                "mail_first": needs_mail(hall) and row.email is None and row.discord is None,
                "signed_in": visitor.device is not None,
                "ended": visitor.ended,
                "name": row.name,
                "colour": row.colour,
                "language": row.language,
                "zone": row.zone,
                "email": row.email,
                "discord": row.discord is not None,
                "operator": row.role == "operator" and visitor.device is not None,
                "games": len(storage.belongings.games(player)) if player else 0,
                "devices": [
                    Device(
                        id=one.id,
                        name=one.name,
                        created=one.created,
                        seen=one.seen,
                        here=one.id == visitor.device,
                    )
                    for one in storage.sessions.devices(player)
                ],
                "passkeys": [
                    Passkey(id=one.id, name=one.name, created=one.created, used=one.used)
                    for one in storage.sessions.passkeys(player)
                ],
            }
        )

    return await hall.journal.read(look)


async def change(hall: Hall, player: str, asked: Profile) -> None:
    """Change the profile, also a guest's."""
    if asked.zone is not None:
        try:
            ZoneInfo(asked.zone)
        except (KeyError, ValueError, OSError):
            raise Trouble(422, "no_zone", "There is no such time zone.") from None
    values: dict[str, str | int | None] = {
        name: value for name, value in asked.model_dump(exclude={"zone"}).items() if value is not None
    }
    if asked.name is not None:
        values["name"] = clean_name(asked.name)
        if not values["name"]:
            raise Trouble(422, "no_name", "A name has at least one letter.")

    def store(storage: Storage) -> None:
        storage.people.add(player, int(storage.time()))
        storage.people.change(player, **values)
        if asked.zone is not None:
            note_zone(storage, player, asked.zone)

    await hall.journal.run(store)
    hall.door.forget(player)


async def end_device(hall: Hall, player: str, device: str) -> None:
    """Sign a device out."""
    if not await hall.journal.run(lambda storage: storage.sessions.drop_device(player, device)):
        raise Trouble(404, "no_device", "You are not signed in on such a device.")
    hall.door.forget(player)


async def sign_out(hall: Hall, visitor: Visitor, everywhere: bool) -> None:
    """End this session, or all of them."""
    player = visitor.player
    if player is None or visitor.device is None:
        raise not_signed_in()

    def end(storage: Storage) -> None:
        for device in storage.sessions.devices(player):
            if everywhere or device.id == visitor.device:
                storage.sessions.drop_device(player, device.id)

    await hall.journal.run(end)
    hall.door.forget(player)


async def drop_passkey(hall: Hall, player: str, id: str) -> None:
    """Remove a passkey, unless it is the only way to sign in."""

    def drop(storage: Storage) -> str:
        row = storage.people.settings(player)
        left = [one for one in storage.sessions.passkeys(player) if one.id != id]
        if not left and row.email is None and row.discord is None:
            return "last"
        return "" if storage.sessions.drop_passkey(player, id) else "none"

    fault = await hall.journal.run(drop)
    if fault == "last":
        raise Trouble(409, "last_key", "This is your only way to sign in. Add another one first.")
    if fault:
        raise Trouble(404, "no_passkey", "You have no such passkey.")


def not_signed_in() -> Trouble:
    return Trouble(401, "signed_out", "You are not signed in on this device.")


# -- all data -------------------------------------------------------------------------------------------


async def export(hall: Hall, player: str) -> dict[str, Any]:
    """Return everything stored about a player; of running games, only what the player may know."""

    def look(storage: Storage) -> tuple[dict[str, Any], list[str], dict[str, str]]:
        row = storage.people.settings(player)
        wishes = storage.notices.wishes(player)
        rest, _ = storage.clocks.rest(player)
        ties = storage.circles.ties(player)
        data: dict[str, Any] = {
            "profile": {**vars(row)},
            "devices": [vars(one) for one in storage.sessions.devices(player)],
            "addresses": [vars(one) for one in storage.oversight.addresses(player)],
            "passkeys": [
                {"id": one.id, "name": one.name, "created": one.created, "used": one.used}
                for one in storage.sessions.passkeys(player)
            ],
            "notices": {
                "wishes": None if wishes is None else {**vars(wishes), "switches": dict(wishes.switches)},
                "channels": [
                    {"kind": one.kind, "label": one.label, "created": one.created}
                    for one in storage.notices.channels(player)
                ],
            },
            "rest": {
                "zone": rest.zone,
                "night": None if rest.night is None else [_of_day(minutes) for minutes in rest.night],
                "holidays": [[str(one.first), str(one.last)] for one in rest.holidays],
            },
            "timeouts": storage.clocks.timeouts(player, 0.0),
            "reports": [
                {"game": one.game, "at": one.at, "quote": one.quote, "text": one.text}
                for one in storage.oversight.reports(10_000)
                if one.reporter == player
            ],
            "studies": [
                {"title": one.title, "ruleset": one.ruleset, "text": study.text}
                for one in storage.studies.of(player, 10_000)
                if (study := storage.studies.find(one.id)) is not None
            ],
            "followed": [_tied(one) for one in ties if one.kind == FOLLOW],
            "blocked": [_tied(one) for one in ties if one.kind == BLOCK],
            "invitations": [
                {"game": one.game, "at": one.at} for one in storage.circles.invitations(player, 10_000)
            ],
            "plans": [
                {"game": game, "seat": seat, "units": units}
                for game, seat, units in storage.belongings.plans(player)
            ],
            "chat": [
                {"game": game, "seat": seat, "text": text, "at": at}
                for game, seat, text, at in storage.belongings.said(player)
            ],
        }
        return data, storage.belongings.games(player), storage.belongings.notes(player)

    data, games, notes = await hall.journal.read(look)
    data["games"] = [await _exported(hall, player, game, notes.get(game, "")) for game in games]
    return data


def _of_day(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _tied(tie: Tie) -> dict[str, Any]:
    return {"name": tie.name, "since": tie.created}


async def _exported(hall: Hall, player: str, game: str, notes: str) -> dict[str, Any]:
    stored: StoredGame | None = await hall.find_unreadable(game)
    if stored is not None:
        return {
            "id": game,
            "ruleset": stored.row.ruleset,
            "notes": notes,
            "record": raw_record_for_all(stored),
        }
    hosted = await hall.find(game)
    text = record(hosted, Viewer(hosted, player))
    return {"id": game, "ruleset": hosted.row.ruleset, "notes": notes, "record": text}


# -- the end --------------------------------------------------------------------------------------------


async def delete(hall: Hall, player: str) -> None:
    """Delete a player. Games stay: their seats belong to "a former player", and bots play on. The player's
    row goes last, so an interrupted deletion can be repeated.
    """
    for game in await hall.journal.run(lambda storage: storage.belongings.rename(player, FORMER)):
        hall.forget(game)
    for game in await hall.journal.read(lambda storage: storage.belongings.games(player)):
        await _leave(hall, player, game)
    row = await hall.journal.read(lambda storage: storage.people.settings(player))
    subjects = [f"player:{player}"]
    subjects += [f"mail:{row.email}"] if row.email else []
    subjects += [f"discord:{row.discord}"] if row.discord else []
    for game in await hall.journal.run(lambda storage: storage.belongings.forget(player, subjects)):
        hall.forget(game)
    hall.door.forget(player)


async def _leave(hall: Hall, player: str, game: str) -> None:
    if await hall.find_unreadable(game) is not None:
        return
    hosted = await hall.find(game)
    if not hosted.row.over and hosted.row.ended is None:
        await leaving.leave(hall, game, player, Leave())
