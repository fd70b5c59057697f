"""Estimates what a position is worth to a seat, in final VP, from what all games of the family share."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..core.bits import BIT, count, lowest
from ..core.components import EXTRA_RESOURCE, IRON
from ..core.ruleset import OVER, Ruleset
from ..core.state import State
from ..core.verbs.link import Link
from .features import PARTS, Features
from .horizon import Course, Horizon, moment_of
from .judge import Judge
from .nets import Nets
from .prospects import Prospects, income_table
from .trade import Trade
from .weights import Weights


class Evaluation:
    """Evaluates positions for one seat. Call ``begin`` for a decision, then ``value`` for each position.

    If the table has ``nets``, their correction is added to the hand-made evaluation.
    """

    def __init__(
        self, rules: Ruleset, seat: i64, weights: Weights, players: i64, nets: Nets | None = None
    ) -> None:
        self.rules: Final = rules
        self.seat: i64 = seat
        self.players: i64 = players
        self.weights: Final = weights
        self.course: Final = Course(rules)
        self.trade: Final = Trade(rules, seat)
        self.judge: Final = Judge(nets, seat) if nets is not None else None
        self.parts: vec[float] = vec[float]([0.0] * len(PARTS))  # of the position evaluated last
        self._incomes: dict[int, vec[float]] = {}
        self._burns_coal: i64 = 0  # eras in which links need coal
        for verb in rules.verbs:
            if isinstance(verb, Link):
                for era in range(len(rules.eras)):
                    if verb.coal[era] > 0:
                        self._burns_coal |= BIT[era]
        # The position of the decision, and tables for each moment of the game that it can lead to.
        self._base: State | None = None
        self._moment: Moment | None = None
        self._moments: dict[int, Moment] = {}
        self._slope = 0.0  # what a pound is worth to the seat now
        self.judged: i64 = 0  # total number of positions
        self._liking: vec[float] = vec[float]([0.0] * rules.tiles.industries)  # for a tile, by industry
        self._liking_links = weights.likings.get("links", 0.0)
        for industry, name in enumerate(rules.board.industries):
            self._liking[industry] = weights.likings.get(name, 0.0)

    def fits(self, state: State) -> bool:
        """Return whether it evaluates for the seat to act, at this kind of table."""
        return self.rules is state.rules and self.seat == state.seat and self.players == state.players

    def begin(self, base: State) -> None:
        """Reset for a new decision."""
        self._base = base
        self._moment = None
        self._moments.clear()
        self.trade.begin()

    def value(self, state: State) -> float:
        """Return what the position is worth to the seat, in final VP."""
        self.judged += 1
        if state.decision == OVER:
            return float(state.vp[self.seat]) + 0.001 * float(state.income[self.seat])
        moment = self._moment
        if moment is None or not moment.horizon.fits(state):
            moment = self._at(state)
        total = self._by_hand(state, moment) - self._gifts(state, moment.prospects)
        if self.weights.likings:
            total += self._likings(state)
        judge = self.judge
        if judge is not None:
            total += judge.correction(state, moment.horizon, self.parts)
        return total

    def read(self, state: State, features: Features) -> float:
        """Return the position's worth without nets and fill in its features, for training."""
        self.begin(state)
        moment = self._at(state)
        worth = self._by_hand(state, moment)
        features.write(state, self.seat, moment.horizon, self.parts)
        return worth

    def _by_hand(self, state: State, moment: Moment) -> float:
        """Return the sum of the parts and store each."""
        horizon = moment.horizon
        prospects = moment.prospects
        parts = self.parts
        parts[0] = self._purse(state, horizon, prospects)
        self._tiles(state, horizon, prospects)
        parts[4] = self._links(state, moment)
        parts[5] = self._reach(state, horizon)
        parts[6] = self._mat(state, horizon, prospects)
        total = float(state.vp[self.seat]) + self.weights.turn * float(horizon.all_actions)
        total += parts[0]
        total += parts[1] + parts[2] + parts[3]
        total += parts[4] + parts[5]
        return total + parts[6]

    def _at(self, state: State) -> Moment:
        """Return the tables for this moment of the game."""
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
        """Return what pounds, in hand and to come, are worth: spent in the actions left, or scored.

        The first pound is worth most. The last pound that the actions can spend is worth only what it
        scores. Stores what one more pound is worth.
        """
        end = 1.0 / float(horizon.money_each) if horizon.money_each > 0 else 0.0
        price = self.weights.pound if self.weights.pound > end else end
        capacity = self.weights.spend * float(horizon.all_actions)
        spent = capacity * (1.0 - end / price) if price > 0.0 else 0.0  # up to here spending is better
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
        """Return the cost of a negative income that the seat cannot pay, soon and at the next payment."""
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
        """Return what moving up the income track by ``spaces`` spaces would be worth."""
        before = state.income[self.seat]
        after = before + spaces
        if after > self.rules.income.last:
            after = self.rules.income.last
        worth = self._slope * (prospects.income[after] - prospects.income[before])
        if horizon.income_scores > 0:
            worth += float(self.rules.income.level(after) - self.rules.income.level(before))
        return worth

    # -- tiles --------------------------------------------------------------------------------------

    def _tiles(self, state: State, horizon: Horizon, prospects: Prospects) -> None:
        """Store what flipped tiles, suppliers and wares are worth, and how many wares can be sold now."""
        mine = state.built[self.seat]
        parts = self.parts
        total = 0.0
        slots = mine & state.flipped
        while slots:
            total += prospects.kept[state.tile[lowest(slots)]]
            slots &= slots - 1
        parts[1] = total
        parts[2] = self._suppliers(state, horizon, prospects) if mine & state.stocked else 0.0
        parts[3] = 0.0
        parts[7] = 0.0
        wares = mine & ~state.flipped & ~state.stocked
        if wares:
            parts[3] = self._wares(state, wares, horizon, prospects)
            if horizon.actions > 0:
                parts[7] = float(self.trade.sales) * self.trade.supplied

    def _flip_worth(self, state: State, kind: i64, horizon: Horizon, prospects: Prospects) -> float:
        spaces = self._spaces(state, self.rules.tiles.income[kind], horizon, prospects)
        return prospects.kept[kind] + self.weights.delay * spaces

    def _carried(self, kind: i64, horizon: Horizon) -> float:
        """Return what an unflipped tile is still worth after this era; 0 if it will be removed."""
        if horizon.later == 0 or self.rules.tiles.level[kind] <= 1:
            return 0.0
        return float(self.rules.tiles.vp[kind]) * self.weights.carry

    def _suppliers(self, state: State, horizon: Horizon, prospects: Prospects) -> float:
        """Return the worth of tiles that flip when empty; more stock on the board means later."""
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
        thirst = self._thirst(state) if resource == EXTRA_RESOURCE and horizon.actions > 0 else 0.0
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
        if resource == EXTRA_RESOURCE and horizon.actions > 0:
            total += self.weights.barrel * 4.0 * float(own) / (3.0 + float(own))
        return total

    def _thirst(self, state: State) -> float:
        """Return the worth of the barrels that the seat's own tiles need."""
        need: i64 = 0
        slots = state.built[self.seat] & ~state.flipped & ~state.stocked
        while slots:
            need += self.rules.tiles.sale[state.tile[lowest(slots)]]
            slots &= slots - 1
        return self.weights.thirst * float(need)

    def _well_placed(self, state: State, slot: i64) -> float:
        """Return the share of the demand that reaches a tile, from the places it is connected to."""
        others = count(state.component[self.rules.board.slot_place[slot]]) - 1
        share = float(others if others < 6 else 6) / 6.0
        return self.weights.alone + (1.0 - self.weights.alone) * share

    def _pace(self, state: State, resource: i64) -> float:
        """Return how many cubes or barrels a seat uses per round."""
        w = self.weights
        if resource == EXTRA_RESOURCE:
            return w.beer_pace
        if resource == IRON:
            return w.iron_pace
        return w.rail_coal_pace if self._burns_coal & BIT[state.era] else w.coal_pace

    def _wares(self, state: State, wares: i64, horizon: Horizon, prospects: Prospects) -> float:
        """Return the worth of the tiles that wait to be sold."""
        w = self.weights
        ready = 0.0
        sellable: i64 = 0
        if horizon.actions > 0:
            sellable = self.trade.look(state, wares)
            ready = w.ready if horizon.actions > 1 else w.ready * 0.9
        along = self.trade.taken_along() & wares if sellable else 0
        company = 0.0  # the chance of those that the seat's own sales flip
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
        """Return the chance that a tile not yet sellable will flip, from the links and the beer it lacks."""
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
        """Return the chance that rivals flip a tile, from the rounds left and the number of such tiles."""
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
        return total

    def _icons(self, state: State, place: i64, horizon: Horizon) -> float:
        """Return the link icons that a place is expected to show when the era ends."""
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
        """Return the worth of open spaces within the network."""
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
        """Return the worth of what a character likes to see on the board, beyond its points."""
        total = self._liking_links * float(count(state.links[self.seat]))
        industry: i64 = 0
        while industry < self.rules.tiles.industries:
            total += self._liking[industry] * float(count(state.standing[industry] & state.built[self.seat]))
            industry += 1
        return total

    def _gifts(self, state: State, prospects: Prospects) -> float:
        """Return the cost of what rivals gained from tiles that this decision flipped."""
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
    """The tables for one moment of the game, computed from the first position evaluated in it."""

    def __init__(self, horizon: Horizon, prospects: Prospects, state: State) -> None:
        self.horizon: Final = horizon
        self.prospects: Final = prospects
        self.hope: vec[float] = vec[float]([0.0] * state.rules.board.places)  # expected icons, by place
        self._occupied: i64 = state.occupied
        self._flipped: i64 = state.flipped

    def touched(self, state: State) -> i64:
        """Return the mask of the places whose tiles changed since ``hope`` was computed."""
        slots = (state.occupied ^ self._occupied) | (state.flipped ^ self._flipped)
        places: i64 = 0
        while slots:
            places |= BIT[state.rules.board.slot_place[lowest(slots)]]
            slots &= slots - 1
        return places


def _lying(state: State, slots: i64) -> i64:
    """Return the number of cubes or barrels on these tiles together."""
    total: i64 = 0
    while slots:
        total += state.cubes[lowest(slots)]
        slots &= slots - 1
    return total
