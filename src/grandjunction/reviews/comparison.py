"""Reviews one decision: plays the turn that was made and its best alternatives on the same deals.

The alternatives are compared twice. On the first deals the best of all turns is chosen, and on fresh deals it
is measured against the played one. So the loss is not the luck of the best of many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import Final

from ..bots import harm
from ..bots.harm import Beginner
from ..bots.search import Node, TurnSearch
from ..bots.settings import FAR
from ..core.moves import Move
from ..core.rng import Rng
from ..core.state import State
from ..core.view import View
from .continuation import Continuation, Outcome
from .depth import Depth
from .estimates import NOTHING, Estimate, of_differences, of_samples, of_share_differences
from .grades import BEST, EQUAL, FORCED, VP_WEIGHT, grade, tells_share
from .positions import kind_of_position
from .reason import Reason
from .reasons import reasons
from .timeline import DecisionTask

REPEATED: Final = 3  # how many planned turns may lead to one position
#: The harm that a beginner sees, as keys of the words.
HARMS: Final = {
    harm.DEAD_TILE: "dead_tile",
    harm.POINTS_AWAY: "points_away",
    harm.IDLE_LOAN: "idle_loan",
    harm.IDLE_ACTION: "idle_action",
    harm.IDLE_PASS: "idle_pass",
    harm.OWN_BEER: "own_beer",
    harm.UNPAID: "unpaid",
}


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another turn, what it is worth, and what it gains on the played one."""

    moves: list[str]
    vp: Estimate
    share: Estimate
    gain_vp: Estimate
    gain_share: Estimate
    reasons: list[Reason]  # what speaks for it against the played turn


@dataclass(frozen=True, slots=True)
class Decision:
    """A reviewed decision. Values are as the seat could have known them."""

    ply: int
    end: int
    seat: int
    era: int
    round: int
    moves: list[str]
    harm: str  # a key of ``HARMS`` if a beginner would see that the turn does harm; else ""
    grade: str  # of ``grades``
    before_vp: list[Estimate]  # by seat: what could be expected before, with the best turn found
    before_share: list[Estimate]
    vp: list[Estimate]  # by seat, after the turn
    share: list[Estimate]
    loss_vp: Estimate  # against the best turn found; 0 if that is the played one
    loss_share: Estimate
    best: int  # the number of the best alternative, or -1 if the played turn is the best found
    alternatives: list[Alternative]

    @property
    def is_real(self) -> bool:
        """Whether the samples tell the played turn and the best other apart, so that it counts for skill."""
        return self.grade not in (FORCED, EQUAL)


class Line:
    """A turn to compare: its codes, and which of them are chance outcomes that were only assumed."""

    def __init__(self, codes: list[int], chances: Sequence[bool]) -> None:
        self.codes: Final = codes
        self.chances: Final = list(chances)
        self.outcomes: Final[list[Outcome]] = []

    def moves(self, view: View) -> list[str]:
        """Return the seat's own moves in notation, up to the first chance."""
        return [str(Move(view.rules, code)) for code in self.sure()]

    def sure(self) -> list[int]:
        """Return the codes before the first chance outcome."""
        return self.codes[: self.chances.index(True)] if True in self.chances else self.codes

    def key(self, view: View) -> bytes:
        """Return the kind of position after the moves that are sure: equal keys, equal turns."""
        state = view.known.copy()
        for code in self.sure():
            state.apply_code(code, None)
        return kind_of_position(state)

    def merit(self, seat: int) -> float:
        """Return what turns are ranked by: the mean share of the win, and a little for the VP."""
        return fsum(one.share[seat] + VP_WEIGHT * one.vp[seat] for one in self.outcomes) / len(self.outcomes)

    def own(self, seat: int) -> tuple[list[float], list[float]]:
        """Return the seat's VP and shares, sample by sample."""
        return [one.vp[seat] for one in self.outcomes], [one.share[seat] for one in self.outcomes]


class Turns:
    """The turns that the planner finds for the seat to act."""

    def __init__(self, table: Continuation, depth: Depth, view: View) -> None:
        known = view.known
        judge = table.judges[known.seat]
        self._view: Final = view
        self._plans: Final = depth.plans
        self._found: Final = TurnSearch(known, judge, depth.planning).run()
        self._beginner: Final = Beginner(known, judge, self._found)

    def candidates(self, besides: Line | None = None) -> list[Line]:
        """Return the turns that look best to the seat to act, best first, each leading elsewhere.

        Turns that differ only in equivalent spaces of a town lead to the same place.
        One that leads where ``besides`` leads counts among them and is left out. So the review compares no
        more turns than a player with the same candidates would, and finds no loss where there is none.
        """
        played = b"" if besides is None else besides.key(self._view)
        seen: set[bytes] = set()
        lines: list[Line] = []
        for last in self._beginner.harmless(self._found, REPEATED * self._plans, FAR):
            nodes = last.line()
            line = Line([int(node.code) for node in nodes], [node.chance for node in nodes])
            key = line.key(self._view)
            if key not in seen and len(seen) < self._plans:
                seen.add(key)
                if key != played:
                    lines.append(line)
        return lines

    def harm(self, line: Line) -> str:
        """Return the harm that a turn does to its own seat and a beginner sees, as a key; "" if none."""
        node = Node(self._view.known, None, -1, 0, 0.0)
        for code in line.codes:
            state = node.state.copy()
            state.apply_code(code, None)
            node = Node(state, node, code, 0, 0.0)
        found = self._beginner.harm(node.line())
        return HARMS.get(found, "")


def play_deals(
    table: Continuation, depth: Depth, view: View, lines: list[Line], seed: str, deals: int
) -> None:
    """Play every line on the same deals of the cards that the seat cannot see; keep the outcomes."""
    seat = int(view.known.seat)
    for number in range(deals):
        for line in lines:
            rng = Rng(f"{seed}/{number}")
            state = view.determinize(rng)
            _follow(state, line, rng)
            line.outcomes.append(table.play_turns(state, seat, depth.turns, rng, depth.finish))


def _follow(state: State, line: Line, rng: Rng) -> None:
    """Play a line, and drop the rest of it if chance decides otherwise than assumed."""
    for code, assumed in zip(line.codes, line.chances, strict=True):
        made = state.chance_code(rng) if assumed else code
        state.apply_code(made, None)
        if made != code:
            return


def compare(table: Continuation, depth: Depth, task: DecisionTask, seed: str) -> Decision:
    """Review a decision. Nothing that its seat could not see has any influence."""
    view = task.state.view(task.seat)
    played = Line(task.codes, [False] * len(task.codes))
    turns = Turns(table, depth, view)
    others = turns.candidates(besides=played)
    name = f"{seed}/{task.ply}"
    if others:
        play_deals(table, depth, view, [played, *others], f"{name}/first", depth.deals)
        others.sort(key=lambda line: line.merit(task.seat), reverse=True)
    found_best = bool(others) and others[0].merit(task.seat) > played.merit(task.seat)
    shown = others[: depth.shown if found_best else 1]
    for line in (played, *shown):
        line.outcomes.clear()
    play_deals(table, depth, view, [played, *shown], f"{name}/fresh", depth.fresh)
    return _decision(task, view, played, shown, found_best, turns.harm(played))


def _decision(
    task: DecisionTask, view: View, played: Line, shown: list[Line], found_best: bool, harmful: str
) -> Decision:
    seat, state, seats = task.seat, task.state, range(task.state.players)
    best = shown[0] if found_best else played
    listed = [_alternative(view, seat, played, line) for line in shown]
    loss_vp = listed[0].gain_vp if found_best else NOTHING
    loss_share = listed[0].gain_share if found_best else NOTHING
    verdict = FORCED
    if listed:
        verdict = grade(loss_vp, loss_share)
        gained = tells_share(-listed[0].gain_share) or listed[0].gain_vp.below_zero
        if verdict == EQUAL and not found_best and gained:
            verdict = BEST
    return Decision(
        ply=task.ply,
        end=task.end,
        seat=seat,
        era=int(state.era),
        round=int(state.round),
        moves=played.moves(view),
        harm=harmful,
        grade=verdict,
        before_vp=[of_samples([one.vp[other] for one in best.outcomes]) for other in seats],
        before_share=[of_samples([one.share[other] for one in best.outcomes]) for other in seats],
        vp=[of_samples([one.vp[other] for one in played.outcomes]) for other in seats],
        share=[of_samples([one.share[other] for one in played.outcomes]) for other in seats],
        loss_vp=loss_vp,
        loss_share=loss_share,
        best=0 if found_best else -1,
        alternatives=listed,
    )


def _alternative(view: View, seat: int, played: Line, line: Line) -> Alternative:
    vp, share = line.own(seat)
    played_vp, played_share = played.own(seat)
    return Alternative(
        moves=line.moves(view),
        vp=of_samples(vp),
        share=of_samples(share),
        gain_vp=of_differences(vp, played_vp),
        gain_share=of_share_differences(share, played_share),
        reasons=reasons(view, line.sure(), played.sure(), line.outcomes, played.outcomes),
    )


def choose(table: Continuation, depth: Depth, view: View, seed: str) -> list[int]:
    """Return the turn that a review would find best, as codes up to the first chance."""
    lines = Turns(table, depth, view).candidates()
    if len(lines) > 1:
        play_deals(table, depth, view, lines, seed, depth.deals)
        lines.sort(key=lambda line: line.merit(int(view.known.seat)), reverse=True)
    return lines[0].sure()
