"""Measures, on games without exploration, what turns an evaluation into a forecast. Needs no PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..bots.features import Features
from ..bots.nets import BIAS_BITS, Net, Nets
from ..core.ruleset import Ruleset
from ..rulesets import ruleset
from . import shards
from .resuming import keep_settings
from .selfplay import Table
from .shards import Array, Positions
from .targets import scatter, usual_error
from .work import run

SHARD = 10  # games per file
Figures = list[list[int]]  # by era and own actions left, with BIAS_BITS fractional bits


def measured(rows: Positions, error: Array, eras: int) -> tuple[Figures, Figures]:
    """Return the usual error and the spread around it; ``error`` is what each row was off by."""
    usual = usual_error(rows, error, eras)
    left = rows.actions.clip(max=usual.shape[1] - 1)
    return fixed_point(usual), fixed_point(scatter(rows, error - usual[rows.era, left], eras))


def fixed_point(figures: Array) -> Figures:
    """Return VP as they are stored."""
    return [[round(float(one) * 2**BIAS_BITS) for one in row] for row in figures]


def without_nets(rules: Ruleset, players: int, rows: Positions) -> Nets:
    """Return nets that correct the hand-made evaluation by its usual error only: they have no units."""
    size = int(Features(rules, players).size)
    eras = [Net(size, [], [], [0]) for _ in rules.eras]
    return Nets(rules, players, eras, *measured(rows, rows.outcome - rows.by_hand, len(eras)))


def calibrate_by_hand(
    table: Table,
    games: int,
    seed: str,
    folder: Path,
    processes: int,
    ray: str | None = None,
    progress: Callable[[str, int, Iterator[Any]], Iterator[Any]] = lambda what, total, results: results,
) -> Path:
    """Play games of the hand-made evaluation; write and return the file that calibrates its forecasts."""
    where = folder / f"{table.ruleset}-{table.players}" / "by-hand"
    keep_settings(where, {"seed": seed, "budget": table.budget, "games": games})
    plain = replace(table, folder="", spread=0.0, slips=0.0)
    wanted = [
        shards.Shard(plain, f"{seed}/last", k, SHARD, str(where)) for k in range(max(1, games // SHARD))
    ]
    files = list(progress("forecasts", len(wanted), run(shards.fill, wanted, processes, ray)))
    found = without_nets(ruleset(table.ruleset), table.players, shards.read(sorted(files)))
    file = where.parent / f"{table.ruleset}-{table.players}.net"
    file.write_text(found.text(), encoding="utf-8")
    return file
