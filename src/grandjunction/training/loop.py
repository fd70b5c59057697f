"""Trains one table in rounds of self-play, fit and gate. A stopped training resumes where it was."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from ..bots.nets import SHIPPED, BadNet, Net, Nets, Shelf, read_nets
from ..rulesets import ruleset
from . import duel, shards
from .duel import Duel, Side, Verdict, verdict
from .fit import Fitted, Recipe, calibrated, fit
from .resuming import keep_settings
from .selfplay import Table
from .work import run

SHARD = 50  # games per file
COMPARED_SHARD = 10  # … where turns are compared, which takes longer


@dataclass(frozen=True)
class Plan:
    """What to train, and for how long."""

    ruleset: str
    players: int
    folder: Path
    rounds: int = 3
    games: int = 4000  # self-play games per round
    kept: int = 2  # the latest rounds whose games are used for fitting
    gate: int = 200  # games that a candidate plays
    budget: int = 600  # positions per turn, in self-play and gate
    scales: tuple[str, ...] = ("1", "0.5")  # factors for the nets' output, tried in turn; "0,0.5": by era
    seed: str = "train"
    start: str = ""  # a folder with nets to start from
    like: str = ""  # RULESET/PLAYERS whose shipped nets are tried first
    last: int = 120  # games without exploration that calibrate the forecasts
    compare: float = 0.0  # the share of turns in self-play at which alternatives are played forward
    foresight: int = 0  # positions to plan the own next turn with in these rollouts; 0: greedily
    teacher: int = 0  # positions per turn of strategists, who play instead of planners; 0: planners
    recipe: Recipe = field(default_factory=Recipe)

    @property
    def name(self) -> str:
        """The name of the file of nets."""
        return f"{self.ruleset}-{self.players}.net"

    def round(self, number: int) -> Path:
        """Return the folder of a round."""
        return self.folder / f"{self.ruleset}-{self.players}" / f"round-{number:02}"


Progress = Callable[[str, int, Iterator[Any]], Iterator[Any]]  # name, number of steps, the steps


def train(
    plan: Plan,
    processes: int,
    ray: str | None = None,
    tell: Callable[[str], None] = print,
    progress: Progress = lambda what, total, results: results,
) -> Path:
    """Train for ``plan.rounds`` rounds, then calibrate the forecasts.

    Returns the folder of the best nets, or "." if none won its gate.
    """
    for scale in plan.scales:
        factors(scale, len(ruleset(plan.ruleset).eras))
    best = plan.start
    _nets_in(plan, best)
    lent = _lent(plan) if plan.like else None
    keep_settings(plan.round(0).parent, _settings(plan))
    if lent is not None:
        best = _borrow(plan, lent, processes, ray, tell, progress)
    for number in range(1, plan.rounds + 1):
        where = plan.round(number)
        done = where / "round.json"
        if not done.exists():
            where.mkdir(parents=True, exist_ok=True)
            started = time.time()
            entry = _round(plan, number, best, processes, ray, tell, progress)
            entry["seconds"] = round(time.time() - started)
            done.write_text(json.dumps(entry, indent=1) + "\n", encoding="utf-8")
        entry = json.loads(done.read_text(encoding="utf-8"))
        best = entry["best"]
        tell(line(entry))
    return _calibrate(plan, best, processes, ray, progress) if best else Path()


def _settings(plan: Plan) -> dict[str, Any]:
    """Return what a training is resumed with; only the numbers of rounds and of games may change."""
    names = ("seed", "budget", "compare", "foresight", "teacher", "start", "like", "gate")
    recipe = {"robust": plan.recipe.robust, "refine": plan.recipe.refine}
    return {name: getattr(plan, name) for name in names} | {"scales": " ".join(plan.scales)} | recipe


def _nets_in(plan: Plan, folder: str) -> Nets | None:
    """Return the nets in a folder, or None if none is named; raise ``BadNet`` if it has none that fit."""
    if not folder:
        return None
    rules = ruleset(plan.ruleset)
    found = Shelf(folder).nets(rules, plan.players)
    if found is None:
        file = Path(folder) / plan.name
        if not file.exists():
            raise BadNet(f"there are no nets in {folder}: {plan.name} is missing")
        read_nets(file.read_text(encoding="utf-8"), rules, plan.players)  # says why they do not fit
    return found


def _lent(plan: Plan) -> Nets:
    """Return another table's shipped nets; raise ``ValueError`` if there are none."""
    id, _, players = plan.like.partition("/")
    if not players.isdecimal():
        raise BadNet(f"{plan.like!r} names no table: write RULESET/PLAYERS, such as birmingham/4")
    theirs = SHIPPED.nets(ruleset(id), int(players))
    if theirs is None:
        raise BadNet(f"there are no nets for {plan.like}")
    return theirs


def _borrow(
    plan: Plan, theirs: Nets, processes: int, ray: str | None, tell: Callable[[str], None], progress: Progress
) -> str:
    """Return the folder of another table's shipped nets if they win here, else the plan's start."""
    where = plan.round(0)
    done = where / "gate.json"
    if not done.exists():
        where.mkdir(parents=True, exist_ok=True)
        nets = Nets(ruleset(plan.ruleset), plan.players, theirs.eras, theirs.bias, theirs.spread)
        (where / plan.name).write_text(nets.text(), encoding="utf-8")
        sides = Side("planner", str(where), plan.budget), Side("planner", plan.start, plan.budget)
        found = match(
            Duel(plan.ruleset, plan.players, *sides, f"gate/{plan.seed}/0"),
            plan.gate,
            processes,
            ray,
            progress,
        )
        done.write_text(json.dumps({**asdict(found), "text": str(found)}) + "\n", encoding="utf-8")
    entry = json.loads(done.read_text(encoding="utf-8"))
    won = entry["more"] > entry["error"]
    taken = "taken" if won else "not taken"
    tell(f"{plan.ruleset}/{plan.players} with the nets of {plan.like}: {entry['text']}; {taken}")
    return str(where) if won else plan.start


def _calibrate(plan: Plan, best: str, processes: int, ray: str | None, progress: Progress) -> Path:
    """Write the best nets, calibrated on games without exploration; return their folder."""
    nets = _nets_in(plan, best)
    assert nets is not None
    where = plan.round(0).parent / "best"
    games = where / digest(nets)  # other nets play games of their own
    (games / "shards").mkdir(parents=True, exist_ok=True)
    table = Table(plan.ruleset, plan.players, best, plan.budget, spread=0.0, slips=0.0)
    wanted = _shards(f"{plan.seed}/last", plan.last, games, table)
    files = list(progress("forecasts", len(wanted), run(shards.fill, wanted, processes, ray)))
    text = calibrated(nets, shards.read(sorted(files))).text()
    (where / plan.name).write_text(text, encoding="utf-8")
    return where


def _round(
    plan: Plan,
    number: int,
    best: str,
    processes: int,
    ray: str | None,
    tell: Callable[[str], None],
    progress: Progress,
) -> dict[str, Any]:
    where = plan.round(number)
    before = _nets_in(plan, best)
    table = Table(plan.ruleset, plan.players, best, plan.budget, teacher=plan.teacher)
    if plan.compare:  # the alternatives are variety enough
        table = replace(table, spread=0.0, compare=plan.compare, foresight=plan.foresight)
    wanted = _shards(f"{plan.seed}/{number}", plan.games, where, table)
    (where / "shards").mkdir(exist_ok=True)
    files = list(progress("self-play", len(wanted), run(shards.fill, wanted, processes, ray)))
    for earlier in range(max(1, number - plan.kept + 1), number):
        files += sorted((plan.round(earlier) / "shards").glob("????.npz"))
    rows = shards.read(sorted(files))
    rules = ruleset(plan.ruleset)
    recipe = replace(plan.recipe, seed=plan.recipe.seed + number)
    fitted = fit(plan.ruleset, plan.players, rows, before, recipe, tell)
    entry: dict[str, Any] = {
        "ruleset": plan.ruleset,
        "revision": rules.revision,
        "players": plan.players,
        "round": number,
        "seed": plan.seed,
        "games": plan.games,
        "rows": len(rows),
        "taught_by": best,
        "self_play_mean": round(float(rows.final.mean()), 1),
        "recipe": asdict(recipe),
        "curve": [[round(loss, 3) for loss in curve] for curve in fitted.curve],
        "explained": fitted.explained,
        "compared": len(rows.alternatives),
        "gained": fitted.gained,
        "candidates": {},
        "best": best,
    }
    _gate(plan, number, fitted, entry, processes, ray, progress)
    return entry


def _shards(seed: str, games: int, where: Path, table: Table) -> list[shards.Shard]:
    folder = str(where / "shards")
    size = COMPARED_SHARD if table.compare else SHARD
    return [shards.Shard(table, seed, k, size, folder) for k in range(-(-games // size))]


def _gate(
    plan: Plan,
    number: int,
    fitted: Fitted,
    entry: dict[str, Any],
    processes: int,
    ray: str | None,
    progress: Progress,
) -> None:
    """Play each candidate against the best nets so far; if any wins, the one that wins most replaces them."""
    old = str(entry["best"])
    most = 0.0
    for scale in plan.scales:
        folder = plan.round(number) / f"scale-{scale}"
        folder.mkdir(exist_ok=True)
        nets = scaled(fitted.nets, scale)
        (folder / plan.name).write_text(nets.text(), encoding="utf-8")
        read_nets((folder / plan.name).read_text(encoding="utf-8"), nets.rules, plan.players)
        found = match(
            Duel(
                plan.ruleset,
                plan.players,
                Side("planner", str(folder), plan.budget),
                Side("planner", old, plan.budget),
                f"gate/{plan.seed}/{number}/{scale}",
            ),
            plan.gate,
            processes,
            ray,
            progress,
        )
        entry["candidates"][scale] = {**asdict(found), "text": str(found), "hash": digest(nets)}
        if found.is_better and found.more > most:
            most = found.more
            entry["best"] = str(folder)


def match(
    meeting: Duel,
    games: int,
    processes: int,
    ray: str | None = None,
    progress: Progress = lambda what, total, results: results,
) -> Verdict:
    """Play ``games`` games of a duel, rounded up to whole deals; return the verdict."""
    deals = meeting.deals(-(-games // 2))
    return verdict(list(progress("gate", len(deals), run(duel.play, deals, processes, ray))))


def factors(scale: str, eras: int) -> list[float]:
    """Return the factor for each era; raise ``ValueError`` if the scale is not such a list."""
    try:
        found = [float(factor) for factor in scale.split(",")]
    except ValueError:
        found = []
    if len(found) not in (1, eras):
        raise ValueError(f"{scale!r} is no scale: write one number, or one for each of the {eras} eras")
    return found if len(found) == eras else found * eras


def scaled(nets: Nets, scale: str) -> Nets:
    """Return the nets with their output scaled by a factor, or by one for each era."""
    eras: list[Net] = []
    for net, factor in zip(nets.eras, factors(scale, len(nets.eras)), strict=True):
        if factor == 0:
            eras.append(Net(int(net.inputs), [], [], [0]))  # without units
            continue
        second = [round(int(weight) * factor) for weight in net.second]
        eras.append(Net(int(net.inputs), list(net.first), list(net.offsets), second))
    return Nets(nets.rules, int(nets.players), eras, nets.bias, nets.spread)


def digest(nets: Nets) -> str:
    """Return the hash in the file's header."""
    return next(one for one in nets.text().splitlines() if one.startswith("hash ")).removeprefix("hash ")


def line(entry: dict[str, Any]) -> str:
    """Return a round's line for the log."""
    tried = "; ".join(f"scale {scale}: {found['text']}" for scale, found in entry["candidates"].items())
    taken = "none taken" if entry["best"] == entry["taught_by"] else f"taken {Path(entry['best']).name}"
    explained = ", ".join(f"{one['hand']:.3f} → {one['nets']:.3f}" for one in entry["explained"])
    if entry.get("compared"):
        choices = ", ".join(f"{one['hand']:.2f} → {one['nets']:.2f}" for one in entry["gained"])
        explained += f", {entry['compared']} turns compared, gained {choices}"
    return (
        f"{entry['ruleset']}/{entry['players']} round {entry['round']}: {entry['games']} games, "
        f"{entry['rows']} rows, self-play mean {entry['self_play_mean']}, explained {explained}; "
        f"{tried}; {taken}; {entry['seconds']} s, seed {entry['seed']}"
    )
