"""Develop: remove the lowest tile of an industry from the mat, for one iron each."""

from __future__ import annotations

from mypy_extensions import i64

from ..bits import count
from ..components import IRON
from ..events import Log
from ..hands import begin_unit, check_card, payable
from ..moves import Refusal, item_of, other_of, unit
from ..options import Options, SourceList
from ..ruleset import MORE, Verb
from ..sources import list_iron, price, take
from ..state import State
from ..turn import go_on
from .build import check_pounds
from .refusals import refuse_iron


def check_industry(state: State, industry: i64) -> Refusal | None:
    """Refuse unless the industry's lowest tile can be developed."""
    rules = state.rules
    if industry < 0 or industry >= rules.tiles.industries:
        return rules.refuse("malformed")
    kind = state.top_tile(state.seat, industry)
    if kind < 0:
        return rules.refuse("nothing_to_develop", industry=rules.board.industries[industry])
    if rules.tiles.developable[kind] == 0:
        level: int = rules.tiles.level[kind]
        return rules.refuse("not_developable", industry=rules.board.industries[industry], level=level)
    return None


def developable(state: State, industry: i64) -> bool:
    kind = state.top_tile(state.seat, industry)
    return kind >= 0 and state.rules.tiles.developable[kind] != 0


def remove_lowest(state: State, industry: i64, log: Log | None) -> None:
    """Return the lowest tile of a track to the box."""
    if log is not None:
        log.add("developed", state.seat, state.top_tile(state.seat, industry))
    state.mat[state.seat * state.rules.tiles.industries + industry] += 1


class Develop(Verb):
    """Develop up to ``most`` tiles in one action."""

    def __init__(self, most: int) -> None:
        super().__init__("develop", ["item", "card", "iron"])
        self.repeats = True
        self.most: i64 = most

    def traces(self, state: State) -> int:
        """The tiles that are neither on the mat nor on the board."""
        gone = 0
        for industry in range(state.rules.tiles.industries):
            gone += state.mat[state.seat * state.rules.tiles.industries + industry]
        return gone - count(state.built[state.seat])

    def propose(self, state: State, options: Options) -> None:
        if state.decision == MORE and state.frame_count >= self.most:
            return
        cards = payable(state)
        iron = options.other
        list_iron(state, 1, 0, iron)
        industry: i64 = 0
        while industry < state.rules.tiles.industries:
            if developable(state, industry):
                i: i64 = 0
                while i < iron.size:
                    if price(state, IRON, iron.bought[i]) <= state.pounds[state.seat]:
                        options.add(unit(self.id, -1, industry, 0, iron.pairs[i]), cards)
                    i += 1
            industry += 1

    def check(self, state: State, code: i64) -> Refusal | None:
        refusal = check_card(state, code)
        if refusal is None:
            refusal = check_industry(state, item_of(code))
        if refusal is not None:
            return refusal
        if state.decision == MORE and state.frame_count >= self.most:
            return state.rules.refuse("developed_enough")
        ways = SourceList()
        list_iron(state, 1, 0, ways)
        found = ways.find(other_of(code))
        if found < 0:
            return refuse_iron(state, other_of(code), 1)
        return check_pounds(state, price(state, IRON, ways.bought[found]))

    def nearest_fault(self, state: State, target: i64, item: i64) -> Refusal | None:
        refusal = check_industry(state, item)
        if refusal is not None:
            return refusal
        ways = SourceList()
        list_iron(state, 1, 0, ways)
        return check_pounds(state, price(state, IRON, ways.bought[0]))

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        begin_unit(state, self, code, log)
        remove_lowest(state, item_of(code), log)
        take(state, state.seat, IRON, other_of(code), log)
        go_on(state, self, log)
