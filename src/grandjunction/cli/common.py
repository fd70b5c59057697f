"""What the commands share: complaints, files, rulesets, players, bots."""

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

    from ..bots import Bot
    from ..core.ruleset import Ruleset
    from ..words import Words

T = TypeVar("T")

USAGE = 2  # the exit code for what the user can put right


def fail(message: str) -> NoReturn:
    """Say what is wrong in one sentence and stop."""
    typer.echo(f"grandjunction: {message}", err=True)
    raise typer.Exit(USAGE)


def console() -> Console:
    """Where tables and boards go."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else 110
    return Console(file=sys.stdout, highlight=False, width=width, emoji=False)


def progress(items: Sequence[T], what: str, quiet: bool) -> Iterator[T]:
    """The items, with a bar on the standard error where somebody looks at it."""
    if quiet or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, what, console=Console(stderr=True), transient=True)


def print_json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def read_text(path: Path) -> str:
    """A text file, or the standard input for ``-``."""
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        fail(f"cannot read {path}: {error.strerror or error}")
    except UnicodeDecodeError:
        fail(f"cannot read {path}: it is not UTF-8 text")


def write_text(path: Path, text: str) -> None:
    """Write a text file, the same bytes on every system."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror or error}")


def find_words(lang: str | None) -> Words:
    """The words of the language asked for, or of the system's as far as we speak it."""
    from ..words import UnknownLanguage, Words, known_language

    if lang is None:
        system = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
        return Words(known_language(next(filter(None, system), "")) or "en")
    try:
        return Words(known_language(lang) or lang)
    except UnknownLanguage as error:
        fail(str(error))


def find_rules(id: str) -> Ruleset:
    from ..rulesets import UnknownRuleset, ruleset

    try:
        return ruleset(id)
    except UnknownRuleset as error:
        fail(str(error))


def player_count(rules: Ruleset, players: int | None) -> int:
    """So many players as asked for, or the most the ruleset takes."""
    if players is None:
        return max(rules.player_counts)
    if players not in rules.player_counts:
        allowed = ", ".join(str(count) for count in rules.player_counts)
        fail(f"{rules.id} is for {allowed} players, not {players}")
    return players


def bot_names(text: str, seats: int) -> list[str]:
    """One bot's name for each seat; a short list is repeated."""
    from ..bots import BOTS

    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in BOTS:
            fail(f"unknown bot {name!r}; one of {', '.join(BOTS)}")
    if not names:
        fail("name at least one bot")
    if len(names) > seats:
        fail(f"{len(names)} bots are too many for {seats} {'seat' if seats == 1 else 'seats'}")
    return [names[seat % len(names)] for seat in range(seats)]


def make_bot(name: str, seed: str) -> Bot:
    from ..bots import bot

    return bot(name, seed)


def seat_label(seat: int, names: list[str]) -> str:
    """A seat's letter and name, the letter once."""
    from ..core.state import SEATS

    letter, name = SEATS[seat], names[seat]
    return name if name.endswith(f" {letter}") else f"{letter} {name}"


def check_folder(path: Path | None) -> None:
    """That a file can be written where it is to be, before the work for it is done."""
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        why = "it is a folder" if path.is_dir() else f"there is no folder {path.parent}"
        fail(f"cannot write {path}: {why}")
