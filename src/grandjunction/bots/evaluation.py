"""What a position is worth to a seat, in VP at the end, judged by what every game of the family has."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..core.bits import BIT, count, lowest
from ..core.components import IRON, OWN_RESOURCE
from ..core.ruleset import OVER, Ruleset
from ..core.state import State
from ..core.verbs.link import Link
from .horizon import Course, Horizon, moment_of
from .prospects import Prospects, income_table
from .trade import Trade
from .weights import Weights


class Evaluation:
    """Judges for one seat of one game. ``begin`` a decision, then ``value`` the positions it leads to."""

    def __init__(self, rules: Ruleset, seat: i64, weights: Weights, players: i64) -> None:
        self.rules: Final = rules
        self.seat: i64 = seat
        self.players: i64 = players
        self.weights: Final = weights
        self.course: Final = Course(rules)
        self.trade: Final = Trade(rules, seat)
        self._incomes: dict[int, vec[float]] = {}
        self._burns_coal: i64 = 0  # eras in which links need coal
        for verb in rules.verbs:
            if isinstance(verb, Link):
                for era in range(len(rules.eras)):
                    if verb.coal[era] > 0:
                        self._burns_coal |= BIT[era]
        # The position the decision is taken in, and the tables for the moments of the game it leads to.
        self._base: State | None = None
        self._moment: Moment | None = None
        self._moments: dict[int, Moment] = {}
        self._slope = 0.0  # what a pound is worth to the seat now
        self.judged: i64 = 0  # positions, ever
        self._liking: vec[float] = vec[float]([0.0] * rules.tiles.industries)  # for a tile, by industry
        self._liking_links = weights.likings.get("links", 0.0)
        for industry, name in enumerate(rules.board.industries):
            self._liking[industry] = weights.likings.get(name, 0.0)

    def fits(self, state: State) -> bool:
        """Whether it judges for the seat to act at such a table."""
        return self.rules is state.rules and self.seat == state.seat and self.players == state.players

    def begin(self, base: State) -> None:
        """A new decision."""
        self._base = base
        self._moment = None
        self._moments.clear()
        self.trade.begin()

    def value(self, state: State) -> float:
        self.judged += 1
        if state.decision == OVER:
            return float(state.vp[self.seat]) + 0.001 * float(state.income[self.seat])
        moment = self._moment
        if moment is None or not moment.horizon.fits(state):
            moment = self._at(state)
        horizon = moment.horizon
        prospects = moment.prospects
        total = float(state.vp[self.seat]) + self.weights.turn * float(horizon.all_actions)
        total += self._purse(state, horizon, prospects)
        total += self._tiles(state, horizon, prospects)
        total += self._links(state, moment)
        total += self._mat(state, horizon, prospects)
        total -= self._gifts(state, prospects)
        if self.weights.likings:
            total += self._likings(state)
        return total

    def _at(self, state: State) -> Moment:
        """The tables for this moment of the game."""
        key: int = moment_of(state)
        if key not in self._moments:
            self._moments[key] = self._look_ahead(state)
        moment = self._moments[key]
        self._moment = moment
        return moment

    def _look_ahead(self, state: State) -> Moment:
        horizon = Horizon(self.course, state, self.seat)
        key: int = horizon.payments
        if key not in self._incomes:
            self._incomes[key] = income_table(self.rules, horizon.payments, self.weights)
        base = self._base
        assert base is not None
        incomes = self._incomes[key]
        self._money(float(base.pounds[self.seat]) + incomes[base.income[self.seat]], horizon)
        moment = Moment(horizon, Prospects(self.rules, horizon, incomes, self._slope, self.weights), state)
        place: i64 = 0
        while place < self.rules.board.places:
            moment.hope[place] = self._icons(state, place, horizon)
            place += 1
        return moment

    # -- money and income ---------------------------------------------------------------------------

    def _purse(self, state: State, horizon: Horizon, prospects: Prospects) -> float:
        w = self.weights
        space = state.income[self.seat]
        pounds = float(state.pounds[self.seat])
        level = float(self.rules.income.level(space))
        worth = self._money(pounds + prospects.income[space], horizon)
        if horizon.all_actions > 0 and pounds < w.tight:
            short = w.tight - pounds
            worth -= w.tight_cost * short * short / w.tight
        if level < 0.0 and horizon.payments > 0:
            worth += self._owed(pounds, level, horizon)
        if horizon.income_scores > 0:
            worth += level
        return worth

    def _money(self, pounds: float, horizon: Horizon) -> float:
        """What pounds at hand and to come are worth: the actions left can spend so much, the rest may score.

        The first pound is worth most, the last one the actions can spend no more than it scores. Notes
        what one more is worth.
        """
        end = 1.0 / float(horizon.money_each) if horizon.money_each > 0 else 0.0
        price = self.weights.pound if self.weights.pound > end else end
        capacity = self.weights.spend * float(horizon.all_actions)
        spent = capacity * (1.0 - end / price) if price > 0.0 else 0.0  # till here spending beats keeping
        if capacity > 0.0 and pounds < spent:
            used = pounds if pounds > -capacity else -capacity
            self._slope = price * (1.0 - used / capacity)
            return price * (used - used * used / (2.0 * capacity))
        most = float(horizon.money_each * horizon.money_limit)
        kept = pounds if pounds < most else most
        self._slope = end if pounds < most else 0.0
        worth = end * (kept - spent if kept > spent else 0.0)
        if spent > 0.0:
            worth += price * (spent - spent * spent / (2.0 * capacity))
        return worth

    def _owed(self, pounds: float, level: float, horizon: Horizon) -> float:
        """The cost of an income that the purse will not bear: soon, and at the next payment."""
        w = self.weights
        ahead = float(horizon.payments)
        if ahead > w.debt_rounds:
            ahead = w.debt_rounds
        worth = 0.0
        if pounds + level * ahead < 0.0:
            worth += w.debt * (pounds + level * ahead)
        if pounds + level < 0.0:
            worth += w.default * (pounds + level)
        return worth

    def _spaces(self, state: State, spaces: i64, horizon: Horizon, prospects: Prospects) -> float:
        """What moving up the income track by so many spaces would be worth."""
        before = state.income[self.seat]
        after = before + spaces
        if after > self.rules.income.last:
            after = self.rules.income.last
        worth = self._slope * (prospects.income[after] - prospects.income[before])
        if horizon.income_scores > 0:
            worth += float(self.rules.income.level(after) - self.rules.income.level(before))
        return worth

    # -- tiles --------------------------------------------------------------------------------------

    def _tiles(self, state: State, horizon: Horizon, prospects: Prospects) -> float:
        mine = state.built[self.seat]
        total = 0.0
        slots = mine & state.flipped
        while slots:
            total += prospects.kept[state.tile[lowest(slots)]]
            slots &= slots - 1
        if mine & state.stocked:
            total += self._suppliers(state, horizon, prospects)
        wares = mine & ~state.flipped & ~state.stocked
        if wares:
            total += self._wares(state, wares, horizon, prospects)
        return total

    def _flip_worth(self, state: State, kind: i64, horizon: Horizon, prospects: Prospects) -> float:
        spaces = self._spaces(state, self.rules.tiles.income[kind], horizon, prospects)
        return prospects.kept[kind] + self.weights.delay * spaces

    def _carried(self, kind: i64, horizon: Horizon) -> float:
        """What an unflipped tile is still good for after this era."""
        if horizon.later == 0 or self.rules.tiles.level[kind] <= 1:
            return 0.0
        return float(self.rules.tiles.vp[kind]) * self.weights.carry

    def _suppliers(self, state: State, horizon: Horizon, prospects: Prospects) -> float:
        """Tiles that flip when their cubes or barrels are gone: the more lie about, the later."""
        total = 0.0
        resource: i64 = 0
        while resource < len(self.rules.maker):
            industry = self.rules.maker[resource]
            if industry >= 0:
                stocked = state.standing[industry] & state.stocked
                if stocked & state.built[self.seat]:
                    total += self._supply(state, resource, stocked, horizon, prospects)
            resource += 1
        return total

    def _supply(
        self, state: State, resource: i64, stocked: i64, horizon: Horizon, prospects: Prospects
    ) -> float:
        own = _lying(state, stocked & state.built[self.seat])
        others = self.weights.crowd * float(_lying(state, stocked & ~state.built[self.seat]))
        rounds = float(horizon.rounds) - 0.5
        used = self._pace(state, resource) * float(state.players) * (rounds if rounds > 0.0 else 0.0)
        thirst = self._thirst(state) if resource == OWN_RESOURCE and horizon.actions > 0 else 0.0
        total = 0.0
        slots = stocked & state.built[self.seat]
        while slots:
            slot = lowest(slots)
            slots &= slots - 1
            kind = state.tile[slot]
            rest = float(state.cubes[slot]) + others
            rest += self.weights.own_crowd * float(own - state.cubes[slot])
            wanted = thirst + (used if resource == IRON else used * self._well_placed(state, slot))
            chance = wanted / (wanted + rest)
            total += chance * self._flip_worth(state, kind, horizon, prospects)
            total += (1.0 - chance) * self._carried(kind, horizon)
        if resource == OWN_RESOURCE and horizon.actions > 0:
            total += self.weights.barrel * 4.0 * float(own) / (3.0 + float(own))
        return total

    def _thirst(self, state: State) -> float:
        """The barrels the seat's own tiles wait for."""
        need: i64 = 0
        slots = state.built[self.seat] & ~state.flipped & ~state.stocked
        while slots:
            need += self.rules.tiles.sale[state.tile[lowest(slots)]]
            slots &= slots - 1
        return self.weights.thirst * float(need)

    def _well_placed(self, state: State, slot: i64) -> float:
        """How much of the demand reaches a tile: by the places it is connected to."""
        others = count(state.component[self.rules.board.slot_place[slot]]) - 1
        share = float(others if others < 6 else 6) / 6.0
        return self.weights.alone + (1.0 - self.weights.alone) * share

    def _pace(self, state: State, resource: i64) -> float:
        """Cubes or barrels a seat uses in a round."""
        w = self.weights
        if resource == OWN_RESOURCE:
            return w.beer_pace
        if resource == IRON:
            return w.iron_pace
        return w.rail_coal_pace if self._burns_coal & BIT[state.era] else w.coal_pace

    def _wares(self, state: State, wares: i64, horizon: Horizon, prospects: Prospects) -> float:
        """Tiles that wait to be sold."""
        w = self.weights
        ready = 0.0
        sellable: i64 = 0
        if horizon.actions > 0:
            sellable = self.trade.look(state, wares)
            ready = w.ready if horizon.actions > 1 else w.ready * 0.9
        along = self.trade.taken_along() & wares if sellable else 0
        company = 0.0  # the chance of those that own sales turn over
        if along:
            company = ready * float(self.trade.sales) / float(count(along))
            if company > ready:
                company = ready
        total = 0.0
        while wares:
            slot = lowest(wares)
            wares &= wares - 1
            kind = state.tile[slot]
            if sellable & BIT[slot]:
                chance = ready * self.trade.supplied
                dry = w.missing_step * ready
                if chance < dry:
                    chance = dry
            else:
                chance = self._unready(state, slot, kind, horizon, ready)
                if along & BIT[slot] and chance < company:
                    chance = company
            total += chance * self._flip_worth(state, kind, horizon, prospects)
            total += (1.0 - chance) * self._carried(kind, horizon)
        return total

    def _unready(self, state: State, slot: i64, kind: i64, horizon: Horizon, ready: float) -> float:
        """The chance of a tile that cannot be sold yet: by the links and the beer it lacks."""
        industry = self.rules.tiles.industry[kind]
        if self.trade.outlets(state, industry) == 0:
            return self._taken(state, slot, industry, horizon)
        missing = self.trade.links_missing(state, industry, self.rules.board.slot_place[slot])
        steps = missing if missing > 0 else 1
        slack = float(horizon.actions - steps)
        if slack <= 0.0:
            return 0.0
        chance = ready * slack / (slack + 0.5)
        while steps > 0:
            chance *= self.weights.missing_step
            steps -= 1
        return chance

    def _taken(self, state: State, slot: i64, industry: i64, horizon: Horizon) -> float:
        """The chance of a tile that rivals turn over: by the rounds left and by how many such tiles wait."""
        w = self.weights
        rounds = float(horizon.rounds) - 0.5
        if rounds <= 0.0:
            return 0.0
        waiting = float(count(state.standing[industry] & ~state.flipped) - 1)
        wanted = w.passive_pace * float(state.players) * rounds * self._well_placed(state, slot)
        return wanted / (wanted + 1.0 + w.passive_crowd * waiting)

    # -- links --------------------------------------------------------------------------------------

    def _links(self, state: State, moment: Moment) -> float:
        board = self.rules.board
        horizon = moment.horizon
        touched = moment.touched(state)
        total = 0.0
        lines = state.links[self.seat]
        while lines:
            ends = board.line_ends[lowest(lines)]
            lines &= lines - 1
            while ends:
                place = lowest(ends)
                ends &= ends - 1
                if touched & BIT[place]:
                    total += self._icons(state, place, horizon)
                else:
                    total += moment.hope[place]
        return total + self._reach(state, horizon)

    def _icons(self, state: State, place: i64, horizon: Horizon) -> float:
        """The link icons a place will show when the era ends."""
        w = self.weights
        tiles = self.rules.tiles
        rounds = float(horizon.rounds)
        total = float(self.rules.board.place_icons[place])
        slots = self.rules.board.place_slots[place]
        while slots:
            slot = lowest(slots)
            slots &= slots - 1
            if state.flipped & BIT[slot]:
                total += float(tiles.icons[state.tile[slot]])
            elif state.occupied & BIT[slot]:
                total += w.waiting_icon * float(tiles.icons[state.tile[slot]]) * rounds / (rounds + 0.5)
            else:
                total += w.open_space * rounds / 8.0
        return total

    def _reach(self, state: State, horizon: Horizon) -> float:
        """Room to build within the network."""
        if horizon.actions == 0:
            return 0.0
        room: i64 = 0
        places = state.network[self.seat]
        while places:
            room += count(self.rules.board.place_slots[lowest(places)] & ~state.occupied)
            places &= places - 1
        open_spaces = float(room)
        return self.weights.reach * 8.0 * open_spaces / (open_spaces + 8.0)

    # -- mat and rivals -----------------------------------------------------------------------------

    def _mat(self, state: State, horizon: Horizon, prospects: Prospects) -> float:
        tiles = self.rules.tiles
        total = 0.0
        industry: i64 = 0
        while industry < tiles.industries:
            gone = state.mat[self.seat * tiles.industries + industry]
            if gone < tiles.size[industry]:
                room = float(count(self.rules.board.spaces_for[industry] & ~state.occupied))
                total += prospects.mat[tiles.start[industry] + gone] * room / (room + self.weights.room)
            industry += 1
        left = float(horizon.all_actions)
        return self.weights.mat * total * left / (left + 8.0)

    def _likings(self, state: State) -> float:
        """What a character likes to see on the board, points or not."""
        total = self._liking_links * float(count(state.links[self.seat]))
        industry: i64 = 0
        while industry < self.rules.tiles.industries:
            total += self._liking[industry] * float(count(state.standing[industry] & state.built[self.seat]))
            industry += 1
        return total

    def _gifts(self, state: State, prospects: Prospects) -> float:
        """What tiles of rivals gained by flipping through this decision."""
        base = self._base
        assert base is not None
        slots = state.flipped & ~base.flipped & ~state.built[self.seat]
        total = 0.0
        while slots:
            kind = state.tile[lowest(slots)]
            slots &= slots - 1
            total += prospects.kept[kind] + prospects.space * float(self.rules.tiles.income[kind])
        return self.weights.gift * total


class Moment:
    """The tables for one moment of the game, made from the first position of it that was judged."""

    def __init__(self, horizon: Horizon, prospects: Prospects, state: State) -> None:
        self.horizon: Final = horizon
        self.prospects: Final = prospects
        self.hope: vec[float] = vec[float]([0.0] * state.rules.board.places)  # icons to come, by place
        self._occupied: i64 = state.occupied
        self._flipped: i64 = state.flipped

    def touched(self, state: State) -> i64:
        """The places whose tiles are not those the hopes were worked out for."""
        slots = (state.occupied ^ self._occupied) | (state.flipped ^ self._flipped)
        places: i64 = 0
        while slots:
            places |= BIT[state.rules.board.slot_place[lowest(slots)]]
            slots &= slots - 1
        return places


def _lying(state: State, slots: i64) -> i64:
    """The cubes or barrels on these tiles together."""
    total: i64 = 0
    while slots:
        total += state.cubes[lowest(slots)]
        slots &= slots - 1
    return total
