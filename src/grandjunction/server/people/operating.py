"""What the operator sees and does, and how players report to the operator."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING

from ..database.storage import Storage
from ..edge.connections import HOME, group_of
from ..hosted import HostedGame, Viewer
from ..problems import Trouble
from .account_messages import (
    NewBan,
    NewReport,
    OneAddress,
    OneBan,
    OneGame,
    OnePlayer,
    OneQueue,
    OneReport,
    Overview,
    Pardon,
)
from .oversight_sql import BanRow, ReportRow
from .people_rows import PlayerRow
from .pointing import check, pointed_at

if TYPE_CHECKING:
    from ..hall import Hall
    from .visitors import Visitor

LISTED = 100
SHOWN = 5  # addresses of a player


async def report(hall: Hall, hosted: HostedGame, viewer: Viewer, player: str, asked: NewReport) -> None:
    """Tell the operator about a seat or a line of the chat, as it is now."""
    check(asked.seat, asked.line)

    def store(storage: Storage) -> bool:
        found = pointed_at(storage, hosted, viewer, asked.seat, asked.line)
        if found is None:
            return False
        storage.oversight.add_report(
            ReportRow(
                int(storage.time()), player, found.player, hosted.id, found.seat, asked.line, found.quote,
                asked.text,
            )
        )  # fmt: skip
        return True

    if not await hall.journal.run(store):
        raise Trouble(422, "nothing_to_report", "There is nobody else there whom you could report.")


# -- the operator ---------------------------------------------------------------------------------------


async def check_operator(hall: Hall, visitor: Visitor) -> str:
    """Return the operator. Everyone else gets the same 404 as for a missing page."""
    player = visitor.player
    if player is not None and visitor.device is not None:
        row = await hall.journal.read(lambda storage: storage.people.find(player))
        if row is not None and row.role == "operator":
            return player
    raise Trouble(404, "not_found", "Not Found")


async def overview(hall: Hall, search: str) -> Overview:
    """Return players, reports, bans, games and waiting jobs."""

    def look(storage: Storage) -> Overview:
        oversight = storage.oversight
        games = [storage.load(id, since=10**6) for id in oversight.games(LISTED)]
        return Overview(
            players=[_player(row, _addresses(storage, row.id)) for row in oversight.players(search, LISTED)],
            number=oversight.count_players(),
            reports=[
                OneReport(
                    id=one.id, at=one.at, about=one.about, game=one.game, quote=one.quote, text=one.text,
                    closed=one.closed is not None, addresses=_addresses(storage, one.about),
                )
                for one in oversight.reports(LISTED)
            ],
            bans=[OneBan(address=one.address, reason=one.reason, at=one.at) for one in oversight.bans()],
            queues=[
                OneQueue(kind=one.kind, waiting=one.waiting, failing=one.failing, oldest=int(one.oldest))
                for one in oversight.queues()
            ],
            games=[
                OneGame(
                    id=one.row.id, ruleset=one.row.ruleset, names=[seat.name for seat in one.row.seats],
                    changed=one.row.changed, over=one.row.over or one.row.ended is not None,
                )
                for one in games
                if one is not None
            ],
        )  # fmt: skip

    return await hall.journal.read(look)


def _addresses(storage: Storage, player: str | None) -> list[OneAddress]:
    found = [] if player is None else storage.oversight.addresses(player)
    return [OneAddress(address=one.address, at=one.at) for one in found[:SHOWN]]


def _player(row: PlayerRow, addresses: list[OneAddress]) -> OnePlayer:
    return OnePlayer(
        id=row.id,
        name=row.name,
        email=row.email,
        seen=row.seen,
        created=row.created,
        operator=row.role == "operator",
        signs_in=row.promoted is not None,
        banned=row.banned,
        addresses=addresses,
    )


async def ban(hall: Hall, operator: str, asked: NewBan) -> None:
    """Ban a player (guests too) or an address."""
    if (asked.player is None) == (asked.address is None) or asked.player == operator:
        raise Trouble(422, "malformed", "Name a player other than yourself, or an address.")
    if asked.address is not None:
        address = _network(asked.address)
        await hall.journal.run(
            lambda storage: storage.oversight.ban(BanRow(address, asked.reason, int(storage.time())))
        )
        hall.door.forget_all()
        return
    player = asked.player or ""

    def store(storage: Storage) -> bool:
        if storage.people.find(player) is None and not storage.belongings.games(player):
            return False
        storage.people.add(player, int(storage.time()))
        storage.people.change(player, banned=asked.reason)
        return True

    if not await hall.journal.run(store):
        raise Trouble(404, "no_player", "There is no such player.")
    hall.door.forget(player)


def _network(text: str) -> str:
    """Return what a ban of an address covers: the address, or its household's network."""
    address = text.removesuffix("/64") if ":" in text else text
    try:
        ip_address(address)
    except ValueError:
        raise Trouble(422, "malformed", "This is no address of the Internet.") from None
    if address in HOME:
        raise Trouble(422, "malformed", "This machine itself cannot be banned.")
    return group_of(address)


async def pardon(hall: Hall, asked: Pardon) -> None:
    if asked.address is not None:
        address = asked.address
        await hall.journal.run(lambda storage: storage.oversight.unban(address))
        hall.door.forget_all()
    if asked.player is not None:
        player = asked.player
        await hall.journal.run(lambda storage: storage.people.change(player, banned=None))
        hall.door.forget(player)


async def close_report(hall: Hall, id: int) -> None:
    if not await hall.journal.run(lambda storage: storage.oversight.close_report(id, int(storage.time()))):
        raise Trouble(404, "no_report", "There is no such open report.")
