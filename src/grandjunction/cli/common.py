"""What the commands share: error messages, files, rulesets, players, bots."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ..bots import Bot
    from ..core.ruleset import Ruleset
    from ..words import Words

T = TypeVar("T")

USAGE = 2  # the exit code for mistakes of the user


def fail(message: str) -> NoReturn:
    """Print what is wrong in one sentence, and exit."""
    typer.echo(f"grandjunction: {message}", err=True)
    raise typer.Exit(USAGE)


def console() -> Console:
    """Return the console for tables and boards."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else 110
    return Console(file=sys.stdout, highlight=False, width=width, emoji=False)


def text_table(left: Sequence[str], right: Sequence[str]) -> Table:
    """Return an empty table with these headings, first the left-aligned columns, then the right-aligned."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in left:
        table.add_column(heading)
    for heading in right:
        table.add_column(heading, justify="right")
    return table


def progress(items: Sequence[T], what: str, quiet: bool) -> Iterator[T]:
    """Yield the items, with a progress bar if standard error is a terminal."""
    if quiet or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, what, console=Console(stderr=True), transient=True)


def print_json(value: Any) -> None:
    """Print a value as indented JSON."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def read_text(path: Path) -> str:
    """Return the text of a file, or of standard input for ``-``."""
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        fail(f"cannot read {path}: {error.strerror or error}")
    except UnicodeDecodeError:
        fail(f"cannot read {path}: it is not UTF-8 text")


def write_text(path: Path, text: str) -> None:
    """Write a text file with the same bytes on every system."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror or error}")


def find_words(lang: str | None) -> Words:
    """Return the words of a language: the given one, or the system's if we have it, or English."""
    from ..words import UnknownLanguage, Words, known_language

    if lang is None:
        system = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
        return Words(known_language(next(filter(None, system), "")) or "en")
    try:
        return Words(known_language(lang) or lang)
    except UnknownLanguage as error:
        fail(str(error))


def find_rules(id: str) -> Ruleset:
    """Return a ruleset by its id."""
    from ..rulesets import UnknownRuleset, ruleset

    try:
        return ruleset(id)
    except UnknownRuleset as error:
        fail(str(error))


def player_count(rules: Ruleset, players: int | None) -> int:
    """Return the number of players asked for, or by default the most the ruleset allows."""
    if players is None:
        return max(rules.player_counts)
    if players not in rules.player_counts:
        fail(rules.players_fault(players))
    return players


def bot_names(text: str, seats: int) -> list[str]:
    """Return a bot's name for each seat; a short list is repeated."""
    from ..bots import UnknownBot, maker

    names = [name.strip() for name in text.split(",") if name.strip()]
    try:
        for name in names:
            maker(name)
    except UnknownBot as error:
        fail(str(error))
    if not names:
        fail("name at least one bot")
    if len(names) > seats:
        fail(f"{len(names)} bots are too many for {seats} {'seat' if seats == 1 else 'seats'}")
    return [names[seat % len(names)] for seat in range(seats)]


def make_bot(name: str, seed: str) -> Bot:
    """Return a new bot."""
    from ..bots import bot

    return bot(name, seed)


def check_folder(path: Path | None) -> None:
    """Fail unless a file can be written there: before the work is done, not after it."""
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        why = "it is a folder" if path.is_dir() else f"there is no folder {path.parent}"
        fail(f"cannot write {path}: {why}")
