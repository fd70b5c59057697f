"""Reads a record back, replaying and verifying it line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..core.moves import IllegalMove, Refusal
from ..core.notation import NotationError
from ..core.ruleset import DRAW, Ruleset
from ..core.state import SEATS
from .game import Game
from .writer import HEADER, JOIN, checksum

_FIRST_MOVE_ROW: Final = 3
_LONGEST_NUMBER: Final = 12  # digits that are quoted of a number that cannot be meant


class RecordError(ValueError):
    """The record is broken: which line, and why; with the refusal where a move is not legal."""

    def __init__(self, line: int, why: str, refusal: Refusal | None = None) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why
        self.refusal = refusal


def read_record(text: str, find_ruleset: Callable[[str], Ruleset]) -> Game:
    """Replay a record to the game it tells."""
    return _Reader(text, find_ruleset).read()


class _Reader:
    def __init__(self, text: str, find_ruleset: Callable[[str], Ruleset]) -> None:
        self.rows: list[tuple[int, str]] = []
        for number, line in enumerate(text.splitlines(), 1):
            bare = line.split("#", 1)[0].strip()
            if bare:
                self.rows.append((number, bare))
        self.find_ruleset: Final = find_ruleset
        self.line = 1
        self.ended = False

    def read(self) -> Game:
        try:
            self.game = self._open()
            for number, row in self.rows[_FIRST_MOVE_ROW + len(self.game.names) :]:
                self.line = number
                self._row(row)
            if not self.ended:
                raise ValueError("the record ends without a result; it may have been cut off")
        except IllegalMove as error:
            raise RecordError(self.line, f"illegal move: {error}", error.refusal) from error
        except (NotationError, ValueError) as error:
            raise RecordError(self.line, str(error)) from error
        return self.game

    def _open(self) -> Game:
        if self._fixed(0, HEADER).split() != HEADER.split():
            raise ValueError(f"a record begins with {HEADER!r}")
        words = self._fixed(1, "ruleset NAME REVISION").split()
        if words[0] != "ruleset" or len(words) != 3:
            raise ValueError("expected: ruleset NAME REVISION")
        rules = self.find_ruleset(words[1])
        if words[2] != str(rules.revision):
            raise ValueError(f"revision {words[2]} of {words[1]} is not this engine's ({rules.revision})")
        words = self._fixed(2, "players N").split()
        if words[0] != "players" or len(words) != 2 or not (words[1].isascii() and words[1].isdigit()):
            raise ValueError("expected: players N")
        counts = {str(n): n for n in rules.player_counts}
        said = words[1].lstrip("0") or "0"
        if said not in counts:
            short = said if len(said) <= _LONGEST_NUMBER else f"{said[:_LONGEST_NUMBER]}…"
            raise ValueError(f"{rules.id} is for {', '.join(counts)} players, not {short}")
        players = counts[said]
        names: list[str] = []
        for seat in range(players):
            words = self._fixed(_FIRST_MOVE_ROW + seat, f"seat {SEATS[seat]} NAME").split(None, 2)
            if len(words) != 3 or words[:2] != ["seat", SEATS[seat]]:
                raise ValueError(f"expected: seat {SEATS[seat]} NAME")
            names.append(words[2])
        return Game(rules, players, names=names)

    def _fixed(self, row: int, wanted: str) -> str:
        if row >= len(self.rows):
            self.line = self.rows[-1][0] if self.rows else 1
            raise ValueError(f"the record ends before {wanted!r}")
        self.line, text = self.rows[row]
        return text

    def _row(self, row: str) -> None:
        if self.ended:
            raise ValueError("nothing may follow the end of the record")
        words = row.split()
        if words[0] == "round":
            self._round(words)
        elif words[0] in ("result", "unfinished"):
            self._end(words)
        elif len(words[0]) == 1 and words[0] in SEATS:
            self._action(words[0], row[1:].strip())
        else:
            self._chance(words)

    def _action(self, letter: str, text: str) -> None:
        state = self.game.state
        if not text:
            raise ValueError(f"seat {letter} does nothing here; name its action")
        self._expect_player(letter)
        for unit in text.split(JOIN.strip()):
            if state.to_act < 0 or SEATS[state.to_act] != letter:
                raise ValueError(f"{unit.strip()!r} comes after the end of the action")
            self.game.play(unit)

    def _expect_player(self, letter: str) -> None:
        state = self.game.state
        if state.is_over:
            raise ValueError("the game is over")
        if state.is_chance:
            raise ValueError(f"expected a {state.rules.decision_names[state.decision]} line, not a move")
        if SEATS[state.to_act] != letter:
            raise ValueError(f"it is {SEATS[state.to_act]}'s decision, not {letter}'s")

    def _chance(self, words: list[str]) -> None:
        state = self.game.state
        verb = state.rules.verb_named(words[0])
        if verb is None:
            raise ValueError(f"unknown word {words[0]!r}")
        if not state.is_chance or verb not in state.verbs():
            expected = "the end" if state.is_over else state.rules.decision_names[state.decision]
            raise ValueError(f"{words[0]!r} is out of place: {expected} is due")
        outcomes = words[1:]
        decision, seat = state.decision, state.seat
        if decision == DRAW:
            if not outcomes or outcomes[0] != SEATS[seat]:
                raise ValueError(f"it is {SEATS[seat]} who draws")
            outcomes = outcomes[1:]
        if not outcomes:
            raise ValueError(f"{words[0]}: nothing follows")
        for word in outcomes:
            if state.decision != decision or state.seat != seat:
                raise ValueError(f"{word!r} is one too many")
            self.game.play(f"{words[0]} card {word}" if verb.shape == ["card"] else f"{words[0]} {word}")

    def _round(self, words: list[str]) -> None:
        state = self.game.state
        era = state.rules.eras[state.era]
        if len(words) not in (3, 5) or (len(words) == 5 and words[3] != "check"):
            raise ValueError("expected: round ERA NUMBER check CHECKSUM")
        if words[1:3] != [era, str(state.round)]:
            raise ValueError(f"it is round {era} {state.round}, not {words[1]} {words[2]}")
        if len(words) == 5:
            self._verify(words[4])

    def _verify(self, said: str) -> None:
        found = checksum(self.game.state)
        if said.lower() != found:
            raise ValueError(f"checksum {said} does not fit the position ({found}): a line above was changed")

    def _end(self, words: list[str]) -> None:
        state = self.game.state
        self.ended = True
        if words[0] == "unfinished":
            if len(words) != 6 or (words[1], words[3], words[4]) != ("after", "moves", "check"):
                raise ValueError("expected: unfinished after N moves check CHECKSUM")
            if words[2] != str(len(self.game.moves)):
                raise ValueError(f"{len(self.game.moves)} moves precede this line, not {words[2]}")
            self._verify(words[5])
            return
        if not state.is_over:
            raise ValueError("a result, but the game is not over: moves are missing")
        scores = " ".join(f"{SEATS[s]} {state.vp[s]}" for s in range(state.players))
        if " ".join(words[1:]) != scores:
            raise ValueError(f"the result is {scores}, not {' '.join(words[1:])}")
