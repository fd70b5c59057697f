"""Writes a game as a record: canonical text with one line per action."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from ..core.moves import Move
from ..core.ruleset import ACTION, DRAW
from ..core.seats import seat_name
from ..core.state import State
from .game import Game
from .study import Node, Study

HEADER: Final = "grand junction record 1"
START: Final = "start"  # before each line of the position a game begins in, unless that is the set-up
JOIN: Final = " ; "  # between the units of one action
TITLE: Final = "study"  # behind the end of a record: the title of a study …
NOTE: Final = "note"  # … a note …
OPEN: Final = "open"  # … the moment to look at first …
VARIATION: Final = "variation"  # … a variation …
END: Final = "end"  # … and its end


def checksum(state: State) -> str:
    """Checksum of a position: the first eight hexadecimal digits of the SHA-256 of its text."""
    return sha256(state.to_position().encode()).hexdigest()[:8]


def write_record(game: Game) -> str:
    return "\n".join(_record(game)) + "\n"


def write_study(study: Study) -> str:
    lines = _record(study.game())
    if study.title:
        lines.append(f"{TITLE} {study.title}")
    # Lines and variations, the next one last.
    waiting: list[str | Node] = _remarks(study, study.main())[::-1]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            lines.append(one)
            continue
        line = one.line()
        game = study.game(line[-1])
        lines.append(f"{VARIATION} {one.ply - 1}")
        lines += _moves(game, one.ply - 1)
        waiting += [f"{END} check {checksum(game.state)}", *_remarks(study, line)[::-1]]
    return "\n".join(lines) + "\n"


def _remarks(study: Study, line: list[Node]) -> list[str | Node]:
    """Return the notes at a line's moments, the one to look at first, and the variations that begin there."""
    found: list[str | Node] = []
    for node in line:
        found += [f"{NOTE} {node.ply} {text}".rstrip() for text in node.note.splitlines()]
        if node is study.opening and node is not study.root:
            found.append(f"{OPEN} {node.ply}")
        found += node.next[1:]
    return found


def _record(game: Game) -> list[str]:
    rules = game.rules
    writer = _Writer()
    writer.lines += [HEADER, f"ruleset {rules.id} {rules.revision}", f"players {game.state.players}"]
    writer.lines += [f"seat {seat_name(seat)} {name}" for seat, name in enumerate(game.names)]
    if game.is_study:
        writer.lines += [f"{START} {line}" for line in game.start.to_position().splitlines()[3:]]
    for state, move, _ in game.positions():
        writer.mark_round(state)
        if move is not None:
            writer.add(state, move)
    writer.lines.append(_last(game))
    return writer.lines


def _moves(game: Game, ply: int) -> list[str]:
    """Return the lines of a game's moves from a ply on."""
    writer = _Writer()
    state = game.at(ply).state
    for one in game.played[ply:]:
        writer.add(state, one.move)
        state.apply_code(one.move.code, None)
    return writer.lines


def _last(game: Game) -> str:
    state = game.state
    if not state.is_over:
        return f"unfinished after {game.ply} moves check {checksum(state)}"
    return "result " + " ".join(f"{seat_name(s)} {state.vp[s]}" for s in range(state.players))


class _Writer:
    """Puts moves into lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.open: str = ""  # what the last line is, if it can be continued: a seat's action or a chance line
        self.round: tuple[int, int] = (0, 0)

    def add(self, state: State, move: Move) -> None:
        """Write a move that is made in a position."""
        if state.is_chance:
            self._chance(state, move)
        else:
            self._player(state, move)

    def mark_round(self, state: State) -> None:
        """Write a checksum line before a round's first turn."""
        if (state.era, state.round) != self.round and state.decision == ACTION:
            self.round = (state.era, state.round)
            era = state.rules.eras[state.era]
            self.lines.append(f"round {era} {state.round} check {checksum(state)}")
            self.open = ""

    def _player(self, state: State, move: Move) -> None:
        seat = seat_name(state.seat)
        if state.frame_count > 0 and self.open == f"action {seat}":
            self.lines[-1] += JOIN + str(move)
        else:
            self.lines.append(f"{seat} {move}")
            self.open = f"action {seat}"

    def _chance(self, state: State, move: Move) -> None:
        """Write a chance outcome. Consecutive outcomes of one kind share a line."""
        start = f"{move.verb} {seat_name(state.seat)}" if state.decision == DRAW else move.verb
        if self.open != f"chance {start}":
            self.lines.append(start)
            self.open = f"chance {start}"
        self.lines[-1] += f" {move.outcome}"
