"""``show``: prints a position in words, or draws it; reads positions and records."""

from __future__ import annotations

from pathlib import Path

import typer

from ..core.position.reading import PositionError, read_position
from ..core.position.writing import HEADER as POSITION
from ..core.seats import SEATS
from ..core.state import State
from ..pictures import THEMES, picture
from ..record.game import Game
from ..record.reader import RecordError, read_record
from ..record.writer import HEADER as RECORD
from ..rulesets import ruleset
from ..words.telling import board_in_words
from .common import check_folder, fail, find_words, read_text, write_text


def show(
    path: Path, svg: Path | None, theme: str, width: int, seat: str | None, ply: int | None, lang: str | None
) -> None:
    """Print the board in words, or write its picture to a file (``-``: print it)."""
    words = find_words(lang)
    if theme not in THEMES:
        fail(f"unknown theme {theme!r}; one of {', '.join(THEMES)}")
    if svg is not None and str(svg) != "-":
        check_folder(svg)
    state, names = _read(path, ply)
    if seat is not None:
        state = _seen_by(state, seat)
    if svg is None:
        typer.echo(board_in_words(state, names, words.lang))
        return
    drawn = picture(state, theme=theme, width=width, names=names, lang=words.lang) + "\n"
    if str(svg) == "-":
        typer.echo(drawn, nl=False)
    else:
        write_text(svg, drawn)


def _read(path: Path, ply: int | None) -> tuple[State, list[str] | None]:
    """Return the position of a file or text, which is a position or a record, and a record's names."""
    given = str(path)
    typed = _kind(given) in (POSITION, RECORD)
    text = given if typed else read_text(path)
    if _kind(text) not in (POSITION, RECORD):
        fail(f"{path} is neither a record nor a position: it begins with neither {RECORD!r} nor {POSITION!r}")
    try:
        if _kind(text) == POSITION:
            if ply is not None:
                fail(f"{'this' if typed else path} is a position, not a record: leave out --ply")
            return read_position(text, ruleset), None
        game = read_record(text, ruleset)
    except (PositionError, RecordError) as error:
        fail(f"{'the ' + _kind(text).split()[2] if typed else path}: {error}")
    return (game.state if ply is None else _after(game, ply)), game.names


def _kind(text: str) -> str:
    """Return the first line that is not empty or a comment: the header of a record or position."""
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    return " ".join(next(filter(None, lines), []))


def _after(game: Game, ply: int) -> State:
    """Return the position after ``ply`` moves, including chance moves."""
    if not 0 <= ply <= len(game.moves):
        fail(f"the record has {len(game.moves)} moves, so there is no position after {ply}")
    return game.at(ply).state


def _seen_by(state: State, seat: str) -> State:
    """Return what a seat or a spectator may know of it."""
    letters = SEATS[: state.players]
    if seat != "spectator" and seat not in letters:
        fail(f"unknown seat {seat!r}; one of {', '.join(letters)}, spectator")
    try:
        return state.view(None if seat == "spectator" else letters.index(seat)).known
    except ValueError as error:
        fail(str(error))
