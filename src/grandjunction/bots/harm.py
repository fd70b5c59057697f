"""Turns that a beginner sees to be harmful: each pattern has a name, and bots leave such turns out."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ..core.bits import BIT, lowest
from ..core.era import link_value
from ..core.moves import (
    EXTRA_SOURCE,
    first_source,
    item_of,
    other_of,
    second_source,
    target_of,
    verb_of,
    without_card,
)
from ..core.options import Options
from ..core.ruleset import ACTION, OVER, Verb
from ..core.state import State
from ..core.verbs.build import Build
from ..core.verbs.link import Link
from ..core.verbs.loan import Loan
from .evaluation import Evaluation
from .horizon import Horizon
from .search import Node

NONE: Final = ""
DEAD_TILE: Final = "a tile that can be neither sold nor used up"
POINTS_AWAY: Final = "own points built over"
IDLE_LOAN: Final = "a last loan that buys nothing"
IDLE_ACTION: Final = "a last action that can bring nothing"
IDLE_PASS: Final = "a pass with a useful action left"
OWN_BEER: Final = "own beer drunk beside the buyer's"
UNPAID: Final = "an income that cannot be paid"
PATTERNS: Final = [DEAD_TILE, POINTS_AWAY, IDLE_LOAN, IDLE_ACTION, IDLE_PASS, OWN_BEER, UNPAID]


class Beginner:
    """Looks at the turns that one seat could take from a position."""

    def __init__(self, root: State, evaluation: Evaluation, turns: list[Node]) -> None:
        self.root: Final = root
        self.seat: i64 = root.seat
        self.evaluation: Final = evaluation
        left = Horizon(evaluation.course, root, root.seat)
        self.is_last = left.all_actions <= root.actions_left  # the seat's last turn of the game
        self._ending = left.later == 0  # tiles that do not flip in this era score nothing
        self._scores_money = left.money_each > 0
        self._replies: i64 = 2 * (root.players - 1 - root.cursor)  # actions of rivals after this turn
        self._turns: Final = turns
        self._most: i64 = -1  # the most points that a turn secures; -1: not counted yet
        self._loanless: i64 = -2  # … that a turn without a loan secures; -2: not counted yet
        self._buffer: Final = Options()

    def harmless(self, turns: list[Node], most: i64, close: float) -> list[Node]:
        """Return up to ``most`` of the turns, best first, without harm and within ``close`` VP of the best.

        Turns that differ only in order or in the cards paid count once. If all do harm, the best is returned.
        """
        seen: set[str] = set()
        found: list[Node] = []
        for node in turns:
            if found and node.score < found[0].score - close:
                break
            line = node.line()
            codes = [without_card(one.code) for one in line]
            codes.sort()
            mark = str(codes)
            if mark not in seen:
                seen.add(mark)
                if not self.harm(line):
                    found.append(node)
                    if len(found) == most:
                        break
        return found if found else turns[:1]

    def secured(self, state: State) -> i64:
        """Return the points that the seat would have if everything were scored as it is."""
        total = state.vp[self.seat]
        if state.decision == OVER:
            return total
        horizon = Horizon(self.evaluation.course, state, self.seat)
        tiles = state.rules.tiles
        slots = state.built[self.seat] & state.flipped
        while slots:
            kind = state.tile[lowest(slots)]
            slots &= slots - 1
            total += tiles.vp[kind] * horizon.scorings(tiles.level[kind])
        lines = state.links[self.seat]
        while lines:
            total += link_value(state, lowest(lines))
            lines &= lines - 1
        return total

    def harm(self, line: list[Node]) -> str:
        """Return the name of the harm that a turn does to its own seat; "" if there is none to see."""
        after = line[len(line) - 1].state
        for at in range(len(line)):
            if line[at].chance:
                return NONE
            found = self._of_move(line, at, after)
            if found:
                return found
        return UNPAID if self.cannot_pay(after) and self._may_pay() else NONE

    def cannot_pay(self, after: State) -> bool:
        """Return whether the seat falls short at the payment between this turn and its next."""
        if after.debt > 0 and after.seat == self.seat:
            return True
        if after.decision == OVER or after.round != self.root.round or after.era != self.root.era:
            return False  # paid
        if Horizon(self.evaluation.course, after, self.seat).payments == 0:
            return False
        return after.pounds[self.seat] + after.rules.income.level(after.income[self.seat]) < 0

    def _may_pay(self) -> bool:
        """Return whether another turn leaves enough to pay."""
        for node in self._turns:  # noqa: SIM110 – a loop is compiled, a generator is not
            if not self.cannot_pay(node.state):
                return True
        return False

    def _secures_less(self, after: State) -> bool:
        """Return whether another turn secures more points."""
        if self._most < 0:
            for node in self._turns:
                points = self.secured(node.state)
                if points > self._most:
                    self._most = points
        return self.secured(after) < self._most

    def _most_without_loan(self) -> i64:
        """Return the most points that a turn without a loan secures, or -1."""
        if self._loanless < -1:
            self._loanless = -1
            for node in self._turns:
                borrows = False
                for one in node.line():
                    if isinstance(self.root.rules.verbs[verb_of(one.code)], Loan):
                        borrows = True
                points = self.secured(node.state)
                if not borrows and points > self._loanless:
                    self._loanless = points
        return self._loanless

    def _of_move(self, line: list[Node], at: int, after: State) -> str:
        code = line[at].code
        verb = self.root.rules.verbs[verb_of(code)]
        if verb not in self.root.rules.answers[ACTION]:
            return NONE
        if isinstance(verb, Build):
            return self._of_build(line[at], after)
        if "slot" in verb.shape:
            return OWN_BEER if self._drinks_own(line, at, verb) else NONE
        idle = NONE
        if verb.shape == ["card"]:
            idle = IDLE_PASS
        elif self.is_last and isinstance(verb, Loan):
            if self._scores_money:
                return NONE
            if not self._has_hopes(line, after) and self.secured(after) <= self._most_without_loan():
                return IDLE_LOAN  # it costs income, which breaks ties
            spare = after.pounds[self.seat] >= verb.pounds[item_of(code)]
            idle = IDLE_LOAN if spare else NONE
        elif self.is_last and not isinstance(verb, Link) and not self._bears_fruit(line, at):
            idle = IDLE_ACTION
        return idle if idle and self._secures_less(after) else NONE

    def _has_hopes(self, line: list[Node], after: State) -> bool:
        """Return whether what a turn builds may score more after it."""
        for node in line:
            verb = self.root.rules.verbs[verb_of(node.code)]
            if isinstance(verb, Link):
                return True
            if isinstance(verb, Build):
                slot = target_of(node.code)
                if not after.flipped & BIT[slot] and not self._is_dead(slot, item_of(node.code), after):
                    return True
        return False

    def _bears_fruit(self, line: list[Node], at: int) -> bool:
        """Return whether something is built after a move, or own tiles flip from it on."""
        for later in range(at + 1, len(line)):
            if isinstance(self.root.rules.verbs[verb_of(line[later].code)], Build):
                return True
        before = line[at].parent
        assert before is not None
        flipped = line[len(line) - 1].state.flipped & ~before.state.flipped
        return flipped & before.state.built[self.seat] != 0

    # -- tiles --------------------------------------------------------------------------------------

    def _of_build(self, node: Node, after: State) -> str:
        slot = target_of(node.code)
        before = node.parent
        assert before is not None
        if before.state.built[self.seat] & before.state.flipped & BIT[slot]:
            lost = self.is_last and after.flipped & BIT[slot] == 0
            return POINTS_AWAY if lost and self._secures_less(after) else NONE
        served = after.cubes[slot] < node.state.cubes[slot]  # later moves of the turn used it
        if served or not self._is_dead(slot, item_of(node.code), after):
            return NONE
        return DEAD_TILE if not self.is_last or self._secures_less(after) else NONE

    def _is_dead(self, slot: i64, industry: i64, after: State) -> bool:
        """Return whether the tile built here is unflipped after the turn and can score no more."""
        if not self._ending or after.flipped & BIT[slot]:
            return False
        if after.decision == OVER:
            return True
        left = Horizon(self.evaluation.course, after, self.seat)
        if after.rules.tiles.makes[industry] >= 0:
            return left.actions == 0 and after.cubes[slot] > self._replies
        if self.evaluation.trade.outlets(after, industry) == 0:
            return left.actions == 0 and self._replies == 0
        place = after.rules.board.slot_place[slot]
        missing = self.evaluation.trade.links_missing(after, industry, place)
        return left.actions <= (missing + 1) // 2  # one action may lay two links, and the sale is one

    # -- beer ---------------------------------------------------------------------------------------

    def _drinks_own(self, line: list[Node], at: int, verb: Verb) -> bool:
        """Return whether a sale takes an own barrel, empties nothing, and leaves the buyer's barrel."""
        code = line[at].code
        sources = other_of(code)
        before = line[at].parent
        if sources == 0 or before is None or _takes_buyers(sources):
            return False
        own = self._keeps(line, at, first_source(sources)) or self._keeps(line, at, second_source(sources))
        if not own:
            return False
        for later in range(at + 1, len(line)):
            if _takes_buyers(other_of(line[later].code)) and item_of(line[later].code) == item_of(code):
                return False
        self._buffer.size = 0
        verb.propose(before.state, self._buffer)
        i: i64 = 0
        while i < self._buffer.size:
            other = self._buffer.units[i]
            same = target_of(other) == target_of(code) and item_of(other) == item_of(code)
            if same and _takes_buyers(other_of(other)):
                return True
            i += 1
        return False

    def _keeps(self, line: list[Node], at: int, source: i64) -> bool:
        """Return whether a source is a tile of this seat that the turn does not use up."""
        if source <= 0 or source >= EXTRA_SOURCE:
            return False
        slot = BIT[source - 1]
        if line[at].state.built[self.seat] & slot == 0:
            return False
        flipped: i64 = 0
        for later in range(at, len(line)):
            flipped |= line[later].state.flipped
        return flipped & slot == 0


def _takes_buyers(sources: i64) -> bool:
    """Return whether these sources include the buyer's own barrel."""
    return first_source(sources) >= EXTRA_SOURCE or second_source(sources) >= EXTRA_SOURCE
