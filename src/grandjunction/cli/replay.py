"""``replay``: a record replayed and verified, its scores or a position of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from ..core.ruleset import Ruleset
from ..core.standings import standings
from ..core.state import SEATS
from ..record.game import Game
from ..record.reader import RecordError, read_record
from ..rulesets import ruleset
from ..words import Words
from .common import console, fail, find_words, print_json, read_text
from .scores import print_scores


def replay(path: Path, json: bool, position: bool, ply: int | None, lang: str | None) -> None:
    words = find_words(lang)
    game = _read(path, words)
    if position:
        typer.echo(_position(game, ply), nl=False)
    elif json:
        print_json(summary(game))
    else:
        _tell(game, words)


def _read(path: Path, words: Words) -> Game:
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
    """The position after so many moves, nature's included; without a number, the last."""
    if ply is None:
        return game.state.to_position()
    if not 0 <= ply <= len(game.moves):
        fail(f"the record has {len(game.moves)} moves, so there is no position after {ply}")
    replayed = Game(game.rules, game.state.players, names=game.names)
    for move in game.moves[:ply]:
        replayed.play(move)
    return replayed.state.to_position()


def summary(game: Game) -> dict[str, Any]:
    """The game as one object for machines."""
    state = game.state
    seats = range(state.players)
    return {
        "ruleset": game.rules.id,
        "revision": game.rules.revision,
        "players": state.players,
        "names": game.names,
        "over": state.is_over,
        "scores": {SEATS[seat]: state.vp[seat] for seat in seats},
        "standings": [[SEATS[seat] for seat in place] for place in standings(state)],
        "eras": {
            name: {SEATS[seat]: game.ledger.vp(seat, era) for seat in seats}
            for era, name in enumerate(game.rules.eras)
        },
        "moves": len(game.moves),
        "rounds": rounds(game),
    }


def rounds(game: Game) -> int:
    """How many rounds have begun, over all eras."""
    state = Game(game.rules, game.state.players, names=game.names)
    begun = 0
    for move in game.moves:
        begun += sum(1 for event in state.play(move) if event.kind == "round_began")
    return begun


def _tell(game: Game, words: Words) -> None:
    state = game.state
    out = console()
    counted = (("players", state.players), ("moves", len(game.moves)), ("rounds", rounds(game)))
    out.print(words.listed([game.rules.name, *(words.terminal(key, n=number) for key, number in counted)]))
    out.print(words.terminal("sound" if state.is_over else "sound_unfinished"))
    out.print()
    print_scores(out, game, words)
