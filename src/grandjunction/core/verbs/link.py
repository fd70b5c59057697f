"""Network: lay links one by one, each with its price, its coal and the extra resource it may need."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ..bits import BIT, count, lowest
from ..components import COAL, EXTRA_RESOURCE
from ..events import Log
from ..hands import begin_unit, check_card, payable
from ..moves import (
    Refusal,
    coal_of,
    first_source,
    other_of,
    second_source,
    source_count,
    target_of,
    unit,
)
from ..network import connected, lay
from ..options import Options, SourceList
from ..ruleset import MORE, LinkCoal, LinkReach, Verb
from ..sources import list_coal, list_extra, pay, price, take
from ..state import State
from ..turn import go_on
from .build import check_pounds
from .refusals import refuse_coal, refuse_extra


class NetworkReach(LinkReach):
    """A link must touch the seat's network."""

    def lines(self, state: State, seat: i64) -> i64:
        found: i64 = 0
        places = state.network[seat]
        while places:
            found |= state.rules.board.place_lines[lowest(places)]
            places &= places - 1
        return found


class NetworkOrAnywhereReach(NetworkReach):
    """Like ``NetworkReach``, but a seat with nothing on the board may build anywhere."""

    def lines(self, state: State, seat: i64) -> i64:
        if state.built[seat] | state.links[seat] == 0:
            return state.rules.board.era_lines[state.era]
        return super().lines(state, seat)


class CoalFromEitherEnd(LinkCoal):
    """Coal may arrive at any end of the new link. All ends count as distance 0 from the nearest mine."""

    def sources(self, state: State, line: i64, need: i64, out: SourceList) -> None:
        list_coal(state, state.rules.board.line_ends[line], need, 0, out)


def _first_two(by_era: list[list[int]]) -> list[int]:
    """Figures for the first and second link of an action in each era; 0 where there is none."""
    return [era[n] if n < len(era) else 0 for era in by_era for n in (0, 1)]


class Link(Verb):
    """Lay a link. All figures are per era.

    ``prices`` has the price of each link in one action; the list's length is the limit. ``coal`` is what each
    link needs, ``extra`` what each needs of the extra resource, and ``resource`` the name of that resource.
    """

    def __init__(
        self,
        prices: list[list[int]],
        coal: list[int],
        extra: list[list[int]] | None = None,
        resource: str = "",
    ) -> None:
        shape = ["line", "card", "coal", *([resource] if resource else [])]
        super().__init__("link", shape, source_word=resource)
        self.repeats = True
        self.most: vec[i64] = vec[i64]([len(era) for era in prices])
        self.prices: vec[i64] = vec[i64](_first_two(prices))
        self.coal: vec[i64] = vec[i64](coal)
        self.extra_need: vec[i64] = vec[i64](_first_two([[] for _ in prices] if extra is None else extra))

    def laid_before(self, state: State) -> i64:
        """Number of links laid in this action so far."""
        if state.decision != MORE:
            return 0
        return state.frame_count

    def open_lines(self, state: State) -> i64:
        """Mask of the lines open to the seat, ignoring resources and money."""
        if self.laid_before(state) >= self.most[state.era]:
            return 0
        if count(state.links[state.seat]) >= state.rules.links:
            return 0
        lines = state.rules.reach.lines(state, state.seat)
        return lines & state.rules.board.era_lines[state.era] & ~state.laid

    def traces(self, state: State) -> int:
        return count(state.links[state.seat])

    def propose(self, state: State, options: Options) -> None:
        seat = state.seat
        number = self.laid_before(state)
        if number >= self.most[state.era]:
            return
        funds = state.pounds[seat] - self.prices[state.era * 2 + number]
        if funds < 0:
            return
        cards = payable(state)
        lines = self.open_lines(state)
        while lines and not (options.first_only and options.size):
            line = lowest(lines)
            lines &= lines - 1
            state.rules.link_coal.sources(state, line, self.coal[state.era], options.coal)
            if options.coal.size == 0:
                continue
            joined = connected(state, state.rules.board.line_ends[line])
            need = self.extra_need[state.era * 2 + number]
            list_extra(state, seat, joined, need, 0, options.other)
            self._propose_sources(state, line, funds, cards, options)

    def _propose_sources(self, state: State, line: i64, funds: i64, cards: i64, options: Options) -> None:
        coal = options.coal
        other = options.other
        c: i64 = 0
        while c < coal.size:
            if price(state, COAL, coal.bought[c]) <= funds:
                o: i64 = 0
                while o < other.size:
                    options.add(unit(self.id, line, -1, coal.pairs[c], other.pairs[o]), cards)
                    o += 1
            c += 1

    def check(self, state: State, code: i64) -> Refusal | None:
        line = target_of(code)
        if line < 0 or line >= state.rules.board.lines:
            return state.rules.refuse("malformed")
        refusal = check_card(state, code)
        if refusal is None:
            refusal = self.check_line(state, line)
        if refusal is None:
            refusal = self.check_needs(state, line, coal_of(code), other_of(code))
        return refusal

    def check_line(self, state: State, line: i64) -> Refusal | None:
        """Refuse unless the line is open to this seat in this era."""
        rules = state.rules
        name = rules.board.line_ids[line]
        if rules.board.era_lines[state.era] & BIT[line] == 0:
            return rules.refuse("line_wrong_era", line=name, era=rules.eras[state.era])
        if state.laid & BIT[line]:
            return rules.refuse("line_taken", line=name)
        if count(state.links[state.seat]) >= rules.links:
            return rules.refuse("no_links_left")
        if self.laid_before(state) >= self.most[state.era]:
            return rules.refuse("links_enough")
        if rules.reach.lines(state, state.seat) & BIT[line] == 0:
            return rules.refuse("line_out_of_reach", line=name)
        return None

    def check_needs(self, state: State, line: i64, coal: i64, other: i64) -> Refusal | None:
        """Refuse unless the named sources are legal and the seat can pay."""
        rules = state.rules
        number = self.laid_before(state)
        need = self.coal[state.era]
        ends = rules.board.line_ends[line]
        ways = SourceList()
        rules.link_coal.sources(state, line, need, ways)
        found = ways.find(coal)
        if found < 0:
            return refuse_coal(state, "link", coal, need, ends, ways)
        cost = self.prices[state.era * 2 + number] + price(state, COAL, ways.bought[found])
        need = self.extra_need[state.era * 2 + number]
        joined = connected(state, ends)
        list_extra(state, state.seat, joined, need, 0, ways)
        if ways.find(other) < 0:
            return self._refuse_extra(state, other, need, joined, ways)
        return check_pounds(state, cost)

    def _refuse_extra(self, state: State, other: i64, need: i64, joined: i64, ways: SourceList) -> Refusal:
        rules = state.rules
        for source in (first_source(other), second_source(other)):
            if source in rules.source_reasons:
                return rules.refuse(rules.source_reasons[source].for_link)
        named: int = source_count(other)
        wanted: int = need
        if ways.size and named != wanted:
            return rules.refuse(rules.extra_reasons.link_count, need=wanted, named=named)
        return refuse_extra(state, other, need, joined, ways)

    def nearest_fault(self, state: State, target: i64, item: i64) -> Refusal | None:
        refusal = self.check_line(state, target)
        if refusal is not None:
            return refusal
        ends = state.rules.board.line_ends[target]
        place = self.laid_before(state) + state.era * 2
        coal = SourceList()
        state.rules.link_coal.sources(state, target, self.coal[state.era], coal)
        if coal.size == 0:
            return refuse_coal(state, "link", 0, self.coal[state.era], ends, coal)
        other = SourceList()
        joined = connected(state, ends)
        list_extra(state, state.seat, joined, self.extra_need[place], 0, other)
        if other.size == 0:
            return refuse_extra(state, 0, self.extra_need[place], joined, other)
        cheapest = price(state, COAL, coal.bought[0])
        way: i64 = 1
        while way < coal.size:
            cheapest = min(cheapest, price(state, COAL, coal.bought[way]))
            way += 1
        return check_pounds(state, self.prices[place] + cheapest)

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        number = self.laid_before(state)
        begin_unit(state, self, code, log)
        seat = state.seat
        line = target_of(code)
        cost = self.prices[state.era * 2 + number]
        lay(state, seat, line)
        pay(state, seat, cost)
        if log is not None:
            log.add("laid", seat, line)
            log.add("paid", seat, cost)
        take(state, seat, COAL, coal_of(code), log)
        take(state, seat, EXTRA_RESOURCE, other_of(code), log)
        go_on(state, self, log)
