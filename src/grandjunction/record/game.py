"""A game in progress: the position, and every move that led to it."""

from __future__ import annotations

from typing import Final

from ..core.events import Event
from ..core.moves import IllegalMove, Move
from ..core.notation import read_move
from ..core.options import MoveList
from ..core.rng import Rng
from ..core.ruleset import Ruleset
from ..core.state import SEATS, State
from .ledger import Ledger


class Game:
    """One game. Nature's moves are drawn from ``rng``, or, without one, given like any other."""

    def __init__(
        self, rules: Ruleset, players: int, rng: Rng | None = None, names: list[str] | None = None
    ) -> None:
        if not isinstance(players, int) or isinstance(players, bool):
            raise TypeError(f"the number of players is a whole number, not {type(players).__name__}")
        if names is not None and not isinstance(names, list | tuple):
            raise TypeError(f"names are a list of texts, not {type(names).__name__}")
        for name in names or ():
            if not isinstance(name, str):
                raise TypeError(f"a name is a text, not {type(name).__name__}")
        self.rules: Final = rules
        self.state: Final = State(rules, players)
        self.names: Final = list(names) if names is not None else [f"player {s}" for s in SEATS[:players]]
        if len(self.names) != players:
            raise ValueError(f"{players} players need {players} names, not {len(self.names)}")
        for name in self.names:
            if not name or name != name.strip() or "#" in name or len(name.splitlines()) > 1:
                raise ValueError(f"{name!r} cannot stand in a record: a name is one line without '#'")
        self.moves: list[Move] = []
        self.ledger: Final = Ledger(players)
        self.state.advance(None)
        self._rng = rng
        self._let_nature_move([])

    def legal_moves(self) -> MoveList:
        return self.state.legal_moves()

    def play(self, move: Move | str) -> list[Event]:
        """Make a move, given as such or in notation, and let nature answer. Tells what happened.

        Raises ``IllegalMove``, ``NotationError`` or ``TypeError``, and changes nothing, if it cannot be made.
        """
        if isinstance(move, str):
            move = read_move(self.state, move)
        elif not isinstance(move, Move):
            raise TypeError(f"a move is a Move or a text in notation, not {type(move).__name__}")
        refusal = self.state.check(move)
        if refusal is not None:
            raise IllegalMove(refusal)
        events: list[Event] = []
        self._make(move, events)
        self._let_nature_move(events)
        return events

    def _make(self, move: Move, events: list[Event]) -> None:
        happened = self.state.apply(move)
        self.moves.append(move)
        self.ledger.add(happened)
        events.extend(happened)

    def _let_nature_move(self, events: list[Event]) -> None:
        while self._rng is not None and self.state.is_chance:
            self._make(Move(self.rules, self.state.chance_code(self._rng)), events)

    def to_record(self) -> str:
        """The whole game as text; see ``docs/record-format.md``."""
        from .writer import write_record

        return write_record(self)
