"""``perft``: counts the move sequences from a position."""

from __future__ import annotations

import time
from pathlib import Path

import typer

from ..core.perft import divide, perft
from ..core.position.reading import PositionError, read_position
from ..core.rng import Rng
from ..core.state import State
from ..record.game import Game
from ..rulesets import ruleset
from .common import fail, find_rules, player_count, print_json, read_text


def count(
    id: str, players: int | None, seed: str, depth: int, path: Path | None, divided: bool, json: bool
) -> None:
    state = _from_file(path) if path is not None else _start(id, players, seed)
    start = time.perf_counter()
    parts = [(str(move), n) for move, n in divide(state, depth)] if divided else []
    total = sum(n for _, n in parts) if parts else perft(state, depth)
    seconds = time.perf_counter() - start
    if json:
        found: dict[str, object] = {"ruleset": state.rules.id, "players": state.players, "depth": depth}
        found["sequences"] = total
        if divided:
            found["divide"] = dict(parts)
        print_json(found)
        return
    for move, n in parts:
        typer.echo(f"{n:12,}  {move}")
    rate = f", {total / seconds:,.0f} a second" if seconds > 0.05 else ""
    typer.echo(f"{total:,} sequences of {depth} moves ({seconds:.2f} s{rate})")


def _start(id: str, players: int | None, seed: str) -> State:
    """Return the first decision of a game."""
    rules = find_rules(id)
    return Game(rules, player_count(rules, players), Rng(seed)).state


def _from_file(path: Path) -> State:
    text = read_text(path)
    try:
        return read_position(text, ruleset)
    except PositionError as error:
        fail(f"{path}: {error}")
