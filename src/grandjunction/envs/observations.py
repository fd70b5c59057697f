"""What a seat knows, as one row of 32-bit floats. ``docs/envs.md`` lists its sections."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i16

from ..core.learning.observe import MOST, Observer, Section
from ..core.learning.tokens import Phrase, Vocabulary
from ..core.ruleset import Ruleset
from ..core.state import SPECTATOR
from ..core.view import View
from ..rulesets import ruleset

Floats = npt.NDArray[np.float32]

# No feature exceeds MOST, and features that can come near it have a scale of at most 1/8. In actual games
# the values lie between -1 and 5.
HIGH: Final = MOST / 8
LOW: Final = -HIGH


class ObservationCoder:
    """Observations of a ruleset for a number of players.

    Compiled loops collect the features as whole numbers (``core.learning.observe``); this class scales them.
    """

    def __init__(self, rules: Ruleset | str, players: int, vocabulary: Vocabulary | None = None) -> None:
        found = ruleset(rules) if isinstance(rules, str) else rules
        words = Vocabulary(found) if vocabulary is None else vocabulary
        self.observer: Final = Observer(found, players, words)
        self.scales: Final[Floats] = np.array(self.observer.scales(), dtype=np.float32)
        self.size: Final = int(self.observer.size)
        self._row = vec[i16]([0] * self.size)
        self._numbers: Final = np.frombuffer(memoryview(self._row), dtype=np.int16)

    @property
    def sections(self) -> list[Section]:
        """The tables of a row in order, with the names of their rows and columns."""
        return self.observer.sections

    def observe(self, view: View, phrase: Phrase | None = None) -> Floats:
        """The observation of a view, with its seat's partly said move."""
        viewer = SPECTATOR if view.seat is None else view.seat
        self.observer.write(view.known, viewer, phrase, self._row, 0)
        return self.scaled(self._numbers)

    def scaled(self, numbers: npt.NDArray[np.int16], out: Floats | None = None) -> Floats:
        """Observations from features: one row or many."""
        return np.multiply(numbers, self.scales, out=out, dtype=np.float32)

    def split(self, observation: Floats) -> dict[str, Floats]:
        """An observation, or an array of them, split into its tables without copying."""
        tables: dict[str, Floats] = {}
        for section in self.sections:
            shape = (*observation.shape[:-1], len(section.rows), len(section.columns))
            last = section.first + len(section.scales)
            tables[section.name] = observation[..., section.first : last].reshape(shape)
        return tables

    def describe(self) -> str:
        """Description of the layout for people, line by line."""
        lines: list[str] = []
        for section in self.sections:
            rows, columns = len(section.rows), len(section.columns)
            lines.append(f"{section.first:5} {section.name}: {rows} × {columns}")
            lines.extend(f"        {row}" for row in (section.rows if rows > 1 else section.columns))
        return "\n".join(lines)
