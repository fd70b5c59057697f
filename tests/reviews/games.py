"""Short games to review: the last turns of golden games, and settings that take a moment."""

from __future__ import annotations

from pathlib import Path

import grandjunction as gj
from grandjunction.reviews import Depth

RECORDS = Path(__file__).resolve().parents[2] / "records"
TINY = Depth("tiny", plans=3, planning=120, deals=2, shown=2, fresh=4, luck=3, budget=30)


def golden(name: str) -> gj.Game:
    return gj.load_game(RECORDS / f"{name}.gj")


def end_of(name: str, era: str, round: int) -> gj.Game:
    """A golden game from the start of a round of its last era on."""
    game = golden(name)
    for ply, (state, _, _) in enumerate(game.positions()):
        if (state.era_name, state.round, state.decision_name) == (era, round, "action"):
            return from_ply(game, ply)
    raise ValueError(f"{name} has no round {era} {round}")


def from_ply(game: gj.Game, ply: int) -> gj.Game:
    """The same game, begun in the position before a move."""
    short = gj.Game(game.rules, game.state.players, names=game.names, start=game.at(ply).state)
    for move in game.moves[ply:]:
        short.make(move.code)
    return short
