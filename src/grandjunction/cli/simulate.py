"""``simulate``: plays many games between bots and sums them up."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import typer

from ..bots import play_game
from ..core.ruleset import Ruleset
from ..core.seats import seat_name
from ..core.standings import standings
from ..record.game import Game
from .common import (
    bot_names,
    console,
    fail,
    find_rules,
    make_bot,
    player_count,
    print_json,
    progress,
    text_table,
    write_text,
)


def run(
    id: str, players: int | None, games: int, seed: str, bots: str, json: bool, folder: Path | None
) -> None:
    rules = find_rules(id)
    names = bot_names(bots, player_count(rules, players))
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            fail(f"cannot make the folder {folder}: {error.strerror or error}")
    tally = Tally(names)
    start = time.perf_counter()
    for number in progress(range(1, games + 1), "playing", quiet=json):
        game = one_game(rules, names, f"{seed}/{number}")
        tally.add(game)
        if folder is not None:
            write_text(folder / f"{number:0{len(str(games))}}.gj", game.to_record())
    seconds = time.perf_counter() - start
    if json:
        print_json(_object(rules, seed, games, seconds, tally))
    else:
        _print(rules, games, seconds, tally)


def one_game(rules: Ruleset, names: list[str], seed: str) -> Game:
    """Play the game of a seed, which also seeds each bot."""
    bots = [make_bot(name, f"{seed}/{seat_name(seat)}") for seat, name in enumerate(names)]
    return play_game(rules, bots, seed)


class Tally:
    """VP and wins by seat. A shared win counts as a fraction."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.games = 0
        self.moves = 0
        self.vp = [0] * len(names)
        self.best = [0] * len(names)
        self.wins = [0.0] * len(names)

    def add(self, game: Game) -> None:
        """Count a game."""
        self.games += 1
        self.moves += game.ply
        for seat in range(len(self.names)):
            self.vp[seat] += game.state.vp[seat]
            self.best[seat] = max(self.best[seat], game.state.vp[seat])
        winners = standings(game.state)[0]
        for seat in winners:
            self.wins[seat] += 1 / len(winners)

    def row(self, seats: list[int]) -> dict[str, Any]:
        """Return the mean and best VP of some seats, and their share of the wins."""
        return {
            "mean_vp": round(sum(self.vp[seat] for seat in seats) / self.games / len(seats), 2),
            "best_vp": max(self.best[seat] for seat in seats),
            "win_share": round(sum(self.wins[seat] for seat in seats) / self.games, 4),
        }

    def by_bot(self) -> dict[str, list[int]]:
        """Return each bot's seats."""
        return {
            name: [s for s, n in enumerate(self.names) if n == name] for name in dict.fromkeys(self.names)
        }


def _object(rules: Ruleset, seed: str, games: int, seconds: float, tally: Tally) -> dict[str, Any]:
    seats = range(len(tally.names))
    return {
        "ruleset": rules.id,
        "revision": rules.revision,
        "players": len(tally.names),
        "games": games,
        "seed": seed,
        "seats": {seat_name(seat): {"bot": tally.names[seat], **tally.row([seat])} for seat in seats},
        "bots": {name: {"seats": len(own), **tally.row(own)} for name, own in tally.by_bot().items()},
        "moves": tally.moves,
        "games_per_s": round(games / seconds, 2),
    }


def _print(rules: Ruleset, games: int, seconds: float, tally: Tally) -> None:
    table = text_table(("Seat", "Bot"), ("Mean VP", "Best VP", "Games won"))
    rows = [(seat_name(seat), name, [seat]) for seat, name in enumerate(tally.names)]
    shared = [("all", name, own) for name, own in tally.by_bot().items() if len(own) > 1]
    if len(tally.by_bot()) == 1:
        shared = []
    for seat, name, seats in rows + shared:
        row = tally.row(seats)
        table.add_row(seat, name, f"{row['mean_vp']:.1f}", str(row["best_vp"]), f"{row['win_share']:.1%}")
    out = console()
    out.print(table)
    typer.echo(
        f"{games} games of {rules.name} with {len(tally.names)} players in {seconds:.1f} s"
        f" ({games / seconds:.1f} games/s)"
    )
