"""``play``: plays a game in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import typer
from rich.console import Console
from rich.markup import escape

from ..bots import Bot
from ..core.events import HIDDEN, Event
from ..core.rng import Rng
from ..core.ruleset import FIRST_EXTRA, Ruleset
from ..core.seats import seat_name
from ..record.game import Game
from ..words import Words, capital
from .ask import Asker, InputEnded, Quit, Undo
from .common import (
    bot_names,
    check_folder,
    console,
    fail,
    find_rules,
    find_words,
    make_bot,
    player_count,
    write_text,
)
from .scores import print_scores
from .table import COLOURS, print_board

# Events that the log leaves out: a table shows them, or nobody needs them.
_UNTOLD: Final = ("turn_began", "ordered", "stocked", "set_aside", "game_over")
_RECENT: Final = 8  # lines of the log printed again after the screen is cleared
_UNFINISHED: Final = 1  # the exit code of a game whose input ended


def run(
    id: str,
    players: int | None,
    seed: str | None,
    bots: str,
    hot_seat: bool,
    name: str | None,
    record: Path | None,
    lang: str | None,
) -> None:
    words = find_words(lang)
    rules = find_rules(id)
    count = player_count(rules, players)
    check_folder(record)
    if seed is None:
        from secrets import token_hex

        seed = token_hex(16)
    seats: list[Bot | None] = [None] * count
    if not hot_seat:
        for seat, bot in enumerate(bot_names(bots, count - 1), 1):
            seats[seat] = make_bot(bot, f"{seed}/{seat_name(seat)}")
    names = [
        words.player(seat_name(s)) if b is None else f"{words.bot(b.name)} {seat_name(s)}"
        for s, b in enumerate(seats)
    ]
    if not hot_seat:
        if "#" in (name or ""):
            fail(f"{name!r} cannot stand in a record: a name has no '#'")
        names[0] = " ".join((name or "").split()) or words.you()
    terminal = TerminalGame(rules, seats, names, seed, words, console())
    try:
        terminal.play()
    except Quit:
        terminal.save_on_quit(record)
    except InputEnded:
        terminal.out.print(f"\n{words.terminal('input_ended')}")
        raise typer.Exit(_UNFINISHED) from None
    finally:
        if record is not None:
            write_text(record, terminal.game.to_record())
            terminal.out.print(words.terminal("saved", file=escape(str(record))))


class TerminalGame:
    """One game at this terminal. Nature moves only after a turn is confirmed; until then it can be undone."""

    def __init__(
        self,
        rules: Ruleset,
        seats: list[Bot | None],
        names: list[str],
        seed: str,
        words: Words,
        out: Console,
    ) -> None:
        self.seats: Final = seats
        self.out: Final = out
        self.words: Final = words
        self.game = Game(rules, len(seats), names=names)
        self.rng: Final = Rng(seed)
        self.asker: Final = Asker(out, self.words, names)
        self.people: Final = [seat for seat, bot in enumerate(seats) if bot is None]
        self.log: list[str] = []
        self.turn_start = -1  # the ply at which this person's turn began; -1 outside such a turn

    def play(self) -> None:
        """Play to the end."""
        self.out.print(self.words.terminal("start", game=f"[bold]{escape(self.game.rules.name)}[/]"))
        self._settle(tell=False)
        while not self.game.state.is_over:
            seat = self.game.state.to_act
            bot = self.seats[seat]
            if bot is None:
                self._person(seat)
            else:
                self.turn_start = -1
                self._tell(self.game.play(bot.choose(self.game.state.view(seat))))
                self._settle()
        self.out.print()
        self.out.print(f"[bold]{self.words.terminal('over')}[/]")
        print_scores(self.out, self.game, self.words)

    # -- one person's move --------------------------------------------------------------------------

    def _person(self, seat: int) -> None:
        if self.turn_start < 0:
            self._hand_over(seat)
            self.turn_start = self.game.ply
            print_board(self.out, self.game.state.view(seat), self.game.names, self.words)
        try:
            move = self.asker.move(self.game.state.view(seat))
            events = self.game.play(move)
            self._tell(events)
            if self._turn_is_over(seat, events):
                self.asker.confirm(self._what_ends())
                self.turn_start = -1
                self._settle()
        except Undo:
            self._undo(seat)

    def _turn_is_over(self, seat: int, events: list[Event]) -> bool:
        state = self.game.state
        return state.to_act != seat or any(event.kind in ("turn_began", "round_began") for event in events)

    def _what_ends(self) -> str:
        """Say what makes the turn final: a reveal, or its end."""
        state = self.game.state
        if state.is_chance and state.decision >= FIRST_EXTRA:
            return capital(self.words.decision(state.rules.decision_names[state.decision]))
        return self.words.terminal("your_turn_ends")

    def _undo(self, seat: int) -> None:
        """Go back to the start of the turn."""
        if self.game.ply == self.turn_start:
            self.out.print(self.words.terminal("nothing_to_undo"))
            return
        self.game.back_to(self.turn_start)
        self.out.print(self.words.terminal("undone"))
        print_board(self.out, self.game.state.view(seat), self.game.names, self.words)

    def _hand_over(self, seat: int) -> None:
        """Clear the screen between players, so that nobody sees another's hand."""
        if len(self.people) > 1 and sys.stdin.isatty():
            self.out.clear()
            self.out.print(self.words.terminal("turn_of", name=escape(self.game.names[seat])))
            self.asker.line(f"{self.words.terminal('nobody_looks')} ")
            for line in self.log[-_RECENT:]:
                self.out.print(line)

    # -- nature, and what happened ------------------------------------------------------------------

    def _settle(self, tell: bool = True) -> None:
        """Let nature take its open decisions, and print what happened."""
        events = self.game.settle(self.rng)
        if tell:
            self._tell(events)

    def _tell(self, events: list[Event]) -> None:
        """Print what a move did in one line, then the rounds and eras that began."""
        names = [f"[{COLOURS[seat]}]{escape(name)}[/]" for seat, name in enumerate(self.game.names)]
        sentences: list[str] = []
        scored = False
        for event in events:
            if event.kind.startswith("scored_") and event.kind != "scored_bonus":
                scored = True
            elif event.kind in ("round_began", "era_began"):
                self._flush(sentences)
                if event.kind == "era_began" and scored:
                    print_scores(self.out, self.game, self.words)
                self.out.print(f"[bold]{self.words.event(event, self.game.rules)}[/]")
            elif self._public(event):
                sentences.append(self.words.event(event, self.game.rules, names))
        self._flush(sentences)

    def _public(self, event: Event) -> bool:
        if event.kind in HIDDEN:
            return event.kind == "drew" and self.people == [event.values[0]]
        return event.kind not in _UNTOLD

    def _flush(self, sentences: list[str]) -> None:
        if sentences:
            told = self.words.terminal("told", sentences=self.words.terminal("told_join").join(sentences))
            self.log.append(f"  {told}")
            self.out.print(self.log[-1])
            sentences.clear()

    def save_on_quit(self, record: Path | None) -> None:
        """Offer to save the record, unless it is saved anyway."""
        if record is not None:
            return
        try:
            name = self.asker.line(f"{self.words.terminal('save')} ")
        except InputEnded:
            return
        if name:
            write_text(Path(name), self.game.to_record())
            self.out.print(self.words.terminal("saved", file=escape(name)))
