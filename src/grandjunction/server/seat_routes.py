"""The routes of those who sit at a table: chat, notes, links, leaving, and the next game."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter

from ..core.seats import SEATS
from . import leaving, lobby
from .asking import PROBLEMS, Asker, GameId, InHall, KnownPlayer, Looked, Player, Since
from .chat import chat_line, plays, read_chat, say_apart
from .database.game_rows import ChatRow
from .database.storage import Storage
from .hall import Hall, now
from .hosted import HostedGame, Viewer
from .lobby_messages import Joined, Leaving, Left, Links
from .messages import ChatLine
from .notices.outbox import after_chat
from .problems import not_yours
from .requests import Archive, ChatPost, Fork, Leave, Notes

router: Final = APIRouter(prefix="/api", responses=PROBLEMS)


@router.get("/games/{game}/chat")
async def chat(hall: InHall, looked: Looked, since: Since = 0) -> list[ChatLine]:
    return await hall.journal.read(lambda storage: read_chat(storage, *looked, since))


@router.post("/games/{game}/chat", status_code=201)
async def say(hall: InHall, asker: Asker, player: KnownPlayer, looked: Looked, asked: ChatPost) -> ChatLine:
    """Write in the chat: for a seat of one's own, or as a spectator."""
    await hall.limits.talk.spend(asker)
    hosted, viewer = looked
    if viewer.holds:
        row = await _say_at_table(hall, hosted, viewer, asked)
    elif asked.seat is not None or plays(hosted, viewer):
        raise not_yours()
    else:
        row = await hall.journal.run(lambda storage: say_apart(storage, hosted.id, player, asked, now()))
    hall.last_said[hosted.id] = row.id
    hall.tell(hosted.id)
    return chat_line(row)


async def _say_at_table(hall: Hall, hosted: HostedGame, viewer: Viewer, asked: ChatPost) -> ChatRow:
    seat = viewer.seats[0] if asked.seat is None else SEATS.index(asked.seat)
    if seat not in viewer.seats:
        raise not_yours()
    name = hosted.row.seats[seat].name
    player = _holder(viewer)
    notices = after_chat(hosted, seat, player)

    def write(storage: Storage) -> ChatRow:
        deaf = storage.circles.blockers(player)
        told = [one for one in notices if one.player not in deaf]
        return storage.say(hosted.id, seat, name, asked.text, now(), told)

    row = await hall.journal.run(write)
    hall.notices.wake()
    return row


def _holder(viewer: Viewer) -> str:
    """Return the browser, if it holds a seat."""
    if viewer.player is None or not viewer.holds:
        raise not_yours()
    return viewer.player


@router.get("/games/{game}/notes")
async def notes(hall: InHall, looked: Looked) -> Notes:
    hosted, viewer = looked
    player = _holder(viewer)
    return Notes(text=await hall.journal.read(lambda storage: storage.notes(hosted.id, player)))


@router.put("/games/{game}/notes")
async def save_notes(hall: InHall, looked: Looked, asked: Notes) -> Notes:
    hosted, viewer = looked
    player = _holder(viewer)
    await hall.journal.run(lambda storage: storage.save_notes(hosted.id, player, asked.text))
    return asked


@router.get("/games/{game}/links")
async def links(hall: InHall, looked: Looked) -> Links:
    return lobby.links(hall, *looked)


@router.get("/games/{game}/leaving")
async def leaving_of(hall: InHall, looked: Looked) -> Leaving:
    return await leaving.leaving(hall, *looked)


@router.post("/games/{game}/leave")
async def leave(hall: InHall, game: GameId, player: Player, asked: Leave) -> Left:
    return await leaving.leave(hall, game, player, asked)


@router.delete("/games/{game}")
async def delete(hall: InHall, game: GameId, player: Player) -> Left:
    return await leaving.delete(hall, game, player)


@router.put("/games/{game}/archive")
async def archive(hall: InHall, game: GameId, player: Player, asked: Archive) -> Archive:
    await leaving.archive(hall, game, player, asked.archived)
    return asked


@router.post("/games/{game}/fork", status_code=201)
async def fork(hall: InHall, asker: Asker, player: KnownPlayer, looked: Looked, asked: Fork) -> Joined:
    await hall.limits.games.spend(asker)
    return await lobby.fork(hall, player, looked[0], asked)


@router.post("/games/{game}/rematch", status_code=201)
async def rematch(hall: InHall, asker: Asker, player: KnownPlayer, looked: Looked) -> Joined:
    await hall.limits.games.spend(asker)
    return await lobby.rematch(hall, player, *looked)
