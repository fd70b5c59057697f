"""Reads a record, replaying and verifying it line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..core.moves import IllegalMove, Refusal
from ..core.notation import NotationError
from ..core.position.reading import PositionError, read_position
from ..core.position.writing import HEADER as POSITION
from ..core.ruleset import DRAW, Ruleset
from ..core.seats import SEATS, seat_name
from ..core.state import TRUTH, State
from .game import Game
from .study import Node, Study, one_line, tidy
from .writer import END, HEADER, JOIN, NOTE, OPEN, START, TITLE, VARIATION, checksum

_FIRST_MOVE_ROW: Final = 3
_LONGEST_NUMBER: Final = 12  # quote at most this many digits of an absurd number


class RecordError(ValueError):
    """Raised for a broken record: which line, why, and the refusal if a move is illegal."""

    def __init__(self, line: int, why: str, refusal: Refusal | None = None) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why
        self.refusal = refusal

    def __reduce__(self) -> tuple[object, ...]:
        return RecordError, (self.line, self.why, self.refusal)


def read_record(text: str, find_ruleset: Callable[[str], Ruleset]) -> Game:
    """The game that a record describes, replayed and verified; of a study, its main line."""
    reader = _Reader(text, find_ruleset)
    reader.read()
    return reader.main


def read_study(text: str, find_ruleset: Callable[[str], Ruleset]) -> Study:
    """The study that a text describes, replayed and verified. Every record is one."""
    return _Reader(text, find_ruleset).read()


class _Variation:
    """A line of a study: its game, and the nodes by ply."""

    def __init__(self, game: Game, nodes: list[Node], first: int) -> None:
        self.game: Final = game
        self.nodes: Final = nodes
        self.first: Final = first  # the ply of the first node that is its own
        self.complete = False  # notes and variations follow its moves


class _Reader:
    def __init__(self, text: str, find_ruleset: Callable[[str], Ruleset]) -> None:
        self.rows: list[tuple[int, str]] = []
        for number, line in enumerate(text.splitlines(), 1):
            bare = line.strip()
            if bare.split(None, 1)[:1] not in ([NOTE], [TITLE]):  # those are texts of their own
                bare = bare.split("#", 1)[0].strip()
            if bare:
                self.rows.append((number, bare))
        self.find_ruleset: Final = find_ruleset
        self.line = 1
        self.first_move = 0
        self.ended = False

    def read(self) -> Study:
        try:
            self.game = self._open()
            rows = iter(self.rows[self.first_move :])
            for number, row in rows:
                self.line = number
                self._row(row)
                if self.ended:
                    break
            if not self.ended:
                raise ValueError("the record ends without a result; it may have been cut off")
            self.main = self.game
            study = Study(self.main)
            self.variations = [_Variation(self.main, study.main(), 0)]
            self.variations[0].complete = True
            for number, row in rows:
                self.line = number
                self._remark(study, row)
            if len(self.variations) > 1:
                raise ValueError(f"a variation has no {END!r}; the study may have been cut off")
        except IllegalMove as error:
            raise RecordError(self.line, f"illegal move: {error}", error.refusal) from error
        except (NotationError, ValueError) as error:
            raise RecordError(self.line, str(error)) from error
        return study

    # -- behind the end of the record: what makes it a study ------------------------------------------

    def _remark(self, study: Study, row: str) -> None:
        words = row.split(None, 1)
        rest = words[1] if len(words) > 1 else ""
        here = self.variations[-1]
        if words[0] == TITLE:
            if study.title or len(self.variations) > 1:
                raise ValueError("a study has one title")
            study.title = one_line(rest)
        elif words[0] == NOTE:
            here.complete = True
            self._note(here, rest)
        elif words[0] == OPEN:
            here.complete = True
            self._opening(study, here, rest)
        elif words[0] == VARIATION:
            self._variation(here, rest)
        elif words[0] == END:
            self._end_variation(here, rest.split())
        elif here.complete:
            raise ValueError(f"only {NOTE!r}, {OPEN!r} and {VARIATION!r} may follow here, not {words[0]!r}")
        else:
            self.game = here.game
            self._row(row)
            last = here.nodes[-1]
            if here.game.ply > last.ply >= here.first - 1:
                self._grow(study, here)

    def _grow(self, study: Study, here: _Variation) -> None:
        """Add what the last row has played."""
        last = here.nodes[-1]
        if last.ply == here.first - 1 and last.child(here.game.played[last.ply].move) is not None:
            raise ValueError("another line begins with the same move")
        here.nodes.extend(study.extend(last, here.game).path()[last.ply + 1 :])

    def _note(self, here: _Variation, rest: str) -> None:
        said = rest.split(None, 1)
        node = here.nodes[self._ply(here, said[:1], here.game.ply)]
        text = said[1] if len(said) > 1 else ""
        node.note = tidy(f"{node.note}\n{text}") if text else f"{node.note}\n"

    def _opening(self, study: Study, here: _Variation, rest: str) -> None:
        if study.opening is not study.root:
            raise ValueError("a study opens at one moment")
        study.opening = here.nodes[self._ply(here, rest.split(), here.game.ply)]

    def _variation(self, here: _Variation, rest: str) -> None:
        here.complete = True
        ply = self._ply(here, rest.split(), here.game.ply - 1)
        self.variations.append(_Variation(here.game.at(ply), here.nodes[: ply + 1], ply + 1))

    def _ply(self, here: _Variation, words: list[str], last: int) -> int:
        number = words[0].lstrip("0") or "0" if len(words) == 1 else ""
        if not (number.isascii() and number.isdigit()) or len(number) > _LONGEST_NUMBER:
            raise ValueError(f"expected: {NOTE} MOVES TEXT, {OPEN} MOVES or {VARIATION} MOVES")
        if not here.first <= int(number) <= last:
            raise ValueError(f"this line has no moment after {number} moves, or nothing follows there")
        return int(number)

    def _end_variation(self, here: _Variation, words: list[str]) -> None:
        if len(self.variations) == 1:
            raise ValueError(f"{END!r}, but no variation was begun")
        if here.game.ply < here.first:
            raise ValueError("a variation has at least one move")
        if words and (len(words) != 2 or words[0] != "check"):
            raise ValueError(f"expected: {END} check CHECKSUM")
        if words:
            self.game = here.game
            self._verify(words[1])
        self.variations.pop()

    # -- the record -----------------------------------------------------------------------------------

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
            raise ValueError(rules.players_fault(short))
        players = counts[said]
        names: list[str] = []
        for seat in range(players):
            words = self._fixed(_FIRST_MOVE_ROW + seat, f"seat {seat_name(seat)} NAME").split(None, 2)
            if len(words) != 3 or words[:2] != ["seat", seat_name(seat)]:
                raise ValueError(f"expected: seat {seat_name(seat)} NAME")
            names.append(words[2])
        self.first_move = _FIRST_MOVE_ROW + players
        return Game(rules, players, names=names, start=self._start(rules, players))

    def _start(self, rules: Ruleset, players: int) -> State | None:
        """The position a game begins in, if the record gives one."""
        lines: list[str] = []
        first = self.first_move
        while self.first_move < len(self.rows) and self.rows[self.first_move][1].split()[0] == START:
            lines.append(self.rows[self.first_move][1].removeprefix(START).strip())
            self.first_move += 1
        if not lines:
            return None
        head = [POSITION, f"ruleset {rules.id} {rules.revision}", f"players {players}"]
        try:
            state = read_position("\n".join([*head, *lines]), self.find_ruleset)
        except PositionError as error:
            row = first + max(error.line - len(head) - 1, 0)
            self.line = self.rows[min(row, self.first_move - 1)][0]
            raise ValueError(error.why) from error
        if state.viewer != TRUTH:
            raise ValueError("a game cannot begin in a view, which hides cards")
        return state

    def _fixed(self, row: int, wanted: str) -> str:
        if row >= len(self.rows):
            self.line = self.rows[-1][0] if self.rows else 1
            raise ValueError(f"the record ends before {wanted!r}")
        self.line, text = self.rows[row]
        return text

    def _row(self, row: str) -> None:
        words = row.split()
        if words[0] == "round":
            self._round(words)
        elif words[0] in ("result", "unfinished") and not self.ended:
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
            if state.to_act < 0 or seat_name(state.to_act) != letter:
                raise ValueError(f"{unit.strip()!r} comes after the end of the action")
            self.game.play(unit)

    def _expect_player(self, letter: str) -> None:
        state = self.game.state
        if state.is_over:
            raise ValueError("the game is over")
        if state.is_chance:
            raise ValueError(f"expected a {state.rules.decision_names[state.decision]} line, not a move")
        if seat_name(state.to_act) != letter:
            raise ValueError(f"it is {seat_name(state.to_act)}'s decision, not {letter}'s")

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
            if not outcomes or outcomes[0] != seat_name(seat):
                raise ValueError(f"it is {seat_name(seat)} who draws")
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
            if words[2] != str(self.game.ply):
                raise ValueError(f"{self.game.ply} moves precede this line, not {words[2]}")
            self._verify(words[5])
            return
        if not state.is_over:
            raise ValueError("a result, but the game is not over: moves are missing")
        scores = " ".join(f"{seat_name(s)} {state.vp[s]}" for s in range(state.players))
        if " ".join(words[1:]) != scores:
            raise ValueError(f"the result is {scores}, not {' '.join(words[1:])}")
