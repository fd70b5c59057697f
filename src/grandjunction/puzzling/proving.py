"""Proves that one turn of a position is clearly best: first with a short look, then with a much deeper one.

A turn is clear of another if it gains at least ``VP`` or ``SHARE`` on it at the low end of the 95 % interval,
and loses nothing by the other figure. The turns are compared on the same deals. The best one is chosen on
other deals than it is proved on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..bots.horizon import Horizon
from ..bots.search import TurnSearch
from ..core.state import State
from ..core.view import View
from ..reviews.comparison import Line, play_deals
from ..reviews.continuation import Continuation, Outcome, continuation, ended
from ..reviews.depth import ENOUGH, Depth
from ..reviews.estimates import Estimate, exact, of_differences, of_share_differences
from ..reviews.grades import SLIGHT, VP_WEIGHT
from ..reviews.idea import Idea, idea
from .ideas import ideas, variants
from .puzzle import Proof

VP: Final = 2.0  # the margin: what a review calls an inaccuracy
SHARE: Final = 0.02
LOOK: Final = Depth("look", plans=5, planning=800, deals=5, shown=0, fresh=0, luck=0, budget=ENOUGH)
PROOF: Final = Depth(
    "proof", plans=10, planning=3000, deals=4, shown=2, fresh=32, luck=0, budget=300, turns=2, finish=8
)
KEPT: Final = 4  # ideas that stay after the first deals of a proof …
MORE_DEALS: Final = 8  # … and are compared on this many more
TRIED: Final = 10  # of the fresh deals: a turn without the margin on these is given up
VARIANTS: Final = 2
NEARLY_VP: Final = 1.0  # a turn of the same idea that loses less is as good
NEARLY_SHARE: Final = 0.01
MOST_POSITIONS: Final = 60_000  # of an exhaustive search
PROMISING_VP: Final = 3.5  # in a look
PROMISING_SHARE: Final = 0.05


@dataclass(frozen=True, slots=True)
class Proved:
    """A position with its solution."""

    solution: list[int]
    idea: Idea
    equal: list[list[int]]
    second: list[int]
    proof: Proof


def gain(seat: int, ones: Sequence[Outcome], others: Sequence[Outcome]) -> tuple[Estimate, Estimate]:
    """Return what one turn gains on another for a seat, in VP and win share, deal by deal."""
    vp = of_differences([one.vp[seat] for one in ones], [one.vp[seat] for one in others])
    share = of_share_differences([one.share[seat] for one in ones], [one.share[seat] for one in others])
    return vp, share


def clear(vp: Estimate, share: Estimate) -> bool:
    """Return whether a gain is beyond the margin for certain."""
    return (vp.low >= VP and share.mean > -SLIGHT) or (share.low >= SHARE and vp.mean >= 0.0)


def merit(seat: int, one: Outcome) -> float:
    """Return what turns are ranked by, as reviews do."""
    return one.share[seat] + VP_WEIGHT * one.vp[seat]


def table_of(view: View, budget: int) -> Continuation:
    """Return the continuation that plays a view's positions forward."""
    return continuation(view.rules.id, int(view.known.players), budget)


def look(view: View, seed: str) -> tuple[list[int], list[int]] | None:
    """Return the best turn and the next idea if a short look finds the one well ahead; else None."""
    seat = int(view.known.seat)
    table = table_of(view, LOOK.budget)
    found = TurnSearch(view.known, table.judges[seat], LOOK.planning).run()
    lines = [line for _, line in ideas(view, found, LOOK.plans)]
    if len(lines) < 2:
        return None
    play_deals(table, LOOK, view, lines, f"{seed}/look", LOOK.deals)
    lines.sort(key=lambda line: line.merit(seat), reverse=True)
    vp, share = gain(seat, lines[0].outcomes, lines[1].outcomes)
    if (vp.mean >= PROMISING_VP and share.mean > -SLIGHT) or (
        share.mean >= PROMISING_SHARE and vp.mean >= 0.0
    ):
        return lines[0].sure(), lines[1].sure()
    return None


def prove(view: View, seed: str, times: int = 1) -> Proved | None:
    """Return the turn that is clearly best, or None if no turn is. ``times`` as many deals look deeper."""
    if is_final(view):
        found = _exhaust(view)
        if found is not None:
            return _exact(view, found)
    return _sampled(view, seed, replace(PROOF, fresh=PROOF.fresh * times), MORE_DEALS * times)


# -- with nobody to follow: every turn is tried -----------------------------------------------------------


def is_final(view: View) -> bool:
    """Return whether the turn is the last of the whole game."""
    known = view.known
    judge = table_of(view, PROOF.budget).judges[int(known.seat)]
    left = Horizon(judge.course, known, known.seat)
    return bool(left.all_actions <= known.actions_left and known.cursor == known.players - 1)


def _exhaust(view: View) -> list[Line] | None:
    """Return every turn with its outcome; None if there are too many, or chance decides something."""
    found: list[Line] = []
    seen: set[bytes] = set()
    waiting: list[tuple[State, list[int]]] = [(view.known, [])]
    while waiting:
        state, codes = waiting.pop()
        for code in state.legal_codes():
            after = state.copy()
            after.apply_code(code, None)
            key = after.key()
            if key in seen:
                continue
            seen.add(key)
            line = [*codes, int(code)]
            if after.is_over:
                found.append(Line(line, [False] * len(line)))
                found[-1].outcomes.append(ended(after))
            elif after.is_chance or len(seen) > MOST_POSITIONS:
                return None
            else:
                waiting.append((after, line))
    return found


def _exact(view: View, found: list[Line]) -> Proved | None:
    """Choose the best of all turns, if every turn of another idea is clearly worse."""
    seat = int(view.known.seat)
    found.sort(key=lambda line: (-line.merit(seat), len(line.codes), line.codes))
    best = found[0]
    mark = idea(view.rules, best.codes)
    second = next((line for line in found if idea(view.rules, line.codes) != mark), None)
    if second is None:
        return None
    vp = exact(best.outcomes[0].vp[seat] - second.outcomes[0].vp[seat])
    share = exact(best.outcomes[0].share[seat] - second.outcomes[0].share[seat])
    if not clear(vp, share):
        return None
    equal = [
        line.codes
        for line in found[1:]
        if line.merit(seat) == best.merit(seat) and idea(view.rules, line.codes) == mark
    ]
    return Proved(best.codes, mark, equal[:VARIANTS], second.codes, _proof("exhaustive", 0, [(vp, share)]))


# -- with rivals to follow: played on -----------------------------------------------------------------------


def _sampled(view: View, seed: str, depth: Depth, more: int) -> Proved | None:
    seat = int(view.known.seat)
    table = table_of(view, depth.budget)
    found = TurnSearch(view.known, table.judges[seat], depth.planning).run()
    marks: dict[int, Idea] = {}
    lines: list[Line] = []
    for mark, line in ideas(view, found, depth.plans):
        marks[id(line)] = mark
        lines.append(line)
    if len(lines) < 2:
        return None

    def rank() -> None:
        lines.sort(key=lambda line: line.merit(seat), reverse=True)

    play_deals(table, depth, view, lines, f"{seed}/first", depth.deals)
    rank()
    del lines[KEPT:]
    play_deals(table, depth, view, lines, f"{seed}/more", more)
    rank()
    best, others = lines[0], lines[1 : 1 + depth.shown]
    if not _may_be_clear(*gain(seat, best.outcomes, others[0].outcomes)):
        return None
    twins = variants(view, found, marks[id(best)], best, VARIANTS)
    for line in (best, *others):
        line.outcomes.clear()
    play_deals(table, depth, view, [best, *others], f"{seed}/tried", TRIED)
    if not all(_may_be_clear(*gain(seat, best.outcomes, line.outcomes)) for line in others):
        return None
    play_deals(table, depth, view, [best, *others], f"{seed}/fresh", depth.fresh - TRIED)
    gains = [gain(seat, best.outcomes, line.outcomes) for line in others]
    if not all(clear(*one) for one in gains):
        return None
    play_deals(table, depth, view, twins, f"{seed}/tried", TRIED)
    play_deals(table, depth, view, twins, f"{seed}/fresh", depth.fresh - TRIED)
    second = min(range(len(others)), key=lambda n: gains[n][1].mean + VP_WEIGHT * gains[n][0].mean)
    method = "played_out" if _played_out(view, depth) else "sampled"
    return Proved(
        best.sure(),
        marks[id(best)],
        [line.sure() for line in twins if _as_good(*gain(seat, best.outcomes, line.outcomes))],
        others[second].sure(),
        _proof(method, depth.fresh, [gains[second]]),
    )


def _may_be_clear(vp: Estimate, share: Estimate) -> bool:
    return (vp.mean >= VP and share.mean > -SLIGHT) or (share.mean >= SHARE and vp.mean >= 0.0)


def _as_good(vp: Estimate, share: Estimate) -> bool:
    return vp.mean < NEARLY_VP and share.mean < NEARLY_SHARE


def _played_out(view: View, depth: Depth) -> bool:
    known = view.known
    judge = table_of(view, depth.budget).judges[int(known.seat)]
    return bool(Horizon(judge.course, known, known.seat).all_actions <= depth.finish)


def _proof(method: str, deals: int, gains: list[tuple[Estimate, Estimate]]) -> Proof:
    vp, share = gains[0]
    return Proof(
        method, deals, (round(vp.mean, 2), round(vp.low, 2)), (round(share.mean, 4), round(share.low, 4))
    )
