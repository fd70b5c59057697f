"""A running game: the position, every move that led to it, and the way back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from ..core.events import Event, Log
from ..core.moves import IllegalMove, Move
from ..core.notation import parse_move, read_move
from ..core.options import MoveList
from ..core.portrait import tell
from ..core.rng import Rng
from ..core.ruleset import Ruleset
from ..core.seats import SEATS
from ..core.standings import standings
from ..core.state import NOBODY, TRUTH, State
from .ledger import Ledger

_SNAPSHOT_EVERY: Final = 32  # moves; going back replays fewer than this


@dataclass(frozen=True, slots=True)
class Played:
    """One move that was made, and what happened."""

    ply: int  # the number of moves before it
    seat: int  # ``NOBODY`` for nature
    move: Move
    events: list[Event]


class Moment(NamedTuple):
    """A position, the move made in it and its events; at the end of a game, None and no events."""

    state: State
    move: Move | None
    events: list[Event]


class _Snapshot(NamedTuple):
    state: State
    ledger: Ledger


class Game:
    """One game. Nature's moves are drawn from ``rng``; without one they are made like any other.

    Going back replaces ``state`` and ``ledger``, so do not keep references to them across it.
    """

    def __init__(
        self,
        rules: Ruleset,
        players: int,
        rng: Rng | None = None,
        names: list[str] | None = None,
        start: State | None = None,
    ) -> None:
        """Set up a game, or begin in the position ``start``; see ``from_position``.

        Raises ``ValueError`` or ``TypeError`` for a wrong number of players or names.
        """
        if not isinstance(players, int) or isinstance(players, bool):
            raise TypeError(f"the number of players is a whole number, not {type(players).__name__}")
        self.rules: Final = rules
        self.state = State(rules, players) if start is None else start.copy()
        self.names = _checked([f"player {s}" for s in SEATS[:players]] if names is None else names, players)
        self.ledger = Ledger(rules, players, int(self.state.era))
        self.played: list[Played] = []
        self._undone: list[Move] = []  # what ``redo`` makes again, the next one last
        self._snapshots: list[_Snapshot] = []  # before move 0, 32, 64 …
        self._rng = rng
        self.is_study: Final = start is not None  # begun in a position instead of the set-up
        if start is None:
            self.state.advance(None)
        self._take_snapshot()
        if rng is not None:
            self.settle(rng)

    @staticmethod
    def from_position(
        position: State | str, *, seed: int | str | None = None, names: list[str] | None = None
    ) -> Game:
        """Return a game that begins in a position, given as such or as text; chance is drawn from the seed.

        Its ledger counts the VP won from there on. Equal seeds give equal games; without one, nobody can
        guess what will be drawn. Raises ``PositionError``, and ``ValueError`` for a view: its hidden cards
        must be dealt first (``View.determinize``).
        """
        from secrets import token_hex

        from ..core.position.reading import read_position
        from ..rulesets import ruleset

        state = read_position(position, ruleset) if isinstance(position, str) else position
        if state.viewer != TRUTH:
            raise ValueError("a view hides cards, so no game can go on from it: determinize it first")
        rng = Rng(token_hex(16) if seed is None else seed)
        return Game(state.rules, state.players, rng, names, start=state)

    @property
    def ply(self) -> int:
        """How many moves were made, nature's included."""
        return len(self.played)

    @property
    def moves(self) -> list[Move]:
        """Every move made, nature's included."""
        return [one.move for one in self.played]

    @property
    def discards(self) -> list[list[int]]:
        """The kinds of card each seat discarded in this era, the oldest first; wild cards are left out."""
        return self.ledger.discards

    def copy(self, names: list[str] | None = None) -> Game:
        """Return an independent copy, under other names if given. It will draw the same chance outcomes."""
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        if names is not None:
            twin.names = _checked(names, self.state.players)
        twin.state = self.state.copy()
        twin.ledger = self.ledger.copy()
        twin.played = self.played[:]
        twin._undone = self._undone[:]
        twin._snapshots = self._snapshots[:]
        twin._rng = None if self._rng is None else self._rng.copy()
        return twin

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same ruleset, names, start and moves: whether their records agree."""
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self.rules is other.rules
            and self.names == other.names
            and self._snapshots[0].state == other._snapshots[0].state
            and self.moves == other.moves
        )

    __hash__ = None  # type: ignore[assignment]  # a game changes

    # -- moving -------------------------------------------------------------------------------------

    def legal_moves(self) -> MoveList:
        """Return every legal move of the open decision."""
        return self.state.legal_moves()

    def play(self, move: Move | str) -> list[Event]:
        """Make a move, given as such or in notation, and let nature answer. Return what happened.

        Raises ``IllegalMove``, ``NotationError`` or ``TypeError``, and changes nothing, if it cannot be made.
        """
        if isinstance(move, str):
            move = read_move(self.state, move)
        elif not isinstance(move, Move):
            raise TypeError(f"a move is a Move or a text in notation, not {type(move).__name__}")
        refusal = self.state.check(move)
        if refusal is not None:
            raise IllegalMove(refusal)
        events = self.make(move.code)[:]
        return events if self._rng is None else events + self.settle(self._rng)

    def make(self, code: int) -> list[Event]:
        """Make a move that is known to be legal, and return what happened. Nature does not answer yet."""
        self._undone.clear()
        return self._make(Move(self.rules, code))

    def replay(self, moves: Iterable[str]) -> None:
        """Make moves in complete notation, nature's included. Raises ``ValueError`` for an illegal one."""
        for text in moves:
            move = parse_move(self.state.rules, text)
            refusal = self.state.check(move)
            if refusal is not None:
                raise ValueError(f"move {self.ply}, {text!r}, is not legal: {refusal}")
            self.make(move.code)

    def settle(self, rng: Rng) -> list[Event]:
        """Let nature take all its open decisions, and return what happened."""
        events: list[Event] = []
        while self.state.is_chance:
            events += self.make(self.state.chance_code(rng))
        return events

    def _make(self, move: Move) -> list[Event]:
        seat, log = self.state.to_act, Log(self.rules)
        self._apply(move, log)
        self.ledger.add(log.events)
        self.played.append(Played(self.ply, seat, move, log.events))
        if self.ply % _SNAPSHOT_EVERY == 0:
            self._take_snapshot()
        return log.events

    def _apply(self, move: Move, log: Log | None) -> None:
        """Change the position: the only place where a game does so."""
        self.state.apply_code(move.code, log)

    # -- going back ---------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take back the last player's move and nature's answers to it.

        Raises ``ValueError`` if no player has moved.
        """
        last = next((one for one in reversed(self.played) if one.seat != NOBODY), None)
        if last is None:
            raise ValueError("there is no move to undo")
        self.back_to(last.ply)

    def redo(self) -> list[Event]:
        """Make the move undone last again, with the same chance outcomes, and return what happened.

        Raises ``ValueError`` if nothing was undone, or another move was made since.
        """
        if not self._undone:
            raise ValueError("there is no move to redo")
        events = self._make(self._undone.pop())[:]
        while self._undone and self.state.is_chance:
            events += self._make(self._undone.pop())
        return events

    def back_to(self, ply: int) -> None:
        """Take back every move but the first ``ply``."""
        if not 0 <= ply <= self.ply:
            raise ValueError(f"{self.ply} moves were made, so the game cannot go back to move {ply}")
        nearest = ply // _SNAPSHOT_EVERY
        state, ledger = self._snapshots[nearest]
        self.state, self.ledger = state.copy(), ledger.copy()
        for one in self.played[nearest * _SNAPSHOT_EVERY : ply]:
            self._apply(one.move, None)
            self.ledger.add(one.events)
        self._undone += [one.move for one in reversed(self.played[ply:])]
        del self.played[ply:], self._snapshots[nearest + 1 :]

    def at(self, ply: int) -> Game:
        """Return a copy of the game as it was after its first ``ply`` moves."""
        twin = self.copy()
        twin.back_to(ply)
        return twin

    def _take_snapshot(self) -> None:
        self._snapshots.append(_Snapshot(self.state.copy(), self.ledger.copy()))

    # -- the game as a whole ------------------------------------------------------------------------

    @property
    def start(self) -> State:
        """A copy of the position before the first move."""
        return self._snapshots[0].state.copy()

    def positions(self) -> Iterator[Moment]:
        """Yield a copy of the position before each move, the move and its events; then the position now."""
        state = self.start
        for one in self.played:
            yield Moment(state.copy(), one.move, one.events)
            state.apply_code(one.move.code, None)
        yield Moment(state, None, [])

    def result(self) -> list[list[int]] | None:
        """Return the places in order, each with the seats that share it; None while the game is not over."""
        return standings(self.state) if self.state.is_over else None

    def to_record(self) -> str:
        """Return the whole game as text; see ``docs/record-format.md``."""
        from .writer import write_record

        return write_record(self)

    def save(self, path: str | Path) -> None:
        """Write the record to a file, the same bytes on every system; ``load_game`` reads it back."""
        Path(path).write_text(self.to_record(), encoding="utf-8", newline="\n")

    # -- for people ---------------------------------------------------------------------------------

    def svg(
        self,
        theme: str = "day",
        width: float = 900,
        names: list[str] | None = None,
        mark: Collection[str] | None = None,
        lang: str = "en",
    ) -> str:
        """Return the last position as an SVG picture, with the players' names; see ``State.svg``.

        Unless ``mark`` says otherwise, what the last player's move was about is lit.
        """
        lit = self._last_things() if mark is None else mark
        return self.state.svg(theme, width, self.names if names is None else names, lit, lang)

    def _last_things(self) -> list[str]:
        last = next((one.move for one in reversed(self.played) if one.seat != NOBODY), None)
        if last is None:
            return []
        things = (last.slot, last.line, last.buyer)
        return [id for id in things if id is not None and id not in self.rules.sources]

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """Return the last position in words, with the players' names."""
        return tell(self.state, self.names)

    def __repr__(self) -> str:
        state, who = self.state, ""
        if state.to_act != NOBODY:
            who = f" {self.names[state.to_act]}:"
        where = f"{state.era_name} round {state.round},{who} {state.decision_name}"
        return f"<Game {self.rules.id} of {', '.join(self.names)}, {self.ply} moves, {where}>"


def texts(played: Iterable[Played]) -> list[str]:
    """Return moves in notation, as records and the server's storage hold them."""
    return [str(one.move) for one in played]


def _checked(names: list[str], players: int) -> list[str]:
    """Return a copy of the names. Raises unless there is one for each player that a record can hold."""
    if not isinstance(names, list | tuple):
        raise TypeError(f"names are a list of texts, not {type(names).__name__}")
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"a name is a text, not {type(name).__name__}")
        if not name or name != name.strip() or "#" in name or len(name.splitlines()) > 1:
            raise ValueError(f"{name!r} cannot stand in a record: a name is one line without '#'")
    if len(names) != players:
        raise ValueError(f"{players} players need {players} names, not {len(names)}")
    return list(names)
