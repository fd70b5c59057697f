"""A study: a game with variations and notes, kept as a tree of moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ..core.moves import IllegalMove, Move
from ..core.notation import read_move
from ..core.state import NOBODY
from .game import Game


class Node:
    """A moment of a study: the move that led to it, a note, and the moves tried there, the main one first."""

    __slots__ = ("move", "next", "note", "parent", "ply")

    def __init__(self, parent: Node | None, move: Move | None) -> None:
        self.parent: Final = parent
        self.move: Final = move  # None at the beginning
        self.ply: Final[int] = 0 if parent is None else parent.ply + 1
        self.note = ""
        self.next: list[Node] = []

    def path(self) -> list[Node]:
        """Return the nodes from the beginning to this one; its place in the list is a node's ply."""
        found: list[Node] = []
        node: Node | None = self
        while node is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def line(self) -> list[Node]:
        """Return this node and what follows on it by main moves."""
        found = [self]
        while found[-1].next:
            found.append(found[-1].next[0])
        return found

    def child(self, move: Move) -> Node | None:
        """Return where a move leads, if it was tried."""
        return next((one for one in self.next if one.move == move), None)


class Study:
    """A game with variations and notes. ``root`` is its beginning; ``main`` its main line.

    ``opening`` is the moment to look at first. Every move is checked when it is added.
    """

    def __init__(self, game: Game, title: str = "") -> None:
        """Make a study of a game, whose moves are the main line."""
        self.title = one_line(title)
        self._start: Final = game.at(0)
        self.root: Final = Node(None, None)
        self.opening: Node = self.root
        self.extend(self.root, game)
        self._at: Node = self.root
        self._game = self._start.copy()

    @property
    def names(self) -> list[str]:
        return self._start.names

    def main(self) -> list[Node]:
        """Return the main line: the beginning, and a node for each move."""
        return self.root.line()

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes: each after the one it follows, the main move before the others."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.next)

    def game(self, node: Node | None = None) -> Game:
        """Return the game that leads to a node; to the end of the main line without one."""
        return self._go(self.main()[-1] if node is None else node).copy()

    def seat_of(self, node: Node) -> int:
        """Return who makes the move that leads to a node; ``NOBODY`` for chance, and at the beginning."""
        return NOBODY if node.parent is None else int(self._go(node.parent).state.to_act)

    def play(self, node: Node, move: Move | str) -> Node:
        """Return where a move leads from a node. It is added to the moves tried there, as the last one.

        Raises ``IllegalMove`` or ``NotationError``, and changes nothing, if it cannot be made there. Chance
        outcomes are moves like any other.
        """
        game = self._go(node)
        if isinstance(move, str):
            move = read_move(game.state, move)
        refusal = game.state.check(move)
        if refusal is not None:
            raise IllegalMove(refusal)
        found = node.child(move)
        if found is None:
            found = Node(node, move)
            node.next.append(found)
        return found

    def extend(self, node: Node, game: Game) -> Node:
        """Add the moves of a game that leads through a node, and return its last one."""
        for one in game.played[node.ply :]:
            found = node.child(one.move)
            if found is None:
                found = Node(node, one.move)
                node.next.append(found)
            node = found
        return node

    def promote(self, node: Node) -> None:
        """Make a move the main one among those tried from the same moment."""
        siblings = self._siblings(node)
        siblings.remove(node)
        siblings.insert(0, node)

    def delete(self, node: Node) -> None:
        """Delete a move and all that follows on it."""
        siblings = self._siblings(node)
        if node in self.opening.path() and node.parent is not None:
            self.opening = node.parent
        siblings.remove(node)

    def annotate(self, node: Node, note: str) -> None:
        """Write a note at a node, in place of an earlier one."""
        node.note = tidy(note)

    def _siblings(self, node: Node) -> list[Node]:
        if node.parent is None:
            raise ValueError("the beginning of a study is no move")
        return node.parent.next

    def _go(self, node: Node) -> Game:
        """Lead the study's own game to a node, and return it. Only what differs is replayed."""
        here, there = self._at.path(), node.path()
        shared = 0
        while shared < min(len(here), len(there)) and here[shared] is there[shared]:
            shared += 1
        if shared < len(here):
            self._game.back_to(shared - 1)
        for step in there[shared:]:
            assert step.move is not None
            self._game.make(step.move.code)
        self._at = node
        return self._game

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same moves, notes, title and opening: whether their texts agree."""
        return self.to_record() == other.to_record() if isinstance(other, Study) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a study changes

    def __reduce__(self) -> tuple[object, ...]:
        """Copies and pickles go by the text: pickle follows a tree node by node, too deep for its stack."""
        from ..rulesets import ruleset
        from .reader import read_study

        return read_study, (self.to_record(), ruleset)

    def to_record(self) -> str:
        """Return the study as text: a record, followed by notes and variations; see docs/record-format.md."""
        from .writer import write_study

        return write_study(self)

    def save(self, path: str | Path) -> None:
        """Write the study to a file, the same bytes on every system; ``load_study`` reads it back."""
        Path(path).write_text(self.to_record(), encoding="utf-8", newline="\n")

    def __repr__(self) -> str:
        count = sum(1 for _ in self.nodes()) - 1
        return f"<Study {self.title!r} of {self._start.rules.id}, {count} moves>"


def one_line(text: str) -> str:
    """Return a text as one line."""
    return " ".join(text.split())


def tidy(note: str) -> str:
    """Return a note as records keep it: no blanks at the ends of its lines, no empty lines around it."""
    return "\n".join(line.strip() for line in note.splitlines()).strip("\n")
