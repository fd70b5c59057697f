"""An outside bot: a program as a player. Every error is a fault and costs it the turn."""

from __future__ import annotations

import json
import time
from hashlib import sha256
from typing import Final

from ..bots import Bot
from ..core.moves import IllegalMove, Move
from ..core.notation import NotationError, read_move
from ..core.state import State
from ..core.view import View
from .command import Command
from .process import Flood, Gone, Process, Silent
from .protocol import PROTOCOL, Json, choose, end, fault, hello, line

START_SECONDS: Final = 20.0  # to say hello
MOST_FAULTS: Final = 3  # in a game; after the third the bot is out

#: The faults, and whether the bot is out at once.
FAULTS: Final = {
    "late": False,
    "nonsense": False,
    "illegal": False,
    "flood": True,
    "gone": True,
    "no_hello": True,
}


class Fault(Exception):
    """What the program did wrong."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind: Final = kind


def fallback(view: View) -> Move:
    """Return the move of a bot that has lost its turn: stop, else pass, else the first legal move."""
    moves = view.legal_moves()
    for verb in ("stop", "pass"):
        for move in moves:
            if move.verb == verb:
                return move
    return moves[0]


class OutsideBot(Bot):
    """A bot for one seat of one game. Its program starts with the first decision; ``close`` ends it."""

    def __init__(self, command: Command, seed: int | str, start_seconds: float = START_SECONDS) -> None:
        super().__init__(command.name, seed)
        self.faults: Final[list[str]] = []
        self._command: Final = command
        self._start_seconds: Final = start_seconds
        self._process: Process | None = None
        self._asked = 0
        self._lost: tuple[int, ...] | None = None  # the turn that a fault has cost
        self.is_out = False

    def choose(self, view: View, budget: int = 0) -> Move:
        self.rng(view)  # raises if it is not its turn
        turn = (view.known.era, view.known.round, view.known.step, view.known.cursor)
        if self.is_out or self._lost == turn:
            return fallback(view)
        try:
            return self._ask(view, budget)
        except Fault as error:
            self._lost = turn
            self._note(error)
            return fallback(view)

    def close(self, state: State | None = None) -> None:
        """Tell the program that the game is over, and end it."""
        if self._process is not None:
            self._process.send(line(end(state)))
            self._process.close()
            self._process = None
        self.is_out = True

    def _note(self, error: Fault) -> None:
        self.faults.append(error.kind)
        self.is_out = FAULTS[error.kind] or len(self.faults) >= MOST_FAULTS
        if self._process is not None:
            self._process.send(line(fault(error.kind, str(error), len(self.faults), MOST_FAULTS)))
            if self.is_out:
                self._process.kill()
                self._process = None

    # -- asking -------------------------------------------------------------------------------------

    def _ask(self, view: View, budget: int) -> Move:
        if self._process is None:
            self._process = self._start(view, budget)
        self._asked += 1
        self._process.send(line(choose(self._asked, view)))
        until = time.monotonic() + self._command.seconds
        while True:
            answer = _read(self._receive(self._process, until))
            id = answer.get("id")
            if not isinstance(id, int) or isinstance(id, bool) or not 1 <= id <= self._asked:
                raise Fault("nonsense", f'an answer has the "id" of its question, here {self._asked}')
            if id == self._asked:
                return _move(view, answer)
            # A late answer to an earlier question, whose fault was noted then. The deadline still holds.
            if time.monotonic() > until:
                raise Fault("late", "no answer came in time")

    def _start(self, view: View, budget: int) -> Process:
        try:
            process = Process(self._command.words)
        except OSError as error:
            raise Fault("gone", f"it cannot be started: {error}") from error
        self._process = process
        # Its randomness repeats with the game's seed, which must stay secret.
        seed = sha256(f"outside/{self.seed}/{view.seat}".encode()).hexdigest()[:16]
        process.send(line(hello(view, seed, budget, self._command.seconds)))
        try:
            answer = _read(self._receive(process, time.monotonic() + self._start_seconds))
        except Fault as error:
            if error.kind in ("gone", "flood"):
                raise
            raise Fault("no_hello", str(error)) from error
        if answer.get("type") != "hello" or answer.get("protocol") != PROTOCOL:
            raise Fault("no_hello", f'the first answer is {{"type":"hello","protocol":{PROTOCOL}}}')
        return process

    def _receive(self, process: Process, until: float) -> bytes:
        try:
            return process.receive(until)
        except Silent:
            raise Fault("late", "no answer came in time") from None
        except Gone:
            raise Fault("gone", "the program has ended") from None
        except Flood:
            raise Fault("flood", "it writes more than it was asked for") from None


def _read(data: bytes) -> Json:
    try:
        answer = json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise Fault("nonsense", "an answer is one line of JSON in UTF-8") from error
    if not isinstance(answer, dict):
        raise Fault("nonsense", "an answer is a JSON object")
    return answer


def _move(view: View, answer: Json) -> Move:
    text = answer.get("move")
    if not isinstance(text, str):
        raise Fault("nonsense", 'an answer has a "move", which is a text')
    try:
        move = read_move(view.known, text)
    except NotationError as error:
        raise Fault("illegal", str(error)[:500]) from error
    except IllegalMove as error:
        raise Fault("illegal", str(error)) from error
    refusal = view.check(move)
    if refusal is not None:
        raise Fault("illegal", str(refusal))
    return move
