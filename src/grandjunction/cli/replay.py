"""``replay``: replays and verifies a record, and prints its scores or a position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from ..core.ruleset import Ruleset
from ..core.seats import seat_name
from ..core.standings import standings
from ..record.game import Game
from ..record.reader import RecordError, read_record
from ..rulesets import ruleset
from ..words import Words
from .common import console, fail, find_words, print_json, read_text
from .scores import print_scores


def replay(path: Path, json: bool, position: bool, ply: int | None, lang: str | None) -> None:
    words = find_words(lang)
    game = read_game(path, words)
    if position:
        typer.echo(_position(game, ply), nl=False)
    elif json:
        print_json(summary(game))
    else:
        _tell(game, words)


def read_game(path: Path, words: Words) -> Game:
    """Return the game of a record file, or of standard input for ``-``."""
    text = read_text(path)
    played: list[Ruleset] = []

    def find(id: str) -> Ruleset:
        played.append(ruleset(id))
        return played[-1]

    try:
        return read_record(text, find)
    except RecordError as error:
        if error.refusal is None:
            fail(f"{path}: {error}")
        fail(f"{path}: line {error.line}: {words.refusal(error.refusal, played[-1])}")


def _position(game: Game, ply: int | None) -> str:
    """Return the position after ``ply`` moves, including chance moves, or the last."""
    if ply is None:
        return game.state.to_position()
    if not 0 <= ply <= game.ply:
        fail(f"the record has {game.ply} moves, so there is no position after {ply}")
    return game.at(ply).state.to_position()


def summary(game: Game) -> dict[str, Any]:
    """Return the game's scores and figures as a JSON object."""
    state = game.state
    seats = range(state.players)
    return {
        "ruleset": game.rules.id,
        "revision": game.rules.revision,
        "players": state.players,
        "names": game.names,
        "over": state.is_over,
        "scores": {seat_name(seat): state.vp[seat] for seat in seats},
        "standings": [[seat_name(seat) for seat in place] for place in standings(state)],
        "eras": {
            name: {seat_name(seat): game.ledger.vp(seat, era) for seat in seats}
            for era, name in enumerate(game.rules.eras)
        },
        "moves": game.ply,
        "rounds": rounds(game),
    }


def rounds(game: Game) -> int:
    """Return how many rounds have begun, over all eras."""
    return sum(event.kind == "round_began" for one in game.played for event in one.events)


def _tell(game: Game, words: Words) -> None:
    state = game.state
    out = console()
    counted = (("players", state.players), ("moves", game.ply), ("rounds", rounds(game)))
    out.print(words.listed([game.rules.name, *(words.terminal(key, n=number) for key, number in counted)]))
    out.print(words.terminal("sound" if state.is_over else "sound_unfinished"))
    out.print()
    print_scores(out, game, words)
