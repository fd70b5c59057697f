"""A player's games: those that wait first, the next one, filters, pages."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from .database.list_store import Wanted
from .database.storage import StorageFailed
from .hall import Hall
from .hosted import HostedGame
from .lobby import summaries
from .lobby_messages import GamePage, NextGame, WaitingGames
from .problems import Trouble
from .tables import places_of

PAGE: Final = 20
WAITING: Final = 100  # games that are counted
AT_ONCE: Final = 50
log: Final = logging.getLogger("grandjunction.server")


async def page(hall: Hall, player: str | None, wanted: Wanted, number: int) -> GamePage:
    """Return one page of a player's games."""
    ids: list[str] = []
    if player is not None:
        ids = await hall.journal.read(
            lambda storage: storage.lists.mine(player, wanted, PAGE + 1, number * PAGE)
        )
    games, stuck = await summaries(hall, player, ids[:PAGE])
    return GamePage(games=games, stuck=stuck, more=len(ids) > PAGE, now=hall.journal.storage.time())


async def next_game(hall: Hall, player: str | None, after: str) -> NextGame:
    """Return the game that waits for a player most urgently, besides one."""
    ids: list[str] = []
    if player is not None:
        ids = await hall.journal.read(lambda storage: storage.lists.mine(player, Wanted("waiting"), WAITING))
    others = [id for id in ids if id != after]
    return NextGame(game=others[0] if others else None, waiting=len(others))


async def waiting(hall: Hall, player: str | None) -> WaitingGames:
    """Return how many games with other people wait for a player."""
    if player is None:
        return WaitingGames(games=0)
    number = await hall.journal.read(lambda storage: storage.lists.count_waiting(player))
    return WaitingGames(games=number)


async def fill(hall: Hall) -> None:
    """Fill in what the lists need for games stored by an earlier version."""
    with suppress(StorageFailed):  # the next start will do
        while ids := await hall.journal.read(lambda storage: storage.lists.unlisted(AT_ONCE)):
            for id in ids:
                await _note(hall, id)
                await asyncio.sleep(0)


async def _note(hall: Hall, id: str) -> None:
    hosted: HostedGame | None = None
    with suppress(Trouble):  # a game that cannot be read waits for nobody
        hosted = await hall.find(id)
    acts = -1 if hosted is None else int(hosted.game.state.to_act)
    places = [] if hosted is None else places_of(hosted.game.state)
    await hall.journal.run(lambda storage: storage.lists.note(id, acts, places))
