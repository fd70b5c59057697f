"""Asks a player at the keyboard: numbered lists, moves in notation, and commands."""

from __future__ import annotations

import sys
from typing import Final

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape

from ..core.moves import IllegalMove, Move
from ..core.notation import NotationError, read_move
from ..core.view import View
from ..words import Words
from ..words.examples import moves_to_type, questions_to_ask
from . import menus, why
from .table import print_board

_MANY: Final = 12  # from this number on, choices are printed in columns


class InputEnded(Exception):
    """Standard input has ended."""


class Quit(Exception):
    """The player leaves."""


class Undo(Exception):
    """The player undoes the turn."""


class Back(Exception):
    """The player wants the previous question again."""


class Asker:
    """Asks one person at a time."""

    def __init__(self, out: Console, words: Words, names: list[str]) -> None:
        self.out: Final = out
        self.words: Final = words
        self.names: Final = names

    def line(self, prompt: str) -> str:
        """Return one line from the keyboard. Piped input is echoed."""
        self.out.print(prompt, end="", markup=False)
        try:
            text = input().strip()
        except EOFError:
            raise InputEnded from None
        if not sys.stdin.isatty():
            self.out.print(text, markup=False)
        return text

    def move(self, view: View) -> Move:
        """Ask for a legal move, part by part, and return it."""
        state = view.known
        asked: list[list[Move]] = [list(view.legal_moves())]
        while True:
            moves = asked[-1]
            part = menus.open_part(moves)
            if part is None and len(asked) > 1:
                return moves[0]
            if part is None:
                groups = [moves]
                head, labels = self.words.terminal("only_this"), [self.words.move(moves[0])]
            else:
                groups = menus.grouped(moves, part)
                head = menus.heading(state, moves, part, self.words)
                labels = [menus.label(state, group[0], part, self.words) for group in groups]
            try:
                answer = self._choose(view, head, labels)
            except Back:
                if len(asked) > 1:
                    asked.pop()
                continue
            if isinstance(answer, Move):
                return answer
            if part is None:
                return moves[0]
            asked.append(groups[answer])

    def confirm(self, head: str) -> None:
        """Ask whether to go on. Raises ``Undo`` or ``Quit``."""
        while True:
            self._list(head, [self.words.terminal("go_on"), self.words.terminal("take_back")])
            text = self.line("> ")
            if text in ("", "1"):
                return
            if text.lower() in ("2", "undo"):
                raise Undo
            if text.lower() in ("q", "quit"):
                raise Quit
            self.out.print(self.words.terminal("type_1_2"))

    def _choose(self, view: View, head: str, labels: list[str]) -> int | Move:
        """Return the number of a choice, or a whole move in notation."""
        self._list(head, labels)
        while True:
            text = self.line("> ")
            if text.isascii() and text.isdigit():
                if 1 <= int(text) <= len(labels):
                    return int(text) - 1
                self.out.print(self.words.terminal("type_number", last=len(labels)))
                continue
            if self._command(view, text):
                self._list(head, labels)
                continue
            move = self._written(view, text)
            if move is not None:
                return move

    def _list(self, head: str, labels: list[str]) -> None:
        self.out.print(f"\n[bold]{escape(head)}[/]")
        lines = [f"{number:3} {escape(text)}" for number, text in enumerate(labels, 1)]
        if len(lines) >= _MANY:
            self.out.print(Columns(lines, column_first=True, padding=(0, 3)))
        else:
            for line in lines:
                self.out.print(line)

    def _command(self, view: View, text: str) -> bool:
        """Obey a command. Return True if it only showed something, False if the text is no command."""
        first, _, rest = text.partition(" ")
        word = first.lower()
        if word in ("?", "help"):
            moves, question = moves_to_type(view.rules), questions_to_ask(view.rules)[0]
            said = self.words.terminal("help", question=question, moves="\n  ".join(moves))
            self.out.print(said, markup=False)
        elif word == "why":
            self.out.print(why.answer(view.known, rest, self.words), markup=False)
        elif word == "board":
            print_board(self.out, view, self.names, self.words)
        elif word == "back":
            raise Back
        elif word == "undo":
            raise Undo
        elif word in ("q", "quit", "exit"):
            raise Quit
        else:
            return False
        return True

    def _written(self, view: View, text: str) -> Move | None:
        """Return a legal move in notation. If it is none, say why and return None."""
        if not text:
            self.out.print(self.words.terminal("type_something"))
            return None
        try:
            move = read_move(view.known, text.lower())
            refusal = view.check(move)
            if refusal is None:
                return move
        except NotationError as error:
            self.out.print(f"{error}.", markup=False)
            return None
        except IllegalMove as error:
            refusal = error.refusal
        self.out.print(self.words.refusal(refusal, view.rules), markup=False)
        return None
