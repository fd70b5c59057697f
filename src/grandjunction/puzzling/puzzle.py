"""Puzzles: positions in which one turn is clearly best, as they are shipped."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from ..core.position.reading import read_position
from ..core.view import View
from ..rulesets import ruleset

FORMAT: Final = "grandjunction puzzles 1"
#: The files of the package, one per ruleset.
FILES: Final = ("birmingham", "lancashire-2007", "lancashire-2018")


@dataclass(frozen=True, slots=True)
class Proof:
    """How a solution was verified, and what it gains on the next best idea there."""

    method: str  # exhaustive, played_out or sampled
    deals: int  # 0: nothing was left to chance
    vp: tuple[float, float]  # mean, and the low end of the 95 % interval
    share: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, from what its seat knows, and the turn that is clearly best there."""

    id: str
    ruleset: str
    players: int
    position: str  # the seat's view, as text
    solution: list[str]
    equal: list[list[str]]  # turns of the same idea that are as good
    second: list[str]  # the best turn of another idea
    themes: list[str]
    rating: int  # of difficulty
    proof: Proof

    @property
    def view(self) -> View:
        """What the seat to act knows."""
        return View(read_position(self.position, ruleset))

    def as_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data."""
        return asdict(self)


def from_dict(data: dict[str, Any]) -> Puzzle:
    """Return the puzzle that plain data describe."""
    proof = data["proof"]
    return Puzzle(
        **{
            **data,
            "proof": Proof(proof["method"], proof["deals"], tuple(proof["vp"]), tuple(proof["share"])),
        }
    )


class UnknownPuzzle(ValueError):
    """No puzzle has this id."""

    def __init__(self, id: str) -> None:
        self.id = id
        super().__init__(f"there is no puzzle {id!r}; `grandjunction puzzles` lists them")

    def __reduce__(self) -> tuple[type[UnknownPuzzle], tuple[str]]:
        return UnknownPuzzle, (self.id,)


@lru_cache(maxsize=1)
def shipped() -> dict[str, Puzzle]:
    """Return the puzzles of the package by id, the easiest first."""
    found: list[Puzzle] = []
    for name in FILES:
        text = (files(__package__) / "data" / f"{name}.jsonl").read_text(encoding="utf-8")
        head, *lines = text.splitlines()
        if json.loads(head)["format"] != FORMAT:
            raise ValueError(f"{name}.jsonl is not in the format {FORMAT!r}")
        found += [from_dict(json.loads(line)) for line in lines]
    return {one.id: one for one in sorted(found, key=lambda one: (one.rating, one.id))}


def find(id: str) -> Puzzle:
    """Return a puzzle; raise ``UnknownPuzzle`` if there is none with this id."""
    one = shipped().get(id)
    if one is None:
        raise UnknownPuzzle(id)
    return one
