"""The best turns in a position: what each is worth, and why the first is better than the others.

The turns are ranked on some deals of the cards that the seat cannot see, and measured on fresh ones, as in a
review (see ``comparison``). So the best one's value is not the luck of the best of many.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..core.view import View
from .comparison import Line, Turns, play_deals
from .continuation import continuation
from .depth import Depth
from .estimates import NOTHING, Estimate, of_differences, of_samples, of_share_differences
from .grades import tells_share
from .reason import Reason
from .reasons import reasons

SHOWN: Final = 4  # turns


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """A turn for the seat to act, the values by seat after it, and how it compares with the best."""

    moves: list[str]
    vp: list[Estimate]
    share: list[Estimate]
    behind_vp: Estimate  # what it lacks to the first turn found; 0 for that one
    behind_share: Estimate
    reasons: list[Reason]  # for the first, against the second; for others, what the first has over them

    @property
    def is_equal(self) -> bool:
        """Whether the samples cannot distinguish it from the best."""
        return not (tells_share(self.behind_share) or self.behind_vp.above_zero)


def best_turns(view: View, depth: Depth, seed: str) -> list[FoundTurn]:
    """Return the best turns of the seat to act, best first. Nothing that it cannot see has any influence."""
    known = view.known
    table = continuation(known.rules.id, int(known.players), depth.budget)
    lines = Turns(table, depth, view).candidates()
    seat = int(known.seat)
    if len(lines) > 1:
        play_deals(table, depth, view, lines, f"{seed}/first", depth.deals)
        lines.sort(key=lambda line: line.merit(seat), reverse=True)
    shown = lines[:SHOWN]
    for line in shown:
        line.outcomes.clear()
    play_deals(table, depth, view, shown, f"{seed}/fresh", depth.fresh)
    return [_found(view, shown, line) for line in shown]


def _found(view: View, shown: list[Line], line: Line) -> FoundTurn:
    first, seat = shown[0], int(view.known.seat)
    players = range(view.known.players)
    ahead_vp, ahead_share = first.own(seat)
    vp, share = line.own(seat)
    other = line if line is not first else shown[1] if len(shown) > 1 else None
    return FoundTurn(
        moves=line.moves(view),
        vp=[of_samples([one.vp[each] for one in line.outcomes]) for each in players],
        share=[of_samples([one.share[each] for one in line.outcomes]) for each in players],
        behind_vp=NOTHING if line is first else of_differences(ahead_vp, vp),
        behind_share=NOTHING if line is first else of_share_differences(ahead_share, share),
        reasons=[]
        if other is None
        else reasons(view, first.sure(), other.sure(), first.outcomes, other.outcomes),
    )
