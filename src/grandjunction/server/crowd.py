"""Who is connected: to this worker, and to the others."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Final

from .database.journal import Journal
from .database.storage import SharedStorage, StorageFailed, shared
from .edge.rate_limits import Asker, lines_allowed, too_many_lines

log: Final = logging.getLogger("grandjunction.server")


class Watcher:
    """A live connection, and whether there is news for it."""

    def __init__(self, player: str | None, asker: Asker, looking: bool) -> None:
        self.player: Final = player
        self.asker: Final = asker
        self.looking = looking  # the page is visible
        self.news = False
        self.on_news: Callable[[], None] = _ignore
        self.missed = False  # news was missed, so everything must be checked

    def tell(self) -> None:
        """Say that there is news."""
        self.news = True
        self.on_news()


def _ignore() -> None:
    pass


class Crowd:
    """The live connections of every game. The database knows those to other workers."""

    def __init__(self, journal: Journal) -> None:
        self._journal: Final = journal
        self._shared: Final = journal.storage.shared
        self.watchers: Final[dict[str, set[Watcher]]] = {}
        self._elsewhere: Final[dict[str, list[tuple[str | None, int]]]] = {}  # of games watched here

    def __len__(self) -> int:
        return sum(len(watchers) for watchers in self.watchers.values())

    def is_watched(self, game: str) -> bool:
        """Whether somebody watches a game at this worker."""
        return game in self.watchers

    async def enter(self, game: str, watcher: Watcher) -> None:
        self.watchers.setdefault(game, set()).add(watcher)
        self.tell(game)
        await self._publish(game, watcher)
        await self.look_elsewhere(game)

    async def leave(self, game: str, watcher: Watcher) -> None:
        self.watchers[game].discard(watcher)
        if not self.watchers[game]:
            del self.watchers[game]
            self._elsewhere.pop(game, None)
        self.tell(game)
        await self._publish(game, watcher)

    async def _publish(self, game: str, watcher: Watcher) -> None:
        """Tell the other workers how many connections somebody has here."""
        if self._shared:
            asker = watcher.asker
            who = (asker.player or "", asker.address or "")
            own = [one for one in self.watchers.get(game, ()) if one.asker == asker]
            number, looking = len(own), sum(one.looking for one in own)
            try:
                await self._journal.run(
                    lambda storage: shared(storage).set_lines(game, who, watcher.player, number, looking)
                )
            except StorageFailed as error:  # the next heartbeat will tell
                log.warning("who watches game %s is not told: %s", game, error)

    async def look(self, game: str, watcher: Watcher, looking: bool) -> None:
        """Store whether a page is visible."""
        if watcher.looking != looking:
            watcher.looking = looking
            await self._publish(game, watcher)

    async def is_looking(self, game: str, player: str) -> bool:
        """Whether a player has a visible page of a game, at any worker."""
        if any(one.player == player and one.looking for one in self.watchers.get(game, ())):
            return True
        return self._shared and await self._journal.read(
            lambda storage: shared(storage).is_looking(game, player)
        )

    async def look_elsewhere(self, game: str) -> None:
        """Find out who watches a game at other workers."""
        if self._shared and game in self.watchers:
            found = await self._journal.read(lambda storage: shared(storage).lines_elsewhere(game))
            if game in self.watchers and found != self._elsewhere.get(game, []):
                self._elsewhere[game] = found
                self.tell(game)

    def players(self, game: str) -> set[str | None]:
        """Return the browsers that are connected to a game."""
        return {player for player, _ in self._lines(game)}

    def strangers(self, game: str, seated: Iterable[str | None]) -> int:
        """Return the number of spectators' connections."""
        known = {player for player in seated if player is not None}
        return sum(number for player, number in self._lines(game) if player not in known)

    def _lines(self, game: str) -> list[tuple[str | None, int]]:
        own: list[tuple[str | None, int]] = [(one.player, 1) for one in self.watchers.get(game, ())]
        return own + self._elsewhere.get(game, [])

    async def check_room(self, asker: Asker) -> None:
        """Raise ``Trouble`` if a browser or its address has too many live connections, over all workers."""
        if self._shared:
            allowed = lines_allowed(asker)
            if await self._journal.read(lambda storage: _is_full(shared(storage), allowed)):
                raise too_many_lines()

    def tell(self, game: str) -> None:
        """Wake every connection to a game at this worker."""
        for watcher in self.watchers.get(game, ()):
            watcher.tell()

    def tell_one(self, game: str, player: str | None) -> None:
        """Wake the lines of one player who watches a game here."""
        for watcher in self.watchers.get(game, ()):
            if watcher.player == player:
                watcher.tell()

    def tell_player(self, player: str) -> None:
        """Wake every connection of a player at this worker."""
        for watchers in self.watchers.values():
            for watcher in watchers:
                if watcher.player == player:
                    watcher.tell()

    def tell_all(self) -> None:
        """Wake every connection and make it check everything."""
        for game, watchers in self.watchers.items():
            for watcher in watchers:
                watcher.missed = True
            self.tell(game)


def _is_full(storage: SharedStorage, allowed: list[tuple[str, int]]) -> bool:
    return any(storage.lines_of(who) >= most for who, most in allowed)
