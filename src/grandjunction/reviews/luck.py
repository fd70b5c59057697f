"""Measures luck: what came, against what could have come, with everything else equal.

A draw is judged from what its seat knew. Its cards are exchanged for others from all that the seat had not
seen, and both deals are played on. The difference is the luck, and its mean over all draws is zero.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..core.moves import Move
from ..core.rng import Rng
from ..core.ruleset import DRAW
from ..core.state import NOBODY, State
from ..core.view import redraw
from .continuation import Continuation, Outcome
from .depth import Depth
from .estimates import Estimate, of_differences, of_samples
from .timeline import ChanceTask


@dataclass(frozen=True, slots=True)
class Chance:
    """A reviewed chance: what came, how lucky it was for every seat, and what each could then expect."""

    ply: int
    end: int
    kind: str
    seat: int  # ``NOBODY`` in the set-up
    era: int
    round: int
    outcomes: list[str]
    luck_vp: list[Estimate]  # by seat
    luck_share: list[Estimate]
    vp: list[Estimate]
    share: list[Estimate]


def measure_luck(table: Continuation, depth: Depth, task: ChanceTask, seed: str) -> Chance:
    """Review a chance from what its seat may know, or in the set-up from what everyone knows."""
    came: list[Outcome] = []
    could: list[Outcome] = []
    for number in range(depth.luck):
        pair = _redrawn if task.before.decision == DRAW else _drawn_again
        one, other = pair(table, depth, task, f"{seed}/{task.ply}/luck/{number}")
        came.append(one)
        could.append(other)
    seats = range(task.before.players)
    return Chance(
        ply=task.ply,
        end=task.end,
        kind=task.kind,
        seat=task.seat,
        era=int(task.before.era),
        round=int(task.before.round),
        outcomes=[Move(task.before.rules, code).outcome or "" for code in task.codes],
        luck_vp=[of_differences([one.vp[s] for one in came], [one.vp[s] for one in could]) for s in seats],
        luck_share=[
            of_differences([one.share[s] for one in came], [one.share[s] for one in could]) for s in seats
        ],
        vp=[of_samples([one.vp[seat] for one in came]) for seat in seats],
        share=[of_samples([one.share[seat] for one in came]) for seat in seats],
    )


def _redrawn(table: Continuation, depth: Depth, task: ChanceTask, seed: str) -> tuple[Outcome, Outcome]:
    """Play on with the cards drawn, and with others in their place on the same deal."""
    state = task.after.view(task.seat).determinize(Rng(seed))
    other = state.copy()
    redraw(other, task.seat, task.drawn, Rng(f"{seed}/redraw"))
    return _both(table, depth, state, other, task.seat, seed)


def _drawn_again(table: Continuation, depth: Depth, task: ChanceTask, seed: str) -> tuple[Outcome, Outcome]:
    """Play on from the outcomes that came, and from others that nature draws."""
    viewer = None if task.seat == NOBODY else task.seat
    state = task.before.view(viewer).determinize(Rng(seed))
    other = state.copy()
    nature = Rng(f"{seed}/redraw")
    for code in task.codes:
        state.apply_code(code, None)
        other.apply_code(other.chance_code(nature), None)
    return _both(table, depth, state, other, max(task.seat, 0), seed)


def _both(
    table: Continuation, depth: Depth, one: State, other: State, seat: int, seed: str
) -> tuple[Outcome, Outcome]:
    """Play two positions forward with the same luck from here on."""
    found = [
        table.play_turns(state, seat, depth.luck_turns, Rng(f"{seed}/on"), depth.finish)
        for state in (one, other)
    ]
    return found[0], found[1]
