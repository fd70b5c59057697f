"""Stores training positions on disk: a few dozen games per file, each column an array."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .selfplay import Rows, Table, play

Array = NDArray[Any]


@dataclass(frozen=True)
class Shard:
    """The games of one file."""

    table: Table
    seed: str
    number: int
    games: int
    folder: str

    @property
    def file(self) -> Path:
        return Path(self.folder) / f"{self.number:04}.npz"


def fill(shard: Shard) -> Path:
    """Play a shard's games unless its file exists; return the file."""
    if not shard.file.exists():
        rows = Rows()
        for game in range(shard.games):
            play(shard.table, f"{shard.seed}/{shard.number}/{game}", rows)
        _write(shard.file, rows)
    return shard.file


def _write(file: Path, rows: Rows) -> None:
    features = np.frombuffer(b"".join(rows.features), dtype="<i2").reshape(len(rows.kind), -1)
    part = file.with_suffix(".part.npz")  # renamed when complete
    columns: dict[str, Any] = {
        "features": features,
        "game": np.array(rows.game, dtype=np.int32),
        "seat": np.array(rows.seat, dtype=np.uint8),
        "turn": np.array(rows.turn, dtype=np.uint8),
        "kind": np.array(rows.kind, dtype=np.uint8),
        "era": np.array(rows.era, dtype=np.uint8),
        "actions": np.array(rows.actions, dtype=np.uint8),
        "by_hand": np.array(rows.by_hand, dtype=np.float32),
        "final": np.array(rows.final, dtype=np.int16),
        "share": np.array(rows.share, dtype=np.float32),
        **_compared(rows, features.shape[1]),
    }
    np.savez_compressed(part, **columns)
    part.rename(file)


def _compared(rows: Rows, width: int) -> dict[str, Array]:
    """Return the columns of the compared turns."""
    found = rows.compared
    return {
        "compared_features": np.frombuffer(b"".join(found.features), dtype="<i2").reshape(-1, width),
        "compared_group": np.array(found.group, dtype=np.int32),
        "compared_era": np.array(found.era, dtype=np.uint8),
        "compared_by_hand": np.array(found.by_hand, dtype=np.float32),
        "compared_worth": np.array(found.worth, dtype=np.float32),
    }


class Alternatives:
    """Positions after alternative turns; those of one decision have the same ``group``."""

    def __init__(self, columns: dict[str, Array]) -> None:
        self.features = columns["compared_features"]
        self.group = columns["compared_group"]
        self.era = columns["compared_era"].astype(np.int64)
        self.by_hand = columns["compared_by_hand"].astype(np.float64)
        self.worth = columns["compared_worth"].astype(np.float64)

    def __len__(self) -> int:
        return len(self.group)


class Positions:
    """The rows of many files, concatenated."""

    def __init__(self, columns: dict[str, Array]) -> None:
        self.features = columns["features"]
        self.game = columns["game"]
        self.seat = columns["seat"].astype(np.int64)
        self.turn = columns["turn"].astype(np.int64)
        self.kind = columns["kind"]
        self.era = columns["era"].astype(np.int64)
        self.actions = columns["actions"].astype(np.int64)
        self.by_hand = columns["by_hand"].astype(np.float64)
        self.final = columns["final"].astype(np.float64)
        self.share = columns["share"].astype(np.float64)
        self.alternatives = Alternatives(columns)

    def __len__(self) -> int:
        return len(self.kind)

    @property
    def outcome(self) -> Array:
        """The final VP of each row's seat."""
        found: Array = self.final[self.game, self.seat]
        return found


def read(files: Iterable[Path]) -> Positions:
    """Return all rows of these files; games are numbered through."""
    read_in: dict[str, list[Array]] = {}
    games = groups = 0
    for file in files:
        with np.load(file) as columns:
            for name in columns.files:
                column = columns[name]
                if name == "game":
                    column = column + games
                elif name == "compared_group":
                    column = column + groups
                read_in.setdefault(name, []).append(column)
        games += len(read_in["final"][-1])
        groups = int(read_in["compared_group"][-1].max(initial=groups - 1)) + 1
    return Positions({name: np.concatenate(parts) for name, parts in read_in.items()})
