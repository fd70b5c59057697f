"""What a turn leads to: what its seat has where the games that were played forward stop.

This explains a turn whose advantage shows only later. A difference is told only if the deals are sure of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, Final

from ..bots.evaluation import Evaluation
from ..bots.features import PARTS
from ..bots.weights import weights_for
from ..core.bits import members
from ..core.ruleset import Ruleset
from ..core.standings import scored_now
from ..core.state import State
from .estimates import of_differences
from .grades import VP_WEIGHT
from .reason import Reason

if TYPE_CHECKING:
    from .continuation import Outcome

VP: Final = 0.75  # the least differences that are told
POUNDS: Final = 2.0
LEVEL: Final = 0.75  # pounds of income a round
SPACES: Final = 0.75
MAT: Final = 0.25
_MAT: Final = PARTS.index("mat")
_SCORING: Final = frozenset({"scored_link", "scored_tile", "scored_again"})


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a seat has in a position. All in VP, except pounds, income in pounds a round, and spaces."""

    over: bool
    scored: float  # on the track, and from links and tiles if the era were scored now
    tiles: float  # of flipped tiles on the board
    pounds: float
    income: float
    waiting: float  # of tiles that are not flipped yet
    room: float  # open spaces in its network
    mat: float  # what the judge gives for the next tiles on its mat


def afterwards(
    rules: Ruleset, seat: int, better: Sequence[Outcome], other: Sequence[Outcome]
) -> list[Reason]:
    """Return what a seat has more of after the better turn, on the same deals, the weightiest first.

    If nothing stands out, only that the better turn is ahead is told, if it is.
    """
    players = len(better[0].vp)
    judge = Evaluation(rules, seat, weights_for(rules.id, players), players)
    pairs = [
        (holdings(one.state, seat, judge), holdings(two.state, seat, judge))
        for one, two in zip(better, other, strict=True)
        if one.state is not None and two.state is not None
    ]
    found = [] if len(pairs) < 2 else _ended(pairs) if pairs[0][0].over else _standing(pairs)
    if not found:
        found = _ahead(seat, better, other)
    return sorted(found, key=lambda reason: -reason.weight)


def holdings(state: State, seat: int, judge: Evaluation) -> Holdings:
    """Return what a seat has in a position."""
    mine, vp = state.built[seat], state.rules.tiles.vp
    flipped = sum(int(vp[state.tile[slot]]) for slot in members(mine & state.flipped))
    waiting = sum(int(vp[state.tile[slot]]) for slot in members(mine & ~state.flipped))
    scored = sum(
        event.values[-1] for event in scored_now(state) if event.kind in _SCORING and event.values[0] == seat
    )
    slots, mat = state.rules.board.place_slots, 0.0
    room = sum(len(members(slots[place] & ~state.occupied)) for place in members(state.network[seat]))
    if not state.is_over:
        judge.begin(state)
        judge.value(state)
        mat = float(judge.parts[_MAT])
    return Holdings(
        over=bool(state.is_over),
        scored=float(state.vp[seat]) + scored,
        tiles=float(flipped),
        pounds=float(state.pounds[seat]),
        income=float(state.rules.income.level(state.income[seat])),
        waiting=float(waiting),
        room=float(room),
        mat=mat,
    )


def _standing(pairs: Sequence[tuple[Holdings, Holdings]]) -> list[Reason]:
    """Return what differs where games were stopped."""
    found: list[Reason] = []
    scored = _more(pairs, lambda one: one.scored, VP)
    waiting = _more(pairs, lambda one: one.waiting, VP)
    pounds = _more(pairs, lambda one: one.pounds, POUNDS)
    income = _more(pairs, lambda one: one.income, LEVEL)
    room = _more(pairs, lambda one: one.room, SPACES)
    mat = _more(pairs, lambda one: one.mat, MAT)
    if scored:
        found.append(Reason("later_scored", {"vp": round(scored)}, scored))
    if waiting:
        found.append(Reason("later_waiting", {"vp": round(waiting)}, 0.5 * waiting))
    if pounds:
        found.append(Reason("later_pounds", {"n": round(pounds)}, 0.12 * pounds))
    if income:
        found.append(Reason("later_income", {"n": round(income)}, income))
    if room:
        found.append(Reason("later_room", {"n": round(room)}, 0.2 * room))
    if mat:
        found.append(Reason("later_mat", {}, mat))
    return found


def _ended(pairs: Sequence[tuple[Holdings, Holdings]]) -> list[Reason]:
    """Return what differs at the end of the game."""
    found: list[Reason] = []
    tiles = _more(pairs, lambda one: one.tiles, VP)
    rest = _more(pairs, lambda one: one.scored - one.tiles, VP)
    if tiles:
        found.append(Reason("end_tiles", {"vp": round(tiles)}, tiles))
    if rest:
        found.append(Reason("end_rest", {"vp": round(rest)}, rest))
    return found


def _ahead(seat: int, better: Sequence[Outcome], other: Sequence[Outcome]) -> list[Reason]:
    """Return on how many deals a turn is ahead, or that it gains more on some than it loses on others."""
    gains = [
        one.share[seat] - two.share[seat] + VP_WEIGHT * (one.vp[seat] - two.vp[seat])
        for one, two in zip(better, other, strict=True)
    ]
    if fsum(gains) <= 0.0:
        return []
    ahead = sum(gain > 0.0 for gain in gains)
    if 2 * ahead > len(gains):
        return [Reason("ahead", {"percent": round(100 * ahead / len(gains))}, 0.0)]
    return [Reason("outweighs", {}, 0.0)]


def _more(pairs: Sequence[tuple[Holdings, Holdings]], of: Callable[[Holdings], float], least: float) -> float:
    """Return how much more the first of each pair has on average; 0 if that is little or uncertain."""
    found = of_differences([of(one) for one, _ in pairs], [of(two) for _, two in pairs])
    return found.mean if found.mean >= least and found.above_zero else 0.0
