"""A match, and one game of it. A game depends on the match, the deal and the arrangement alone."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

from ..bots import Bot, play_game
from ..core.moves import Move
from ..core.rng import Rng
from ..core.seats import seat_name
from ..core.view import View
from ..outside import OutsideBot
from ..outside.command import SECONDS
from ..record.game import Game
from .entrants import Entrant
from .schedule import Arrangement, arrangements


@dataclass(frozen=True)
class Match:
    """What is played. Equal matches give equal results on every machine."""

    ruleset: str
    players: int
    seed: str
    entrants: tuple[Entrant, ...]
    deals: int
    fill: str = "even"

    @staticmethod
    def of_games(
        games: int, ruleset: str, players: int, seed: str, entrants: tuple[Entrant, ...], fill: str = "even"
    ) -> Match:
        """Return a match of at least ``games`` games, rounded up to whole deals."""
        a_deal = len(arrangements(len(entrants), players, fill))
        return Match(ruleset, players, seed, entrants, -(-games // a_deal), fill)

    @property
    def arrangements(self) -> tuple[Arrangement, ...]:
        return arrangements(len(self.entrants), self.players, self.fill)

    @property
    def games(self) -> int:
        return self.deals * len(self.arrangements)

    def command(self, games: int) -> str:
        """Return the command that plays the same games again; ``games`` is the number asked for."""
        words = ["grandjunction", "arena", *(entrant.text for entrant in self.entrants)]
        words += ["--ruleset", self.ruleset, "--players", str(self.players)]
        words += ["--games", str(games), "--seed", self.seed]
        if self.fill != "even":
            words += ["--fill", self.fill]
        for entrant in self.entrants:
            if entrant.command is not None and entrant.command.seconds != SECONDS:
                return shlex.join([*words, "--seconds", f"{entrant.command.seconds:g}"])
        return shlex.join(words)

    def tasks(self) -> Iterator[tuple[int, int]]:
        """Yield the deal, counted from 1, and the arrangement of every game, deal by deal."""
        full = len(self.arrangements)
        for deal in range(1, self.deals + 1):
            for number in range(full):
                yield deal, number


@dataclass(frozen=True)
class Result:
    """The result of one game. Lists are by seat."""

    deal: int
    number: int  # of the arrangement
    bots: list[int]
    vp: list[int]
    places: list[int]  # from 1; seats that the tie-breaks leave equal share a place
    starts: list[int]  # the place in the first turn order, from 1
    sources: list[dict[str, dict[str, int]]]  # VP by era and source
    decisions: list[int]
    faults: list[list[str]]  # of bots from outside
    moves: int
    digest: str  # of all moves, nature's too: equal digests, equal games
    seconds: list[float] = field(compare=False)  # of thinking: the only figure that differs between runs

    def share(self, seat: int) -> float:
        """Return a seat's share of the win: 1, or less in a tie."""
        return 1 / self.places.count(1) if self.places[seat] == 1 else 0.0

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class Timed(Bot):
    """A bot with its budget and a clock."""

    def __init__(self, entrant: Entrant, seed: str) -> None:
        super().__init__(entrant.label, seed)
        self.bot = entrant.make(seed)
        self.decisions = 0
        self.seconds = 0.0
        self._budget = entrant.budget
        # Our own bots by CPU time, so that other load does not count; outside bots by wall time.
        self._clock = time.process_time if entrant.command is None else time.perf_counter

    def choose(self, view: View, budget: int = 0) -> Move:
        start = self._clock()
        move = self.bot.choose(view, self._budget)
        self.seconds += self._clock() - start
        self.decisions += 1
        return move


def play(match: Match, deal: int, number: int) -> Result:
    """Play one game. Chance and each seat's luck follow from the deal alone, whoever sits there."""
    seed = f"{match.seed}/{deal}"
    seated = match.arrangements[number]
    bots = [Timed(match.entrants[one], f"{seed}/{seat_name(seat)}") for seat, one in enumerate(seated)]
    game: Game | None = None
    try:
        game = play_game(match.ruleset, list(bots), seed)
    finally:
        for one in bots:
            if isinstance(one.bot, OutsideBot):
                one.bot.close(None if game is None else game.state)
    return _result(match, deal, number, game, bots)


def play_task(match: Match, task: tuple[int, int]) -> Result:
    """Play one of the match's ``tasks``."""
    return play(match, *task)


def _result(match: Match, deal: int, number: int, game: Game, bots: list[Timed]) -> Result:
    seats = range(match.players)
    places = [0] * match.players
    taken = 0
    for group in game.result() or []:
        for seat in group:
            places[seat] = taken + 1
        taken += len(group)
    opening = Game(game.rules, match.players, Rng(f"{match.seed}/{deal}")).state
    order = [int(seat) for seat in opening.order]
    return Result(
        deal=deal,
        number=number,
        bots=list(match.arrangements[number]),
        vp=[int(game.state.vp[seat]) for seat in seats],
        places=places,
        starts=[order.index(seat) + 1 for seat in seats],
        sources=[
            {era: dict(sorted(game.ledger.vp(seat, n).items())) for n, era in enumerate(game.rules.eras)}
            for seat in seats
        ],
        decisions=[one.decisions for one in bots],
        faults=[list(one.bot.faults) if isinstance(one.bot, OutsideBot) else [] for one in bots],
        moves=game.ply,
        digest=sha256("\n".join(str(move) for move in game.moves).encode()).hexdigest()[:16],
        seconds=[round(one.seconds, 4) for one in bots],
    )
