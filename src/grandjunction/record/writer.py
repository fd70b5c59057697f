"""Writes a game as its record: canonical text, one line an action."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from ..core.moves import Move, card_of, item_of
from ..core.ruleset import ACTION, DRAW
from ..core.state import SEATS, State
from .game import Game

HEADER: Final = "grand junction record 1"
JOIN: Final = " ; "  # between the units of one action


def checksum(state: State) -> str:
    """Eight hexadecimal digits of the position's text."""
    return sha256(state.to_position().encode()).hexdigest()[:8]


def write_record(game: Game) -> str:
    writer = _Writer(game)
    return "\n".join(writer.write()) + "\n"


class _Writer:
    def __init__(self, game: Game) -> None:
        self.game: Final = game
        rules = game.rules
        self.lines: list[str] = [
            HEADER,
            f"ruleset {rules.id} {rules.revision}",
            f"players {game.state.players}",
        ]
        self.lines += [f"seat {SEATS[seat]} {name}" for seat, name in enumerate(game.names)]
        self.open: str = ""  # what a further word must continue: an action of a seat, or a chance line
        self.round: tuple[int, int] = (0, 0)

    def write(self) -> list[str]:
        state = State(self.game.rules, self.game.state.players)
        state.advance(None)
        for move in self.game.moves:
            self._mark_round(state)
            if state.is_chance:
                self._chance(state, move)
            else:
                self._player(state, move)
            state.apply_code(move.code, None)
        self._mark_round(state)
        self.lines.append(self._last(state))
        return self.lines

    def _mark_round(self, state: State) -> None:
        """A checksum when a round's first turn begins."""
        if (state.era, state.round) != self.round and state.decision == ACTION:
            self.round = (state.era, state.round)
            era = state.rules.eras[state.era]
            self.lines.append(f"round {era} {state.round} check {checksum(state)}")
            self.open = ""

    def _player(self, state: State, move: Move) -> None:
        seat = SEATS[state.seat]
        if state.frame_count > 0 and self.open == f"action {seat}":
            self.lines[-1] += JOIN + str(move)
        else:
            self.lines.append(f"{seat} {move}")
            self.open = f"action {seat}"

    def _chance(self, state: State, move: Move) -> None:
        """Outcomes of one kind in a row share a line."""
        start = f"{move.verb} {SEATS[state.seat]}" if state.decision == DRAW else move.verb
        if self.open != f"chance {start}":
            self.lines.append(start)
            self.open = f"chance {start}"
        self.lines[-1] += f" {outcome_word(state, move)}"

    def _last(self, state: State) -> str:
        if not state.is_over:
            return f"unfinished after {len(self.game.moves)} moves check {checksum(state)}"
        return "result " + " ".join(f"{SEATS[s]} {state.vp[s]}" for s in range(state.players))


def outcome_word(state: State, move: Move) -> str:
    """A chance outcome in one word."""
    kind = card_of(move.code)
    if kind >= 0:
        return state.rules.cards.ids[kind]
    verb = state.rules.verb_named(move.verb)
    assert verb is not None
    return verb.items(state.rules)[item_of(move.code)]
