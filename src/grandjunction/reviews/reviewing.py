"""Reviews a whole game: every decision and every chance, each on its own, so in parallel if asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from ..bots.nets import SHIPPED
from ..core.ruleset import Ruleset
from ..core.standings import standings
from ..extras import need
from ..outside.worker import spread
from ..record.game import Game
from .comparison import Decision, compare
from .confidence import confidence
from .continuation import continuation
from .depth import Depth, depth_of
from .grades import GRADES, LOST
from .luck import Chance, measure_luck
from .reckoning import SeatReview, TurningPoint, reckon, turning_point
from .timeline import DecisionTask, Task, tasks

VERSION = 8  # of the method: raise it when equal games would be judged differently

#: Called with the number of finished tasks and of all tasks.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Review:
    """The review of one game, or of one seat of it."""

    game: Game
    depth: str
    seed: str
    judge: str  # the version of what judged
    seat: int | None  # the one reviewed; None: all
    decisions: list[Decision]
    chances: list[Chance]
    seats: list[SeatReview]
    turning_point: TurningPoint | None

    @property
    def mistakes(self) -> list[Decision]:
        """Inaccuracies, mistakes and blunders, the worst grade first, then by what they cost."""
        graded = [one for one in self.decisions if one.grade in LOST]
        return sorted(
            graded, key=lambda one: (-GRADES.index(one.grade), -one.loss_share.mean, -one.loss_vp.mean)
        )


def review(
    game: Game,
    *,
    depth: str | Depth = "normal",
    seed: str = "review",
    seat: int | None = None,
    processes: int = 1,
    ray: str | None = None,
    progress: Progress | None = None,
) -> Review:
    """Review a game, finished or not. Equal games, depths and seeds give equal reviews.

    With a ``seat``, only that seat's decisions and draws are reviewed, from what it could know: nothing of
    the result depends on cards that it has not seen. ``processes`` are worker processes of this machine;
    ``ray`` is the address of a Ray cluster, as in the arena. Raises ``UnknownDepth``, and ``ValueError`` for
    an unknown seat.
    """
    if seat is not None and not 0 <= seat < game.state.players:
        raise ValueError(f"there is no seat {seat} with {game.state.players} players")
    settings = depth_of(depth)
    todo = list(tasks(game, seat))
    work = partial(work_on, settings, seed)
    found: list[Decision | Chance] = []
    for one in _run(work, todo, processes, ray):
        found.append(one)
        if progress is not None:
            progress(len(found), len(todo))
    return assemble(game, settings.name, seed, seat, found)


def assemble(
    game: Game, depth: str, seed: str, seat: int | None, found: Iterable[Decision | Chance]
) -> Review:
    """Return the review of a game from its reviewed decisions and chances, in any order."""
    steps = sorted(found, key=lambda one: one.ply)
    decisions = [one for one in steps if isinstance(one, Decision)]
    chances = [one for one in steps if isinstance(one, Chance)]
    state = game.state
    reviewed = range(state.players) if seat is None else [seat]
    winners = standings(state)[0] if state.is_over and seat is None else []
    return Review(
        game=game,
        depth=depth,
        seed=seed,
        judge=judge_version(game.rules, state.players),
        seat=seat,
        decisions=decisions,
        chances=chances,
        seats=[reckon(one, int(state.vp[one]), decisions, chances) for one in reviewed],
        turning_point=turning_point(winners, decisions, chances),
    )


def judge_version(rules: Ruleset, players: int) -> str:
    """Return what a stored review depends on besides the game: the method, ruleset, nets and spread."""
    nets = SHIPPED.nets(rules, players)
    judged = "by hand"
    if nets is not None:
        marked = next(line for line in nets.text().splitlines() if line.startswith("hash "))
        judged = marked.replace("hash", "nets")
    return f"review {VERSION}, {rules.id} {rules.revision}, {judged}, spread {confidence(rules, players)}"


def work_on(depth: Depth, seed: str, task: Task) -> Decision | Chance:
    """Review one decision or chance. Runs in any process and needs nothing but the task."""
    state = task.state if isinstance(task, DecisionTask) else task.before
    table = continuation(state.rules.id, int(state.players), depth.budget)
    if isinstance(task, DecisionTask):
        return compare(table, depth, task, seed)
    return measure_luck(table, depth, task, seed)


def _run(
    work: Callable[[Task], Decision | Chance], todo: Iterable[Task], processes: int, ray: str | None
) -> Iterator[Decision | Chance]:
    if ray is not None:
        need("arena,ray", "a review on a cluster", "openskill", "scipy", "matplotlib")
        from ..arena.cluster import spread as spread_far

        return spread_far(work, todo, ray, processes)
    return spread(work, todo, processes)
