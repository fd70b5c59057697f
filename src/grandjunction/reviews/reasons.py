"""Why one turn is better than another: what it does that the other does not, as facts with their ids.

All facts come from what the seat could see, and from the deals on which both turns were played on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum
from typing import Final

from ..core.bits import BIT, members
from ..core.components import EXTRA_RESOURCE
from ..core.era import link_value
from ..core.events import Log
from ..core.state import State
from ..core.view import View
from .afterwards import afterwards
from .continuation import Outcome
from .estimates import of_differences
from .reason import Reason, Value

MOST: Final = 4  # reasons given
OFTEN: Final = 0.4  # share of the deals on which a rival takes what is left
FELT: Final = 1.0  # VP that a rival must lose, for certain, to be worth a sentence
IN_THE_RACE: Final = 0.05  # share of the win; what a rival with less loses is nobody's gain
SPACES: Final = 2  # on the income track
PREVENTING: Final = frozenset({"no_gift", "space", "hurts"})  # the keys of what a turn prevents; others gain
POUNDS: Final = 4
FEW: Final = 2  # reasons; with fewer, what the turn leads to is told too
#: What need not be told of the outcome if a reason of the turn itself says it.
SAID: Final = {
    "later_pounds": frozenset({"pounds", "loan", "no_loan"}),
    "later_income": frozenset({"income"}),
    "later_scored": frozenset({"flips", "links", "bonus"}),
    "later_waiting": frozenset({"builds"}),
    "later_mat": frozenset({"develops"}),
}


class Facts:
    """What a turn does, as far as no chance interrupts it."""

    def __init__(self, view: View, codes: Sequence[int]) -> None:
        before = view.known
        state, log = before.copy(), Log(view.rules)
        for code in codes:
            state.apply_code(code, log)
        self.rules: Final = view.rules
        self.seat: Final = int(before.seat)
        self.after: Final[State] = state
        seat, tiles = self.seat, view.rules.tiles
        placed = [slot for slot in members(state.occupied) if state.tile[slot] != before.tile[slot]]
        fresh = state.flipped & ~(before.flipped & ~sum(int(BIT[slot]) for slot in placed))
        self.flipped: Final = members(fresh & state.built[seat])
        self.given: Final = {
            other: members(fresh & state.built[other]) for other in range(state.players) if other != seat
        }
        self.built: Final = [slot for slot in placed if state.built[seat] & BIT[slot]]
        self.laid: Final = members(state.links[seat] & ~before.links[seat])
        same_era = state.era == before.era
        self.link_vp: Final = sum(int(link_value(state, line)) for line in self.laid) if same_era else 0
        lost = [slot for slot in placed if before.flipped & before.built[seat] & BIT[slot]]
        self.flip_vp: Final = sum(int(tiles.vp[state.tile[slot]]) for slot in self.flipped) - sum(
            int(tiles.vp[before.tile[slot]]) for slot in lost
        )
        moved = [event for event in log.events if event.kind in ("paid", "bought", "sold_cube")]
        more = [event for event in log.events if event.kind in ("borrowed", "received")]
        self.pounds: Final = sum(
            (1 if event.kind == "sold_cube" else -1) * event.values[-1] for event in moved
        ) + sum(event.values[-1] for event in more)
        self.borrowed: Final = sum(event.values[-1] for event in more if event.kind == "borrowed")
        self.income: Final = sum(
            event.values[2] - event.values[1]
            for event in log.events
            if event.kind == "income_moved" and event.values[0] == seat
        )
        self.bonus: Final = sum(event.values[-1] for event in log.events if event.kind == "scored_bonus")
        self.developed: Final = Counter(
            str(self.rules.name_field("tile", event.values[1]))
            for event in log.events
            if event.kind == "developed"
        )
        self.passes: Final = sum(event.kind == "passed" for event in log.events)
        used = [event.values for event in log.events if event.kind == "consumed"]
        self.own_used: Final = sum(
            values[1] == EXTRA_RESOURCE and bool(before.built[seat] & BIT[values[2]]) for values in used
        )

    def tile(self, slot: int) -> str:
        return str(self.rules.name_field("tile", int(self.after.tile[slot])))

    def slots(self, slots: Sequence[int]) -> list[str]:
        return [self.rules.board.slot_ids[slot] for slot in slots]

    def lines(self) -> list[str]:
        return [self.rules.board.line_ids[line] for line in self.laid]


def reasons(
    view: View,
    better: Sequence[int],
    other: Sequence[int],
    better_outcomes: Sequence[Outcome] = (),
    other_outcomes: Sequence[Outcome] = (),
) -> list[Reason]:
    """Return what speaks for a turn against another, the weightiest first.

    With the outcomes of both on the same deals, what it prevents is told too. If little speaks for the turn
    itself, what it leads to is told.
    """
    one, two = Facts(view, better), Facts(view, other)
    gained = [*_scoring(one, two), *_means(one, two)]
    prevented = _gifts(one, two)
    if better_outcomes and other_outcomes:
        prevented += _prevented(one, two, better_outcomes, other_outcomes)
    for found in (gained, prevented):
        found.sort(key=lambda reason: -reason.weight)
    if prevented:  # one of these is always told
        gained = gained[: MOST - 1]
    found = sorted([*gained, *prevented], key=lambda reason: -reason.weight)[:MOST]
    if len(found) < FEW and better_outcomes and other_outcomes:
        keys = {reason.key for reason in found}
        later = afterwards(view.rules, one.seat, better_outcomes, other_outcomes)
        if found:  # that it is ahead is no reason beside another
            later = [reason for reason in later if reason.key not in ("ahead", "outweighs")]
        found += [reason for reason in later if not SAID.get(reason.key, frozenset()) & keys][
            : FEW - len(found)
        ]
    return found


def _scoring(one: Facts, two: Facts) -> list[Reason]:
    found: list[Reason] = []
    flips = [slot for slot in one.flipped if slot not in two.flipped]
    if flips and one.flip_vp > two.flip_vp:
        tiles = [one.tile(slot) for slot in flips]
        found.append(
            Reason(
                "flips", {"tiles": tiles, "vp": one.flip_vp - two.flip_vp}, one.flip_vp - two.flip_vp + 1.0
            )
        )
    if one.laid and one.link_vp > two.link_vp:
        gain = one.link_vp - two.link_vp
        found.append(Reason("links", {"lines": one.lines(), "vp": gain}, float(gain)))
    if one.bonus > two.bonus:
        found.append(Reason("bonus", {"vp": one.bonus - two.bonus}, float(one.bonus - two.bonus)))
    if one.income - two.income >= SPACES:
        found.append(Reason("income", {"n": one.income - two.income}, 0.5 * (one.income - two.income)))
    return found


def _means(one: Facts, two: Facts) -> list[Reason]:
    found: list[Reason] = []
    new = [slot for slot in one.built if slot not in one.flipped and not _has_tile(two, one, slot)]
    if new:
        worth = sum(int(one.rules.tiles.vp[one.after.tile[slot]]) for slot in new)
        found.append(
            Reason("builds", {"tiles": [one.tile(slot) for slot in new], "vp": worth}, 0.5 * worth + 0.1)
        )
    if tiles := [*(one.developed - two.developed).elements()]:
        found.append(Reason("develops", {"tiles": tiles}, 0.8 * len(tiles)))
    if two.passes > one.passes:
        found.append(Reason("acts", {}, 2.0 * (two.passes - one.passes)))
    if two.borrowed > one.borrowed:
        found.append(Reason("no_loan", {"amount": two.borrowed - one.borrowed}, 2.0))
    elif one.borrowed > two.borrowed:
        found.append(Reason("loan", {"amount": one.borrowed - two.borrowed}, 2.0))
    elif one.pounds - two.pounds >= POUNDS:
        found.append(Reason("pounds", {"n": one.pounds - two.pounds}, 0.12 * (one.pounds - two.pounds)))
    if two.own_used > one.own_used:
        resource = one.rules.extra_resource
        found.append(Reason("keeps", {"n": two.own_used - one.own_used, "resource": resource}, 1.5))
    return found


def _has_tile(facts: Facts, like: Facts, slot: int) -> bool:
    """Return whether a turn builds the same kind of tile, here or elsewhere."""
    kind = like.after.tile[slot]
    return any(facts.after.tile[other] == kind for other in facts.built)


def _gifts(one: Facts, two: Facts) -> list[Reason]:
    """Return the rivals' tiles that only the other turn flips."""
    found: list[Reason] = []
    for rival, slots in two.given.items():
        extra = [slot for slot in slots if slot not in one.given[rival]]
        if extra:
            worth = sum(int(two.rules.tiles.vp[two.after.tile[slot]]) for slot in extra)
            tiles = [two.tile(slot) for slot in extra]
            found.append(Reason("no_gift", {"seat": rival, "tiles": tiles}, 0.5 * worth + 0.5))
    return found


def _prevented(one: Facts, two: Facts, ones: Sequence[Outcome], twos: Sequence[Outcome]) -> list[Reason]:
    """Return what rivals take if it is left to them, and the rival in the race whom it costs most."""
    found: list[Reason] = []
    left = [slot for slot in one.built if not two.after.occupied & BIT[slot]]
    taken = {slot: _taken(twos, one.seat, slot) for slot in left}
    for slot, share in taken.items():
        if share >= OFTEN:
            values: dict[str, Value] = {"slot": one.rules.board.slot_ids[slot], "percent": round(100 * share)}
            found.append(Reason("space", values, 3.0 * share))
    losses = {
        rival: of_differences([o.vp[rival] for o in twos], [o.vp[rival] for o in ones])
        for rival in one.given
        if fsum(o.share[rival] for o in twos) >= IN_THE_RACE * len(twos)
    }
    if not losses:
        return found
    rival = max(losses, key=lambda seat: losses[seat].mean)
    lost = losses[rival]
    if lost.mean >= FELT and lost.above_zero:
        found.append(Reason("hurts", {"seat": rival, "vp": round(lost.mean)}, 0.5 * lost.mean))
    return found


def _taken(outcomes: Sequence[Outcome], seat: int, slot: int) -> float:
    """Return the share of games that stopped with a rival's tile on a space."""
    hits = sum(
        any(built & BIT[slot] for other, built in enumerate(one.built) if other != seat) for one in outcomes
    )
    return hits / len(outcomes)
