"""Renames cards to words that appear nowhere else, so that every byte sent can be searched for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import grandjunction as gj
from grandjunction.record.game import Game, texts
from grandjunction.server.hosted import HostedGame, Viewer
from grandjunction.server.undo import pausing
from grandjunction.words import Words

SEED: Final = "canary-of-the-seed"
_CANARY: Final = re.compile(rb"cnry[a-j]{3}")


def _name(number: int) -> str:
    letters = "abcdefghij"
    return "cnry" + "".join(letters[int(digit)] for digit in f"{number:03}")


@contextmanager
def planted(ruleset_id: str) -> Iterator[None]:
    """Rename every card of a ruleset. Wild cards keep their names, because everyone may know of them."""
    decks = [gj.ruleset(ruleset_id).cards, pausing(ruleset_id).cards]  # drafts are played by the second
    before = decks[0].ids[:]
    for cards in decks:
        for number, kind in enumerate(cards.kinds):
            if not kind.wild:
                cards.ids[number] = _name(number)
    said = Words.card
    Words.card = lambda self, rules, id: id  # type: ignore[method-assign]
    try:
        yield
    finally:
        for cards in decks:
            cards.ids[:] = before
        Words.card = said  # type: ignore[method-assign]


class Warden:
    """Tracks what each browser may know of a game, and fails if it is told more."""

    def __init__(self, hosted: HostedGame) -> None:
        self.hosted: Final = hosted
        self.game = Game(hosted.rules, len(hosted.row.seats))
        self.drawn: list[set[str]] = [set() for _ in hosted.row.seats]
        self.public: set[str] = set()
        self.searched = 0

    def _follow(self) -> None:
        ids = self.hosted.rules.cards.ids
        seen = self.game.ply
        self.game.replay(texts(self.hosted.game.played[seen:]))
        for one in self.game.played[seen:]:
            for event in one.events:
                if event.kind == "drew":
                    self.drawn[event.values[0]].add(ids[event.values[1]])
                elif event.kind == "discarded":
                    self.public.add(ids[event.values[1]])

    def may_know(self, player: str | None) -> set[str]:
        self._follow()
        hand = Viewer(self.hosted, player).hand
        return self.public | (set() if hand is None else self.drawn[hand])

    def inspect(self, player: str | None, said: bytes, other_secrets: list[str], sent: bytes = b"") -> None:
        """Fail if ``said`` reveals a secret. Words in ``sent`` came from the browser itself."""
        told = {found.decode() for found in _CANARY.findall(said)} - {
            found.decode() for found in _CANARY.findall(sent)
        }
        assert told <= self.may_know(player), f"{sorted(told - self.may_know(player))} in {said[:2000]!r}"
        for secret in (SEED, self.hosted.row.bot_seed, *other_secrets):
            assert secret.encode() not in said
        self.searched += len(said)
