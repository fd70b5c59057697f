"""The learned judge's input: whole numbers read from tables that every game has."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, write_i16_le
from librt.vecs import vec
from mypy_extensions import i16, i64

from ..core.bits import BIT, count, lowest
from ..core.components import EXTRA_RESOURCE
from ..core.ruleset import Ruleset
from ..core.state import State
from .horizon import Horizon

VERSION: Final = 1  # of the list below: nets trained on another version are refused
PARTS: Final = ["purse", "flipped", "suppliers", "wares", "icons", "reach", "mat", "sales"]
EIGHTHS: Final = 8.0  # the evaluation's parts are given in eighths of a VP
MOST: Final = 4000  # the largest absolute value of a feature
ACTION_PRICE: Final = 15  # pounds that an action spends, roughly

_OWN: Final = [
    "vp", "pounds", "pounds to 12", "pounds to 30", "pounds beyond the actions", "income", "income space",
    "links", "links left", "places", "places joined", "market joined", "wild cards",
    "points", "points that last", "waiting points", "waiting points that last", "waiting income", "sale cost",
    "double links",
]  # fmt: skip
_INDUSTRY: Final = [
    "flipped", "waiting", "gone", "open spaces joined", "open spaces", "next level", "next points",
    "next price", "next allowed",
]  # fmt: skip
_RESOURCE: Final = ["own", "within rivals' reach", "rivals'", "rivals' within reach", "market"]
_LINKS: Final = [
    "icons at links", "waiting icons at links", "open spaces at links", "lines in reach", "best line",
    "second line", "good lines",
]  # fmt: skip
_RIVAL: Final = [
    "vp", "pounds", "income", "links", "places", "points", "waiting points", "own resource", "spent",
]  # fmt: skip
_TABLE: Final = ["rounds", "actions", "actions now", "seats before", "spent", "rivals who spent less"]
GOOD_LINE: Final = 4  # icons


class Features:
    """The features of one table, filled for one position at a time."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        self.rules: Final = rules
        self.players: i64 = players
        self.names: list[str] = [*PARTS, *_OWN]
        for name in rules.board.industries:
            self.names.extend([f"{name}: {what}" for what in _INDUSTRY])
        for number in range(len(rules.maker)):
            self.names.extend([f"resource {number}: {what}" for what in _RESOURCE])
        self.names.extend(_LINKS)
        self.names.extend([f"first rival: {what}" for what in _RIVAL])
        self.names.extend([f"rivals: {what}" for what in _RIVAL])
        self.names.extend(_TABLE)
        self._extra: i64 = rules.extra_size(players)
        for number in range(rules.extra_size(players)):
            self.names.extend([f"word {number}", f"bits {number}"])
        self.size: i64 = len(self.names)
        self.row: vec[i64] = vec[i64]([0] * len(self.names))
        self.actions: i64 = 0  # the seat has left in the game, where the row was written
        self._rival: vec[i64] = vec[i64]([0] * len(_RIVAL))

    def as_bytes(self) -> bytes:
        """Return the row as stored for training, sixteen bits per feature."""
        out = BytesWriter()
        row = self.row
        i: i64 = 0
        while i < self.size:
            write_i16_le(out, i16(row[i]))
            i += 1
        return out.getvalue()

    def write(self, state: State, seat: i64, horizon: Horizon, parts: vec[float]) -> None:
        """Fill the row from a position. ``parts`` are the evaluation's, in the order of ``PARTS``."""
        row = self.row
        self.actions = horizon.all_actions
        i: i64 = 0
        while i < len(PARTS):
            row[i] = _eighths(parts[i])
            i += 1
        near = self.rules.board.spaces_in(state.network[seat])
        i = self._own(state, seat, horizon, i)
        i = self._industries(state, seat, near, i)
        i = self._resources(state, seat, i)
        i = self._links(state, seat, i)
        i = self._rivals(state, seat, i)
        self._table(state, seat, horizon, i)

    def _own(self, state: State, seat: i64, horizon: Horizon, at: i64) -> i64:
        row = self.row
        rules = self.rules
        pounds = state.pounds[seat]
        actions = horizon.all_actions
        beyond = pounds - ACTION_PRICE * actions
        joined: i64 = 0
        places = state.network[seat]
        while places:
            joined |= state.component[lowest(places)]
            places &= places - 1
        row[at] = state.vp[seat]
        row[at + 1] = pounds
        row[at + 2] = _lesser(pounds, 12)
        row[at + 3] = _lesser(pounds, 30)
        row[at + 4] = -_lesser(-beyond, 0)
        row[at + 5] = rules.income.level(state.income[seat])
        row[at + 6] = state.income[seat]
        links = count(state.links[seat])
        row[at + 7] = links
        row[at + 8] = rules.links - links
        row[at + 9] = count(state.network[seat])
        row[at + 10] = count(joined)
        row[at + 11] = _any(joined & rules.access.places(state))
        row[at + 12] = count(state.held[seat] & rules.cards.wild)
        self._points(state, seat, at + 13)
        return at + len(_OWN)

    def _points(self, state: State, seat: i64, at: i64) -> None:
        """Write the features of the seat's own tiles, flipped and waiting."""
        row = self.row
        tiles = self.rules.tiles
        points: i64 = 0
        lasting: i64 = 0
        slots = state.built[seat] & state.flipped
        while slots:
            kind = state.tile[lowest(slots)]
            slots &= slots - 1
            points += tiles.vp[kind]
            if tiles.level[kind] > 1:
                lasting += tiles.vp[kind]
        row[at] = points
        row[at + 1] = lasting
        points = 0
        lasting = 0
        income: i64 = 0
        sale: i64 = 0
        slots = state.built[seat] & ~state.flipped
        while slots:
            kind = state.tile[lowest(slots)]
            slots &= slots - 1
            points += tiles.vp[kind]
            income += tiles.income[kind]
            sale += tiles.sale[kind]
            if tiles.level[kind] > 1:
                lasting += tiles.vp[kind]
        row[at + 2] = points
        row[at + 3] = lasting
        row[at + 4] = income
        row[at + 5] = sale

    def _industries(self, state: State, seat: i64, near: i64, at: i64) -> i64:
        row = self.row
        tiles = self.rules.tiles
        board = self.rules.board
        mine = state.built[seat]
        industry: i64 = 0
        while industry < tiles.industries:
            own = state.standing[industry] & mine
            free = board.spaces_for[industry] & ~state.occupied
            row[at] = count(own & state.flipped)
            row[at + 1] = count(own & ~state.flipped)
            row[at + 2] = state.mat[seat * tiles.industries + industry]
            row[at + 3] = count(free & near)
            row[at + 4] = count(free)
            kind = state.top_tile(seat, industry)
            if kind >= 0:
                row[at + 5] = tiles.level[kind]
                row[at + 6] = tiles.vp[kind]
                row[at + 7] = tiles.cost[kind]
                row[at + 8] = _any(tiles.eras[kind] & BIT[state.era])
            else:
                row[at + 5] = 0
                row[at + 6] = 0
                row[at + 7] = 0
                row[at + 8] = 0
            at += 9
            industry += 1
        return at

    def _resources(self, state: State, seat: i64, at: i64) -> i64:
        """Write the cubes by owner and by who can reach them; return the next index."""
        row = self.row
        board = self.rules.board
        mine = state.built[seat]
        theirs: i64 = 0
        other: i64 = 0
        while other < self.players:
            if other != seat:
                theirs |= state.network[other]
            other += 1
        resource: i64 = 0
        while resource < len(self.rules.maker):
            own: i64 = 0
            shared: i64 = 0
            rivals: i64 = 0
            reached: i64 = 0
            industry = self.rules.maker[resource]
            if industry >= 0:
                slots = state.standing[industry] & state.stocked
                while slots:
                    slot = lowest(slots)
                    slots &= slots - 1
                    cubes = state.cubes[slot]
                    joined = state.component[board.slot_place[slot]]
                    if mine & BIT[slot]:
                        own += cubes
                        if joined & theirs:
                            shared += cubes
                    else:
                        rivals += cubes
                        if joined & state.network[seat]:
                            reached += cubes
            row[at] = own
            row[at + 1] = shared
            row[at + 2] = rivals
            row[at + 3] = reached
            row[at + 4] = 0
            if resource < len(state.market):
                row[at + 4] = state.market[resource]
            at += 5
            resource += 1
        return at

    def _links(self, state: State, seat: i64, at: i64) -> i64:
        row = self.row
        board = self.rules.board
        icons: i64 = 0
        waiting: i64 = 0
        free: i64 = 0
        lines = state.links[seat]
        while lines:
            ends = board.line_ends[lowest(lines)]
            lines &= lines - 1
            while ends:
                place = lowest(ends)
                ends &= ends - 1
                slots = board.place_slots[place]
                icons += board.place_icons[place] + self._shown(state, slots & state.flipped)
                waiting += self._shown(state, slots & state.occupied & ~state.flipped)
                free += count(slots & ~state.occupied)
        best: i64 = 0
        second: i64 = 0
        good: i64 = 0
        lines = self.rules.reach.lines(state, seat) & board.era_lines[state.era] & ~state.laid
        in_reach = count(lines)
        while lines:
            ends = board.line_ends[lowest(lines)]
            lines &= lines - 1
            score: i64 = 0
            while ends:
                place = lowest(ends)
                ends &= ends - 1
                score += board.place_icons[place]
                score += self._shown(state, board.place_slots[place] & state.flipped)
            if score >= GOOD_LINE:
                good += 1
            if score > best:
                second = best
                best = score
            elif score > second:
                second = score
        row[at] = icons
        row[at + 1] = waiting
        row[at + 2] = free
        row[at + 3] = in_reach
        row[at + 4] = best
        row[at + 5] = second
        row[at + 6] = good
        # What a barrel saves: two links in one action, if there are lines and pounds for them. It is stored
        # as the last of the seat's own numbers.
        barrels = row[at - len(_RESOURCE) * (len(self.rules.maker) - EXTRA_RESOURCE)]
        double = _lesser(barrels, _lesser(in_reach // 2, state.pounds[seat] // ACTION_PRICE))
        row[len(PARTS) + len(_OWN) - 1] = double
        return at + len(_LINKS)

    def _shown(self, state: State, slots: i64) -> i64:
        """Return the link icons on these tiles."""
        total: i64 = 0
        if slots:
            icons = self.rules.tiles.icons
            tile = state.tile
            while slots:
                total += icons[tile[lowest(slots)]]
                slots &= slots - 1
        return total

    def _rivals(self, state: State, seat: i64, at: i64) -> i64:
        """Write the features of the leading rival and of all rivals together; return the next index."""
        row = self.row
        rival = self._rival
        width: i64 = len(_RIVAL)
        i: i64 = 0
        while i < width:
            row[at + width + i] = 0
            i += 1
        most: i64 = -1000
        other: i64 = 0
        while other < self.players:
            if other != seat:
                self._one_rival(state, other)
                leads = rival[0] + rival[5] > most
                if leads:
                    most = rival[0] + rival[5]
                i = 0
                while i < width:
                    row[at + width + i] += rival[i]
                    if leads:
                        row[at + i] = rival[i]
                    i += 1
            other += 1
        return at + 2 * width

    def _one_rival(self, state: State, other: i64) -> None:
        rival = self._rival
        tiles = self.rules.tiles
        points: i64 = 0
        waiting: i64 = 0
        slots = state.built[other]
        while slots:
            slot = lowest(slots)
            slots &= slots - 1
            if state.flipped & BIT[slot]:
                points += tiles.vp[state.tile[slot]]
            else:
                waiting += tiles.vp[state.tile[slot]]
        cubes: i64 = 0
        industry = self.rules.maker[EXTRA_RESOURCE]
        if industry >= 0:
            slots = state.standing[industry] & state.stocked & state.built[other]
            while slots:
                cubes += state.cubes[lowest(slots)]
                slots &= slots - 1
        rival[0] = state.vp[other]
        rival[1] = state.pounds[other]
        rival[2] = self.rules.income.level(state.income[other])
        rival[3] = count(state.links[other])
        rival[4] = count(state.network[other])
        rival[5] = points
        rival[6] = waiting
        rival[7] = cubes
        rival[8] = state.spent[other]

    def _table(self, state: State, seat: i64, horizon: Horizon, at: i64) -> None:
        row = self.row
        row[at] = horizon.rounds
        row[at + 1] = horizon.actions
        row[at + 2] = horizon.actions_now
        before: i64 = 0
        frugal: i64 = 0
        place: i64 = 0
        while place < self.players:
            other = state.order[place]
            if other == seat:
                before = place - state.cursor
            elif state.spent[other] < state.spent[seat]:
                frugal += 1
            place += 1
        row[at + 3] = before
        row[at + 4] = state.spent[seat]
        row[at + 5] = frugal
        at += 6
        i: i64 = 0
        while i < self._extra:
            word = state.extra[i]
            row[at] = _lesser(word, 16)
            row[at + 1] = count(word & 4095)
            at += 2
            i += 1


def _lesser(a: i64, b: i64) -> i64:
    return a if a < b else b


def _any(mask: i64) -> i64:
    if mask:
        return 1
    return 0


def _eighths(part: float) -> i64:
    found = i64(part * EIGHTHS)
    if found > MOST:
        return MOST
    return found if found > -MOST else -MOST
