"""Observations: what a seat knows, as a row of small whole numbers. ``docs/envs.md`` describes them.

The observing seat comes first and the others follow clockwise. Compiled loops write the numbers into a
preallocated vector. NumPy views it without copying and scales it in one multiplication.

``write`` may be given the true state, because it reads only what the seat's view holds: the other hands, the
deck and the cards set aside are one heap, as in ``View``. Tests enforce this.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from ..bits import BIT, count, lowest
from ..era import icons_at
from ..moves import FIELDS
from ..ruleset import Ruleset
from ..state import SPECTATOR, State
from .tokens import WHOLE, Phrase, Vocabulary

EXTRA_BITS: Final = 12  # per number in ``State.extra``
_SEAT_NUMBERS: Final = 8
_COURSE_NUMBERS: Final = 6
MOST: Final = 1000  # bound on every feature's size


class Section:
    """A table within a row of features, with named rows and columns."""

    def __init__(self, name: str, rows: list[str], columns: list[str], scales: list[float]) -> None:
        self.name: Final = name
        self.rows: Final = rows
        self.columns: Final = columns
        self.scales: Final = scales  # one per feature, row by row
        self.first = 0  # index of its first feature, set by the observer


class Observer:
    """The features of a ruleset for a number of players, and the loops that fill them."""

    def __init__(self, rules: Ruleset, players: int, vocabulary: Vocabulary) -> None:
        if players not in rules.player_counts:
            raise ValueError(rules.players_fault(players))
        self.rules: Final = rules
        self.vocabulary: Final = vocabulary
        self.players: i64 = players
        self.extra: i64 = rules.extra_size(players)
        self.wilds: i64 = count(rules.cards.wild)
        self.sections: list[Section] = []
        self._size = 0
        self._spaces: i64 = self._add(_spaces(rules, players))
        self._lines: i64 = self._add(_lines(rules, players))
        self._places: i64 = self._add(_places(rules, players))
        self._cards: i64 = self._add(_cards(rules))
        self._seats: i64 = self._add(_seats(rules, players))
        self._seat_size: i64 = len(self.sections[-1].columns)
        self._markets: i64 = self._add(_markets(rules))
        self._extra: i64 = self._add(_extra(rules, self.extra))
        self._course: i64 = self._add(_course(rules))
        self._phrase: i64 = self._add(_phrase(vocabulary))
        self.size: i64 = self._size

    def _add(self, section: Section) -> int:
        section.first = self._size
        self.sections.append(section)
        self._size += len(section.scales)
        return section.first

    def scales(self) -> list[float]:
        """The factor for each feature."""
        return [scale for section in self.sections for scale in section.scales]

    def write(self, state: State, viewer: i64, phrase: Phrase | None, out: vec[i16], first: i64) -> None:
        """Fill the row that begins at index ``first``. ``phrase`` is the viewer's own partly said move."""
        place = first
        last = first + self.size
        while place < last:
            out[place] = 0
            place += 1
        self._write_spaces(state, viewer, out, first + self._spaces)
        self._write_lines(state, viewer, out, first + self._lines)
        self._write_places(state, viewer, out, first + self._places)
        self._write_cards(state, viewer, out, first + self._cards)
        self._write_seats(state, viewer, out, first + self._seats)
        self._write_markets(state, out, first + self._markets)
        self._write_extra(state, out, first + self._extra)
        self._write_course(state, out, first + self._course)
        if phrase is None:
            out[first + self._phrase + WHOLE] = 1
        else:
            self._write_phrase(phrase, out, first + self._phrase)

    def _from(self, viewer: i64, seat: i64) -> i64:
        """A seat's number counted from the viewer, who is 0. Spectators count from the first seat."""
        if viewer == SPECTATOR:
            return seat
        return seat - viewer if seat >= viewer else seat - viewer + self.players

    def _mark_seats(self, viewer: i64, sets: vec[i64], width: i64, out: vec[i16], at: i64) -> None:
        """Write 1 for every member of each seat's set, in one row of ``width`` per seat."""
        seat: i64 = 0
        while seat < self.players:
            _mark(out, at + self._from(viewer, seat) * width, sets[seat])
            seat += 1

    def _write_spaces(self, state: State, viewer: i64, out: vec[i16], at: i64) -> None:
        rules = state.rules
        slots = rules.board.slots
        industries = at + self.players * slots
        numbers = industries + rules.tiles.industries * slots
        self._mark_seats(viewer, state.built, slots, out, at)
        mine = state.occupied
        while mine:
            slot = lowest(mine)
            kind = state.tile[slot]
            out[industries + rules.tiles.industry[kind] * slots + slot] = 1
            out[numbers + slot] = i16(rules.tiles.level[kind])
            out[numbers + slots + slot] = i16(state.cubes[slot])
            mine &= mine - 1
        _mark(out, numbers + 2 * slots, state.flipped)
        network = state.network[viewer] if viewer != SPECTATOR else 0
        market = rules.access.places(state)
        slot = 0
        while slot < slots:
            place = rules.board.slot_place[slot]
            if network & BIT[place]:
                out[numbers + 3 * slots + slot] = 1
            if state.component[place] & market:
                out[numbers + 4 * slots + slot] = 1
            slot += 1
        if state.frame_slot >= 0:
            out[numbers + 5 * slots + state.frame_slot] = 1

    def _write_lines(self, state: State, viewer: i64, out: vec[i16], at: i64) -> None:
        board = state.rules.board
        self._mark_seats(viewer, state.links, board.lines, out, at)
        row = at + self.players * board.lines
        _mark(out, row, board.era_lines[state.era] & ~state.laid)

    def _write_places(self, state: State, viewer: i64, out: vec[i16], at: i64) -> None:
        places = state.rules.board.places
        self._mark_seats(viewer, state.network, places, out, at)
        row = at + self.players * places
        market = state.rules.access.places(state)
        place: i64 = 0
        while place < places:
            if state.component[place] & market:
                out[row + place] = 1
            out[row + places + place] = i16(icons_at(state, place))
            place += 1

    def _write_cards(self, state: State, viewer: i64, out: vec[i16], at: i64) -> None:
        cards = state.rules.cards
        kind: i64 = 0
        while kind < cards.count:
            unseen = i64(state.deck[kind]) + i64(state.aside[kind])
            seat: i64 = 0
            while seat < self.players:
                held = i64(state.hand[seat * cards.count + kind])
                if seat == viewer:
                    out[at + kind] = i16(held)
                elif cards.wild & BIT[kind] == 0:
                    unseen += held
                seat += 1
            out[at + cards.count + kind] = i16(unseen)
            out[at + 2 * cards.count + kind] = i16(state.discards[kind])
            kind += 1

    def _write_seats(self, state: State, viewer: i64, out: vec[i16], at: i64) -> None:
        rules = state.rules
        seat: i64 = 0
        while seat < self.players:
            row = at + self._from(viewer, seat) * self._seat_size
            out[row] = small(state.pounds[seat])
            out[row + 1] = small(rules.income.level(state.income[seat]))
            out[row + 2] = small(state.income[seat])
            out[row + 3] = small(state.vp[seat])
            out[row + 4] = small(state.spent[seat])
            out[row + 5] = small(state.hand_size[seat])
            out[row + 6] = small(rules.links - count(state.links[seat]))
            if state.to_act == seat:
                out[row + 7] = 1
            place: i64 = 0
            while place < self.players:
                if state.order[place] == seat:
                    out[row + _SEAT_NUMBERS + place] = 1
                place += 1
            self._write_mat(state, seat, out, row + _SEAT_NUMBERS + self.players)
            seat += 1

    def _write_mat(self, state: State, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the tiles left on each track, the level of the next one, and the wild cards held."""
        tiles = state.rules.tiles
        industry: i64 = 0
        while industry < tiles.industries:
            left = tiles.size[industry] - state.mat[seat * tiles.industries + industry]
            out[at + industry] = small(left)
            kind = state.top_tile(seat, industry)
            if kind >= 0:
                out[at + tiles.industries + industry] = small(tiles.level[kind])
            industry += 1
        place = at + 2 * tiles.industries
        wilds = state.rules.cards.wild
        while wilds:
            out[place] = small(i64(state.hand[seat * state.rules.cards.count + lowest(wilds)]))
            place += 1
            wilds &= wilds - 1

    def _write_markets(self, state: State, out: vec[i16], at: i64) -> None:
        resource: i64 = 0
        while resource < len(state.rules.markets):
            cubes = state.market[resource]
            out[at + 2 * resource] = small(cubes)
            out[at + 2 * resource + 1] = small(state.rules.markets[resource].price(cubes, 0))
            resource += 1

    def _write_extra(self, state: State, out: vec[i16], at: i64) -> None:
        word: i64 = 0
        while word < self.extra:
            value = state.extra[word]
            bit: i64 = 0
            while bit < EXTRA_BITS:
                if value & BIT[bit]:
                    out[at + word * EXTRA_BITS + bit] = 1
                bit += 1
            word += 1

    def _write_course(self, state: State, out: vec[i16], at: i64) -> None:
        rules = state.rules
        out[at] = small(state.round)
        out[at + 1] = small(state.deck_size)
        out[at + 2] = small(state.aside_size)
        out[at + 3] = small(state.actions_left)
        out[at + 4] = small(state.frame_count)
        out[at + 5] = small(state.debt)
        place: i64 = at + _COURSE_NUMBERS
        out[place + state.era] = 1
        place += len(rules.eras)
        out[place + state.decision] = 1
        place += len(rules.decision_names)
        if state.frame_count > 0:
            out[place + state.frame_verb] = 1

    def _write_phrase(self, phrase: Phrase, out: vec[i16], at: i64) -> None:
        out[at + phrase.field] = 1
        tokens = at + WHOLE + 1
        i: i64 = 0
        while i < phrase.said:
            out[tokens + phrase.tokens[i]] += 1
            i += 1


def small(number: i64) -> i16:
    """The value clipped to the bounds of a feature."""
    if number > MOST:
        return i16(MOST)
    if number < -MOST:
        return i16(-MOST)
    return i16(number)


def _mark(out: vec[i16], row: i64, members: i64) -> None:
    """Write 1 for every member of a set in a row."""
    while members:
        out[row + lowest(members)] = 1
        members &= members - 1


# -- the sections ---------------------------------------------------------------------------------------


def _seat_rows(players: int, what: str) -> list[str]:
    return [f"{what} of {'self' if seat == 0 else f'seat +{seat}'}" for seat in range(players)]


def _table(name: str, rows: list[tuple[str, float]], columns: list[str]) -> Section:
    """A section with one scale per row."""
    scales = [scale for _, scale in rows for _ in columns]
    return Section(name, [row for row, _ in rows], columns, scales)


def _records(name: str, rows: list[str], columns: list[tuple[str, float]]) -> Section:
    """A section with one scale per column."""
    scales = [scale for _ in rows for _, scale in columns]
    return Section(name, rows, [column for column, _ in columns], scales)


def _spaces(rules: Ruleset, players: int) -> Section:
    rows = [(row, 1.0) for row in _seat_rows(players, "tile")]
    rows += [(f"industry {name}", 1.0) for name in rules.board.industries]
    rows += [("level", 0.125), ("cubes", 0.2), ("flipped", 1.0)]
    rows += [("in own network", 1.0), ("connected to the market", 1.0), ("unit under way", 1.0)]
    return _table("spaces", rows, rules.board.slot_ids)


def _lines(rules: Ruleset, players: int) -> Section:
    rows = [(row, 1.0) for row in _seat_rows(players, "link")]
    return _table("lines", [*rows, ("free in this era", 1.0)], rules.board.line_ids)


def _places(rules: Ruleset, players: int) -> Section:
    rows = [(row, 1.0) for row in _seat_rows(players, "network")]
    rows += [("connected to the market", 1.0), ("link icons", 0.2)]
    return _table("places", rows, rules.board.place_ids)


def _cards(rules: Ruleset) -> Section:
    return _table("cards", [("in hand", 0.5), ("unseen", 0.25), ("discarded", 0.25)], rules.cards.ids)


def _seats(rules: Ruleset, players: int) -> Section:
    columns = [("pounds", 0.02), ("income level", 0.1), ("income space", 0.02), ("vp", 0.02)]
    columns += [("spent", 0.05), ("cards", 0.125), ("links left", 0.1), ("to act", 1.0)]
    columns += [(f"place {place + 1} in the order", 1.0) for place in range(players)]
    columns += [(f"{name} tiles left", 0.125) for name in rules.board.industries]
    columns += [(f"{name} level next", 0.125) for name in rules.board.industries]
    columns += [(f"wild {kind.id}", 1.0) for kind in rules.cards.kinds if kind.wild]
    return _records("seats", _seat_rows(players, "numbers"), columns)


def _markets(rules: Ruleset) -> Section:
    rows = ["coal", "iron"][: len(rules.markets)]
    return _records("markets", rows, [("cubes", 0.1), ("next price", 0.125)])


def _extra(rules: Ruleset, words: int) -> Section:
    rows = [f"word {word + 1}" for word in range(words)]
    return _records("extra", rows, [(f"bit {bit}", 1.0) for bit in range(EXTRA_BITS)])


def _course(rules: Ruleset) -> Section:
    columns = [("round", 0.1), ("cards in the deck", 0.02), ("cards set aside", 0.2)]
    columns += [("actions left", 0.5), ("units done", 0.5), ("debt", 0.1)]
    columns += [(f"era {era}", 1.0) for era in rules.eras]
    columns += [(f"decision {name}", 1.0) for name in rules.decision_names]
    columns += [(f"under way {verb.name}", 1.0) for verb in rules.verbs]
    return _records("course", ["course"], columns)


def _phrase(vocabulary: Vocabulary) -> Section:
    columns = [(f"asked {field}", 1.0) for field in [*FIELDS, "nothing"]]
    columns += [(f"said {name}", 1.0) for name in vocabulary.names]
    return _records("phrase", ["phrase"], columns)
