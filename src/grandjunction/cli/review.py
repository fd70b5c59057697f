"""``review``: reviews a record, and prints the players' skill and luck and their mistakes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.markup import escape

from ..core.seats import SEATS, seat_label
from ..extras import MissingExtra
from ..reviews import Review, UnknownDepth, review
from ..reviews.document import document
from ..reviews.page import page
from ..reviews.sentences import plus_minus, signed, teller, turned
from ..words import Words
from .common import check_folder, console, fail, find_words, print_json, text_table, write_text
from .replay import read_game

if TYPE_CHECKING:
    from ..record.game import Game

MOST_MISTAKES = 12


def run(
    path: Path,
    json: bool,
    html: Path | None,
    depth: str,
    seat: str | None,
    seed: str,
    processes: int | None,
    ray: str | None,
    lang: str | None,
) -> None:
    words = find_words(lang)
    if str(html) != "-":
        check_folder(html)
    game = read_game(path, words)
    found = _review(game, depth, _seat(seat, game), seed, processes, ray)
    if html is not None and str(html) != "-":
        write_text(html, page(found, words))
    if str(html) == "-":
        typer.echo(page(found, words), nl=False)
    elif json:
        print_json(document(found))
    else:
        _tell(found, words)


def _seat(letter: str | None, game: Game) -> int | None:
    if letter is None:
        return None
    if letter.upper() not in SEATS[: game.state.players]:
        fail(f"there is no seat {letter} in this game")
    return SEATS.index(letter.upper())


def _review(
    game: Game, depth: str, seat: int | None, seed: str, processes: int | None, ray: str | None
) -> Review:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = BarColumn(30), MofNCompleteColumn(), TimeRemainingColumn()
    at_once = processes or os.cpu_count() or 1
    quiet = not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as bar:
        task = bar.add_task("")
        try:
            return review(
                game,
                depth=depth,
                seed=seed,
                seat=seat,
                processes=at_once,
                ray=ray,
                progress=lambda done, of: bar.update(task, completed=done, total=of),
            )
        except (UnknownDepth, MissingExtra) as error:
            fail(str(error))
        except (OSError, OverflowError, RuntimeError, ValueError) as error:
            if ray is None:
                raise
            fail(f"cannot review on the cluster {ray}: {str(error).splitlines()[0]}")


def _tell(found: Review, words: Words) -> None:
    out = console()
    tell = teller(found, words)
    turning = turned(found, tell)
    if turning:
        out.print(escape(turning))
        out.print()
    _players(out, found, words)
    out.print()
    mistakes = found.mistakes
    out.print(words.review("mistakes" if mistakes else "no_mistakes"), style="bold")
    if mistakes:
        out.print(escape(words.review("win_share_how")), style="dim")
    for one in mistakes[:MOST_MISTAKES]:
        who = seat_label(one.seat, found.game.names)
        head = f"{who}, {tell.when(one.era, one.round)}: {words.review(one.grade)}"
        out.print(escape(f"{head} ({tell.gains(one.loss_vp, one.loss_share)})"))
        better = one.alternatives[one.best]
        said = words.review("better", moves=tell.other_moves(better.moves, one.moves))
        out.print(escape(f"  {words.review('played', moves=tell.moves(one.moves))}"))
        out.print(escape(f"  {said}"))
        for why in tell.why(one.harm, better.reasons):
            out.print(escape(f"    {why}"), style="dim")
    if len(mistakes) > MOST_MISTAKES:
        options = words.listed(["--html", "--json"])
        out.print(escape(words.review("more_mistakes", n=len(mistakes) - MOST_MISTAKES, options=options)))


def _players(out: Console, found: Review, words: Words) -> None:
    heads = ("vp", "luck", "adjusted", "loss", "error", "counted")
    table = text_table([words.review("player")], [words.review(key) for key in heads])
    for one in sorted(found.seats, key=lambda seat: -seat.vp):
        table.add_row(
            escape(seat_label(one.seat, found.game.names)),
            str(one.vp),
            signed(one.luck_vp),
            plus_minus(one.adjusted_vp),
            plus_minus(one.loss_vp),
            "–" if one.error_vp is None else plus_minus(one.error_vp),
            f"{one.real} / {one.decisions}",
        )
    out.print(table)
